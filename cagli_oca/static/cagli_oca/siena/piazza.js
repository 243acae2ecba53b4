// The Piazza del Campo as a printed view from above: the track with its spaces, the shell in brick,
// the fountain, the Palazzo, the roofs around. Colours are classes of piazza.css; words come in
// from outside. `piazza(track).draw(labels)` is an <svg>, its last group waits for the pawns.

import { element, write } from "../drawing.js";
import { ROWS, layCourse, outline, through } from "./course.js";
import { palace, roofs } from "./town.js";

const STANDS = 0.42; // of wood, along the outer border
const WALK = 0.62; // of stone, between the track and the brick
const SEGMENTS = 9;

const path = (name, d, more = {}) => element("path", { class: name, d, ...more });
const group = (name, children) => element("g", { class: name }, children);

// → the course (see course.js) and draw({ san_martino, casato, palazzo }): words, each may be missing.
export function piazza(track, box) {
  const course = layCourse(track, box);
  return { ...course, draw: (labels = {}) => draw(course, track, labels) };
}

function draw(course, track, labels) {
  const { unit, width, height } = course;
  const svg = element("svg", { class: "piazza", viewBox: course.viewBox }, [
    patterns(course),
    element("rect", { class: "town-ground", width, height }),
    element("g", { "clip-path": "url(#piazza-clip)" }, [roofs(course, STANDS + 0.3), palace(course, STANDS)]),
    group("stands", stands(course)),
    group("track", ground(course)),
    group("spaces", spaces(course, track)),
    group("shell", shell(course)),
    group("borders", borders(course, track)),
    group("start", start(course)),
    group("row-numbers", numbers(course)),
    group("place-names", words(course, labels)),
    frame(course),
    group("pawns", []),
  ]);
  svg.style.setProperty("--unit", `${unit}px`);
  return svg;
}

function patterns({ unit, width, height }) {
  const hatch = (id, apart, turn, name = "engraved") => element("pattern", { id, width: apart, height: apart,
    patternUnits: "userSpaceOnUse", patternTransform: `rotate(${turn})` },
  [path(name, `M0 ${(apart / 2).toFixed(2)}H${apart.toFixed(2)}`, { "stroke-width": apart * 0.22 })]);
  const [long, high] = [unit * 0.34, unit * 0.15];
  const bricks = element("pattern", { id: "piazza-brick", width: long, height: 2 * high, patternUnits: "userSpaceOnUse" },
    [path("brick-joint", `M0 0H${long}M0 ${high}H${long}M${long / 4} 0V${high}M${(long * 3) / 4} ${high}V${2 * high}`,
      { "stroke-width": unit * 0.018 })]);
  return element("defs", {}, [
    hatch("piazza-hatch", unit * 0.1, 42), hatch("piazza-hatch-lane", 0.1, 42),
    hatch("piazza-sand", unit * 0.13, 0), hatch("piazza-rope", unit * 0.16, -45, "frame-twist"), bricks,
    element("clipPath", { id: "piazza-clip" }, [element("rect", { width, height })]),
    element("radialGradient", { id: "piazza-age", cx: 0.5, cy: 0.5, r: 0.72 },
      [element("stop", { class: "age-none", offset: 0.6 }), element("stop", { class: "age-full", offset: 1 })])]);
}

// Wooden stands: a band with the steps' lines, its boards across.
function stands({ unit, line, border, at }) {
  const edge = (more) => line(0, ROWS, (along) => border(along) + more);
  const band = outline(edge(0), edge(STANDS));
  let boards = "";
  for (let along = 0; along < ROWS; along += 0.25) {
    boards += through([at(along, border(along)), at(along, border(along) + STANDS)]);
  }
  return [
    path("stand", band, { "stroke-width": unit * 0.05 }),
    path("stand-board", boards, { "stroke-width": unit * 0.025 }),
    ...[0.15, 0.29].map((more) => path("stand-step", `${through(edge(more))}Z`, { "stroke-width": unit * 0.025 })),
  ];
}

function ground({ unit, line, border }) {
  const whole = outline(line(0, ROWS, 0), line(0, ROWS, border));
  return [path("tufa", whole), path("tufa-grain", whole),
    path("tufa-edge", `${through(line(0, ROWS, border))}Z`, { "stroke-width": unit * 0.075 })];
}

