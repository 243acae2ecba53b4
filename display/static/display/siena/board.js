// The Piazza of a live page: the drawing, the pawns with their names, the Mossa's magnifying glass,
// and how pawns move.

import { element } from "../../cagli_oca/drawing.js";
import { mossa } from "../../cagli_oca/siena/mossa.js";
import { piazza } from "../../cagli_oca/siena/piazza.js";
import { $, $$, words } from "../parts.js";
import { spread } from "./labels.js";
import { isMossa, isRace, nameOf, signed } from "./shared.js";

const RADIUS = 0.53; // of a pawn, in lane widths
const SMALLEST = 10; // px, on a phone
const MAGNIFIED = 0.43;
const RIM = 0.2; // names keep this far from the track

// To look at while no edition is open.
const ANY_TRACK = {
  lanes: [...Array(8).fill(5), ...Array(4).fill(4), ...Array(7).fill(3), ...Array(7).fill(2), 3, 4, 5, 5],
  san_martino: [13, 15],
  casato: [24, 26],
};

const drawn = new WeakMap();

export const boardOf = (root) => drawn.get(root);

// Draws the Piazza for a box, anew only if the box or the track has changed. `text`: the height of
// the names' letters.
export function layBoard(root, { width, height, text }, setup) {
  const track = setup?.track ?? ANY_TRACK;
  const key = JSON.stringify([Math.round(width), Math.round(height), text, track]);
  const known = drawn.get(root);
  if (known?.key === key) return known;
  const course = piazza(track, { width, height });
  const svg = course.draw({ ...words.curves, palazzo: words.says.palazzo });
  const names = element("g", { class: "pawn-names" });
  $(".pawns", svg).before(names);
  root.replaceChildren(svg);
  const region = course.line(0, 30, -RIM, 90);
  const made = { key, course, svg, names, region, text, glass: null };
  drawn.set(root, made);
  return made;
}

// ------------------------------------------------------------------ pawns

const radiusIn = ({ unit }) => Math.max(RADIUS * unit, SMALLEST);

function makePawn(layer, slug, radius) {
  const r = radius;
  const pawn = element("g", { class: "pawn", "data-contrada": slug }, [
    element("circle", { class: "pawn-ring", r: r * 1.24, "stroke-width": r * 0.26 }),
    element("use", { class: "pawn-medal", href: `#pawn-${slug}`, x: -r, y: -r, width: 2 * r, height: 2 * r }),
    element("circle", { class: "pawn-horse-ground", r: r * 0.98, "stroke-width": r * 0.08 }),
    element("use", { class: "pawn-horse", href: "#s-riderless", x: -r * 0.98, y: -r * 0.85, width: r * 1.96, height: r * 1.7 }),
    element("use", { class: "pawn-horse", href: `#pawn-${slug}`, x: r * 0.1, y: r * 0.05, width: r, height: r }),
    element("g", { class: "pawn-chip", transform: `translate(${r * 0.72} ${-r * 0.72}) scale(${r})` }),
  ]);
  layer.append(pawn);
  return pawn;
}

export function pawnOf(svg, slug, radius) {
  const layer = $(".pawns", svg);
  return $(`.pawn[data-contrada="${slug}"]`, layer) ?? makePawn(layer, slug, radius);
}

function drawChip(pawn, sum) {
  const chip = $(".pawn-chip", pawn);
  chip.replaceChildren();
  chip.classList.toggle("against", sum < 0);
  if (!sum) return;
  const text = element("text", { y: 0.27, "font-size": 0.82 });
  text.textContent = signed(sum);
  chip.append(element("rect", { x: -0.62, y: -0.45, width: 1.24, height: 0.9, rx: 0.2, "stroke-width": 0.08 }), text);
}

const at = ({ x, y }) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
const put = (pawn, place) => { pawn.style.transform = at(place); };

function dropOthers(layer, slugs) {
  for (const pawn of $$(".pawn", layer)) if (!slugs.includes(pawn.dataset.contrada)) pawn.remove();
}

function drawPawns({ course, svg }, board) {
  const racing = Object.entries(board.pawns).filter(([, pawn]) => pawn.state !== "out");
  dropOthers($(".pawns", svg), racing.map(([slug]) => slug));
  for (const [slug, { progress, lane, state, waiting }] of racing) {
    const pawn = pawnOf(svg, slug, radiusIn(course));
    put(pawn, course.space(progress, lane));
    pawn.classList.toggle("turn", slug === board.turn);
    pawn.classList.toggle("riderless", state === "riderless");
    drawChip(pawn, waiting);
    if (slug === board.turn) pawn.parentNode.append(pawn);
  }
  return racing;
}

