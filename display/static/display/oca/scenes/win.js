// Exactly 54. The sheet goes up in paper of the Quarter's colours, and the win screen is behind it.

import { GOAL } from "../../../cagli_oca/oca/spiral.js";
import { $ } from "../../parts.js";
import { burst } from "../../scenes/burst.js";
import { make } from "../../stage.js";
import { emblem, rays } from "./drawings.js";
import { ring } from "./moves.js";

const BURSTS = [[50, 46, 0], [24, 34, 700], [76, 34, 1300], [50, 24, 2100], [30, 58, 2900], [70, 58, 3400]];
const LASTS = 3600;

export async function won(step, show) {
  ring(show, GOAL, "s-ring-goal");
  await show.wait(600);
  show.sound("fanfare");
  const stage = show.add('<div class="s-win"><i class="s-win-cloth s-win-left"></i><i class="s-win-cloth s-win-right"></i><div class="s-win-middle"></div><p class="s-win-words"></p></div>', show.over);
  stage.dataset.quarter = step.quarter;
  const middle = $(".s-win-middle", stage);
  const sun = middle.appendChild(make(rays));
  const shield = middle.appendChild(make(emblem(step.quarter)));
  const text = $(".s-win-words", stage);
  text.textContent = step.sentence;
  for (const node of [shield, text, sun]) node.style.opacity = 0;
  const [left, right] = stage.querySelectorAll(".s-win-cloth");
  await Promise.all([
    show.move(left, { transform: ["translateX(-102%)", "none"] }, { duration: 900, easing: "cubic-bezier(.6,0,.2,1)" }),
    show.move(right, { transform: ["translateX(102%)", "none"] }, { duration: 900, easing: "cubic-bezier(.6,0,.2,1)" }),
  ]);
  sun.animate({ transform: ["rotate(0)", "rotate(90deg)"] }, { duration: 9000 / show.pace, fill: "both" });
  show.begin(sun, { opacity: [0, 1] }, 800);
  show.sound("stamp");
  await show.move(shield, [
    { opacity: 0, transform: "scale(3.2)" },
    { opacity: 1, transform: "scale(.92)", offset: 0.75 },
    { opacity: 1, transform: "none" },
  ], { duration: 620, easing: "ease-in" });
  for (const one of BURSTS) burst(show, stage, one, LASTS);
  show.sound("fanfare");
  await show.move(text, { opacity: [0, 1], transform: ["translateY(60%)", "none"] }, 600);
  await show.wait(6400);
}
