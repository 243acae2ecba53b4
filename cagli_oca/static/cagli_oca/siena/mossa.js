// The Mossa, magnified: ten lanes counted from the right (P12), six rows, the sixth foremost. The
// horses run upwards, the shell is on their right. The tenth lane is the rincorsa's, where the rear
// rope leaves a gap; it waits behind. Numerals only; `draw({ rincorsa })` takes the word.

import { element, write } from "../drawing.js";

const LANES = 10;
const ROWS = 6;
const UNIT = 60; // a lane's width; everything below is in lane widths
const LEFT = 1.9; // stands
const GAP = 0.45; // between the tenth lane and the ninth
const TOP = 1.75;
const BEHIND = 2.65;
const RIGHT = 2.1; // walk and shell
const WIDTH = LEFT + LANES + GAP + RIGHT;
const HEIGHT = TOP + ROWS + BEHIND;

const path = (name, d, more = {}) => element("path", { class: name, d, ...more });
const rect = (name, x, y, width, height, more = {}) =>
  element("rect", { class: name, x, y, width, height, ...more });
const leftOf = (lane) => LEFT + LANES - lane + (lane < LANES ? GAP : 0);
const topOf = (row) => TOP + ROWS - row;
const front = TOP - 0.35;
const rear = TOP + ROWS + 0.4;
const inside = LEFT + LANES + GAP;

// → { viewBox, unit, place(lane, row), rincorsa, draw }: places are the middles of spaces, running upwards.
export function mossa() {
  return {
    width: WIDTH * UNIT, height: HEIGHT * UNIT, unit: UNIT,
    viewBox: `0 0 ${WIDTH * UNIT} ${HEIGHT * UNIT}`,
    place: (lane, row) => ({ x: (leftOf(lane) + 0.5) * UNIT, y: (topOf(row) + 0.5) * UNIT, angle: -90 }),
    rincorsa: { x: (leftOf(LANES) + 0.5) * UNIT, y: (rear + 1.05) * UNIT, angle: -90 },
    draw,
  };
}

function draw({ rincorsa } = {}) {
  const svg = element("svg", { class: "mossa", viewBox: mossa().viewBox }, [
    element("g", { transform: `scale(${UNIT})`, "clip-path": "url(#mossa-clip)" }, [
      patterns(), ...ground(), ...spaces(), ...rope(rear, leftOf(LANES - 1) - 0.2), ...rope(front, LEFT - 0.05), stand(),
      ...numerals(), ...waiting(rincorsa), ...frame(),
    ]),
    element("g", { class: "pawns" }),
  ]);
  svg.style.setProperty("--unit", `${UNIT}px`);
  return svg;
}

function patterns() {
  return element("defs", {}, [
    element("clipPath", { id: "mossa-clip" }, [element("rect", { width: WIDTH, height: HEIGHT })]),
    element("pattern", { id: "mossa-sand", width: 0.1, height: 0.1, patternUnits: "userSpaceOnUse" },
      [path("engraved", "M0 .05H.1", { "stroke-width": 0.022 })]),
    element("pattern", { id: "mossa-brick", width: 0.34, height: 0.3, patternUnits: "userSpaceOnUse" },
      [path("brick-joint", "M0 0H.34M0 .15H.34M.085 0V.15M.255 .15V.3", { "stroke-width": 0.02 })]),
    element("pattern", { id: "mossa-rope", width: 0.13, height: 0.13, patternUnits: "userSpaceOnUse",
      patternTransform: "rotate(-45)" },
      [path("frame-twist", "M0 .06H.13", { "stroke-width": 0.04 })]),
  ]);
}

function ground() {
  let steps = "";
  for (let x = 0.62; x < LEFT - 0.35; x += 0.3) steps += `M${x.toFixed(2)} 0V${HEIGHT}`;
  let boards = "";
  for (let y = 0.4; y < HEIGHT; y += 0.55) boards += `M.3 ${y.toFixed(2)}H${LEFT - 0.3}`;
  const posts = Array.from({ length: Math.floor(HEIGHT / 0.9) }, (_, i) =>
    element("circle", { class: "stone-post", cx: inside + 0.16, cy: 0.5 + i * 0.9, r: 0.1, "stroke-width": 0.04 }));
  return [
    rect("tufa", 0, 0, WIDTH, HEIGHT), rect("mossa-sand", 0, 0, WIDTH, HEIGHT),
    rect("stand", 0, 0, LEFT - 0.3, HEIGHT, { "stroke-width": 0.06 }),
    path("stand-step", steps, { "stroke-width": 0.03 }), path("stand-board", boards, { "stroke-width": 0.025 }),
    rect("walk", inside + 0.04, 0, RIGHT - 0.04, HEIGHT),
    path("inner-edge", `M${inside + 0.04} 0V${HEIGHT}`, { "stroke-width": 0.07 }),
    rect("brick", inside + 0.95, 0, RIGHT - 0.95, HEIGHT),
    rect("mossa-brick", inside + 0.95, 0, RIGHT - 0.95, HEIGHT),
    path("walk-edge", `M${inside + 0.95} 0V${HEIGHT}`, { "stroke-width": 0.07 }),
    path("brick-ray", `M${inside + 0.95} 2.4L${WIDTH - 0.2} 3.3M${inside + 0.95} 7.3L${WIDTH - 0.2} 7.5`,
      { "stroke-width": 0.1 }),
    ...posts,
  ];
}

