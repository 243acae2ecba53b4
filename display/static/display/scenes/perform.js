// How a happening is performed, in any game: its steps' scenes one after the other.
//
// performer({ scenes, corrected, correctives, stage }): `scenes` by step name; `corrected` plays a
// correction's own sentence, which tells what the steps named in `correctives` would; `stage()` is
// what the game's scenes find on `show` besides.

import { openStage } from "../stage.js";

function announce(name, step) {
  document.body.dataset.scene = name;
  document.dispatchEvent(new CustomEvent("scene", { detail: { step: name, facts: step } }));
}

export function performer({ scenes, corrected, correctives, stage }) {
  return async function perform(happening, signal, pictures) {
    const show = { ...openStage(signal), ...stage(), happening, pictures };
    async function play(name, facts, scene) {
      announce(name, facts);
      await scene(facts, show);
      show.strike();
    }
    const { correction } = happening;
    if (correction) await play("correction", correction, corrected);
    if (happening.event === "correction") return;      // its steps tell what was said instead
    for (const step of happening.steps) {
      const told = correction && correctives.has(step.step);
      if (!told && scenes[step.step]) await play(step.step, step, scenes[step.step]);
    }
  };
}
