// The board as a printed sheet: drawn into one SVG for the box at hand, one user unit a CSS pixel.
// Its colours come from tokens.css, its measures that depend on the box from --unit and --number.

import { element } from "../drawing.js";
import { drawGround, flourish, rimOf, ringOf } from "./ornaments.js";
import { FIRST_OF_PALIO_ZONE, GOAL, layOut } from "./spiral.js";

// R2: the drawing knows them, as the painted board does; what an edition adds comes by dress().
const TRIALS = [3, 4, 6, 9, 12, 14, 16, 18, 21, 24, 26, 28, 32, 35, 37, 39, 42, 45, 46];
const SPECIALS = ["goose", "death", "spervengolo"];
const SIDES = ["agostino", "andrea", "angelo", "francesco"];

// Each Quarter has its own corner on a medallion's rim for the seal of a cleared square.
const SEALS = { agostino: [-1, -1], andrea: [1, -1], angelo: [-1, 1], francesco: [1, 1] };
const SEAL_SIZE = 0.52;

const NUMBER = 0.86; // font of a number alone on its medallion, in radii
const NUMBER_ABOVE = 0.74; // with a sign or a pawn below it
const NUMBER_LEAST = 0.62; // among three or four pawns

const drawn = new WeakMap();

// → { centre, spare, palio: {x, y, width, height} each, squares: [{x, y, r} × 55], unit }
// `spare` is what is free beside the centre: the title stands there. Who needs it for something
// else asks for its least size too, and hides `.cartouche`.
export function drawSheet(svg, { width, height, text, centre, spare }) {
  const laid = layOut({ width, height, text, centre, spare });
  const { r, squares } = laid;
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.classList.add("board");
  svg.style.setProperty("--unit", `${r}px`);
  svg.style.setProperty("--number", `${Math.max(text, NUMBER * r)}px`);
  svg.style.setProperty("--goal", `${squares[GOAL].r}px`);
  svg.style.setProperty("--number-least", `${Math.max(text, NUMBER_LEAST * r)}px`);
  svg.style.setProperty("--number-above", `${Math.max(text, NUMBER_ABOVE * r)}px`);
  const pawns = element("g", { class: "pawns" });
  svg.replaceChildren(
    ...drawGround(laid, width, height),
    element("g", { class: "squares" }, squares.map((place, number) => drawSquare(place, number, r))),
    pawns,
  );
  const sheet = { centre: laid.centre, spare: laid.spare, squares, unit: r, palio: around(squares.slice(FIRST_OF_PALIO_ZONE, GOAL)) };
  drawn.set(svg, sheet);
  return sheet;
}

export const sheetOf = (svg) => drawn.get(svg);

function around(places) {
  const left = Math.min(...places.map((place) => place.x - place.r));
  const top = Math.min(...places.map((place) => place.y - place.r));
  const right = Math.max(...places.map((place) => place.x + place.r));
  const bottom = Math.max(...places.map((place) => place.y + place.r));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function kindsOf(number) {
  if (number === 0) return ["start"];
  if (number === GOAL) return ["goal"];
  if (number >= FIRST_OF_PALIO_ZONE) return ["trial", "palio-zone"];
  return TRIALS.includes(number) ? ["trial"] : [];
}

function drawSquare({ x, y, r: own }, number, r) {
  const square = element("g", {
    class: ["square", ...kindsOf(number)].join(" "),
    "data-square": number,
    "data-x": x.toFixed(1),
    "data-y": y.toFixed(1),
    transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
  });
  square.append(element("circle", { class: "square-lit", r: own + 0.1 * r }));
  square.append(...ringOf(own, r, number));
  if (number > 0 && number < GOAL) square.append(flourish(r));
  square.append(element("use", { class: "square-sign", ...signBox(number, own, r) }));
  if (number === GOAL) square.append(...rimOf(own, r));
  const label = element("text", { class: "square-number", "text-anchor": "middle", dy: "0.33em" });
  label.textContent = number;
  square.append(label);
  return square;
}

function signBox(number, own, r) {
  const box = (half, low) => ({ x: -half, y: low - half, width: 2 * half, height: 2 * half });
  if (number === GOAL) return box(isFine("geronzio") ? own : own * 0.8, isFine("geronzio") ? 0 : own * -0.06);
  if (number === 0) return box(own * 0.58, own * 0.28);
  return box(r * 0.56, r * 0.36);
}

// The edition's signs. Done anew with every picture: the board can be amended during the evening.
export function dress(svg, board) {
  const special = new Map(SPECIALS.flatMap((name) => board[name].map((number) => [number, name])));
  for (const square of svg.querySelectorAll(".square")) {
    const number = Number(square.dataset.square);
    const name = special.get(number) ?? (kindsOf(number).includes("trial") ? "trial" : "");
    for (const kind of ["trial", ...SPECIALS]) square.classList.toggle(kind, kind === name);
    wear(square.querySelector(".square-sign"), signOf(number, name));
  }
}

function signOf(number, name) {
  if (number === 0) return "start";
  if (number === GOAL) return "geronzio";
  if (name === "trial" && number >= FIRST_OF_PALIO_ZONE) return "palio";
  return name;
}

// The projector brings finer vignettes than the signs of the phones.
const isFine = (name) => Boolean(document.getElementById(`vignette-${name}`));

function wear(use, name) {
  if (!name) use.removeAttribute("href");
  else use.setAttribute("href", isFine(name) ? `#vignette-${name}` : `#sign-${name}`);
}

// The seals of those for whom each square is cleared: {slug: [numbers]}.
export function seal(svg, cleared) {
  const r = sheetOf(svg).unit;
  for (const square of svg.querySelectorAll(".square:not(.start, .goal)")) {
    const number = Number(square.dataset.square);
    const wanted = SIDES.filter((slug) => cleared[slug]?.includes(number));
    const there = [...square.querySelectorAll(".seal")];
    if (there.map((mark) => mark.dataset.quarter).join() === wanted.join()) continue;
    for (const mark of there) mark.remove();
    square.append(...wanted.map((slug) => {
      const [x, y] = SEALS[slug].map((way) => way * r * 0.74 - (SEAL_SIZE * r) / 2);
      return element("use", { class: "seal", href: `#seal-${slug}`, "data-quarter": slug,
        x, y, width: SEAL_SIZE * r, height: SEAL_SIZE * r });
    }));
  }
}
