// A challenge, from the card to the result.

import { $, fill, words } from "../../parts.js";
import { make, placeOf } from "../../stage.js";
import { squareOf } from "../board.js";
import { arrows, emblem, gate, medal, rays, seal, sign, use, whistle } from "./drawings.js";
import { flag, wave } from "./flags.js";
import { ring, walk, way } from "./moves.js";

// A Quarter's banner: symbol and name; the select team (slug null) has its mark alone.
export function banner(slug) {
  const node = make('<div class="s-banner"><b></b></div>');
  if (slug) node.dataset.quarter = slug;
  node.prepend(make(slug ? emblem(slug) : use("mark-select-team", "0 0 64 64", "s-emblem")));
  $("b", node).textContent = slug ? words.short_quarters[slug] : "";
  return node;
}

function turnRays(show, where, duration) {
  const node = show.add(rays, where);
  where.prepend(node);
  node.animate({ transform: ["rotate(0)", "rotate(60deg)"] }, { duration: duration / show.pace, fill: "both" });
  return show.begin(node, { opacity: [0, 1] }, 400);
}

export async function challengeOpened(step, show) {
  show.say(step.sentence);
  ring(show, step.square, "s-ring-trial");
  const card = show.add(`<div class="s-card"><div class="s-card-top">${sign("trial")}
<p data-of></p><p class="s-card-title" data-trial></p></div><div class="s-card-flap"></div></div>`);
  const total = show.pictures.picture.setup.order_of_play.length;
  $("[data-of]", card).textContent = fill(words.patterns.challenge_of, { number: step.number, total });
  $("[data-trial]", card).textContent = words.trials[step.trial];
  const flap = $(".s-card-flap", card);
  flap.append(banner(step.quarter), make(medal()));
  $("[data-number]", flap).textContent = step.square;
  $(".s-medal", flap).dataset.kind = "trial";
  flap.style.opacity = 0;
  await show.move(card, {
    opacity: [0, 1], transform: ["translateY(-30cqh) scale(.7)", "none"],
  }, { duration: 520, easing: "cubic-bezier(.2,.9,.3,1.1)" });
  show.sound("stamp");
  await show.move(flap, [
    { opacity: 1, transform: "rotateX(-100deg)" },
    { opacity: 1, transform: "rotateX(14deg)", offset: 0.7 },
    { opacity: 1, transform: "none" },
  ], { duration: 900, easing: "ease-out" });
  await show.wait(1500);
}

// ------------------------------------------------------------------ before the whistle

const FIRST_TURN = 150;
const SLOWER = 430;

// The three candidates' flags flutter in turn, slower and slower, and end on the one drawn. What the
// referees drew is known from the start: only the eyes are made to wait.
export async function flagDrawn(step, show) {
  const { before, picture } = show.pictures;
  const slugs = picture.setup.order.filter((slug) => slug !== step.challenger);
  const drawn = slugs.indexOf(step.quarter);
  const turns = 9 + ((drawn + slugs.length) % slugs.length);
  const asked = before?.board?.phase === "draw" ? before.now.line : "";
  if (asked) show.say(asked);
  const row = show.add('<div class="s-flags"></div>');
  const flags = slugs.map((slug) => row.appendChild(flag(slug)));
  for (const one of flags) wave(show, one);
  const dim = { opacity: 0.5, transform: "scale(.86)" };
  const lit = { opacity: 1, transform: "translateY(-5%) scale(1.06)" };
  show.sound("drum");
  await Promise.all(flags.map((one, i) => show.move(one, [
    { opacity: 0, transform: "translateY(50%) scale(.86)" }, dim,
  ], { duration: 450, delay: i * 110 })));
  const started = performance.now();
  let due = 0;
  for (let turn = 0; turn <= turns; turn += 1) {
    const [now, last] = [flags[turn % slugs.length], flags[(turn + slugs.length - 1) % slugs.length]];
    if (turn) show.begin(last, [lit, dim], 150);
    show.begin(now, [dim, lit], 150);
    show.sound("hop");
    due += FIRST_TURN + SLOWER * (turn / turns) ** 2.4;
    await show.wait(due - (performance.now() - started) * show.pace);
  }
  show.say(step.sentence);
  show.sound("fanfare");
  row.dataset.drawn = step.quarter;
  turnRays(show, row, 2600);
  const centre = (slugs.length - 1) / 2;
  await Promise.all(flags.map((one, i) => (i === drawn
    ? show.move(one, [lit, { opacity: 1, transform: `translateX(${(centre - i) * 108}%) scale(1.3)` }], {
      duration: 600, easing: "cubic-bezier(.3,1.3,.5,1)",
    })
    : show.move(one, [dim, { opacity: 0, transform: "translateY(60%) rotate(12deg) scale(.8)" }], 450))));
  await show.wait(1100);
}

