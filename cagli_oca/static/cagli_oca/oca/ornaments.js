// What an engraver puts around the squares: paper, frame, the way's ground, fleurons, rings.
// Lines and hatching only; every colour is a class of board.css.

const NAMESPACE = "http://www.w3.org/2000/svg";

export function element(name, attributes = {}, children = []) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, typeof value === "number" ? Number(value.toFixed(2)) : value);
  }
  made.append(...children);
  return made;
}

const path = (name, d, more = {}) => element("path", { class: name, d, ...more });
const round = (value) => Number(value.toFixed(1));
const group = (name, children, more = {}) => element("g", { class: name, ...more }, children);

export function drawGround(laid, width, height) {
  return [group("board-frame", frame(laid.frame, width, height)), group("board-way", way(laid))];
}

function frame(wide, width, height) {
  const rule = (name, inset) => element("rect", { class: name, x: inset, y: inset,
    width: width - 2 * inset, height: height - 2 * inset });
  return [rule("board-paper", 0), rule("frame-outer", wide * 0.35), rule("frame-inner", wide * 0.9)];
}

// The middle line of the way, with few points where it runs straight.
function lineOf(points) {
  const kept = points.filter(({ heading }, i) => i === 0 || i === points.length - 1
    || points[i - 1].heading !== heading || points[i + 1].heading !== heading);
  return kept.map(({ x, y }, i) => `${i ? "L" : "M"}${round(x)} ${round(y)}`).join("");
}

function way({ r, way: points }) {
  const d = lineOf(points);
  const band = (name, wide) => path(name, d, { "stroke-width": wide * r });
  return [band("way-edge", 2.24), band("way-gap", 2.2), band("way-hair", 2.13), band("way-band", 2.1)];
}

export function ringOf(own, r) {
  return [
    element("circle", { class: "square-face", r: own }),
    element("circle", { class: "square-ring", r: own - 0.09 * r }),
  ];
}
