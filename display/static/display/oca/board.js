// The board of a live page: signs, seals, the square in play, the pawns and how they move.

import { element } from "../../cagli_oca/drawing.js";
import { dress, drawSheet, seal, sheetOf } from "../../cagli_oca/oca/sheet.js";
import { GOAL } from "../../cagli_oca/oca/spiral.js";
import { $, $$ } from "../parts.js";

const HOP = 300;

// Where pawns stand around their square's middle and how large, in radii, by how many they are.
const PLACES = {
  1: { size: 1.34, at: [[0, 0.52]] },
  2: { size: 1.02, at: [[-0.55, 0.36], [0.55, 0.36]] },
  3: { size: 0.9, at: [[-0.6, -0.58], [0.6, -0.58], [-0.6, 0.64]] },
  4: { size: 0.9, at: [[-0.6, -0.58], [0.6, -0.58], [-0.6, 0.64], [0.6, 0.64]] },
};
const START_PLACES = {
  1: { size: 1.3, at: [[0, 0.3]] },
  2: { size: 1.1, at: [[-0.6, 0.3], [0.6, 0.3]] },
  3: { size: 1.02, at: [[-0.62, -0.62], [0.62, -0.62], [-0.62, 0.66]] },
  4: { size: 1.02, at: [[-0.62, -0.62], [0.62, -0.62], [-0.62, 0.66], [0.62, 0.66]] },
};
// On the goal in radii of the goal: beside the saint, not before his face.
const WINNER = { size: 0.78, at: [-0.56, 0.34] };

// Three or four pawns hide their square's number: a plate among them tells it.
const PLATES = { 3: [0.6, 0.6], 4: [0, 0.02] };

export const squareOf = (svg, number) => $(`[data-square="${number}"]`, svg);

// A board that nobody drew for the size at hand is drawn for this one.
const ANY_BOX = { width: 800, height: 600, text: 22, centre: null };

export function drawBoard(svg, { board, setup }) {
  if (!sheetOf(svg)) drawSheet(svg, ANY_BOX);
  dress(svg, setup.board);
  seal(svg, Object.fromEntries(setup.order.map((slug) => [slug, board.quarters[slug].cleared])));
  place(svg, board, setup.order);
  const lit = board.challenge?.square ?? (board.winner ? GOAL : null);
  for (const square of $$(".square", svg)) {
    square.classList.toggle("lit", Number(square.dataset.square) === lit);
  }
}

function transformOf(svg, number, count, i) {
  const { squares, unit } = sheetOf(svg);
  const { x, y, r } = squares[number];
  let { size, at: { [i]: [dx, dy] } } = (number === 0 ? START_PLACES : PLACES)[count];
  if (number === GOAL) {
    size = (WINNER.size * r) / unit;
    [dx, dy] = WINNER.at.map((part) => (part * r) / unit);
  }
  return `translate(${(x + dx * unit).toFixed(1)}px, ${(y + dy * unit).toFixed(1)}px) scale(${size})`;
}

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
  for (const plate of $$(".plate", svg)) plate.remove();
  for (const [number, slugs] of standing) {
    slugs.forEach((slug, i) => {
      const pawn = pawnOf(svg, slug);
      pawn.style.transform = transformOf(svg, number, slugs.length, i);
      pawn.classList.toggle("turn", slug === board.turn);
    });
    if (slugs.length > 2 && number !== 0) $(".pawns", svg).append(plateOf(svg, number, slugs.length));
  }
}

function plateOf(svg, number, count) {
  const { squares, unit } = sheetOf(svg);
  const { x, y } = squares[number];
  const [dx, dy] = PLATES[count];
  const plate = element("g", { class: "plate",
    transform: `translate(${(x + dx * unit).toFixed(1)} ${(y + dy * unit).toFixed(1)})` });
  const label = element("text", { "text-anchor": "middle", dy: "0.33em" });
  label.textContent = number;
  plate.append(element("rect", { rx: unit * 0.1 }), label);
  return plate;
}

// A pawn is as wide as a radius before its transform.
export function pawnOf(svg, slug) {
  const layer = $(".pawns", svg);
  const known = $(`.pawn[data-quarter="${slug}"]`, layer);
  if (known) return known;
  const r = sheetOf(svg).unit;
  const pawn = element("g", { class: "pawn", "data-quarter": slug }, [element("use", {
    href: `#pawn-${slug}`, x: -0.5 * r, y: -0.625 * r, width: r, height: 1.25 * r })]);
  layer.append(pawn);
  return pawn;
}

// Hops along these squares, `each` milliseconds a hop, and stays on the last until the next drawBoard().
// An aborted `signal` ends it where it is, and it rejects.
export async function hop(svg, slug, squares, { each = HOP, signal } = {}) {
  const pawn = pawnOf(svg, slug);
  const { unit } = sheetOf(svg);
  let here = pawn.style.transform;
  pawn.parentNode.append(pawn);
  pawn.classList.add("hopping");
  try {
    for (const number of squares) {
      const there = transformOf(svg, number, 1, 0);
      const leaping = pawn.animate(leap(here, there, unit), { duration: each, easing: "ease-in-out" });
      signal?.addEventListener("abort", () => leaping.cancel(), { once: true });
      await leaping.finished;
      signal?.throwIfAborted();
      pawn.style.transform = there;
      here = there;
    }
    if (squares.length) squareOf(svg, squares.at(-1)).classList.add("occupied");
  } finally {
    getComputedStyle(pawn).transform; // the last place counts before transitions come back
    pawn.classList.remove("hopping");
  }
}

const read = (transform) => transform.match(/-?[\d.]+/g).map(Number);

function leap(here, there, unit) {
  if (!here) return [{ transform: there }, { transform: there }];
  const [x, y, size] = read(here);
  const [toX, toY, toSize] = read(there);
  const top = `translate(${(x + toX) / 2}px, ${(y + toY) / 2 - unit * 0.55}px) scale(${Math.max(size, toSize) * 1.12})`;
  return [{ transform: here }, { transform: top }, { transform: there }];
}
