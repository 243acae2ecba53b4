// A list to sort: by dragging with mouse, pen or finger, or by each line's arrows.

const EDGE = 60; // pixels from the window's edge where dragging scrolls (the save bar is below)

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
      number.className = "handle";
      number.textContent = `⠿ ${index + 1}.`;
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

  // Pointer events, not HTML drag and drop: that one does not exist for fingers. A finger drags by
  // the handle; elsewhere it scrolls the page.
  list.addEventListener("pointerdown", (event) => {
    const line = event.target.closest("li");
    if (!line || event.target.closest("button")) return;
    if (event.pointerType !== "mouse" && !event.target.closest(".handle")) return;
    event.preventDefault();
    from = place(line);
    line.classList.add("dragged");
  });
  addEventListener("pointermove", (event) => {
    if (from === null) return;
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("li");
    for (const [index, line] of [...list.children].entries()) {
      line.classList.toggle("over", line === over && index <= from);
      line.classList.toggle("over-below", line === over && index > from);
    }
    if (event.clientY < EDGE) scrollBy(0, -EDGE / 4);
    if (event.clientY > innerHeight - 2 * EDGE) scrollBy(0, EDGE / 4);
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
