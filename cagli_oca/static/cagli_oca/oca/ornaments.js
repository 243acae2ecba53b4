// What an engraver puts around the squares: paper, frame, the way's ground, fleurons, corners, the
// cartouche. Lines and hatching only; every colour is a class of board.css.

import { element } from "../drawing.js";
import { FIRST_OF_PALIO_ZONE, GOAL } from "./spiral.js";

const BAND = 2.24; // the way's width in radii: two laps share one rule

const path = (name, d, more = {}) => element("path", { class: name, d, ...more });
const group = (name, children, more = {}) => element("g", { class: name, ...more }, children);
const round = (value) => Number(value.toFixed(1));
const place = (x, y, turn = 0, size = 1) =>
  ({ transform: `translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${size.toFixed(3)})` });

export function drawGround(laid, width, height) {
  const { r, frame, spare } = laid;
  return [
    patterns(r),
    group("board-frame", frameOf(frame, r, width, height)),
    group("board-way", way(laid)),
    group("board-ornaments", [
      ...fleurons(laid), ...corners(frame, r, width, height), ...vine(laid, width),
      ...(spare.width > 2.6 * r && spare.height > 2.2 * r ? [cartouche(spare, r)] : []),
    ]),
  ];
}

// Hatching whose lines keep the same fineness whatever the size of the sheet.
function patterns(r) {
  const lines = (id, apart, turn, wide) => element("pattern", {
    id, width: apart, height: apart, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${turn})`,
  }, [path("hatch-line", `M0 ${round(apart / 2)}H${apart}`, { "stroke-width": wide })]);
  const apart = round(Math.max(2.2, r * 0.058));
  const stop = (offset, name) => element("stop", { class: name, offset });
  return element("defs", {}, [
    element("radialGradient", { id: "sheet-age", cx: 0.5, cy: 0.46, r: 0.72 },
      [stop(0.55, "age-none"), stop(1, "age-full")]),
    lines("sheet-ground", apart, 0, apart * 0.3),
    lines("sheet-shade", apart, 45, apart * 0.42),
    lines("sheet-rope", apart * 1.6, -45, apart * 0.7),
  ]);
}

function frameOf(wide, r, width, height) {
  const rule = (name, inset, more = {}) => element("rect", { class: name, x: inset, y: inset,
    width: width - 2 * inset, height: height - 2 * inset, ...more });
  return [
    rule("board-paper", 0),
    rule("board-age", 0),
    rule("frame-rope", wide * 0.52, { "stroke-width": wide * 0.34 }),
    rule("frame-outer", wide * 0.3, { "stroke-width": wide * 0.13 }),
    rule("frame-inner", wide * 0.74, { "stroke-width": wide * 0.06 }),
    rule("frame-inner", wide * 0.9, { "stroke-width": wide * 0.04 }),
  ];
}

// The middle line of the way, with few points where it runs straight.
function lineOf(points) {
  const kept = points.filter(({ heading }, i) => i === 0 || i === points.length - 1
    || points[i - 1].heading !== heading || points[i + 1].heading !== heading);
  return kept.map(({ x, y }, i) => `${i ? "L" : "M"}${round(x)} ${round(y)}`).join("");
}

function way({ r, way: points, squares }) {
  const start = squares[0];
  const beyondStart = ({ x, y }) => Math.hypot(x - start.x, y - start.y) > 0.9 * start.r;
  const whole = lineOf(points.slice(points.findIndex(beyondStart)));
  const band = (name, d, wide) => path(name, d, { "stroke-width": wide * r });
  const gate = points[points.findLastIndex((point) =>
    Math.hypot(point.x - squares[FIRST_OF_PALIO_ZONE].x, point.y - squares[FIRST_OF_PALIO_ZONE].y) > 1.125 * r
    && Math.hypot(point.x - squares[FIRST_OF_PALIO_ZONE - 1].x, point.y - squares[FIRST_OF_PALIO_ZONE - 1].y) < 1.2 * r)];
  const home = lineOf(points.slice(points.indexOf(gate)));
  const last = squares[GOAL];
  const end = `L${round(last.x)} ${round(last.y)}`;
  return [
    band("way-edge", whole + end, BAND + 0.02),
    band("way-gap", whole + end, BAND - 0.03),
    band("way-edge", whole + end, BAND - 0.1),
    band("way-band", whole + end, BAND - 0.125),
    band("way-ground", whole + end, BAND - 0.125),
    band("way-palio", home + end, BAND - 0.125),
    band("way-ground", home + end, BAND - 0.125),
    gateOf(gate, r),
  ];
}

// The gate of the Palio zone: two little pillars and a bar across the way.
function gateOf({ x, y, heading }, r) {
  const half = BAND / 2 - 0.06;
  const pillar = (side) => `M-.09 ${side * half}L-.09 ${side * 0.52}L0 ${side * 0.4}L.09 ${side * 0.52}L.09 ${side * half}Z`;
  return path("palio-gate", pillar(1) + pillar(-1), place(x, y, (heading * 180) / Math.PI, r));
}

// Between two neighbours, one on either side of the way; its base on the rule.
const FLEURON = "M0-.34C.1-.52.1-.7 0-.92C-.1-.7-.1-.52 0-.34ZM.03-.95C.05-.8.18-.68.36-.72C.3-.64.24-.6.17-.6"
  + "C.3-.54.43-.64.43-.78C.36-.92.2-.98.03-.95ZM-.03-.95C-.05-.8-.18-.68-.36-.72C-.3-.64-.24-.6-.17-.6"
  + "C-.3-.54-.43-.64-.43-.78C-.36-.92-.2-.98-.03-.95ZM0-1.03L.045-.97L0-.92L-.045-.97Z";

function fleurons({ r, squares, way: points }) {
  let at = 0;
  return squares.slice(2, GOAL).flatMap((square, i) => {
    const before = squares[i + 1];
    const middle = { x: (square.x + before.x) / 2, y: (square.y + before.y) / 2 };
    const far = (point) => Math.hypot(point.x - middle.x, point.y - middle.y);
    while (at + 1 < points.length && far(points[at + 1]) <= far(points[at])) at++;
    const { x, y, heading } = points[at];
    const turn = (heading * 180) / Math.PI;
    return [0, 180].map((side) => path("palmette", FLEURON, place(x, y, turn + side, r)));
  });
}

// A shell in each corner that the way's bend leaves free (the start sits in the fourth).
function corners(frame, r, width, height) {
  const ribs = Array.from({ length: 7 }, (_, i) => {
    const angle = ((i + 0.5) / 7) * (Math.PI / 2);
    const [x, y] = [Math.cos(angle), Math.sin(angle)].map((part) => part * 0.86);
    const [u, v] = [-Math.sin(angle), Math.cos(angle)].map((part) => part * 0.075);
    return `M.12 .12L${(x - u).toFixed(2)} ${(y - v).toFixed(2)}A.078 .078 0 0 1 ${(x + u).toFixed(2)} ${(y + v).toFixed(2)}Z`;
  }).join("");
  const scrolls = "M.98 .1C1.25 .08 1.42 .12 1.58 .24C1.68 .1 1.9 .06 2.3 .07C1.9 .12 1.75 .16 1.66 .3C1.5 .2 1.25 .16 .98 .1Z"
    + "M.1 .98C.08 1.25 .12 1.42 .24 1.58C.1 1.68 .06 1.9 .07 2.3C.12 1.9 .16 1.75 .3 1.66C.2 1.5 .16 1.25 .1 .98Z";
  return [[0, 0, 0], [1, 0, 90], [1, 1, 180]].map(([right, low, turn]) =>
    group("corner", [path("shell", ribs), path("fleuron", scrolls)],
      place(right ? width - frame : frame, low ? height - frame : frame, turn, r)));
}

// A running vine where the lap above the start leaves a strip free.
function vine({ r, squares }, width) {
  const start = squares[0];
  const low = squares[1].y - (BAND / 2) * r;
  const above = squares.slice(2, GOAL).filter(({ x, y }) => y < low && Math.abs(x - width / 2) < width / 4)
    .reduce((nearest, { y }) => Math.max(nearest, y), 0);
  const high = above + (BAND / 2) * r;
  const tall = low - high;
  if (tall < 0.3 * r) return [];
  const from = start.x + start.r + 0.2 * r;
  const wave = tall * 1.5;
  const count = Math.floor((Math.max(...squares.map(({ x }) => x)) - BAND * r - 2 * r - from) / wave);
  if (count < 3) return [];
  let stem = `M${round(from)} ${round(low - tall / 2)}`;
  let leaves = "";
  for (let i = 0; i < count; i++) {
    const up = i % 2 ? 1 : -1;
    stem += `q${round(wave / 2)} ${round(up * tall * 0.62)} ${round(wave)} 0`;
    const [x, y, h] = [from + wave * (i + 0.5), low - tall / 2 - up * tall * 0.12, up * tall * 0.36];
    leaves += `M${round(x - wave * 0.3)} ${round(y)}q${round(wave * 0.22)} ${round(-h * 0.2)} ${round(wave * 0.34)} ${round(-h * 0.1)}`
      + `q${round(wave * 0.2)} ${round(h * 0.1)} ${round(wave * 0.16)} ${round(h * 0.9)}q${round(-wave * 0.36)} ${round(h * 0.2)} ${round(-wave * 0.5)} ${round(-h * 0.8)}Z`;
  }
  return [path("vine", stem, { "stroke-width": tall * 0.055 }), path("fleuron", leaves)];
}

// The title, in a strapwork cartouche, where there is room beside the centre.
const STRAP = "M-.2-1.2C-.12-1.36.12-1.36.2-1.2C.3-1.08.5-1.04.7-1.04C.96-1.06 1.1-.92 1.04-.74C1.02-.62 1.1-.56 1.2-.6"
  + "C1.34-.6 1.36-.4 1.2-.38C1.1-.3 1.08-.14 1.08 0C1.08.14 1.1.3 1.2.38C1.36.4 1.34.6 1.2.6C1.1.56 1.02.62 1.04.74"
  + "C1.1.92.96 1.06.7 1.04C.5 1.04.3 1.08.2 1.2C.12 1.36-.12 1.36-.2 1.2C-.3 1.08-.5 1.04-.7 1.04C-.96 1.06-1.1.92-1.04.74"
  + "C-1.02.62-1.1.56-1.2.6C-1.34.6-1.36.4-1.2.38C-1.1.3-1.08.14-1.08 0C-1.08-.14-1.1-.3-1.2-.38C-1.36-.4-1.34-.6-1.2-.6"
  + "C-1.1-.56-1.02-.62-1.04-.74C-1.1-.92-.96-1.06-.7-1.04C-.5-1.04-.3-1.08-.2-1.2Z";
const FIELD = "M0-.94C.54-.94.92-.62.92 0C.92.62.54.94 0 .94C-.54.94-.92.62-.92 0C-.92-.62-.54-.94 0-.94Z";

function cartouche({ x, y, width, height }, r) {
  const size = Math.min(width / 2.9, height / 2.9, r * 2.2);
  const line = (words, low, large, name) => {
    const text = element("text", { class: name, "text-anchor": "middle", y: low, "font-size": large });
    text.textContent = words;
    return text;
  };
  const leaf = (turn, far) => path("fleuron", FLEURON, place(0, far, turn, 0.4));
  return group("cartouche", [
    path("cartouche-shade", STRAP, { transform: "translate(.05 .06)" }),
    path("cartouche-strap", STRAP),
    path("cartouche-field", FIELD),
    path("cartouche-rule", FIELD, { transform: "scale(.93)" }),
    leaf(0, -0.82), leaf(180, 0.82),
    line("Giuoco", -0.24, 0.52, "cartouche-title"),
    line("dell’Oca", 0.2, 0.52, "cartouche-title"),
    line("IN CAGLI", 0.52, 0.22, "cartouche-place"),
  ], place(x + width / 2, y + height / 2, 0, size));
}

// A medallion: its face, a crescent of hatching on the side away from the light, its rings.
export function ringOf(own, r) {
  const rim = own - 0.1 * r;
  const point = (angle, far) => `${round(far * Math.cos(angle))} ${round(far * Math.sin(angle))}`;
  const [from, to] = [-0.5, 2.1];
  return [
    element("circle", { class: "square-face", r: own }),
    path("square-shade", `M${point(from, rim)}A${round(rim)} ${round(rim)} 0 0 1 ${point(to, rim)}`
      + `A${round(rim * 1.18)} ${round(rim * 1.18)} 0 0 0 ${point(from, rim)}Z`),
    element("circle", { class: "square-ring", r: rim }),
  ];
}

// The goal's frame: beads between two rings, and the scroll that carries its number.
export function rimOf(own, r) {
  const ring = (name, far, wide) => element("circle", { class: name, r: far, "stroke-width": wide });
  const [half, low, tall] = [0.33 * own, own * 0.78, 0.18 * own];
  const scroll = `M${round(-half)} ${round(low - tall)}Q0 ${round(low - tall * 0.7)} ${round(half)} ${round(low - tall)}`
    + `V${round(low + tall)}Q0 ${round(low + tall * 1.3)} ${round(-half)} ${round(low + tall)}Z`;
  const tail = (side) => `M${round(side * half * 0.9)} ${round(low - tall * 0.7)}L${round(side * half * 1.5)} ${round(low - tall * 0.9)}`
    + `L${round(side * half * 1.32)} ${round(low)}L${round(side * half * 1.5)} ${round(low + tall * 0.75)}L${round(side * half * 0.9)} ${round(low + tall * 0.9)}Z`;
  return [
    ring("goal-rim", own - 0.09 * r, 0.18 * r),
    element("circle", { class: "goal-beads", r: own - 0.09 * r, "stroke-width": 0.09 * r,
      pathLength: 72, "stroke-dasharray": "0 1" }),
    ring("goal-rule", own, 0.05 * r),
    ring("goal-rule", own - 0.18 * r, 0.04 * r),
    path("goal-tail", tail(1) + tail(-1), { "stroke-width": 0.035 * r }),
    path("goal-scroll", scroll, { "stroke-width": 0.045 * r }),
  ];
}

// What a free square carries below its number.
export const flourish = (r) => path("flourish", FLEURON, place(0, 0.36 * r, 180, 0.42 * r));
