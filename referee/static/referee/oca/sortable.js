// A list to sort: by dragging with mouse, pen or finger, or by each line's arrows.

export function sortable({ list, items, name, texts, touched }) {
  let from = null;

  function move(start, end) {
    if (end < 0 || end >= items.length || start === end) return;
    items.splice(end, 0, ...items.splice(start, 1));
    touched();
    redraw();
  }

  function small(sign, label, press) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sign;
    button.setAttribute("aria-label", label);
    button.onclick = press;
    return button;
  }

  function place(line) {
    return [...list.children].indexOf(line);
  }

  function redraw() {
    list.replaceChildren(...items.map((item, index) => {
      const line = document.createElement("li");
      const number = document.createElement("b");
      number.textContent = `${index + 1}.`;
      const title = document.createElement("span");
      title.textContent = name(item);
      line.append(number, title,
        small("↑", `${texts.up}: ${name(item)}`, () => { move(index, index - 1); focus(index - 1, 0); }),
        small("↓", `${texts.down}: ${name(item)}`, () => { move(index, index + 1); focus(index + 1, 1); }),
        small("×", `${texts.remove}: ${name(item)}`, () => { items.splice(index, 1); touched(); redraw(); }));
      return line;
    }));
  }

  function focus(index, button) {
    list.children[index]?.querySelectorAll("button")[button].focus();
  }

  // Pointer events, not HTML drag and drop: that one does not exist for fingers.
  list.addEventListener("pointerdown", (event) => {
    const line = event.target.closest("li");
    if (!line || event.target.closest("button")) return;
    from = place(line);
    line.classList.add("dragged");
    if (event.pointerType === "mouse") event.preventDefault();
  });
  addEventListener("pointermove", (event) => {
    if (from === null) return;
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("li");
    for (const line of list.children) line.classList.toggle("over", line === over);
  });
  addEventListener("pointerup", (event) => {
    if (from === null) return;
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("li");
    const start = from;
    from = null;
    if (over && place(over) >= 0) move(start, place(over));
    else redraw();
  });
  addEventListener("pointercancel", () => { from = null; redraw(); });
  return redraw;
}
