// Pawns on their way: hops, the bounce at the goal, the Goose's second leap, and staying where one is.

import { GOAL } from "../../../cagli_oca/oca/spiral.js";
import { make, placeOf } from "../../stage.js";
import { $ } from "../../parts.js";
import { hop, pawnOf, squareOf } from "../board.js";
import { goose, medal, pawn } from "./drawings.js";

const EACH = 300;          // milliseconds from square to square
const LONGEST = 1800;      // and for a whole way
const KINDS = ["goal", "palio-zone", "goose", "death", "spervengolo", "trial"];

// The squares from one to another, the first left out.
export function way(from, to) {
  const sign = Math.sign(to - from);
  return Array.from({ length: Math.abs(to - from) }, (_, i) => from + sign * (i + 1));
}

const kindOf = (show, number) =>
  KINDS.find((kind) => squareOf(show.svg, number)?.classList.contains(kind)) ?? "";

// A ring around a square of the board: where to look.
export function ring(show, number, name = "") {
  const square = squareOf(show.svg, number);
  if (!square) return;
  const { x, y, width, height } = placeOf(square);
  const size = Math.max(width, height) * 1.25;
  const node = show.add(`<div class="s-ring ${name}"></div>`, show.over);
  Object.assign(node.style, {
    width: `${size}px`, height: `${size}px`, left: `${x - size / 2}px`, top: `${y - size / 2}px`,
  });
  show.begin(node, {
    opacity: [0, 1, 0.85, 1],
    transform: ["scale(2.2)", "scale(1)", "scale(1.12)", "scale(1)"],
  }, 900);
}

// The pawn of the middle and the number it stands on, beside each other.
function pair(show, slug, number) {
  const node = show.add('<div class="s-pair"></div>');
  node.dataset.quarter = slug;
  const big = node.appendChild(make(pawn(slug)));
  const square = node.appendChild(make(medal()));
  const text = $("[data-number]", square);
  text.textContent = number;
  square.dataset.kind = kindOf(show, number);
  return { node, big, square, text };
}

// Pawn and number go square by square; the pawn on the board and the one in the middle together.
export async function walk(show, slug, from, squares, { longest = LONGEST, each = EACH, beside } = {}) {
  const one = Math.min(each, longest / squares.length);
  const { node, big, square, text } = pair(show, slug, from);
  if (beside) node.append(beside);
  const onBoard = hop(show.svg, slug, squares, { each: one / show.pace, signal: show.signal });
  onBoard.catch(() => {});
  for (const number of squares) {
    show.begin(big, { transform: ["none", "translateY(-14%)", "none"] }, {
      duration: one * 0.9, easing: "ease-in-out",
    });
    await show.wait(one);
    text.textContent = number;
    square.dataset.kind = kindOf(show, number);
    show.sound("hop");
  }
  await onBoard;
  show.signal.throwIfAborted();
  return { big, square };
}

export async function moved(step, show) {
  show.say(step.sentence);
  if (step.by === "goose") return carried(step, show);
  const { square } = await walk(show, step.quarter, step.from, way(step.from, step.to));
  ring(show, step.to);
  await show.move(square, { transform: ["none", "scale(1.16)", "none"] }, 350);
}

export async function bounced(step, show) {
  show.say(step.sentence);
  const { big, square } = await walk(show, step.quarter, step.from, way(step.from, GOAL));
  ring(show, GOAL, "s-ring-goal");
  show.sound("stamp");
  await show.move(big, {
    transform: ["none", "translateX(12%) rotate(14deg)", "translateX(-16%) rotate(-20deg)", "none"],
  }, 700);
  big.parentElement.remove();
  const back = await walk(show, step.quarter, GOAL, way(GOAL, step.to));
  ring(show, step.to);
  await show.move(back.square, { transform: ["none", "scale(1.16)", "none"] }, 420);
  square.remove();
  await show.wait(500);
}

