// What the referees say of a race; what every game's say is in scenes/referees.js.

import { make } from "../../stage.js";
import { notice } from "../../scenes/referees.js";
import { sentenceOf } from "../../../cagli_oca/live.js";
import { gallop } from "../board.js";
import { rowOf } from "../../../cagli_oca/siena/course.js";
import { lapOf } from "../shared.js";
import { shield } from "./drawings.js";
import { ring } from "./race.js";

export { closed, resumed, suspended } from "../../scenes/referees.js";

const SLIDE = 1400;
const MOST = 4; // pawns that are told one by one

const spot = ({ progress }) => `${lapOf(progress)} · ${rowOf(progress)}`;

// "The referees have corrected: Lupa lap 1, row 28 → lap 1, row 24", and the pawns slide there.
export async function corrected({ sentence, changes }, show) {
  const sheet = await notice(show, sentence);
  for (const { contrada, from, to } of changes.slice(0, MOST)) {
    const line = sheet.appendChild(make(`<div class="s-change">${shield(contrada)}<b></b><i>→</i><b></b></div>`));
    const [old, now] = line.querySelectorAll("b");
    [old.textContent, now.textContent] = [spot(from), spot(to)];
  }
  await Promise.all(changes.filter(({ to }) => to.state !== "out").map(({ contrada, to }) => {
    ring(show, contrada);
    return gallop(show.root, contrada, [[to.progress, to.lane]], { duration: SLIDE / show.pace, signal: show.signal });
  }));
  await show.wait(changes.length ? 1800 : 2600);
}

// The same sheet for a word of the referees that comes without a correction's sentence.
export const ruled = (step, show) =>
  corrected({ sentence: step.sentence || sentenceOf(show.happening), changes: [] }, show);
