// What the referees say: corrections told honestly, interruptions, the end without a winner.

import { $ } from "../../parts.js";
import { make } from "../../stage.js";
import { sentenceOf } from "../../../cagli_oca/live.js";
import { hop, squareOf } from "../board.js";
import { emblem, hourglass } from "./drawings.js";
import { ring } from "./moves.js";

const SLIDE = 1600;

// "The referees have corrected: Sant'Angelo 28 → 24", and the pawns slide there.
export async function corrected({ sentence, changes }, show) {
  show.say("");
  const sheet = show.add('<div class="s-notice"><p></p></div>');
  $("p", sheet).textContent = sentence;
  for (const { quarter, from, to } of changes) {
    const line = sheet.appendChild(make(`<div class="s-change">${emblem(quarter)}<b></b><i>→</i><b></b></div>`));
    const [old, now] = line.querySelectorAll("b");
    [old.textContent, now.textContent] = [from, to];
  }
  await show.move(sheet, {
    opacity: [0, 1], transform: ["translateY(20cqh) rotate(1.5deg)", "rotate(-.6deg)"],
  }, { duration: 500, easing: "cubic-bezier(.2,.9,.3,1)" });
  show.sound("stamp");
  const slides = changes.filter(({ to }) => squareOf(show.svg, to)).map(({ quarter, to }) => {
    ring(show, to);
    return hop(show.svg, quarter, [to], { each: SLIDE / show.pace, signal: show.signal });
  });
  await Promise.all(slides);
  await show.wait(changes.length ? 2200 : 3000);
}

// The same sheet for a word of the referees that comes without a correction's sentence.
export const ruled = (step, show) =>
  corrected({ sentence: step.sentence || sentenceOf(show.happening), changes: [] }, show);

async function turnTheGlass(step, show, { frames, pause }) {
  show.say(step.sentence);
  const glass = show.add(`<div class="s-herald">${hourglass}</div>`);
  await show.move($(".s-hourglass", glass), frames, { duration: 1100, easing: "ease-in-out" });
  await show.wait(pause);
}

export const suspended = (step, show) => turnTheGlass(step, show, {
  frames: { opacity: [0, 1, 1], transform: ["scale(.7)", "none", "rotate(90deg)"] }, pause: 1500,
});

export const resumed = (step, show) => turnTheGlass(step, show, {
  frames: { opacity: [0, 1, 1], transform: ["rotate(90deg)", "rotate(90deg)", "rotate(180deg)"] }, pause: 1000,
});

// Two leaves of the arena's gate close over the sheet.
export async function closed(step, show) {
  show.say(step.sentence);
  show.sound("bell");
  const gate = show.add('<div class="s-leaves"><i></i><i></i></div>');
  const [left, right] = gate.children;
  await Promise.all([
    show.move(left, { transform: ["translateX(-101%)", "none"] }, { duration: 1500, easing: "ease-in-out" }),
    show.move(right, { transform: ["translateX(101%)", "none"] }, { duration: 1500, easing: "ease-in-out" }),
  ]);
  await show.wait(2000);
}
