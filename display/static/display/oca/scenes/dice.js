// The throw.

import { $ } from "../../parts.js";
import { rollDie } from "../../scenes/die.js";

export async function thrown(step, show) {
  const table = await rollDie(show, step.value);
  show.say(step.sentence);
  await show.move($(".s-throw", table), { transform: ["none", "scale(1.12)", "none"] }, 300);
  await show.wait(200);
}
