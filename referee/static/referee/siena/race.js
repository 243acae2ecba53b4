// The track on the console: where the face of the die may lead, before it counts. A face shows the way
// that the program would take, and every space that can be passed or reached; a tap on one leads the
// way through it, so that an end is one tap, and any way as many as it takes.

import { element as draw } from "../../cagli_oca/drawing.js";
import { rowOf } from "../../cagli_oca/siena/course.js";
import { piazza } from "../../cagli_oca/siena/piazza.js";

const AROUND = 0.55; // lane widths left free around what is shown of the track
const LEAST = 9;     // lane widths shown at least
const LONGEST = 24;  // rows shown at most
const PAWN = 0.86;

let drawn = null;    // {key, svg, course}: drawn once, moved into each new panel
let board = null;
let aids = null;
let here = null;     // the element that shows it
let face = null;     // the face chosen, its ways in aids.ways[face]
let via = new Map(); // step -> lane that the way must pass
let whole = false;

const panel = () => document.getElementById("panel");
const told = (words, row, lane) => words.replace("%1", row).replace("%2", lane);

function mount() {
  here = document.querySelector("#panel .course");
  [face, via] = [null, new Map()];
  if (!here) return;
  const { track } = panel().dataset;
  [board, aids] = [JSON.parse(panel().dataset.board), JSON.parse(panel().dataset.aids)];
  if (drawn?.key !== track) {
    const course = piazza(JSON.parse(track), { width: 1200, height: 900 });
    const { martino, casato } = here.dataset;
    const svg = course.draw({ san_martino: martino, casato });
    svg.classList.add("on-console");
    svg.querySelector(".ropes")?.remove();
    svg.append(draw("g", { class: "ways" }), draw("g", { class: "waits" }));
    drawn = { key: track, svg, course };
  }
  here.replaceChildren(drawn.svg);
  frame();
  drawPawns();
  showWays();
  drawn.svg.closest(".course-box").querySelector("[data-whole]").setAttribute("aria-pressed", whole);
}

// ------------------------------------------------------------------ what is seen of it

// From a row behind the pawn to as far as any face leads.
function frame() {
  const { course, svg } = drawn;
  const pawn = board.pawns[board.turn];
  if (whole || !pawn) return svg.setAttribute("viewBox", course.viewBox);
  const far = Math.max(1, ...Object.values(aids.ways).map(({ layers }) => layers.length));
  const [from, to] = [pawn.progress - 1.5, pawn.progress + Math.min(far, LONGEST)];
  const points = [...course.line(from, to, 0), ...course.line(from, to, course.border)];
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const { unit } = course;
  const least = LEAST * unit;
  const span = (all) => {
    const [low, high] = [Math.min(...all) - AROUND * unit, Math.max(...all) + AROUND * unit];
    const more = Math.max(0, least - (high - low)) / 2;
    return [low - more, high - low + 2 * more];
  };
  const box = shaped([span(xs), span(ys)], svg, course.viewBox.split(" ").slice(2).map(Number));
  svg.setAttribute("viewBox", box.map((n) => n.toFixed(1)).join(" "));
}

// [start, length] each way, grown to the shape of the element and moved onto the map: no room is
// spent beside it.
function shaped(spans, svg, map) {
  const room = svg.getBoundingClientRect();
  const ratio = room.width / room.height || 1;
  const [[, width], [, height]] = spans;
  const wanted = [Math.max(width, height * ratio), Math.max(height, width / ratio)];
  const starts = spans.map(([start, length], i) => {
    const grown = start - (wanted[i] - length) / 2;
    return wanted[i] > map[i] ? grown : Math.min(Math.max(grown, 0), map[i] - wanted[i]);
  });
  return [...starts, ...wanted];
}

function drawPawns() {
  const { course, svg } = drawn;
  const names = JSON.parse(here.dataset.names);
  const size = PAWN * course.unit;
  const pawns = [];
  const waits = [];
  for (const [slug, pawn] of Object.entries(board.pawns)) {
    if (pawn.state === "out") continue;
    const { x, y } = course.space(pawn.progress, pawn.lane);
    const own = draw("g", { class: `pawn ${pawn.state}${slug === board.turn ? " turn" : ""}`, "data-contrada": slug });
    const title = draw("title");
    title.textContent = names[slug];
    own.append(title);
    if (slug === board.turn) own.append(draw("circle", { class: "pawn-ring", cx: x, cy: y, r: size * 0.62 }));
    own.append(draw("use", { href: `#pawn-${slug}`, x: x - size / 2, y: y - size / 2, width: size, height: size }));
    if (pawn.state === "riderless") own.append(draw("circle", { class: "pawn-riderless", cx: x, cy: y, r: size * 0.5 }));
    pawns.push(own);
    if (!pawn.waiting) continue;
    const sum = draw("text", { class: "pawn-waits", x: x + size * 0.42, y: y - size * 0.26, "font-size": size * 0.5, "text-anchor": "middle" });
    sum.textContent = pawn.waiting > 0 ? `+${pawn.waiting}` : pawn.waiting;
    waits.push(sum);
  }
  svg.querySelector(".pawns").replaceChildren(...pawns);
  svg.querySelector(".waits").replaceChildren(...waits);
}

