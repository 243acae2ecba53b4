// One player's secrets, seen only while a button is held: fetched when it goes down (which is noted,
// and told to the player), and gone from the page when it comes up.

import { post } from "../cagli_oca/post.js";

let presses = 0; // grows with each press and each release: what comes late is not shown

async function press(button) {
  release();
  const mine = presses;
  button.setAttribute("aria-pressed", "true");
  try {
    const { code, answer } = await post(button.dataset.heldUrl, { player: button.dataset.player });
    if (mine !== presses) return;
    const place = button.parentElement.querySelector(".held");
    if (code === 200) place.innerHTML = answer.html;
    else place.textContent = answer.message;
  } catch { /* no network: nothing is shown */ }
}

function release() {
  presses += 1;
  for (const button of document.querySelectorAll("[data-hold]")) button.setAttribute("aria-pressed", "false");
  for (const place of document.querySelectorAll(".held")) place.replaceChildren();
}

const holder = (event) => event.target.closest?.("[data-hold]");
let finger = null; // a second finger taps a card meanwhile: its lifting releases nothing

document.addEventListener("pointerdown", (event) => {
  if (!holder(event) || finger !== null) return;
  finger = event.pointerId;
  press(holder(event));
});
for (const type of ["pointerup", "pointercancel"]) {
  document.addEventListener(type, (event) => {
    if (event.pointerId !== finger) return;
    finger = null;
    release();
  });
}
// A long touch is no menu here.
document.addEventListener("contextmenu", (event) => { if (holder(event)) event.preventDefault(); });
document.addEventListener("keydown", (event) => {
  if (holder(event) && event.key === " " && !event.repeat) press(holder(event));
});
document.addEventListener("keyup", (event) => { if (event.key === " ") release(); });
for (const type of ["blur", "pagehide"]) addEventListener(type, () => { finger = null; release(); });
document.addEventListener("visibilitychange", () => { finger = null; release(); });