// ------------------------------------------------------------------ names

function makeName(layer, slug, text) {
  const cloth = element("path", { class: "pawn-name-cloth", "stroke-width": text * 0.05 });
  const label = element("text", { "text-anchor": "middle", dy: "0.33em", "font-size": text });
  label.textContent = nameOf(slug);
  const name = element("g", { class: "pawn-name", "data-contrada": slug }, [
    cloth, element("path", { class: "pawn-name-hem", "stroke-width": text * 0.05 }), label,
  ]);
  layer.append(name);
  const width = label.getComputedTextLength() + text * 1.25;
  const [w, h, tail] = [width / 2, text * 0.55, text * 0.34];
  cloth.setAttribute("d", `M${-w} ${-h}H${w}L${w - tail} 0L${w} ${h}H${-w}Z`);
  $(".pawn-name-hem", name).setAttribute("d", `M${-w} ${-h}h${text * 0.42}V${h}h${-text * 0.42}Z`);
  label.setAttribute("x", text * 0.12);
  name.dataset.width = width;
  return name;
}

function drawNames({ course, names, region, text }, racing) {
  const slugs = racing.map(([slug]) => slug);
  for (const name of $$(".pawn-name", names)) if (!slugs.includes(name.dataset.contrada)) name.remove();
  for (const thread of $$("path[class^='pawn-thread']", names)) thread.remove();
  if (!text) return;
  const labels = racing.map(([slug, { progress, lane }]) => {
    const name = $(`.pawn-name[data-contrada="${slug}"]`, names) ?? makeName(names, slug, text);
    const [width, height] = [Number(name.dataset.width), text * 1.1];
    const row = ((progress - 1) % 30 + 30) % 30 + 1;
    const edge = course.at(row - 0.5, -RIM - 0.15);
    const [ix, iy] = [-Math.sin(edge.heading), Math.cos(edge.heading)];
    const far = (Math.abs(ix) * width) / 2 + (Math.abs(iy) * height) / 2;
    return { name, width, height, x: edge.x + ix * far, y: edge.y + iy * far, pawn: course.space(progress, lane) };
  });
  spread(labels, region, text * 0.14).forEach((place, i) => {
    const { name, pawn, width } = labels[i];
    put(name, place);
    const side = Math.sign(pawn.x - place.x) || 1;
    const from = Math.abs(pawn.x - place.x) > width / 2 ? { x: place.x + (side * width) / 2, y: place.y } : place;
    const d = `M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${pawn.x.toFixed(1)} ${pawn.y.toFixed(1)}`;
    const thread = element("path", { class: "pawn-thread", d, "stroke-width": text * 0.09 });
    thread.dataset.contrada = name.dataset.contrada;
    names.prepend(element("path", { class: "pawn-thread-edge", d, "stroke-width": text * 0.16 }), thread);
  });
}

// ------------------------------------------------------------------ the Mossa

// The glass: the start of the Piazza, magnified, as large as the sheet allows.
function openGlass(made) {
  if (made.glass) return made.glass;
  const { course, svg } = made;
  const view = mossa();
  const inset = view.draw({ rincorsa: words.says.rincorsa });
  const scale = Math.min((course.width * 0.94) / view.width, (course.height * 0.9) / view.height);
  const [width, height] = [view.width * scale, view.height * scale];
  const x = (course.width - width) / 2;
  const y = (course.height - height) / 2;
  const small = [course.at(-1.2, 0), course.at(-1.2, 5), course.at(6, 5), course.at(6, 0)];
  const area = (points) => `${points.map((point, i) => `${i ? "L" : "M"}${point.x} ${point.y}`).join("")}Z`;
  const beam = area([small[1], small[2], { x: x + width, y: y + 1 }, { x, y: y + 1 }]);
  for (const [name, value] of Object.entries({ x, y, width, height })) inset.setAttribute(name, value);
  Object.assign(inset.style, { width: `${width}px`, height: `${height}px` });
  const glass = element("g", { class: "lens" }, [
    element("rect", { class: "lens-shade", width: course.width, height: course.height }),
    element("path", { class: "lens-beam", d: beam }),
    inset,
  ]);
  svg.append(glass);
  made.glass = { node: glass, inset, view };
  return made.glass;
}

function closeGlass(made) {
  made.glass?.node.remove();
  made.glass = null;
}