export async function bonusDeclared(step, show) {
  show.say(step.sentence);
  show.sound("fanfare");
  const group = show.add(`<div class="s-herald"><div class="s-herald-mark">${emblem(step.quarter)}<b class="s-coin">×2</b></div></div>`);
  turnRays(show, group, 3200);
  await show.move($(".s-emblem", group), {
    opacity: [0, 1], transform: ["scale(2.4)", "none"],
  }, { duration: 520, easing: "cubic-bezier(.3,1.3,.5,1)" });
  await show.move($(".s-coin", group), {
    opacity: [0, 1], transform: ["translateY(-120%) rotateY(0deg)", "rotateY(720deg)"],
  }, { duration: 900, easing: "cubic-bezier(.2,.8,.4,1)" });
  await show.wait(1100);
}

export async function selectTeamDeclared(step, show) {
  show.say(step.sentence);
  show.sound("fanfare");
  const group = show.add('<div class="s-herald"></div>');
  turnRays(show, group, 3400);
  const others = show.pictures.picture.setup.order.filter((slug) => slug !== step.quarter);
  const from = ["translate(-46cqw, 0)", "translate(0, -60cqh)", "translate(46cqw, 0)"];
  const near = ["translate(-70%, 10%) scale(.8)", "translate(0, -45%) scale(.8)", "translate(70%, 10%) scale(.8)"];
  const marks = others.map((slug) => group.appendChild(make(emblem(slug))));
  await Promise.all(marks.map((mark, i) => show.move(mark, {
    opacity: [0, 1], transform: [from[i], near[i]],
  }, { duration: 900, delay: i * 120, easing: "cubic-bezier(.2,.8,.3,1)" })));
  await show.wait(350);
  const one = group.appendChild(make(use("mark-select-team", "0 0 64 64", "s-emblem")));
  show.sound("stamp");
  await Promise.all([
    ...marks.map((mark, i) => show.move(mark, { opacity: [1, 0], transform: [near[i], "scale(.4)"] }, 420)),
    show.move(one, { opacity: [0, 1], transform: ["scale(.3)", "scale(1.25)"] }, {
      duration: 600, easing: "cubic-bezier(.3,1.4,.5,1)",
    }),
  ]);
  await show.wait(1000);
}

export async function whistled(step, show) {
  show.say(step.sentence);
  show.sound("whistle");
  const group = show.add(`<div class="s-herald">${whistle}</div>`);
  const blown = $(".s-whistle", group);
  for (let i = 0; i < 3; i += 1) {
    const wave = group.appendChild(make('<i class="s-blast"></i>'));
    show.begin(wave, { opacity: [0, 0.8, 0], transform: ["scale(.3)", "scale(1.5)"] }, {
      duration: 1100, delay: 150 + i * 300,
    });
  }
  await show.move(blown, { opacity: [0, 1], transform: ["scale(.6) rotate(-12deg)", "rotate(-8deg)"] }, 220);
  await show.move(blown, {
    transform: Array.from({ length: 13 }, (_, i) => `rotate(-8deg) translateX(${i % 2 ? 1.2 : -1.2}%)`),
  }, { duration: 900, easing: "linear" });
  await show.wait(600);
}

export async function repeated(step, show) {
  show.say(step.sentence);
  const group = show.add(`<div class="s-herald">${arrows}<b class="s-number"></b></div>`);
  $(".s-number", group).textContent = step.number;
  show.begin($(".s-arrows", group), { transform: ["none", "rotate(-360deg)"] }, {
    duration: 1500, easing: "ease-in-out",
  });
  await show.wait(2300);
}

// ------------------------------------------------------------------ the result

