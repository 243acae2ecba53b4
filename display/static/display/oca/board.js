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
  place(svg, board, setup.order);
  for (const square of $$(".square.lit", svg)) square.classList.remove("lit");
  const lit = board.challenge?.square ?? (board.winner ? GOAL : null);
  if (lit !== null) squareOf(svg, lit).classList.add("lit");
}

export const squareOf = (svg, number) => $(`[data-square="${number}"]`, svg);

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

export function pawnOf(svg, slug) {
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

// Stand-in for the sheet's: the pawn hops along these squares and stays there.
export async function hop(svg, slug, squares, { each }) {
  const pawn = pawnOf(svg, slug);
  for (const number of squares) {
    const to = at(svg, number, PLACES[1][0]);
    const from = pawn.style.transform;
    const animation = pawn.animate({ transform: [from, to] }, { duration: each, easing: "ease-in-out" });
    await animation.finished;
    pawn.style.transform = to;
  }
}