export async function stayed(step, show) {
  show.say(step.sentence);
  const { big, node } = pair(show, step.quarter, step.square);
  node.prepend(make('<b class="s-number">0</b>'));
  ring(show, step.square);
  await show.move(big, {
    transform: ["none", "translateX(-5%)", "translateX(5%)", "translateX(-3%)", "none"],
  }, { duration: 800, delay: 300 });
  await show.wait(900);
}

export async function rested(step, show) {
  show.say(step.sentence);
  const { square } = pair(show, step.quarter, step.square);
  const quiet = step.why === "free" || step.why === "backward";
  if (!quiet) ring(show, step.square);
  await show.move(square, { transform: ["scale(.94)", "none"] }, 300);
  await show.wait(quiet ? 250 : 1700);
}

// ------------------------------------------------------------------ the Goose

function flap(show, bird) {
  const beat = (wing, frames) => wing.animate(frames, {
    duration: 420 / show.pace, iterations: Infinity, direction: "alternate", easing: "ease-in-out",
  });
  beat($(".s-wing-near", bird), { transform: ["rotate(16deg) scaleY(1)", "rotate(-18deg) scaleY(-.75)"] });
  beat($(".s-wing-far", bird), { transform: ["rotate(12deg) scaleY(1)", "rotate(-16deg) scaleY(-.6)"] });
}

export async function gooseLands(step, show) {
  show.say(step.sentence);
  show.sound("goose");
  ring(show, step.square, "s-ring-goose");
  const bird = show.add(goose);
  bird.classList.add("s-goose-big");
  flap(show, bird);
  await show.move(bird, [
    { transform: "translate(-90cqw, -30cqh) rotate(8deg)", opacity: 0 },
    { transform: "translate(-30cqw, -4cqh) rotate(4deg)", opacity: 1, offset: 0.5 },
    { transform: "none", opacity: 1 },
  ], { duration: 1300, easing: "cubic-bezier(.2,.7,.3,1)" });
  await show.move(bird, {
    transform: ["none", "translateY(-4cqh)", "none"],
  }, { duration: 900, easing: "ease-in-out" });
}

// The second leap: not square by square, the white goose carries the pawn over.
async function carried(step, show) {
  const { quarter, from, to } = step;
  const [start, end] = [from, to].map((number) => placeOf(squareOf(show.svg, number)));
  const size = Math.max(start.width, end.width) * 2.6;
  const flight = show.add('<div class="s-flight"></div>', show.over);
  const load = flight.appendChild(make(pawn(quarter)));
  const bird = flight.appendChild(make(goose));
  Object.assign(flight.style, { width: `${size}px`, height: `${size}px` });
  flap(show, bird);
  if (end.x < start.x) bird.style.transform = "scaleX(-1)";
  const { square, text } = pair(show, quarter, from);
  const real = pawnOf(show.svg, quarter);
  real.style.opacity = 0;
  show.later(() => real.style.removeProperty("opacity"));
  const place = ({ x, y }) => `translate(${x - size / 2}px, ${y - size * 0.62}px)`;
  const middle = { x: (start.x + end.x) / 2, y: Math.min(start.y, end.y) - size * 0.55 };
  if (middle.y < size * 0.5) middle.y = Math.max(start.y, end.y) + size * 0.2;
  load.style.opacity = 1;
  await show.move(flight, [
    { transform: `${place(start)} scale(.8)`, opacity: 0 },
    { transform: place(start), opacity: 1, offset: 0.16 },
    { transform: `${place(middle)} scale(1.35)`, opacity: 1, offset: 0.55 },
    { transform: place(end), opacity: 1 },
  ], { duration: 2300, easing: "ease-in-out" });
  await hop(show.svg, quarter, [to], { each: 1, signal: show.signal });
  show.signal.throwIfAborted();
  real.style.removeProperty("opacity");
  load.style.opacity = 0;
  text.textContent = to;
  square.dataset.kind = kindOf(show, to);
  ring(show, to);
  const away = { transform: [place(end), `${place({ x: end.x, y: end.y - size })} scale(.8)`], opacity: [1, 0] };
  await Promise.all([
    show.move(flight, away, 700),
    show.move(square, { transform: ["none", "scale(1.16)", "none"] }, 420),
  ]);
}