function facing(show, upper, lower) {
  const group = show.add('<div class="s-duel"></div>');
  const [first, second] = [banner(upper), banner(lower)];
  group.append(first, second);
  return { group, first, second };
}

export async function tied(step, show) {
  show.say(step.sentence);
  const { group, first, second } = facing(show, step.quarter, step.opponent);
  const equals = make('<b class="s-number">=</b>');
  first.after(equals);
  await Promise.all([
    show.move(first, { opacity: [0, 1], transform: ["translateX(-40cqw)", "none"] }, 420),
    show.move(second, { opacity: [0, 1], transform: ["translateX(40cqw)", "none"] }, 420),
    show.move(equals, { opacity: [0, 1], transform: ["scale(2)", "none"] }, { duration: 300, delay: 350 }),
  ]);
  group.dataset.shown = "";
  await show.wait(1300);
}

// The challenger's banner above, the other below; then the winner's goes on top of the loser's.
async function result(step, show, won) {
  const { first, second } = facing(show, step.quarter, step.opponent);
  const [winner, loser] = won ? [first, second] : [second, first];
  for (const [i, one] of [first, second].entries()) {
    if (step.scores) {
      const count = one.appendChild(make('<b class="s-count"></b>'));
      count.textContent = step.scores[i];
    }
  }
  await Promise.all([
    show.move(first, { opacity: [0, 1], transform: ["translateX(-40cqw)", "none"] }, 380),
    show.move(second, { opacity: [0, 1], transform: ["translateX(40cqw)", "none"] }, 380),
  ]);
  await show.wait(500);
  show.say(step.sentence);
  show.sound("fanfare");
  const sign = won ? 1 : -1;
  winner.dataset.winner = "";
  winner.style.zIndex = 1;
  await Promise.all([
    show.move(winner, { transform: ["none", `translateY(${sign * 30}%) scale(1.14)`] }, {
      duration: 620, easing: "cubic-bezier(.3,1.3,.5,1)",
    }),
    show.move(loser, {
      opacity: [1, 0.5], transform: ["none", `translateY(${-sign * 14}%) rotate(${sign * 2}deg) scale(.84)`],
    }, 520),
  ]);
  await show.wait(1500);
}

export const challengeWon = (step, show) => result(step, show, true);
export const challengeLost = (step, show) => result(step, show, false);

export async function squareCleared(step, show) {
  show.say(step.sentence);
  const group = show.add(`<div class="s-herald">${medal()}${seal}</div>`);
  $(".s-medal [data-number]", group).textContent = step.square;
  $(".s-medal", group).dataset.kind = "trial";
  const stamp = $(".s-seal", group);
  stamp.dataset.quarter = step.quarter;
  $("[data-number]", stamp).replaceWith(make(emblem(step.quarter)));
  show.begin(stamp, {
    opacity: [0, 1, 1], transform: ["scale(3) rotate(-30deg)", "scale(.94) rotate(-12deg)", "rotate(-12deg)"],
  }, { duration: 420, easing: "ease-in" });
  await show.wait(300);
  show.sound("stamp");
  ring(show, step.square, "s-ring-seal");
  await show.wait(950);
}

// Back the whole way, quickly; and out of the Palio zone the gate falls.
export async function sentBack(step, show) {
  show.say(step.sentence);
  const steps = way(step.from, step.to);
  const portcullis = step.why === "lost" ? null : make(gate);
  if (portcullis) portcullis.style.opacity = 0;
  await walk(show, step.quarter, step.from, steps, { each: 230, longest: 1700, beside: portcullis });
  ring(show, step.to);
  if (!portcullis) return show.wait(800);
  await show.move(portcullis, { opacity: [0, 1], transform: ["translateY(-90%)", "none"] }, {
    duration: 420, easing: "ease-in",
  });
  show.sound("stamp");
  return show.wait(1200);
}

export async function turnPassed(step, show) {
  show.say(step.sentence);
  const group = show.add('<div class="s-herald"></div>');
  const sash = group.appendChild(banner(step.quarter));
  sash.classList.add("s-banner-wide");
  await show.move(sash, { opacity: [0, 1], transform: ["translateX(-40cqw)", "none"] }, {
    duration: 320, easing: "cubic-bezier(.2,.9,.3,1)",
  });
  await show.wait(480);
}
