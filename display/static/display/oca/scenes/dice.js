// The die: it rolls in from the left, bounces, and ends on its face.

import { $ } from "../../parts.js";
import { die, TURNS } from "./drawings.js";

const ROLL = 1250;

export async function thrown(step, show) {
  const table = show.add(`<div class="s-table"><div class="s-shadow"></div><div class="s-throw">${die()}</div></div>`);
  const cube = $(".s-die", table);
  const [x, y] = TURNS[step.value];
  const spin = Math.random() < 0.5 ? 1 : -1;
  const turned = (dx, dy, dz) => `rotateZ(${dz}deg) rotateX(${x + dx}deg) rotateY(${y + dy}deg)`;
  show.sound("rattle");
  show.begin(cube, [
    { transform: turned(-720, 540 * spin, 260 * spin) },
    { transform: turned(-300, 220 * spin, 90 * spin), offset: 0.4 },
    { transform: turned(-60, 50 * spin, 15 * spin), offset: 0.75 },
    { transform: turned(0, 0, 0) },
  ], { duration: ROLL, easing: "cubic-bezier(.25,.4,.4,1)" });
  const down = "ease-in";
  const up = "ease-out";
  show.begin($(".s-shadow", table), [
    { transform: "translateX(-62cqw) scale(.4)", opacity: 0.1 },
    { transform: "translateX(-26cqw) scale(1)", opacity: 0.5, offset: 0.3 },
    { transform: "translateX(-14cqw) scale(.7)", opacity: 0.25, offset: 0.46 },
    { transform: "translateX(-6cqw) scale(1)", opacity: 0.5, offset: 0.62 },
    { transform: "translateX(-2cqw) scale(.9)", opacity: 0.4, offset: 0.74 },
    { transform: "none", opacity: 0.5 },
  ], { duration: ROLL, easing: "linear" });
  await show.move($(".s-throw", table), [
    { transform: "translate(-62cqw, -46cqh)", easing: down },
    { transform: "translate(-26cqw, 0)", offset: 0.3, easing: up },
    { transform: "translate(-14cqw, -20cqh)", offset: 0.46, easing: down },
    { transform: "translate(-6cqw, 0)", offset: 0.62, easing: up },
    { transform: "translate(-2cqw, -6cqh)", offset: 0.74, easing: down },
    { transform: "none", offset: 0.86 },
    { transform: "none" },
  ], { duration: ROLL, easing: "linear" });
  table.dataset.value = step.value;
  show.say(step.sentence);
  await show.move($(".s-throw", table), { transform: ["none", "scale(1.12)", "none"] }, 300);
  await show.wait(200);
}
