// What is wrong with a projector's page as it stands: texts outside, cut off, covered or too small.
// `state` selects what tells the state of the game; `needed`: what no page of an evening may do without.
({ state, needed }) => {
  const shorter = Math.min(innerWidth, innerHeight);
  const margin = parseFloat(document.getElementById("frame").style.getPropertyValue("--margin"));
  const [marginX, marginY] = [innerWidth * margin, innerHeight * margin];
  const wrong = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) wrong.push("scroll bar");

  const seen = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const name = (element) => (element.id || element.className || element.tagName)
    + " “" + element.textContent.trim().slice(0, 30) + "”";

  // A line's box is higher than its letters.
  const letters = ({ left, right, top, bottom }, size) => {
    const middle = (top + bottom) / 2;
    return { left, right, top: middle - size * 0.36, bottom: middle + size * 0.36 };
  };
  // Every text of the page, as the lines it takes on the screen.
  const texts = [];
  const layers = [...document.querySelectorAll("#page, #qr")];
  for (const layer of layers) {
    const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.data.trim() || !seen(element) || element.closest(".unseen, svg, template")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const size = parseFloat(getComputedStyle(element).fontSize);
      for (const line of range.getClientRects()) texts.push({ element, size, box: letters(line, size) });
    }
  }
  const within = (inner, outer, slack) => inner.left >= outer.left - slack
    && inner.right <= outer.right + slack && inner.top >= outer.top - slack
    && inner.bottom <= outer.bottom + slack;
  const picture = { left: marginX, top: marginY, right: innerWidth - marginX, bottom: innerHeight - marginY };
  for (const text of texts) {
    const { box, size } = text;
    if (!within(box, picture, 1)) wrong.push("outside: " + name(text.element));
    for (let up = text.element; up && up.id !== "frame"; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.display === "inline" || style.display === "contents") continue;
      if (!within(box, up.getBoundingClientRect(), shorter / 200)) {
        wrong.push(`overflows ${up.id || up.className || up.tagName}: ${name(text.element)}`);
        break;
      }
    }
    if (size < shorter / 30 - 0.1) wrong.push(`small (${size}): ${name(text.element)}`);
  }
  for (let i = 0; i < texts.length; i++) {
    for (let j = i + 1; j < texts.length; j++) {
      const [a, b] = [texts[i].box, texts[j].box];
      const slack = shorter / 300;
      if (a.left < b.right - slack && b.left < a.right - slack
        && a.top < b.bottom - slack && b.top < a.bottom - slack) {
        wrong.push(`overlap: ${name(texts[i].element)} and ${name(texts[j].element)}`);
      }
    }
  }
  // The state of the game.
  for (const layer of layers) {
    for (const element of layer.querySelectorAll(state)) {
      if (!seen(element) || !element.textContent.trim()) continue;
      const size = parseFloat(getComputedStyle(element).fontSize);
      if (size < shorter / 18 - 0.1) wrong.push(`small for the state (${size}): ${name(element)}`);
    }
  }
  // The page never covers the board, the board's free corner never the page.
  if (!document.body.hasAttribute("data-whole")) {
    const boxes = ["#centre", "#qr"].map((id) => document.querySelector(id).getBoundingClientRect());
    for (const face of document.querySelectorAll(".square-face")) {
      const r = face.getBoundingClientRect();
      for (const box of boxes) {
        if (r.left < box.right - 2 && box.left < r.right - 2 && r.top < box.bottom - 2 && box.top < r.bottom - 2) {
          wrong.push("a square is covered: " + face.closest("[data-square]").dataset.square);
        }
      }
    }
  }
  // What no page of the evening may do without.
  for (const selector of needed[document.getElementById("page").dataset.page] ?? []) {
    for (const part of document.querySelectorAll(selector)) if (!seen(part)) wrong.push(`missing: ${selector}`);
  }
  if (!texts.length && !seen(document.querySelector(".crest"))) wrong.push("empty");
  return [...new Set(wrong)];
}
