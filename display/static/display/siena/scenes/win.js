// Three laps and over the line: the Piazza goes up in the Contrada's colours, and the standard comes
// down, of the kind that was run for.

import { burst } from "../../scenes/burst.js";
import { make } from "../../stage.js";
import { $ } from "../../parts.js";
import { rays, shield, sign, standard } from "./drawings.js";
import { ring } from "./race.js";

const BURSTS = [[50, 40, 0], [24, 34, 600], [76, 34, 1200], [36, 22, 2000], [66, 56, 2700]];
const LASTS = 3400;

export async function raceWon(step, show) {
  ring(show, step.contrada);
  await show.wait(400);
  show.sound("fanfare");
  const stage = show.add('<div class="s-win dressed"><i class="s-win-cloth s-win-left"></i><i class="s-win-cloth s-win-right"></i><div class="s-win-middle"></div><p class="s-win-words"></p></div>', show.over);
  stage.dataset.contrada = step.contrada;
  const middle = $(".s-win-middle", stage);
  const sun = middle.appendChild(make(rays));
  const silk = middle.appendChild(make(standard(step.mode)));
  const arms = middle.appendChild(make(shield(step.contrada)));
  const horse = middle.appendChild(make(sign(step.jockey ? "jockey" : "riderless", step.jockey ? step.contrada : "")));
  const text = $(".s-win-words", stage);
  text.textContent = step.sentence;
  for (const node of [sun, silk, arms, horse, text]) node.style.opacity = 0;
  const [left, right] = stage.querySelectorAll(".s-win-cloth");
  const cloth = { duration: 800, easing: "cubic-bezier(.6,0,.2,1)" };
  await Promise.all([
    show.move(left, { transform: ["translateX(-102%)", "none"] }, cloth),
    show.move(right, { transform: ["translateX(102%)", "none"] }, cloth),
  ]);
  sun.animate({ transform: ["rotate(0)", "rotate(90deg)"] }, { duration: 9000 / show.pace, fill: "both" });
  show.begin(sun, { opacity: [0, 1] }, 800);
  show.begin(silk, { opacity: [0, 1], transform: ["translateY(-110%)", "none"] }, { duration: 1400, easing: "cubic-bezier(.2,.7,.3,1)" });
  await show.move(horse, { opacity: [0, 1], transform: ["translateX(-80cqw)", "none"] }, { duration: 900, easing: "cubic-bezier(.2,.8,.3,1)" });
  show.sound("stamp");
  await show.move(arms, [
    { opacity: 0, transform: "scale(3.2)" },
    { opacity: 1, transform: "scale(.92)", offset: 0.75 },
    { opacity: 1, transform: "none" },
  ], { duration: 560, easing: "ease-in" });
  for (const one of BURSTS) burst(show, stage, one, LASTS);
  show.sound("fanfare");
  await show.move(text, { opacity: [0, 1], transform: ["translateY(60%)", "none"] }, 500);
  await show.wait(5200);
}
