// The lamp that tells the truth: whether this tablet is connected, and, as the server tells it, how
// everything else is. Where the server does not answer, that is what the lamp says.
//
// connection({connected, since}) is told by live.js, unanswered(on) by who sends an entry and hears
// nothing; isCut() is whether nothing gets through.

import { age } from "../cagli_oca/live.js";
import { element } from "./effect.js";

const EVERY = 5000;
const TIMEOUT = 6000;
const SILENT = 16000;
const PATIENCE = 4000;

const lamp = document.getElementById("lamp");
const list = document.getElementById("health");
const texts = JSON.parse(document.getElementById("texts").textContent);
const { healthUrl } = document.body.dataset;

const box = lamp.closest("details");
addEventListener("pointerdown", ({ target }) => { if (!box.contains(target)) box.open = false; });
addEventListener("keydown", ({ key }) => { if (key === "Escape") box.open = false; });

let connected = null;   // not known yet
let since = Date.now();
let failing = null;     // since when entries go unanswered
let health = null;
let answered = Date.now();

export function connection(told) {
  ({ connected, since } = told);
  show();
}

export function unanswered(on) {
  failing = on ? failing ?? Date.now() : null;
  show();
}

// Not at once: a page that has just been loaded is not connected yet.
export function isCut() {
  return failing !== null || (connected === false && Date.now() - since > PATIENCE);
}

const inWords = (from) => age(from, { seconds: texts.age_seconds, minutes: texts.age_minutes });

function show() {
  const silent = Date.now() - answered > SILENT;
  const lostSince = connected === false ? since : failing;
  const state = lostSince !== null ? "lost" : connected === null ? "waiting" : "live";
  const worst = health?.parts.find((part) => part.state === health.state);
  let words = "";
  if (state === "lost") words = inWords(lostSince);
  else if (silent) words = texts.no_health.replace("%s", Math.round((Date.now() - answered) / 1000));
  else if (health && health.state !== "good") words = worst.text;
  else if (state === "live") words = texts.live;
  lamp.dataset.state = state;
  lamp.dataset.health = silent ? "bad" : health?.state ?? "good";
  if (lamp.textContent !== words) lamp.textContent = words;
  const lines = [];
  if (state === "lost") lines.push(line("bad", inWords(lostSince)));
  if (silent) lines.push(line("bad", texts.no_health.replace("%s", Math.round((Date.now() - answered) / 1000))));
  for (const part of health?.parts ?? []) if (part.text) lines.push(line(silent ? "off" : part.state, part.text));
  list.replaceChildren(...lines);
}

function line(state, words) {
  const made = element("li", words);
  made.dataset.state = state;
  return made;
}

async function ask() {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT);
  try {
    const response = await fetch(healthUrl, { cache: "no-store", signal: abort.signal });
    const told = await response.json();
    if (!told.parts) throw new Error(`status ${response.status}`);
    health = told;
    answered = Date.now();
  } catch {
    // What was heard last stays, as old as it is.
  }
  clearTimeout(timer);
  show();
  setTimeout(ask, EVERY);
}

ask();
setInterval(show, 1000);
