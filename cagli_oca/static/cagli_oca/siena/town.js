// The town around the Piazza: the roofs of four rings of houses, and the Palazzo with its tower.

import { element } from "../drawing.js";
import { ROWS, outline, through } from "./course.js";

const path = (name, d, more = {}) => element("path", { class: name, d, ...more });

// The same roofs every time: a number between 0 and 1 for a house.
const chance = (a, b) => {
  const value = Math.sin(a * 127.1 + b * 311.7) * 43758.5453;
  return value - Math.floor(value);
};

export function roofs(course, gap) {
  const { unit, line, border, at } = course;
  const made = [];
  for (let ring = 3; ring >= 0; ring--) {
    const near = (along) => border(along) + gap + ring * 1.75;
    let from = chance(ring, 9) * 0.4;
    for (let house = 0; from < ROWS; house++) {
      const wide = 0.62 + chance(ring, house) * 0.75;
      const to = Math.min(from + wide, ROWS + 0.3);
      const deep = 1.3 + chance(house, ring + 5) * 0.3;
      const [a, b] = [line(from, to, near, 6), line(from, to, (along) => near(along) + deep, 6)];
      const middle = line(from, to, (along) => near(along) + deep / 2, 6);
      const tone = 1 + Math.floor(chance(house + 3, ring) * 3);
      made.push(path(`roof roof-${tone}`, outline(a, b), { "stroke-width": unit * 0.045 }));
      made.push(path("roof-shade", outline(a, middle)));
      made.push(path("ridge", through(middle), { "stroke-width": unit * 0.035 }));
      const along = (from + to) / 2;
      if (chance(ring + 7, house) > 0.62) made.push(chimney(at(along, near(along) + deep * 0.7), unit));
      from = to + (chance(house, ring + 2) > 0.72 ? 0.2 : 0.05);
    }
  }
  return element("g", { class: "roofs" }, made);
}

function chimney({ x, y, heading }, unit) {
  return element("rect", { class: "chimney", x: -0.11, y: -0.11, width: 0.22, height: 0.22, "stroke-width": 0.04,
    transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${((heading * 180) / Math.PI).toFixed(0)}) scale(${unit})` });
}

// Seen in plan: three wings, battlements towards the Piazza, the tower at the side of San Martino.
export function palace({ inner, unit, at, border, height, martino, casato }, stands) {
  const middle = (martino + casato) / 2;
  const lowest = Math.max(...[-2, -1, 0, 1, 2].map((step) => at(middle + step, border(middle + step)).y));
  const front = lowest / unit + stands + 0.28;
  const back = height / unit - 0.42;
  const deep = back - front;
  const teeth = (from, to) => {
    let d = "";
    for (let x = from; x < to - 0.1; x += 0.4) d += `M${x.toFixed(2)} 0h.22v.2h-.22z`;
    return d;
  };
  const wing = (from, to, out) => [
    path("palace-roof", `M${from} ${out}H${to}V${deep}H${from}Z`, { "stroke-width": 0.06 }),
    path("palace-shade", `M${from} ${(deep + out) / 2}H${to}V${deep}H${from}Z`),
    path("palace-line", `M${from} ${out}L${from + 0.7} ${(deep + out) / 2}H${to - 0.7}L${to} ${out}`
      + `M${from} ${deep}L${from + 0.7} ${(deep + out) / 2}M${to} ${deep}L${to - 0.7} ${(deep + out) / 2}`, { "stroke-width": 0.045 }),
    element("g", { transform: `translate(0 ${out - 0.12})` },
      [path("palace-stone", teeth(from + 0.09, to), { "stroke-width": 0.04 })]),
  ];
  const square = (name, half, wide) => element("rect", { class: name, x: -half, y: -half,
    width: 2 * half, height: 2 * half, "stroke-width": wide });
  return element("g", { class: "palace", transform: `translate(${inner.middle.toFixed(1)} ${(front * unit).toFixed(1)}) scale(${unit})` }, [
    path("palace-court", `M-6.3 -1.5H6.6V${deep}H-6.3Z`),
    ...wing(-6, -2.1, 0.22), ...wing(2.1, 5.9, 0.22), ...wing(-2.1, 2.1, 0.06),
    element("g", { class: "tower", transform: "translate(5.3 .62)" }, [
      path("tower-shadow", `M.62-.62L2.1.5V${(deep - 0.62).toFixed(2)}H.9L-.62.62Z`),
      square("tower-brick", 0.62, 0.06), square("palace-stone", 0.44, 0.05), square("tower-brick", 0.26, 0.05),
      element("circle", { class: "tower-bell", r: 0.12, "stroke-width": 0.05 }),
      path("palace-stone", [-0.74, 0.54].flatMap((y) => [-0.62, -0.1, 0.42].map((x) => `M${x} ${y}h.2v.2h-.2z`)).join(""),
        { "stroke-width": 0.04 }),
    ]),
  ]);
}
