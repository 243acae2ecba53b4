// While a trial is on: counts of both sides, the Ring Game's clock, and the suspense of a drawn
// flag. The counts go into the result; the clock only helps.

const texts = JSON.parse(document.getElementById("texts").textContent);
const counts = { number: null, challenger: 0, challenged: 0 };
const clocks = {};

function box() {
  return document.querySelector(".counts");
}

// The panel is drawn anew after every action; what was counted stays as long as the challenge.
function redraw() {
  const shown = box();
  if (!shown) return;
  if (counts.number !== shown.dataset.number) {
    Object.assign(counts, { number: shown.dataset.number, challenger: 0, challenged: 0 });
    for (const side of Object.keys(clocks)) delete clocks[side];
  }
  for (const count of shown.querySelectorAll(".count")) {
    count.querySelector(".count-value").textContent = counts[count.dataset.side];
  }
}

document.addEventListener("click", (event) => {
  const count = event.target.closest(".count");
  if (!count) return;
  const side = count.dataset.side;
  const step = event.target.closest("[data-step]");
  if (step) {
    counts[side] = Math.max(0, counts[side] + Number(step.dataset.step));
    redraw();
  }
  const clock = event.target.closest(".clock");
  if (clock) clocks[side] = { ends: Date.now() + clock.dataset.seconds * 1000 };
});

setInterval(() => {
  for (const count of document.querySelectorAll(".count")) {
    const clock = clocks[count.dataset.side];
    const shown = count.querySelector(".clock");
    if (!clock || !shown) continue;
    const left = Math.ceil((clock.ends - Date.now()) / 1000);
    shown.textContent = left > 0 ? `${left} s` : texts.time_up;
    shown.classList.toggle("time-up", left <= 0);
  }
}, 200);

document.addEventListener("chosen", (event) => {
  const { command } = event.detail;
  if (command.do === "result" && box() && (counts.challenger || counts.challenged)) {
    command.scores = [counts.challenger, counts.challenged];
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
