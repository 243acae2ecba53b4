// The Mossa: the call, the red die, the rincorsa's nerves, offers, annulment, entry, the start.

import { make } from "../../stage.js";
import { $, words } from "../../parts.js";
import { rollDie } from "../../scenes/die.js";
import { enter, enterRopes } from "../board.js";
import { back, band, rays, sign } from "./drawings.js";

export async function orderCalled(step, show) {
  show.sound("drum");
  const list = show.add('<ol class="s-calls"></ol>');
  for (const slug of step.contrade) {
    const line = list.appendChild(make("<li></li>"));
    line.append(band(slug));
    show.begin(line, { opacity: [0, 1], transform: ["translateX(-30cqw)", "none"] }, 260);
    show.sound("hop");
    await show.wait(300);
  }
  await show.wait(1400);
}

// The die says the row, and the horse goes there between the ropes.
export async function mossaRolled(step, show) {
  const one = show.add(band(step.contrada));
  one.classList.add("s-top");
  await rollDie(show, step.value, { dress: "red", duration: 780 });
  show.say(step.sentence);
  await enterRopes(show.root, step.contrada, step.lane, step.value, { duration: 620 / show.pace, signal: show.signal });
  show.sound("hop");
  await show.wait(350);
}

export async function rincorsaDecides(step, show) {
  show.say(step.sentence);
  show.sound("drum");
  const group = show.add('<div class="s-column"></div>');
  group.append(make(sign("rope")));
  const one = group.appendChild(band(step.contrada));
  one.classList.add("s-band-large");
  await show.move(one, { opacity: [0, 1], transform: ["scale(1.8)", "none"] }, 420);
  await show.move(one, {
    transform: ["none", "translateX(-1.5%)", "translateX(1.5%)", "translateX(-1%)", "none"],
  }, { duration: 700, iterations: 2 });
  await show.wait(500);
}

export async function offered(step, show) {
  show.say(step.sentence);
  const fan = show.add('<div class="s-fan s-fan-small"></div>');
  const shown = Math.min(step.cards, 11);
  for (let i = 0; i < shown; i += 1) {
    const one = fan.appendChild(make(back));
    show.begin(one, {
      opacity: [0, 1], transform: ["translateY(40cqh)", `rotate(${(i - (shown - 1) / 2) * 11}deg) translateY(-8cqmin)`],
    }, { duration: 320, delay: i * 60 });
  }
  show.sound("hop");
  await show.wait(1250);
}

export async function withdrawn(step, show) {
  show.say(step.sentence);
  const fan = show.add(`<div class="s-fan s-fan-small">${back}</div>`);
  await show.move(fan.firstElementChild, { opacity: [1, 0], transform: ["none", "translateY(50cqh) rotate(20deg)"] }, 600);
  await show.wait(500);
}

function stamp(word, name) {
  const mark = make(`<b class="s-stamp ${name}"></b>`);
  mark.textContent = word;
  return mark;
}

export async function annulled(step, show) {
  show.say(step.sentence);
  show.sound("bell");
  const group = show.add(`<div class="s-herald">${sign("mortar")}</div>`);
  show.begin($(".s-sign", group), { opacity: [0, 1], transform: ["scale(.5)", "none"] }, 300);
  const mark = group.appendChild(stamp(words.says.annulled, "s-stamp-bad"));
  await show.move(mark, { opacity: [0, 1], transform: ["scale(3) rotate(-20deg)", "rotate(-8deg)"] }, { duration: 360, easing: "ease-in" });
  show.sound("stamp");
  await show.wait(1500);
}

export async function entered(step, show) {
  const group = show.add('<div class="s-herald"></div>');
  group.append(make(rays));
  const one = group.appendChild(band(step.contrada));
  one.classList.add("s-band-large");
  show.say(step.sentence);
  show.sound("fanfare");
  show.begin($(".s-rays", group), { transform: ["rotate(0)", "rotate(50deg)"], opacity: [0, 1, 1] }, 2600);
  await show.move(one, { opacity: [0, 1], transform: ["translateX(-60cqw) skewX(12deg)", "none"] }, { duration: 520, easing: "cubic-bezier(.2,.9,.3,1)" });
  const mark = group.appendChild(stamp(words.says.valid, "s-stamp-good"));
  await show.move(mark, { opacity: [0, 1], transform: ["scale(2.6) rotate(12deg)", "rotate(6deg)"] }, { duration: 320, easing: "ease-in" });
  show.sound("stamp");
  await show.wait(step.accept.length ? 1900 : 1100);
}

export async function raceBegun(step, show) {
  show.say(step.sentence);
  const group = show.add(`<div class="s-herald">${sign("mortar")}</div>`);
  await show.move($(".s-sign", group), { opacity: [0, 1], transform: ["scale(.6)", "none"] }, 260);
  show.sound("stamp");
  await show.move($(".s-sign", group), {
    transform: ["none", "scale(1.12) rotate(-3deg)", "scale(.96) rotate(2deg)", "none"],
  }, 480);
  await show.wait(300);
}

// From the ropes to the track, one after the other, the foremost first.
export async function placed(step, show) {
  enter(show.root, step.contrada, step.progress, step.lane);
  show.sound("hop");
  await show.wait(230);
}
