// What the referees say, in any game: a notice, interruptions, the end without a winner.

import { $ } from "../parts.js";

const hourglass = `<svg class="s-hourglass" viewBox="0 0 100 140" aria-hidden="true">
<path class="s-glass" d="M24 14H76C78 44 58 58 54 70C58 82 78 96 76 126H24C22 96 42 82 46 70C42 58 22 44 24 14Z" stroke-width="4" stroke-linejoin="round"></path>
<path class="s-sand" d="M34 40H66C62 52 52 60 50 68C48 60 38 52 34 40ZM30 122C34 106 46 100 50 90C54 100 66 106 70 122Z"></path>
<path class="rod-edge" d="M14 10H86M14 130H86" fill="none" stroke-width="13" stroke-linecap="round"></path>
<path class="rod-line" d="M14 10H86M14 130H86" fill="none" stroke-width="8" stroke-linecap="round"></path>
</svg>`;

// A printed notice with a text; → its node, for what else belongs on it.
export async function notice(show, text) {
  show.say("");
  const sheet = show.add('<div class="s-notice"><p></p></div>');
  $("p", sheet).textContent = text;
  await show.move(sheet, {
    opacity: [0, 1], transform: ["translateY(20cqh) rotate(1.5deg)", "rotate(-.6deg)"],
  }, { duration: 500, easing: "cubic-bezier(.2,.9,.3,1)" });
  show.sound("stamp");
  return sheet;
}

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
