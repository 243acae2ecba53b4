// Before the Mossa, at the table: the Contrade find their owners, the draw, the Tratta, the deal.

import { make } from "../../stage.js";
import { $, words } from "../../parts.js";
import { back, band, horseCard, shield, sign, turning } from "./drawings.js";

const LAND = "cubic-bezier(.2,.9,.3,1.15)";

// A shield comes down and stays, its name with it.
export async function chosen(step, show) {
  show.say(step.sentence);
  const group = show.add('<div class="s-herald"></div>');
  const one = group.appendChild(band(step.contrada));
  one.classList.add("s-band-large");
  await show.move(one, { opacity: [0, 1], transform: ["translateY(-30cqh) scale(1.3)", "none"] }, { duration: 480, easing: LAND });
  show.sound("stamp");
  await show.wait(850);
}

// ------------------------------------------------------------------ draws

const FLICKER = 55;
const TURNS = 6;

function slots(show, number) {
  const grid = show.add(`<div class="s-slots" data-of="${number}"></div>`);
  return Array.from({ length: number }, () => grid.appendChild(make('<div class="s-slot"><i></i><b></b></div>')));
}

// Others pass through a slot, faster than one can read, before the one that was drawn stays.
async function draw(show, slot, slug, among) {
  const place = $("i", slot);
  for (let turn = 0; turn < TURNS; turn += 1) {
    place.innerHTML = shield(among[Math.floor(Math.random() * among.length)]);
    await show.wait(FLICKER);
  }
  land(show, slot, slug);
  await show.wait(70);
}

function land(show, slot, slug) {
  slot.dataset.contrada = slug;
  slot.classList.add("dressed");
  $("i", slot).innerHTML = shield(slug);
  $("b", slot).textContent = words.contrade[slug];
  show.sound("hop");
  show.begin(slot, { transform: ["scale(1.22)", "none"] }, 260);
}

export async function tenDrawn(step, show) {
  show.sound("drum");
  const all = slots(show, step.contrade.length);
  for (const [i, slug] of step.contrade.entries()) {
    await draw(show, all[i], slug, Object.keys(words.contrade));
  }
  show.sound("fanfare");
  await show.wait(1400);
}

// The seven by right are there at once; the three are drawn.
export async function threeDrawn(step, show) {
  const all = slots(show, step.running.length);
  for (const [i, slug] of step.by_right.entries()) {
    land(show, all[i], slug);
    await show.wait(130);
  }
  show.sound("drum");
  const ran = Object.keys(words.contrade).filter((slug) => !step.by_right.includes(slug));
  for (const [i, slug] of step.contrade.entries()) {
    await draw(show, all[step.by_right.length + i], slug, ran);
    await show.wait(350);
  }
  show.say(step.sentence);
  show.sound("fanfare");
  await show.wait(1800);
}

// ------------------------------------------------------------------ horses, jockeys, cards

export async function horseGiven(step, show) {
  const group = show.add('<div class="s-tratta"></div>');
  const one = group.appendChild(band(step.contrada));
  const card = group.appendChild(make(turning(horseCard(step.kind))));
  show.begin(one, { opacity: [0, 1], transform: ["translateX(-20cqw)", "none"] }, 260);
  await show.move(card, { opacity: [0, 1], transform: ["translateY(30cqh) rotateY(180deg)", "rotateY(180deg)"] }, 300);
  await show.move(card, { transform: ["rotateY(180deg)", "none"] }, { duration: 380, easing: "ease-in-out" });
  show.sound("stamp");
  show.say(step.sentence);
  await show.wait(620);
}

export async function jockeyChosen(step, show) {
  show.say(step.sentence);
  const group = show.add('<div class="s-herald"></div>');
  const rider = group.appendChild(make(sign("jockey", step.contrada)));
  show.sound("hop");
  await show.move(rider, { opacity: [0, 1, 1], transform: ["translateX(-60cqw)", "translateX(2cqw)", "none"] }, { duration: 420, easing: "ease-out" });
  await show.wait(420);
}

// Nine backs in a fan.
export async function dealt(step, show) {
  show.say(step.sentence);
  const fan = show.add('<div class="s-fan"></div>');
  for (let i = 0; i < step.number; i += 1) {
    const one = fan.appendChild(make(back));
    const turn = (i - (step.number - 1) / 2) * 9;
    show.sound("hop");
    show.begin(one, {
      opacity: [0, 1], transform: ["translateY(-60cqh) rotate(40deg)", `rotate(${turn}deg) translateY(-12cqmin)`],
    }, { duration: 380, easing: LAND });
    await show.wait(110);
  }
  await show.wait(1100);
}
