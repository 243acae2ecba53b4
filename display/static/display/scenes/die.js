// The die: it rolls in from the left, bounces, and ends on its face. Of any game.

import { $ } from "../parts.js";

const ROLL = 1250;

// A cube; the face of a value looks forward after turning by TURNS[value] (around x, around y).
const TURNS = { 1: [0, 0], 2: [-90, 0], 3: [0, -90], 4: [0, 90], 5: [90, 0], 6: [0, 180] };

const PIPS = {
  1: [[32, 32]],
  2: [[18, 18], [46, 46]],
  3: [[17, 17], [32, 32], [47, 47]],
  4: [[18, 18], [46, 18], [18, 46], [46, 46]],
  5: [[17, 17], [47, 17], [32, 32], [17, 47], [47, 47]],
  6: [[18, 15], [46, 15], [18, 32], [46, 32], [18, 49], [46, 49]],
};

const face = (value) => `<i class="s-face s-face-${value}"><svg viewBox="0 0 64 64" aria-hidden="true">
<rect class="s-bone" x=".9" y=".9" width="62.2" height="62.2" rx="3.5" stroke-width="1.8"></rect>${
  PIPS[value].map(([x, y]) => `<circle class="${value === 1 ? "die-pip-one" : "die-pip"}" cx="${x}" cy="${y}" r="${value === 1 ? 9 : 6.4}"></circle>`).join("")
}</svg></i>`;

const die = () => `<div class="s-die">${[1, 2, 3, 4, 5, 6].map(face).join("")}</div>`;

// Puts a die on the stage and lets it roll; `dress` (a class) gives it other colours. → its node.
export async function rollDie(show, value, { dress = "", duration = ROLL, where } = {}) {
  const table = show.add(`<div class="s-table ${dress}"><div class="s-shadow"></div><div class="s-throw">${die()}</div></div>`, where);
  const cube = $(".s-die", table);
  const [x, y] = TURNS[value];
  const spin = Math.random() < 0.5 ? 1 : -1;
  const turned = (dx, dy, dz) => `rotateZ(${dz}deg) rotateX(${x + dx}deg) rotateY(${y + dy}deg)`;
  show.sound("rattle");
  show.begin(cube, [
    { transform: turned(-720, 540 * spin, 260 * spin) },
    { transform: turned(-300, 220 * spin, 90 * spin), offset: 0.4 },
    { transform: turned(-60, 50 * spin, 15 * spin), offset: 0.75 },
    { transform: turned(0, 0, 0) },
  ], { duration, easing: "cubic-bezier(.25,.4,.4,1)" });
  const down = "ease-in";
  const up = "ease-out";
  show.begin($(".s-shadow", table), [
    { transform: "translateX(-62cqw) scale(.4)", opacity: 0.1 },
    { transform: "translateX(-26cqw) scale(1)", opacity: 0.5, offset: 0.3 },
    { transform: "translateX(-14cqw) scale(.7)", opacity: 0.25, offset: 0.46 },
    { transform: "translateX(-6cqw) scale(1)", opacity: 0.5, offset: 0.62 },
    { transform: "translateX(-2cqw) scale(.9)", opacity: 0.4, offset: 0.74 },
    { transform: "none", opacity: 0.5 },
  ], { duration, easing: "linear" });
  await show.move($(".s-throw", table), [
    { transform: "translate(-62cqw, -46cqh)", easing: down },
    { transform: "translate(-26cqw, 0)", offset: 0.3, easing: up },
    { transform: "translate(-14cqw, -20cqh)", offset: 0.46, easing: down },
    { transform: "translate(-6cqw, 0)", offset: 0.62, easing: up },
    { transform: "translate(-2cqw, -6cqh)", offset: 0.74, easing: down },
    { transform: "none", offset: 0.86 },
    { transform: "none" },
  ], { duration, easing: "linear" });
  table.dataset.value = value;
  return table;
}