// ------------------------------------------------------------------ the ways

// The first way through the spaces tapped: straight, right, left at each step (P27); null if none.
function way({ layers }) {
  const open = layers.map((lanes, step) => (via.has(step) ? lanes.filter((lane) => lane === via.get(step)) : lanes));
  for (let step = layers.length - 2; step >= 0; step--) {
    open[step] = open[step].filter((lane) => open[step + 1].some((next) => Math.abs(next - lane) <= 1));
  }
  if (!open[0].length) return null;
  const lanes = [];
  let [at] = open[0];
  for (const reached of open.slice(1)) {
    at = [at, at - 1, at + 1].find((lane) => reached.includes(lane));
    lanes.push(at);
  }
  return lanes;
}

const spaceOf = (row, lane) => drawn.svg.querySelector(`.space[data-row="${row}"][data-lane="${lane}"]`);

function showWays() {
  const { svg, course } = drawn;
  for (const space of svg.querySelectorAll(".space.lit, .space.end")) {
    space.classList.remove("lit", "end", "taken-way");
    for (const name of ["tabindex", "role", "aria-label", "data-step"]) space.removeAttribute(name);
  }
  const ends = document.getElementById("ends");
  ends?.replaceChildren();
  svg.querySelector(".ways").replaceChildren();
  const ways = face && aids.ways[face];
  if (!ways) return;
  const lanes = way(ways);
  const last = ways.layers.length - 1;
  for (const [step, reached] of ways.layers.entries()) {
    if (!step) continue;
    const row = rowOf(ways.start + step);
    for (const lane of reached) {
      const space = spaceOf(row, lane);
      if (!space) continue;
      space.classList.add("lit");
      space.classList.toggle("end", step === last);
      space.classList.toggle("taken-way", lanes[step - 1] === lane);
      if (!ways.free || space.dataset.step) continue;
      space.dataset.step = step;
      space.setAttribute("role", "button");
      space.setAttribute("tabindex", "0");
      space.setAttribute("aria-label", told(here.dataset.words, row, lane));
    }
  }
  const points = [[ways.start, ways.layers[0][0]], ...lanes.map((lane, i) => [ways.start + i + 1, lane])]
    .map(([progress, lane]) => course.space(progress, lane));
  svg.querySelector(".ways").append(
    draw("path", { class: "way-edge", d: through(points), "stroke-width": course.unit * 0.26 }),
    draw("path", { class: "way", d: through(points), "stroke-width": course.unit * 0.16 }));
  if (ways.ends.length > 1 && ends) {
    const line = document.createElement("p");
    const row = rowOf(ways.start + last);
    line.textContent = ways.start + last > 90 ? ends.dataset.wins : told(ends.dataset.words, row);
    const buttons = ways.ends.map(({ lane }) => endButton(ends, row, lane, last, lanes.at(-1)));
    ends.append(line, ...buttons);
  }
}

const through = (points) => points.map(({ x, y }, i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

function endButton(ends, row, lane, step, taken) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "tap end-button";
  button.textContent = lane;
  button.setAttribute("aria-label", told(ends.dataset.space, row, lane));
  button.setAttribute("aria-pressed", lane === taken);
  button.onclick = () => leadThrough(step, lane);
  return button;
}

// The newest wish counts; older ones stay as far as a way fulfils all.
function leadThrough(step, lane) {
  const wishes = [[step, lane], ...[...via].filter(([other]) => other !== step)];
  via = new Map();
  for (const [at, wished] of wishes) {
    via.set(at, wished);
    if (!way(aids.ways[face])) via.delete(at);
  }
  showWays();
  const lanes = way(aids.ways[face]);
  const button = panel().querySelector(`[data-face="${face}"] button`);
  const row = rowOf(aids.ways[face].start + lanes.length);
  const label = `${button.dataset.label} · ${told(here.dataset.words, row, lanes.at(-1))}`;
  const command = { do: "roll", value: Number(face), lanes };
  document.dispatchEvent(new CustomEvent("composed", { detail: { command, label, button } }));
}

// ------------------------------------------------------------------ hands

document.addEventListener("click", (event) => {
  if (!here?.isConnected) return;
  const die = event.target.closest("#panel [data-face]");
  if (die) {
    [face, via] = [die.dataset.face, new Map()];
    showWays();
  }
  const space = event.target.closest(".space[data-step]");
  if (space && here.contains(space)) leadThrough(Number(space.dataset.step), Number(space.dataset.lane));
  if (event.target.closest("[data-whole]")) {
    whole = !whole;
    event.target.closest("[data-whole]").setAttribute("aria-pressed", whole);
    frame();
  }
  if (event.target.closest("#cancel")) {
    face = null;
    showWays();
  }
});

document.addEventListener("keydown", (event) => {
  const space = event.target.closest?.(".space[data-step]");
  if (!space || !["Enter", " "].includes(event.key)) return;
  event.preventDefault();
  const { step, lane, row } = space.dataset;
  leadThrough(Number(step), Number(lane));
  spaceOf(row, lane)?.focus();
});

document.addEventListener("htmx:afterSwap", (event) => { if (event.detail.target.id === "panel") mount(); });
mount();
