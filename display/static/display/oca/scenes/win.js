// Exactly 54. The sheet goes up in paper of the Quarter's colours, and the win screen is behind it.

import { GOAL } from "../../../cagli_oca/oca/spiral.js";
import { $ } from "../../parts.js";
import { make } from "../../stage.js";
import { emblem, rays } from "./drawings.js";
import { ring } from "./moves.js";

const BURSTS = [[50, 46, 0], [24, 34, 700], [76, 34, 1300], [50, 24, 2100], [30, 58, 2900], [70, 58, 3400]];
const PIECES = 12;

// One burst of paper at x, y (hundredths of the frame), thrown out and then falling.
function burst(show, stage, [x, y, delay]) {
  const unit = Math.min(stage.clientWidth, stage.clientHeight) / 100;
  for (let i = 0; i < PIECES; i += 1) {
    const paper = make(`<i class="s-paper s-paper-${i % 4}"></i>`);
    paper.style.left = `${x}%`;
    paper.style.top = `${y}%`;
    stage.append(paper);
    const turn = (i / PIECES) * 2 * Math.PI + Math.random() * 0.4;
    const far = (22 + Math.random() * 20) * unit;
    const [dx, dy] = [Math.cos(turn) * far, Math.sin(turn) * far * 0.8];
    const spin = (Math.random() - 0.5) * 1200;
    const at = (px, py, part) => `translate(${px.toFixed(1)}px, ${py.toFixed(1)}px) `
      + `rotateZ(${(spin * part).toFixed(0)}deg) rotateX(${(spin * 1.4 * part).toFixed(0)}deg)`;
    show.begin(paper, [
      { transform: `${at(0, 0, 0)} scale(.2)`, opacity: 0 },
      { transform: at(dx * 0.8, dy * 0.9, 0.25), opacity: 1, offset: 0.2, easing: "ease-in" },
      { transform: at(dx * 1.1, dy + 62 * unit, 1), opacity: 1, offset: 0.92 },
      { transform: at(dx * 1.12, dy + 70 * unit, 1.1), opacity: 0 },
    ], { duration: 3600 + Math.random() * 900, delay });
  }
}

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
  for (const one of BURSTS) burst(show, stage, one);
  show.sound("fanfare");
  await show.move(text, { opacity: [0, 1], transform: ["translateY(60%)", "none"] }, 600);
  await show.wait(6400);
}
