// While a trial is on: counts of both sides, the Ring Game's clock, and the suspense of a drawn
// flag. The counts go into the result; the clock only helps. Both belong to one whistle: a repeat
// starts them anew, a reload does not.

import { post } from "../../cagli_oca/post.js";

const texts = JSON.parse(document.getElementById("texts").textContent);
const STORE = `trial-${document.body.dataset.edition}`;

let trial = kept() || anew(null);

function anew(whistle) {
  return { whistle, counts: { challenger: 0, challenged: 0 }, ends: {} };
}

function kept() {
  try { return JSON.parse(localStorage.getItem(STORE)); } catch { return null; }
}

function keep() {
  try { localStorage.setItem(STORE, JSON.stringify(trial)); } catch { /* only a comfort */ }
}

// The screens follow: counts, and the clock that was started last. Only the newest is worth
// sending, and none is worth sending twice.
let telling = false;
let untold = false;

const RETRY = 2000;

async function tell() {
  untold = true;
  if (telling) return;
  telling = true;
  while (untold) {
    untold = false;
    const { side, left } = clockNow();
    const clock = side && { side, left: Math.max(0, left), running: left > 0 };
    const { whistle, counts } = trial;
    try {
      await post(document.body.dataset.trialUrl, { row: Number(whistle), counts, clock });
    } catch {
      untold = Boolean(box());
      if (untold) await new Promise((rest) => setTimeout(rest, RETRY));
    }
  }
  telling = false;
}

function clockNow() {
  const [side, ends] = Object.entries(trial.ends).sort((a, b) => a[1] - b[1]).pop() ?? [null, 0];
  return { side, left: (ends - Date.now()) / 1000 };
}

function box() {
  return document.querySelector(".counts");
}

// The panel is drawn anew after every action; what was counted stays as long as the whistle.
function redraw() {
  const shown = box();
  if (!shown) return;
  if (trial.whistle !== shown.dataset.whistle) {
    trial = anew(shown.dataset.whistle);
    keep();
  }
  for (const count of shown.querySelectorAll(".count")) {
    count.querySelector(".count-value").textContent = trial.counts[count.dataset.side];
  }
}

document.addEventListener("click", (event) => {
  const count = event.target.closest(".count");
  if (!count) return;
  const side = count.dataset.side;
  const step = event.target.closest("[data-step]");
  const clock = event.target.closest(".clock");
  if (step) trial.counts[side] = Math.max(0, trial.counts[side] + Number(step.dataset.step));
  if (clock) trial.ends[side] = Date.now() + clock.dataset.seconds * 1000;
  keep();
  redraw();
  if (step || clock) tell();
});

setInterval(() => {
  for (const count of document.querySelectorAll(".count")) {
    const ends = trial.ends[count.dataset.side];
    const shown = count.querySelector(".clock");
    if (!ends || !shown) continue;
    const left = Math.ceil((ends - Date.now()) / 1000);
    shown.textContent = left > 0 ? `${left} s` : texts.time_up;
    shown.classList.toggle("time-up", left <= 0);
  }
}, 200);

// The counts as they stand when the result is recorded, not when it was chosen.
document.addEventListener("sending", (event) => {
  const { challenger, challenged } = trial.counts;
  if (event.detail.do === "result" && box() && (challenger || challenged)) {
    event.detail.scores = [challenger, challenged];
  }
});

document.addEventListener("htmx:afterSwap", redraw);
redraw();

// ------------------------------------------------------------------ the flag drawn by the program

const SUSPENSE = 2600;

document.addEventListener("recorded", (event) => {
  const { answer, waits } = event.detail;
  if (answer.command.program && answer.command.do === "draw") waits.push(suspense(answer));
});

function suspense(answer) {
  const flags = [...document.querySelectorAll(".flag:not([aria-disabled=true])")];
  const drawn = answer.command.quarter;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const started = Date.now();
  return new Promise((resolve) => {
    let turn = 0;
    const spin = setInterval(() => {
      const over = Date.now() - started > SUSPENSE;
      for (const [place, flag] of flags.entries()) {
        const lit = over ? flag.dataset.quarter === drawn : !still && place === turn % flags.length;
        flag.classList.toggle("is-lit", lit);
      }
      turn += 1;
      if (Date.now() - started > SUSPENSE + 900) {
        clearInterval(spin);
        resolve();
      }
    }, 160);
  });
}
