// A page that is a screen: it has settings, says every few seconds what it shows, and is its own
// watchdog. In the page: #screen (JSON: paired, preview, settings, reload, url) and #pairing.
//
// settings() are the present ones; the event "settings" on window (detail: the same) tells of new
// ones. Whatever else changes (paired or forgotten, language, a reload asked for) loads the page
// anew, so that the server draws it as it should be. Nothing here reloads unless the server has
// just answered: a kiosk that loads a page while its server is away stays with the browser's error.
//
// ?hurry=10 makes every time here ten times shorter: for tests, and to try a watchdog out.

import { post } from "../cagli_oca/post.js";

const page = JSON.parse(document.getElementById("screen").textContent);
const pairing = document.getElementById("pairing");
const hurry = Number(new URLSearchParams(location.search).get("hurry")) || 1;
const within = (seconds) => (seconds * 1000) / hurry;

const REPORT_EVERY = within(5);
const LONGEST_BEHIND = within(20);
const LONGEST_STALL = within(30);
const RELOAD_EVERY = within(120);
const LOOK_EVERY = within(1);
const KEPT = "screen-reloaded";

let present = page.settings;
let head = null;
let answered = -Infinity;
let drawn = performance.now();
let moved = performance.now();
let lastShown = "";
let lastLook = performance.now();

export const settings = () => present;

function shown() {
  const { edition, epoch, seq } = document.body.dataset;
  return { edition: edition ? Number(edition) : null, epoch: Number(epoch ?? 0), seq: Number(seq) };
}

function isBehind() {
  if (!head) return false;
  const { edition, epoch, seq } = shown();
  if (edition !== head.edition) return true;
  return epoch < head.epoch || (epoch === head.epoch && seq < head.seq);
}

function announce() {
  dispatchEvent(new CustomEvent("settings", { detail: present }));
}

// ---------------------------------------------------------------------------------- reports

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

function report() {
  const reloaded = kept();
  return {
    ...shown(),
    view: present.view,
    width: innerWidth,
    height: innerHeight,
    dpr: devicePixelRatio,
    performing: "performing" in document.body.dataset,
    ...(reloaded && {
      reloaded: { why: reloaded.why, ago: Math.max(0, Math.round((Date.now() - reloaded.at) / 1000)) },
    }),
  };
}

function take(answer) {
  answered = performance.now();
  head = answer.head;
  const language = answer.settings?.lang ?? present.lang;
  if (answer.paired !== page.paired || answer.reload > page.reload || language !== present.lang) {
    location.reload();
    return;
  }
  pairing.hidden = answer.paired;
  if (answer.paired && JSON.stringify(answer.settings) !== JSON.stringify(present)) {
    present = answer.settings;
    announce();
  }
}

async function tellTheServer() {
  try {
    const { code, answer } = await post(page.url, report());
    if (code !== 200) throw new Error(`status ${code}`);
    take(answer);
  } catch {
    pairing.hidden = true;  // a code that nobody hears of pairs nothing
  }
  setTimeout(tellTheServer, REPORT_EVERY);
}

// --------------------------------------------------------------------------------- watchdog

function reloadMyself(why) {
  const last = kept();
  if (last && Date.now() - last.at < RELOAD_EVERY) return;
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ why, at: Date.now() }));
  } catch {
    return;  // it could not be kept from reloading for ever
  }
  location.reload();
}

function look() {
  const now = performance.now();
  const { edition, epoch, seq } = shown();
  // Each scene that is played is a move.
  const what = [edition, epoch, seq, document.body.dataset.scene].join("/");
  // A computer that slept, or a hidden page, has not stalled.
  if (now - lastLook > 5 * LOOK_EVERY || document.hidden) drawn = moved = now;
  if (what !== lastShown || !isBehind()) moved = now;
  lastShown = what;
  lastLook = now;
  requestAnimationFrame(() => { drawn = performance.now(); });
  if (now - answered > 2 * REPORT_EVERY) return;
  if (now - moved > LONGEST_BEHIND) reloadMyself("behind");
  else if (now - drawn > LONGEST_STALL) reloadMyself("stalled");
}

if (!page.preview) {
  tellTheServer();
  setInterval(look, LOOK_EVERY);
}
addEventListener("DOMContentLoaded", announce);
