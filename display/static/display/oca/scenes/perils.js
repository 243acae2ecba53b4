// Death and the Spervengolo: the squares that strike, and what they cost afterwards.

import { $ } from "../../parts.js";
import { make } from "../../stage.js";
import { emblem, flatDie, pawn, scythe, sign, snare } from "./drawings.js";
import { ring } from "./moves.js";

function darken(show) {
  show.mood("death");
  show.begin(show.add('<div class="s-vignette"></div>', show.over), { opacity: [0, 1] }, 700);
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
  show.begin(blade, { opacity: [1, 0] }, 240);
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
  show.begin(badge, { opacity: [0, 1] }, 300);
  await snared(show, step.quarter, { times: 2.2 });
}