function spaces({ cell, lanesOf, unit }, track) {
  const inCurve = (row) =>
    ["san_martino", "casato"].some((name) => track[name][0] <= row && row <= track[name][1]);
  return Array.from({ length: ROWS }, (_, i) => i + 1).flatMap((row) =>
    Array.from({ length: lanesOf(row) }, (_, i) => path(inCurve(row) ? "space curve" : "space", cell(row, i + 1), {
      "data-row": row, "data-lane": i + 1, "stroke-width": unit * 0.028,
    })));
}

function shell({ unit, inner, line, at, martino, casato }) {
  const rim = line(0, ROWS, -WALK);
  const drain = { x: inner.middle, y: inner.bottom - (WALK + 0.5) * unit };
  const [from, to] = [casato + 0.4, martino + ROWS - 0.4];
  const ray = (i) => from + ((to - from) * i) / SEGMENTS;
  const pieces = Array.from({ length: SEGMENTS }, (_, i) => {
    const arch = line(ray(i), ray(i + 1), -WALK);
    return `${through([drain, ...arch])}Z`;
  });
  const rays = Array.from({ length: SEGMENTS + 1 }, (_, i) => through([drain, at(ray(i), -WALK)])).join("");
  const rings = [0.3, 0.52, 0.74].map((share) => through(line(from, to, -WALK).map(({ x, y }) =>
    ({ x: drain.x + (x - drain.x) * share, y: drain.y + (y - drain.y) * share })))).join("");
  return [
    path("walk", outline(line(0, ROWS, 0), rim)),
    path("brick brick-foot", `${through(rim)}Z`, { "stroke-width": unit * 0.06 }),
    ...pieces.map((d, i) => path(i % 2 ? "brick brick-odd" : "brick", d)),
    path("brick-ring", rings, { "stroke-width": unit * 0.03 }),
    path("brick-courses", `${through(rim)}Z`),
    path("brick-ray", rays, { "stroke-width": unit * 0.11 }),
    path("walk-edge", `${through(rim)}Z`, { "stroke-width": unit * 0.07 }),
    drainOf(drain, unit),
    fountain({ x: inner.middle, y: inner.top + (WALK + 0.2) * unit }, unit),
  ];
}

function drainOf({ x, y }, unit) {
  return element("g", { transform: `translate(${x} ${y}) scale(${unit})` },
    [path("drain", "M-.5.1A.5.5 0 0 1 .5.1Z", { "stroke-width": 0.05 }),
      path("engraved-line", "M0 .1V-.3M0 .1L-.3-.18M0 .1L.3-.18", { "stroke-width": 0.04 })]);
}

// Fonte Gaia: a basin between three marble walls, open towards the shell.
function fountain({ x, y }, unit) {
  return element("g", { class: "fountain", transform: `translate(${x} ${y}) scale(${unit})` }, [
    path("marble", "M-1.15 1.05V-.02H1.15V1.05H.85V.25H-.85V1.05Z", { "stroke-width": 0.06 }),
    path("water", "M-.82.28H.82V.92H-.82Z", { "stroke-width": 0.05 }),
    path("water-line", "M-.66.46q.11-.1.22 0t.22 0t.22 0t.22 0t.22 0M-.55.66q.11-.1.22 0t.22 0t.22 0t.22 0"
      + "M-.66.82q.11-.1.22 0t.22 0t.22 0t.22 0t.22 0", { "stroke-width": 0.04 }),
    path("engraved-line", "M-1 .1H-.7M-.5 .1H-.2M0 .1H.3M.5 .1H.8", { "stroke-width": 0.05 }),
  ]);
}

// The stone posts inside; outside, in the two curves, the padding that softens a fall.
function borders({ unit, line, border, at }, track) {
  const posts = Array.from({ length: ROWS * 2 }, (_, i) => {
    const { x, y } = at(i / 2, -0.1);
    return element("circle", { class: "stone-post", cx: x, cy: y, r: unit * 0.085, "stroke-width": unit * 0.03 });
  });
  const padding = ["san_martino", "casato"].flatMap((name) => {
    const [first, last] = track[name];
    const d = through(line(first - 0.9, last - 0.1, (along) => border(along) + 0.02));
    return [
      path("padding-edge", d, { "stroke-width": unit * 0.3 }), path("padding", d, { "stroke-width": unit * 0.2 }),
      path("padding-stripe", d, { "stroke-width": unit * 0.2, "stroke-dasharray": unit * 0.22 }),
    ];
  });
  return [path("inner-edge", `${through(line(0, ROWS, 0))}Z`, { "stroke-width": unit * 0.08 }), ...posts, ...padding];
}

