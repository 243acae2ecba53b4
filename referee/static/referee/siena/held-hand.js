// The Mossiere plays for a player without a phone: that hand is shown only while a button is held,
// by finger, mouse or the space bar. It is asked for anew each time (each look is noted), and nothing
// of it stays in the page. Works on every .held-hand there is or will be: the panel is drawn anew.

import { post } from "../../cagli_oca/post.js";

let held = null;   // {button, shown}: what is held now

const shownBy = (button) => button.closest(".held-hand").querySelector(".held-shown");

async function hold(button) {
  if (held) return;
  const mine = held = { button, shown: shownBy(button) };
  button.setAttribute("aria-pressed", "true");
  const { url } = button.closest(".held-hand").dataset;
  let answer = {};
  try {
    ({ answer } = await post(url, { player: button.dataset.player }));
  } catch { /* no network: nothing is shown */ }
  if (held !== mine) return;      // let go meanwhile: it is not shown at all
  if (answer.html) mine.shown.innerHTML = answer.html;
  else mine.shown.textContent = answer.message ?? "–";
}

function release() {
  if (!held) return;
  held.button.setAttribute("aria-pressed", "false");
  held.shown.replaceChildren();
  held = null;
}

const buttonOf = (event) => event.target.closest?.(".held-hand [data-player]");

addEventListener("pointerdown", (event) => {
  const button = buttonOf(event);
  if (!button || event.button !== 0) return;
  event.preventDefault();         // no selection, no menu of a long press
  button.focus();
  hold(button);
});
addEventListener("keydown", (event) => {
  const button = buttonOf(event);
  if (!button || event.key !== " ") return;
  event.preventDefault();
  if (!event.repeat) hold(button);
});
addEventListener("contextmenu", (event) => { if (buttonOf(event)) event.preventDefault(); });
for (const type of ["pointerup", "pointercancel", "blur", "pagehide"]) addEventListener(type, release);
addEventListener("keyup", ({ key }) => { if (key === " ") release(); });
addEventListener("focusout", (event) => { if (buttonOf(event)) release(); });
document.addEventListener("visibilitychange", release);
