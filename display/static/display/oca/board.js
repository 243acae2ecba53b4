// The board: dressed from the edition's data, pawns placed, the square being played lit.

import { $, $$, setSymbol } from "../parts.js";

const GOAL = 54;
const MOVE_A_SQUARE = 240;
const LONGEST_MOVE = 3200;

// Where pawns stand around the centre of their square, by how many they are.
const PLACES = {
  1: [[0, 31]],
  2: [[-31, 23], [31, 23]],
  3: [[-31, -36], [31, -36], [-31, 36]],
  4: [[-31, -36], [31, -36], [-31, 36], [31, 36]],
};
const START_PLACES = {
  1: [[0, 28]],
  2: [[-34, 28], [34, 28]],
  3: [[-33, -38], [33, -38], [-33, 38]],
  4: [[-33, -38], [33, -38], [-33, 38], [33, 38]],
};
const WINNER_PLACES = { 1: [[86, -66]] };
const TAG_PLACES = { 3: [31, 36], 4: [0, -6] };
const SPECIALS = ["goose", "death", "spervengolo"];

export function drawBoard(svg, picture, before) {
  const { board, setup } = picture;
  dress(svg, setup.board);
  const places = place(svg, board, setup.order);
  for (const square of $$(".square.lit", svg)) square.classList.remove("lit");
  const lit = board.challenge?.square ?? (board.winner ? GOAL : null);
  if (lit !== null) squareOf(svg, lit).classList.add("lit");
  const next = before && before.edition === picture.edition && before.seq + 1 === picture.seq;
  if (next) walk(svg, picture.happenings[picture.happenings.length - 1], places);
}

const squareOf = (svg, number) => $(`[data-square="${number}"]`, svg);

// Signs and classes. Done anew with every picture: the board can be amended during the evening.
function dress(svg, board) {
  const special = new Map(SPECIALS.flatMap((name) => board[name].map((number) => [number, name])));
  for (const square of $$(".square", svg)) {
    const number = Number(square.dataset.square);
    // The drawing knows the trial squares; a special square stops being one.
    square.dataset.trial ??= square.classList.contains("trial") ? "trial" : "";
    const name = special.get(number) ?? square.dataset.trial;
    for (const other of ["trial", ...SPECIALS]) square.classList.toggle(other, other === name);
    const sign = number === 0 ? "start" : number === GOAL ? "geronzio" : name;
    if (sign) setSymbol(square, `sign-${sign}`);
    else $(".square-sign", square).removeAttribute("href");
  }
}

function offsets(number, count) {
  if (number === 0) return START_PLACES[count];
  return number === GOAL ? WINNER_PLACES[count] : PLACES[count];
}

function at(svg, number, [dx, dy]) {
  const { x, y } = squareOf(svg, number).dataset;
  return `translate(${Number(x) + dx}px, ${Number(y) + dy}px)`;
}

// Puts each pawn where it stands; gives back slug -> transform.
function place(svg, board, order) {
  const standing = new Map();
  for (const slug of order) {
    const { square } = board.quarters[slug];
    standing.set(square, [...(standing.get(square) ?? []), slug]);
  }
  for (const square of $$(".square", svg)) {
    const count = standing.get(Number(square.dataset.square))?.length ?? 0;
    square.classList.toggle("occupied", count > 0);
    square.classList.toggle("crowded", count > 2);
  }
  $(".crowd-tag", svg).classList.remove("on");
  const places = {};
  for (const [number, slugs] of standing) {
    if (slugs.length > 2 && number !== 0 && number !== GOAL) tag(svg, number, slugs.length);
    slugs.forEach((slug, i) => {
      const pawn = pawnOf(svg, slug);
      places[slug] = at(svg, number, offsets(number, slugs.length)[i]);
      pawn.style.transform = places[slug];
      pawn.classList.toggle("alone", slugs.length === 1);
      pawn.classList.toggle("turn", slug === board.turn);
    });
  }
  return places;
}

// Three or four pawns hide their square's number: the tag tells it.
function tag(svg, number, count) {
  const label = $(".crowd-tag", svg);
  $("text", label).textContent = number;
  const { x, y } = squareOf(svg, number).dataset;
  const [dx, dy] = TAG_PLACES[count];
  label.setAttribute("transform", `translate(${Number(x) + dx} ${Number(y) + dy})`);
  label.classList.add("on");
}

function pawnOf(svg, slug) {
  const layer = $(".pawns", svg);
  const known = $(`[data-quarter="${slug}"]`, layer);
  if (known) return known;
  const create = (name) => document.createElementNS("http://www.w3.org/2000/svg", name);
  const pawn = create("g");
  pawn.setAttribute("class", "pawn");
  pawn.dataset.quarter = slug;
  const use = create("use");
  const facts = { href: `#pawn-${slug}`, x: -30, y: -37.5, width: 60, height: 75 };
  for (const [name, value] of Object.entries(facts)) use.setAttribute(name, value);
  pawn.append(use);
  layer.append(pawn);
  return pawn;
}

// The squares that a step leads over: forward one by one, past the goal and back, or straight back.
function route(step) {
  const squares = (from, to) => {
    const way = Math.sign(to - from);
    return Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => from + way * i);
  };
  if (step.step === "bounced") return [...squares(step.from, GOAL), ...squares(GOAL - 1, step.to)];
  return step.to > step.from ? squares(step.from, step.to) : [step.from, step.to];
}

// What has just been moved goes its way square by square instead of sliding across the board.
function walk(svg, told, places) {
  if (!told || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const moves = told.steps.filter((step) => "from" in step && "to" in step && step.quarter);
  for (const slug of new Set(moves.map((step) => step.quarter))) {
    const way = moves.filter((step) => step.quarter === slug).flatMap(route);
    const frames = way.map((number) => ({ transform: at(svg, number, PLACES[1][0]) }));
    frames.push({ transform: places[slug] });
    const duration = Math.min(frames.length * MOVE_A_SQUARE, LONGEST_MOVE);
    pawnOf(svg, slug).animate(frames, { duration, easing: "linear" });
  }
}
