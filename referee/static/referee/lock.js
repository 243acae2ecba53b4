// A paired tablet that nobody touches locks itself and asks for its PIN. The server keeps the time
// too; what waits to be sent stays in this tablet's storage. While there is no network the page
// stays open: it could not be opened again.

import { post } from "../cagli_oca/post.js";

const { after, nowUrl, awakeUrl, lockUrl } = document.querySelector("meta[name=lock]").dataset;
const LEFT_ALONE = Number(after) * 60_000;
const TELL_EVERY = 30_000;
const LOOK_EVERY = 1000;
const TRY_AGAIN = 10_000;

let touched = Date.now();
let told = Date.now();
let tried = 0;

function touch() {
  touched = Date.now();
  if (touched - told < TELL_EVERY) return;
  told = touched;
  post(awakeUrl, {}).then(({ code }) => { if (code === 401) leave(); }, () => { told = 0; });
}

function leave() {
  location.replace(`${lockUrl}?next=${encodeURIComponent(location.pathname)}`);
}

async function look() {
  const now = Date.now();
  if (now - touched < LEFT_ALONE || now - tried < TRY_AGAIN) return;
  tried = now;
  try {
    await post(nowUrl, {});
    leave();
  } catch { /* no network: tried again */ }
}

for (const type of ["pointerdown", "keydown"]) addEventListener(type, touch, { capture: true });
setInterval(look, LOOK_EVERY);
