// Pawns on their way, and the squares that strike: everything a throw can lead to.

import { make, placeOf } from "../../stage.js";
import { $ } from "../../parts.js";
import { hop, pawnOf, squareOf } from "../board.js";
import { emblem, flatDie, goose, medal, pawn, scythe, sign, snare } from "./drawings.js";

const EACH = 300;          // milliseconds from square to square
const LONGEST = 1800;      // and for a whole way
const GOAL = 54;
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
  show.move(node, {
    opacity: [0, 1, 0.85, 1],
    transform: ["scale(2.2)", "scale(1)", "scale(1.12)", "scale(1)"],
  }, 900).catch(() => {});
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
export async function walk(show, slug, from, squares, { longest = LONGEST, each = EACH } = {}) {
  const one = Math.min(each, longest / squares.length);
  const { big, square, text } = pair(show, slug, from);
  const onBoard = hop(show.svg, slug, squares, { each: one / show.pace });
  show.signal.addEventListener("abort", () => {
    for (const animation of pawnOf(show.svg, slug).getAnimations()) animation.cancel();
  }, { once: true });
  onBoard.catch(() => {});
  for (const number of squares) {
    show.move(big, { transform: ["none", "translateY(-14%)", "none"] }, {
      duration: one * 0.9, easing: "ease-in-out",
    }).catch(() => {});
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
  await show.move(square, { transform: ["none", "scale(1.16)", "none"] }, 420);
  await show.wait(180);
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
  await show.wait(quiet ? 500 : 1700);
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
  await hop(show.svg, quarter, [to], { each: 1 });
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

// ------------------------------------------------------------------ Death and the Spervengolo

function darken(show) {
  show.mood("death");
  show.move(show.add('<div class="s-vignette"></div>', show.over), { opacity: [0, 1] }, 700).catch(() => {});
}

export async function struckByDeath(step, show) {
  darken(show);
  show.sound("bell");
  show.say(step.sentence);
  ring(show, step.square, "s-ring-death");
  const group = show.add('<div class="s-death"></div>');
  const skull = group.appendChild(make(sign("death")));
  const dice = group.appendChild(make('<div class="s-halves"></div>'));
  await show.move(skull, {
    transform: ["translateY(40%) scale(.6)", "none"], opacity: [0, 1],
  }, { duration: 1100, easing: "cubic-bezier(.2,.8,.2,1)" });
  for (let i = 0; i < step.rolls; i += 1) {
    const one = dice.appendChild(halves(6));
    await show.move(one, { opacity: [0, 1], transform: ["scale(.6)", "none"] }, 260);
    await cut(show, one, 0.75);
  }
  await show.wait(1100);
}

// A die as two halves that a scythe can part.
function halves(value) {
  const node = make('<div class="s-cut"></div>');
  node.append(...["top", "bottom"].map((half) => {
    const part = make(`<div class="s-half s-half-${half}">${flatDie(value)}</div>`);
    return part;
  }));
  return node;
}

async function cut(show, node, speed = 1) {
  const blade = node.appendChild(make(scythe));
  await show.move(blade, [
    { transform: "translate(60%, -50%) rotate(50deg)", opacity: 0 },
    { transform: "translate(20%, -20%) rotate(20deg)", opacity: 1, offset: 0.35 },
    { transform: "translate(-45%, 15%) rotate(-40deg)", opacity: 1 },
  ], { duration: 420 / speed, easing: "ease-in" });
  show.sound("hop");
  show.move(blade, { opacity: [1, 0] }, 240).catch(() => {});
  await Promise.all([
    show.move($(".s-half-top", node), { transform: ["none", "translate(-7%, -9%) rotate(-7deg)"] }, 300),
    show.move($(".s-half-bottom", node), {
      transform: ["none", "translate(7%, 10%) rotate(6deg)"], opacity: [1, 0.45],
    }, 300),
  ]);
}

// 5 → 2, drawn: the scythe parts the die, and what is left of it counts.
export async function halved(step, show) {
  darken(show);
  const group = show.add('<div class="s-sum"></div>');
  const whole = group.appendChild(halves(step.value));
  await show.wait(350);
  show.say(step.sentence);
  await cut(show, whole);
  const arrow = group.appendChild(make('<b class="s-number">→</b>'));
  const score = group.appendChild(make(`<b class="s-number s-number-big">${Number(step.score)}</b>`));
  await show.move(arrow, { opacity: [0, 1], transform: ["translateX(-40%)", "none"] }, 250);
  await show.move(score, { opacity: [0, 1], transform: ["scale(2)", "none"] }, 320);
  await show.wait(1000);
}

// The snare comes down around the pawn and closes.
export async function snared(show, slug, { times = 1 } = {}) {
  const group = show.add('<div class="s-trap"></div>');
  const big = group.appendChild(make(pawn(slug)));
  const noose = group.appendChild(make(snare));
  const loop = $(".s-loop", noose);
  await show.move(noose, { transform: ["translateY(-120%)", "none"] }, {
    duration: 900, easing: "cubic-bezier(.3,.1,.3,1)",
  });
  show.sound("stamp");
  await Promise.all([
    show.move(loop, { transform: ["none", "scale(.5, .62)"] }, { duration: 260, easing: "ease-in" }),
    show.move(big, {
      transform: ["none", "rotate(-9deg)", "rotate(7deg)", "rotate(-4deg)", "none"],
    }, { duration: 900, delay: 200 }),
  ]);
  await show.wait(700 * times);
}

export async function struckBySpervengolo(step, show) {
  show.say(step.sentence);
  ring(show, step.square, "s-ring-snare");
  await snared(show, step.quarter, { times: 1.6 });
}

export async function skipped(step, show) {
  show.say(step.sentence);
  await snared(show, step.quarter);
}

export async function conduct(step, show) {
  show.say(step.sentence);
  const badge = show.add(`<div class="s-corner">${emblem(step.quarter)}</div>`);
  show.move(badge, { opacity: [0, 1] }, 300).catch(() => {});
  await snared(show, step.quarter, { times: 2.2 });
}
