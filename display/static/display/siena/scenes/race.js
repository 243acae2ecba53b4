// The race: die, gallop, overtaking, cards, falls. A race has 170 rolls: each is short.

import { make, placeOf } from "../../stage.js";
import { $, words } from "../../parts.js";
import { rollDie } from "../../scenes/die.js";
import { gallop, light, pawnIn } from "../board.js";
import { signed } from "../shared.js";
import { band, card, sign, turning } from "./drawings.js";

const EACH = 190;          // milliseconds a row
const LONGEST = 1150;      // and for a whole way

// Where to look on the Piazza.
export function ring(show, slug, name = "") {
  const pawn = pawnIn(show.root, slug);
  if (!pawn) return null;
  const { x, y, width } = placeOf(pawn);
  const size = width * 1.9;
  const node = show.add(`<div class="s-ring ${name}"></div>`, show.over);
  Object.assign(node.style, {
    width: `${size}px`, height: `${size}px`, left: `${x - size / 2}px`, top: `${y - size / 2}px`,
  });
  show.begin(node, {
    opacity: [0, 1, 0.85, 1], transform: ["scale(2.4)", "scale(1)", "scale(1.12)", "scale(1)"],
  }, 700);
  return node;
}

function top(show, slug) {
  const one = show.add(band(slug));
  one.classList.add("s-top");
  return one;
}

export async function rolled(step, show) {
  const one = top(show, step.contrada);
  ring(show, step.contrada);
  const table = await rollDie(show, step.value, { dress: step.horse, duration: 600 });
  show.say(step.sentence);
  if (!step.cards) return show.wait(180);
  const sum = one.appendChild(make('<span class="chip s-chip"></span>'));
  sum.textContent = signed(step.cards);
  sum.classList.toggle("against", step.cards < 0);
  await show.move(sum, { opacity: [0, 1], transform: ["translateY(40cqh) scale(3)", "none"] }, 420);
  const total = table.appendChild(make('<b class="s-total"></b>'));
  total.textContent = step.movement;
  return show.move(total, { opacity: [0, 1], transform: ["scale(.4)", "none"] }, 300).then(() => show.wait(350));
}

const stateOf = (show, contrada) => show.pictures.before?.board?.pawns?.[contrada]?.state;

// The horse gallops on the spot beside the Piazza while its pawn runs its way.
function running(show, slug) {
  const riderless = stateOf(show, slug) === "riderless";
  const track = show.add(`<div class="s-run"><i class="s-ground"></i>${sign(riderless ? "riderless" : "jockey", riderless ? "" : slug)}</div>`);
  const horse = $(".s-sign", track);
  horse.animate({ transform: ["translateY(0) rotate(-3deg)", "translateY(-6%) rotate(3deg)"] }, {
    duration: 210 / show.pace, iterations: Infinity, direction: "alternate", easing: "ease-in-out",
  });
  $(".s-ground", track).animate({ transform: ["translateX(0)", "translateX(-16.66%)"] }, { duration: 420 / show.pace, iterations: Infinity });
  return horse;
}

export async function moved(step, show) {
  top(show, step.contrada);
  running(show, step.contrada);
  show.say(step.sentence);
  light(show.root, step.path);
  show.later(() => light(show.root, []));
  for (let i = 0; i < step.path.length; i += 1) setTimeout(() => { if (!show.signal.aborted) show.sound("hop"); }, (i * EACH) / show.pace);
  await gallop(show.root, step.contrada, step.path, {
    duration: Math.min(LONGEST, EACH * step.path.length) / show.pace, signal: show.signal,
  });
  light(show.root, []);
  for (const slug of step.overtaken) ring(show, slug, "s-ring-past");
  await show.wait(step.overtaken.length ? 450 : 200);
}

export async function stoodStill(step, show) {
  top(show, step.contrada);
  show.say(step.sentence);
  ring(show, step.contrada);
  const group = show.add(`<div class="s-herald">${sign("jockey", step.contrada)}</div>`);
  await show.move($(".s-sign", group), { transform: ["none", "translateX(-3%)", "translateX(3%)", "none"] }, 600);
  await show.wait(500);
}

export async function lastLap(step, show) {
  show.say(step.sentence);
  show.sound("bell");
  const group = show.add('<div class="s-herald"></div>');
  const bell = group.appendChild(make('<b class="s-stamp s-stamp-gold"></b>'));
  bell.textContent = words.says.last_lap;
  ring(show, step.contrada);
  await show.move(bell, { opacity: [0, 1], transform: ["scale(2.4) rotate(-14deg)", "rotate(-5deg)"] }, { duration: 380, easing: "ease-in" });
  await show.wait(1300);
}

