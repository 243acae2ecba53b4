// The paper form: lines are kept on this tablet until they are recorded, tried by the rules at each
// change, and recorded all at once under one id, so that a lost answer is asked for again.

import { post } from "../cagli_oca/post.js";
import { awake } from "./awake.js";
import { element, control, showEffect } from "./effect.js";
import { sawEpoch } from "./send.js";

const { edition, user, checkUrl, recordUrl, most } = document.body.dataset;
const texts = JSON.parse(document.getElementById("texts").textContent);
const find = (id) => document.getElementById(id);
const STORE = `catch-up-${edition}-${user}`;
const RETRY = 3000;

let { lines, id } = kept() ?? { lines: [], id: null }; // {command, label}; id: being recorded
let tried = null;      // what the server said of these very lines
let below = null;      // new lines go below this one; null: at the end
let checking = 0;
let busy = false;
let retry = null;

function kept() {
  try { return JSON.parse(localStorage.getItem(STORE)); } catch { return null; }
}

function keep() {
  try { localStorage.setItem(STORE, JSON.stringify({ lines, id })); } catch { /* only a comfort */ }
}

const commands = () => lines.map((line) => line.command);

function say(words, bad = false) {
  find("said").textContent = words;
  find("said").classList.toggle("bad", bad);
}

// ------------------------------------------------------------------ the list

const refusal = () => `${tried.refused.rule}: ${tried.refused.message}`;

function show() {
  const accepted = tried?.effects.length ?? 0;
  find("lines").replaceChildren(...lines.map((line, place) => {
    const item = element("li", "");
    const told = tried?.effects[place];
    item.append(element("b", line.label));
    if (told) item.append(showEffect(told));
    else if (tried) {
      const refused = place === accepted;
      item.classList.add(refused ? "refused" : "not-reached");
      item.append(element("p", refused ? refusal() : texts.not_reached));
    }
    const tools = element("span", "", "tools");
    const insert = control("↳", "button quiet", () => {
      below = below === place ? null : place;
      show();
    });
    insert.setAttribute("aria-label", `${texts.insert}: ${line.label}`);
    insert.setAttribute("aria-pressed", below === place);
    const remove = control("✕", "button quiet", () => change(() => lines.splice(place, 1)));
    remove.setAttribute("aria-label", `${texts.remove}: ${line.label}`);
    tools.append(insert, remove);
    item.append(tools);
    if (below === place) item.classList.add("below");
    return item;
  }));
  const looked = find("lines").querySelector(".refused, .below") ?? find("lines").lastElementChild;
  if (looked) find("lines").scrollTop = looked.offsetTop + looked.offsetHeight - find("lines").clientHeight / 2;
  find("begins").textContent = tried ? texts.begins.replace("%s", tried.now) : "";
  find("ends").textContent = tried && lines.length ? texts.ends.replace("%s", tried.then) : "";
  find("record").textContent = texts.record.replace("%s", lines.length);
  find("record").disabled = busy || !lines.length || (!id && (!tried || Boolean(tried.refused)));
  find("drop").disabled = busy || Boolean(id) || !lines.length;
}

function change(act) {
  // What may be recorded already must be answered first, as it was sent.
  if (busy || id) return;
  act();
  if (below !== null && below >= lines.length) below = null;
  tried = null;
  keep();
  show();
  check();
}

function add({ raw, label }) {
  if (lines.length >= Number(most)) return say(texts.full, true);
  change(() => {
    const place = below === null ? lines.length : below + 1;
    lines.splice(place, 0, { command: JSON.parse(raw), label });
    if (below !== null) below = place;
  });
}

// ------------------------------------------------------------------ trying and recording

async function check() {
  clearTimeout(retry);
  const mine = checking += 1;
  let told;
  try {
    told = await post(checkUrl, { lines: commands() });
  } catch {
    if (mine !== checking) return;
    say(texts.offline, true);
    retry = setTimeout(check, RETRY);
    return;
  }
  if (mine !== checking) return;
  const { code, answer } = told;
  tried = code === 200 ? answer : null;
  if (code !== 200) say(answer.message, true);
  else if (tried.refused) say(`${tried.effects.length + 1}. ${refusal()}`, true);
  else say(lines.length ? "" : texts.empty);
  show();
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function record() {
  if (busy || !lines.length || (!id && (!tried || tried.refused))) return;
  busy = true;
  id ??= `${newId()}.${tried.seen}`;
  keep();
  show();
  say(texts.recording);
  const [batch, seen] = id.split(".");
  let told;
  try {
    told = await post(recordUrl, {
      id: batch, seen: Number(seen), lines: commands(), epoch: sawEpoch(edition),
    });
  } catch {
    busy = false;
    say(texts.offline, true);
    retry = setTimeout(record, RETRY);
    return;
  }
  const { code, answer } = told;
  busy = false;
  if (answer.status === "recorded") lines = [];
  if (code !== 401 && code !== 403) id = null;
  tried = null;
  keep();
  await check();
  if (answer.status === "recorded") say(answer.message);
  else say(`${answer.message} ${answer.status === "stale" ? texts.look_again : ""}`, true);
}

// ------------------------------------------------------------------ hands

document.addEventListener("click", (event) => {
  const raw = event.target.closest("[data-raw]");
  if (raw) add(raw.dataset);
});

// Figures are the keys of the buttons that are named so.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select")) return;
  const button = document.querySelector(`[data-raw][data-key="${CSS.escape(event.key)}"]`);
  if (button) add(button.dataset);
  if (event.key === "Backspace") find("drop").click();
});

find("drop").onclick = () => change(() => lines.pop());
find("record").onclick = record;

show();
// An answer may have been lost with the page: the same id is asked for first.
if (id) record();
else check();
awake();