// The line, and the two ropes before which nine of ten wait. The ropes go when the race is on.
function start({ unit, at, border }) {
  const across = (along) => through([at(along, -0.12), at(along, border(along) + 0.12)]);
  const rope = (along) => [
    path("rope-edge", across(along), { "stroke-width": unit * 0.17 }),
    path("rope", across(along), { "stroke-width": unit * 0.1 }),
    path("rope-twist", across(along), { "stroke-width": unit * 0.1, "stroke-dasharray": unit * 0.14 }),
    ...[-0.16, border(along) + 0.16].map((out) => {
      const { x, y, heading } = at(along, out);
      return element("g", {
        transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${((heading * 180) / Math.PI).toFixed(1)}) scale(${unit})`,
      }, [
        element("rect", { class: "post", x: -0.14, y: -0.14, width: 0.28, height: 0.28, "stroke-width": 0.05 }),
        element("rect", { class: "post-cap", x: -0.07, y: -0.07, width: 0.14, height: 0.14, "stroke-width": 0.03 }),
      ]);
    }),
  ];
  const flag = at(0, border(0) + STANDS + 0.1);
  return [
    path("start-edge", across(0), { "stroke-width": unit * 0.2 }),
    path("start-line", across(0), { "stroke-width": unit * 0.13 }),
    element("g", { transform: `translate(${flag.x.toFixed(1)} ${flag.y.toFixed(1)}) scale(${unit})` }, [
      path("flag-pole", "M0 .3V-.95", { "stroke-width": 0.09 }),
      path("flag-light", "M0-.95H.8V-.35H0Z", { "stroke-width": 0.06 }), path("flag-dark", "M0-.65H.8V-.35H0Z", { "stroke-width": 0.06 }),
    ]),
    element("g", { class: "ropes" }, [-0.14, -1.14].flatMap(rope)),
  ];
}

function numbers({ unit, at }) {
  return Array.from({ length: ROWS }, (_, i) => {
    const { x, y } = at(i + 0.5, -0.4);
    return write("row-number", i + 1, x, y, unit * 0.38);
  });
}

// The curves' names on scrolls outside the corners; the Palazzo's on its roof.
function words(course, { san_martino: martino, casato, palazzo }) {
  const { unit, at, border, inner, height, width } = course;
  const scroll = (text, along) => {
    if (!text) return [];
    const wide = Math.max(3, text.length * 0.36 + 0.9) * unit;
    const corner = at(along, border(along) + STANDS + 0.9);
    const side = corner.x > inner.middle ? 1 : -1;
    const most = wide / 2 + 1.1 * unit;
    const x = Math.min(Math.max(corner.x + side * wide * 0.3, most), width - most);
    const y = Math.min(corner.y + 0.25 * unit, height - 1.1 * unit);
    const [w, h] = [wide / 2, 0.52 * unit];
    const tail = (end) => {
      const [fold, tip, notch] = [-0.3, 0.45, 0.15].map((more) => (end * (w + more * unit)).toFixed(1));
      return `M${fold} ${-h * 0.6}L${tip} ${-h * 0.6}L${notch} ${h * 0.3}L${tip} ${h * 1.3}H${fold}Z`;
    };
    return [
      element("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, [
        path("scroll-tail", tail(-1) + tail(1), { "stroke-width": unit * 0.05 }),
        path("scroll", `M${-w} ${-h}Q0 ${-h * 1.35} ${w} ${-h}V${h}Q0 ${h * 0.65} ${-w} ${h}Z`, { "stroke-width": unit * 0.06 }),
        write("place-name", text, 0, -h * 0.17, unit * 0.72),
      ]),
    ];
  };
  return [
    ...scroll(martino, course.martino),
    ...scroll(casato, course.casato),
    ...(palazzo ? [write("place-name on-roof", palazzo, inner.middle, height - 1.12 * unit, unit * 0.6)] : []),
  ];
}

function frame({ width, height, unit }) {
  const rule = (name, inset, wide) => element("rect", { class: name, x: inset * unit, y: inset * unit,
    width: width - 2 * inset * unit, height: height - 2 * inset * unit, "stroke-width": wide * unit });
  return group("piazza-frame", [
    element("rect", { class: "town-age", width, height }), rule("frame-paper", 0.22, 0.44), rule("frame-rope", 0.26, 0.16),
    ...[[0.14, 0.07], [0.38, 0.04], [0.46, 0.07]].map(([inset, wide]) => rule("frame-rule", inset, wide)),
  ]);
}