// ------------------------------------------------------------------ cards

export async function cardPlayed(step, show) {
  show.say(step.sentence);
  const group = show.add('<div class="s-tratta"></div>');
  const one = make(turning(card(step.card)));
  group.append(one, band(step.target));
  ring(show, step.target);
  await show.move(one, { opacity: [0, 1], transform: ["translateY(60cqh) rotateY(180deg)", "translateY(0) rotateY(180deg)"] }, 320);
  await show.move(one, { transform: ["rotateY(180deg)", "rotateY(0)"] }, { duration: 320, easing: "ease-in-out" });
  show.sound("stamp");
  await show.move(one, { transform: ["none", "translateY(8cqh) scale(.9)", "none"] }, 300);
  await show.wait(600);
}

// ------------------------------------------------------------------ falls

const where = (step) => (step.curve ? words.curves[step.curve] : "");

// The curve's name above, on a scroll: a fall there is told as such.
function scroll(show, step) {
  if (!step.curve) return;
  const name = show.add('<b class="s-scroll"></b>');
  name.textContent = where(step);
  show.begin(name, { opacity: [0, 1], transform: ["translateY(-60%)", "none"] }, 300);
}

export async function testDue(step, show) {
  show.say(step.sentence);
  show.mood("danger");
  show.sound("drum");
  scroll(show, step);
  ring(show, step.contrada, "s-ring-danger");
  const group = show.add(`<div class="s-herald">${sign("jockey", step.contrada)}</div>`);
  await show.move($(".s-sign", group), { opacity: [0, 1, 1], transform: ["translateX(-30cqw)", "none", "rotate(-16deg)"] }, 620);
  await show.wait(650);
}

async function tested(step, show) {
  show.mood("danger");
  scroll(show, step);
  const table = await rollDie(show, step.value, { dress: "red", duration: 720 });
  await show.wait(260);
  table.remove();
  show.say(step.sentence);
  return show.add('<div class="s-herald"></div>');
}

export async function braked(step, show) {
  const group = await tested(step, show);
  const horse = group.appendChild(make(sign("jockey", step.contrada)));
  ring(show, step.contrada);
  await show.move(horse, { transform: ["translateX(-24cqw) rotate(0)", "translateX(3cqw) rotate(-14deg)", "none"] }, { duration: 620, easing: "cubic-bezier(.1,.8,.3,1)" });
  await show.wait(650);
}

// The rider is thrown, and the horse runs on without him.
export async function jockeyFell(step, show) {
  const group = await tested(step, show);
  const rider = group.appendChild(make(sign("jockey", step.contrada)));
  show.sound("stamp");
  ring(show, step.contrada, "s-ring-danger");
  await show.move(rider, { transform: ["none", "rotate(-26deg) translateY(-6%)"], opacity: [1, 1] }, 320);
  const alone = group.appendChild(make(sign("riderless")));
  pawnIn(show.root, step.contrada)?.classList.add("riderless");
  show.begin(rider, { transform: ["rotate(-26deg)", "rotate(-120deg) translateY(40%)"], opacity: [1, 0] }, 520);
  await show.move(alone, { opacity: [0, 1, 1], transform: ["none", "none", "translateX(14cqw)"] }, 760);
  await show.wait(750);
}

export async function bothFell(step, show) {
  const group = await tested(step, show);
  const fallen = group.appendChild(make(sign("out", step.contrada)));
  show.sound("stamp");
  const pawn = pawnIn(show.root, step.contrada);
  ring(show, step.contrada, "s-ring-danger");
  if (pawn) {
    show.begin(pawn, { opacity: [1, 0] }, 900);
    show.later(() => { for (const fading of pawn.getAnimations()) fading.cancel(); });
  }
  await show.move(fallen, { opacity: [0, 1], transform: ["translateY(-30cqh) rotate(-30deg)", "none"] }, { duration: 420, easing: "ease-in" });
  const mark = group.appendChild(make('<b class="s-stamp s-stamp-bad"></b>'));
  mark.textContent = words.says.out;
  await show.move(mark, { opacity: [0, 1], transform: ["scale(2.4)", "rotate(-8deg)"] }, { duration: 260, easing: "ease-in" });
  await show.wait(900);
}
