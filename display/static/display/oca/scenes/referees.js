// What the referees say: corrections told honestly. The rest is every game's (scenes/referees.js).

import { make } from "../../stage.js";
import { notice } from "../../scenes/referees.js";
import { sentenceOf } from "../../../cagli_oca/live.js";
import { hop, squareOf } from "../board.js";
import { emblem } from "./drawings.js";
import { ring } from "./moves.js";

export { closed, resumed, suspended } from "../../scenes/referees.js";

const SLIDE = 1600;

// "The referees have corrected: Sant'Angelo 28 → 24", and the pawns slide there.
export async function corrected({ sentence, changes }, show) {
  const sheet = await notice(show, sentence);
  for (const { quarter, from, to } of changes) {
    const line = sheet.appendChild(make(`<div class="s-change">${emblem(quarter)}<b></b><i>→</i><b></b></div>`));
    const [old, now] = line.querySelectorAll("b");
    [old.textContent, now.textContent] = [from, to];
  }
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