function spaces() {
  const made = [];
  for (let lane = 1; lane <= LANES; lane++) {
    for (let row = 1; row <= ROWS; row++) {
      made.push(rect(lane === LANES ? "space outside" : "space", leftOf(lane), topOf(row), 1, 1,
        { "data-lane": lane, "data-row": row, "stroke-width": 0.035 }));
    }
  }
  // The way of the tenth through the gap, and the line.
  let hooves = "";
  for (let y = rear + 0.35; y > TOP + ROWS; y -= 0.22) {
    hooves += `M${(leftOf(LANES) + 0.42).toFixed(2)} ${y.toFixed(2)}l.08-.09l.08.09`;
  }
  return [
    ...made, path("hoof", hooves, { "stroke-width": 0.05 }),
    path("start-edge", `M${LEFT - 0.26} .95H${inside}`, { "stroke-width": 0.22 }),
    path("start-line", `M${LEFT - 0.26} .95H${inside}`, { "stroke-width": 0.13 }),
  ];
}

function rope(y, from) {
  const to = inside + 0.25;
  const sag = `M${from} ${y}Q${(from + to) / 2} ${y + 0.12} ${to} ${y}`;
  const post = (x) => [
    rect("post", x - 0.2, y - 0.2, 0.4, 0.4, { "stroke-width": 0.06 }),
    rect("post-cap", x - 0.1, y - 0.1, 0.2, 0.2, { "stroke-width": 0.04 }),
  ];
  return [
    path("rope-edge", sag, { "stroke-width": 0.23 }), path("rope", sag, { "stroke-width": 0.15 }),
    path("rope-twist", sag, { "stroke-width": 0.15, "stroke-dasharray": ".17 .2" }),
    ...post(from), ...post(to),
  ];
}

// The Mossiere's stand at the foremost rope, with the drum that drops it.
function stand() {
  return element("g", { class: "mossiere", transform: `translate(.92 ${front - 0.28})` }, [
    rect("post", -0.42, -0.62, 1.0, 1.24, { "stroke-width": 0.06 }),
    path("stand-board", "M-.42-.3H.58M-.42 0H.58M-.42.3H.58", { "stroke-width": 0.03 }),
    element("circle", { class: "drum", cx: 0.08, cy: 0, r: 0.3, "stroke-width": 0.06 }),
    path("engraved-line", "M.08-.3V.3M-.22 0H.38", { "stroke-width": 0.05 }),
    element("circle", { class: "post-cap", cx: 0.08, cy: 0, r: 0.1, "stroke-width": 0.04 }),
  ]);
}

function numerals() {
  return [
    ...Array.from({ length: LANES - 1 }, (_, i) =>
      write("mossa-lane", i + 1, leftOf(i + 1) + 0.5, rear + 0.6, 0.56)),
    ...Array.from({ length: ROWS }, (_, i) =>
      write("mossa-number", i + 1, inside + 0.55, topOf(i + 1) + 0.5, 0.52)),
  ];
}

function waiting(word) {
  const x = leftOf(LANES) + 0.5;
  const y = rear + 1.05;
  return [
    element("circle", { class: "rincorsa-place", cx: x, cy: y, r: 0.52, "stroke-width": 0.05 }),
    write("mossa-lane", LANES, x, y, 0.56),
    ...(word ? [write("place-name on-ground", word, x + 0.75, y + 0.16, 0.62, "start")] : []),
  ];
}

function frame() {
  const rule = (name, inset, wide) => rect(name, inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset, { "stroke-width": wide });
  return [element("g", { class: "piazza-frame mossa-frame" }, [
    rule("frame-paper", 0.18, 0.36), rule("frame-rope", 0.21, 0.12),
    ...[[0.11, 0.06], [0.31, 0.03], [0.38, 0.06]].map(([inset, wide]) => rule("frame-rule", inset, wide)),
  ])];
}