export function placeInMossa({ view }, call, row) {
  if (row !== null) return view.place(call, row);
  if (call === 10) return view.rincorsa;
  const { x } = view.place(call, 1);
  return { x, y: view.rincorsa.y - view.unit * 0.1 };
}

function drawMossa(made, board) {
  const glass = openGlass(made);
  const { inset, view } = glass;
  const called = ["mossa_order"].includes(board.suspended_from ?? board.phase) ? [] : board.running;
  dropOthers($(".pawns", inset), called);
  called.forEach((slug, i) => {
    const pawn = pawnOf(inset, slug, MAGNIFIED * view.unit);
    put(pawn, placeInMossa(glass, i + 1, board.mossa[slug]?.row ?? null));
    pawn.classList.toggle("turn", slug === board.turn);
    drawChip(pawn, board.mossa_cards[slug] ?? 0);
  });
}

// ------------------------------------------------------------------ all of it

// The whole board of a picture; a page without names (a phone) gives no `text`.
export function drawBoard(root, { board }) {
  const made = drawn.get(root);
  if (isMossa(board)) drawMossa(made, board);
  else closeGlass(made);
  const racing = drawPawns(made, isRace(board) ? board : { ...board, pawns: {} });
  drawNames(made, racing);
  made.svg.classList.toggle("racing", racing.length > 0);
  $(".ropes", made.svg).style.display = racing.length ? "none" : "";
}

// Without an evening the pawns of the last one have to go.
export function clearBoard(root) {
  const made = drawn.get(root);
  closeGlass(made);
  dropOthers($(".pawns", made.svg), []);
  drawNames(made, []);
}

// A pawn on the track, or in the Mossa while the glass is open; null if there is none.
export function pawnIn(root, slug) {
  const { svg, glass } = drawn.get(root);
  return $(`.pawn[data-contrada="${slug}"]`, glass?.inset ?? svg);
}

// Into the row that was rolled.
export async function enterRopes(root, slug, call, row, { duration, signal }) {
  const made = drawn.get(root);
  const glass = openGlass(made);
  const pawn = pawnOf(glass.inset, slug, MAGNIFIED * glass.view.unit);
  const from = pawn.style.transform || at(placeInMossa(glass, call, null));
  const there = placeInMossa(glass, call, row);
  const running = pawn.animate({ transform: [from, at(there)] }, { duration, easing: "cubic-bezier(.3,.1,.2,1)" });
  signal.addEventListener("abort", () => running.cancel(), { once: true });
  await running.finished;
  signal.throwIfAborted();
  put(pawn, there);
}

// From the Mossa to the track.
export function enter(root, slug, progress, lane) {
  const made = drawn.get(root);
  closeGlass(made);
  put(pawnOf(made.svg, slug, radiusIn(made.course)), made.course.space(progress, lane));
}

// Along these spaces, `duration` milliseconds in all. An aborted signal ends it, and it rejects.
export async function gallop(root, slug, path, { duration, signal } = {}) {
  const made = drawn.get(root);
  const pawn = pawnOf(made.svg, slug, radiusIn(made.course));
  const points = path.map(([progress, lane]) => made.course.space(progress, lane));
  const frames = [{ transform: pawn.style.transform || at(points[0]) }, ...points.map((point) => ({ transform: at(point) }))];
  pawn.parentNode.append(pawn);
  pawn.classList.add("galloping");
  $(`.pawn-name[data-contrada="${slug}"]`, made.names)?.style.setProperty("opacity", 0.15);
  try {
    const running = pawn.animate(frames, { duration, easing: "ease-in-out" });
    signal?.addEventListener("abort", () => running.cancel(), { once: true });
    await running.finished;
    signal?.throwIfAborted();
    put(pawn, points.at(-1));
  } finally {
    getComputedStyle(pawn).transform; // the last place counts before transitions come back
    pawn.classList.remove("galloping");
    $(`.pawn-name[data-contrada="${slug}"]`, made.names)?.style.removeProperty("opacity");
  }
}

// A space of the Piazza lights up while somebody is to look there.
export function light(root, spaces) {
  const { svg } = drawn.get(root);
  for (const lit of $$(".space.lit", svg)) lit.classList.remove("lit");
  for (const [progress, lane] of spaces) {
    const row = ((progress - 1) % 30 + 30) % 30 + 1;
    $(`.space[data-row="${row}"][data-lane="${lane}"]`, svg)?.classList.add("lit");
  }
}
