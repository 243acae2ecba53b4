// The console: choose, see the effect, record. Everything shown comes from the server's fragments;
// this module only carries taps there and news back. Without network the pad of raw buttons takes
// the panel's place: what is tapped there is kept, unseen by the rules, and sent afterwards.

import { follow, sentenceOf } from "../cagli_oca/live.js";
import { post } from "../cagli_oca/post.js";
import { sender, sawEpoch, MOST } from "./send.js";
import { showEffect, element, control } from "./effect.js";
import { outcome } from "./outcome.js";
import { connection, unanswered, isCut } from "./lamp.js";
import { fragments } from "./fragments.js";
import { stay } from "./stay.js";
import { awake } from "./awake.js";
import "./others.js";
import "./direction.js";

const page = document.body;
const { commandUrl, panelUrl, sideUrl, signInUrl, previewUrl, edition, user } = page.dataset;
const texts = JSON.parse(document.getElementById("texts").textContent);
const readyReasons = JSON.parse(page.dataset.readyReasons);
const find = (id) => document.getElementById(id);
const confirm = find("confirm");
const text = find("confirm-text");
const pad = find("blind");

let chosen = null;   // {command, needs, seen, suspense, label, blind}: tapped, not yet recorded;
                     // suspense: what is said while a draw by the program is looked forward to
let newest = head(); // the seq that the live picture told last
let epoch = null;    // of the live picture
let playing = false; // a moment of suspense must not be spoilt by its own news

function head() {
  return Number(find("panel").dataset.head);
}

function say(state, ...children) {
  confirm.dataset.state = state;
  text.replaceChildren(...children);
  text.scrollTop = 0;
  find("record").hidden = state !== "chosen";
  find("record").disabled = false;
  find("cancel").hidden = state !== "chosen";
  find("note-box").hidden = state !== "chosen";
  find("take-out").hidden = state !== "offline" || pad.hidden;
  if (state !== "chosen") find("reasons").hidden = true;
}

function idle() {
  chosen = null;
  mark(null);
  banner();
  if (sending.waiting().length) tellWaiting();
  else say("idle", element("p", find("panel").dataset.nothing || texts.idle));
}

// ------------------------------------------------------------------ choosing

// A tap on a panel that is known to be old answers nothing and chooses nothing.
function onOldPanel() {
  if (!playing && newest <= head()) return false;
  if (!playing) {
    idle();
    refresh();
  }
  return true;
}

function refuse(rule, message) {
  if (sending.waiting().length || onOldPanel()) return;
  chosen = null;
  mark(null);
  say("refused", element("p", texts.not_possible, "title"), element("p", message),
    element("p", rule, "rule"));
}

// `seen`: the state that a form's effect was asked for, where it is not the panel's.
function choose({ command, needs, effect, label, suspense, button, seen }) {
  if (sending.waiting().length || (seen === undefined && onOldPanel())) return;
  banner();
  chosen = { command, needs, suspense, label, seen: seen ?? head() };
  showChosen(showEffect(effect));
  mark(button);
}

// On the pad nothing is known of the effect.
function chooseBlind({ raw, label }, button) {
  if (sending.waiting().length >= MOST) return tellers.full();
  chosen = { command: JSON.parse(raw), needs: [], label, blind: true };
  showChosen(element("p", texts.blind));
  mark(button);
}

function showChosen(effect) {
  say("chosen", element("p", chosen.label, "title"), effect);
  find("reasons").hidden = !chosen.needs.includes("reason");
  find("reason").value = "";
  find("note").value = "";
  find("note-box").open = false;
  const reasons = readyReasons[chosen.command.do] || [];
  find("ready-reasons").replaceChildren(...reasons.map((reason) =>
    control(reason, "tap chip", () => { find("reason").value = reason; })));
}

function mark(button) {
  for (const other of document.querySelectorAll(".is-chosen")) other.classList.remove("is-chosen");
  if (button) button.classList.add("is-chosen");
}

document.addEventListener("click", (event) => {
  const raw = event.target.closest("#blind [data-raw]");
  if (raw) return chooseBlind(raw.dataset, raw);
  const button = event.target.closest("[data-command]");
  if (!button) return;
  if (button.closest("dialog")) button.closest("dialog").close();
  const { rule, refusal, label, suspense, effect } = button.dataset;
  if (button.getAttribute("aria-disabled") === "true") return refuse(rule, refusal);
  const command = JSON.parse(button.dataset.command);
  const needs = (button.dataset.needs ?? "").split(" ").filter(Boolean);
  if (effect) choose({ command, needs, effect: JSON.parse(effect), label, suspense, button });
  else tryOut({ command, label, button });
});

// A game's own script has composed a command: {command, label, button}.
document.addEventListener("composed", (event) => tryOut(event.detail));

// What it had composed has been changed and is not complete.
document.addEventListener("uncomposed", () => {
  trying += 1;
  if (find("record").disabled || (chosen && !chosen.blind)) idle();
});

// The forms of the Direction dialog hand their command over here, with its effect.
document.addEventListener("form-chosen", (event) => choose(event.detail));

// What was entered blind or came back, looked at anew on what is recorded by now.
async function chooseAnew({ command, label, id }) {
  await tryOut({ command, label });
  if (chosen?.command === command) chosen.again = id;
}

let trying = 0;

// A command whose effect the page does not know: the server is asked, then it is chosen. Until then
// nothing is, and Record cannot be tapped, so that it never means what was chosen before.
async function tryOut({ command, label, button }) {
  if (sending.waiting().length) return;
  const mine = trying += 1;
  chosen = null;
  mark(button);
  find("record").disabled = true;
  let told;
  try {
    told = await post(previewUrl, command);
  } catch {
    if (mine !== trying) return;
    idle();
    banner(texts.no_answer);
    return;
  }
  if (mine !== trying || chosen) return;
  const { code, answer } = told;
  if (code !== 200) {
    mark(null);
    say("refused", element("p", label, "title"), element("p", answer.message),
      element("p", answer.rule || "", "rule"));
    return;
  }
  newest = Math.max(newest, answer.seen);
  choose({ command, needs: [], effect: answer.effect, label, seen: answer.seen, button });
}

find("cancel").onclick = () => { idle(); refresh(); };

find("record").onclick = () => {
  if (!chosen || (sending.waiting().length && !chosen.blind)) return;
  const command = { ...chosen.command };
  if (chosen.needs.includes("reason")) {
    command.reason = find("reason").value.trim();
    if (!command.reason) {
      find("reason").focus();
      find("reason").placeholder = texts.reason_missing;
      return;
    }
  }
  const note = find("note").value.trim();
  if (note) command.note = note;
  if (!chosen.blind) document.dispatchEvent(new CustomEvent("sending", { detail: command }));
  const { seen, suspense, label, blind, again } = chosen;
  chosen = null;
  mark(null);
  sending.send(command, seen, { suspense, label, blind, again });
};

find("take-out").onclick = () => {
  const last = sending.waiting().at(-1);
  if (last) sending.takeOut({ do: "undo" }, { label: `${texts.undo}: ${last.label}` });
};

// ------------------------------------------------------------------ recording

const sending = sender({
  url: commandUrl,
  edition,
  user,
  tell: (state, detail) => tellers[state](detail),
});

let lastTold = {};

function tellWaiting(detail = lastTold) {
  lastTold = detail;
  const entries = sending.waiting();
  const { tries, offline, stored, trouble } = detail;
  const lost = texts.retrying.replace("%s", tries || 1);
  const title = entries.length > 1 ? texts.not_sent.replace("%s", entries.length)
    : entries[0].label;
  say(offline ? "offline" : "pending", element("p", title, "title"),
    element("p", trouble || (offline ? lost : texts.pending), "status"));
  if (entries.length > 1) {
    const list = element("ol", "", "waiting");
    list.append(...entries.map((entry) => element("li", entry.label)));
    text.append(list);
  }
  if (!stored) text.append(element("p", texts.storage_full));
}

// The pad stays until everything that waits has been answered.
function blindness(on) {
  unanswered(on);
  if (on && pad.hidden) for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  pad.hidden = !on;
  find("panel").inert = on;
}

const tellers = {
  pending(detail) {
    if (detail.offline) blindness(true);
    if (chosen?.blind) lastTold = detail;
    else tellWaiting(detail);
    find("blind-count").textContent = detail.waiting;
  },
  async recorded(answer) {
    newest = Math.max(newest, answer.seq);
    find("blind-count").textContent = answer.waiting;
    if (answer.waiting) {
      if (!chosen) tellWaiting({ ...lastTold, offline: false });
      return;
    }
    if (answer.entry.again) sending.settle(answer.entry.again);
    showCameBack();
    const unfinished = chosen;
    chosen = null;
    banner();
    if (answer.entry.suspense) say("pending", element("p", answer.entry.suspense, "title"));
    const waits = [];
    playing = true;
    document.dispatchEvent(new CustomEvent("recorded", { detail: { answer, waits } }));
    await Promise.all(waits);
    playing = false;
    blindness(false);
    say("recorded", element("p", texts.recorded.replace("%s", answer.seq), "status"),
      element("p", answer.sentence));
    await refresh();
    if (unfinished) chooseAnew(unfinished);
  },
  refused: (answer) => back("refused", answer),
  stale: (answer) => back("stale", answer),
  signed_out(answer) {
    const old = answer.status === "csrf";
    const link = element("a", old ? texts.reload : texts.sign_in, "tap");
    link.href = old ? location.href : signInUrl;
    blindness(false);
    banner();
    say("offline", element("p", answer.entry.label, "title"),
      element("p", answer.message, "status"), element("p", texts.kept), link);
  },
  full() {
    banner(element("b", texts.full.replace("%s", MOST)));
  },
};

// What was not recorded, with what was recorded instead of it.
function back(state, answer) {
  chosen = null;
  mark(null);
  blindness(false);
  banner();
  say(state, ...outcome(answer, answer.entries, texts, chooseAnew));
  if (answer.same) confirm.dataset.state = "same";
  showCameBack();
  refresh();
}

// Entries made blind that came back stay in sight until their author has read them.
function showCameBack() {
  const count = sending.returned().reduce((sum, { entries }) => sum + entries.length, 0);
  find("returned").hidden = !count;
  find("returned-count").textContent = count;
}

find("returned-show").onclick = () => {
  if (sending.waiting().length) return;
  chosen = null;
  mark(null);
  say("stale", ...sending.returned().flatMap(({ answer, entries }) =>
    outcome(answer, entries, texts, chooseAnew)));
};

find("returned-read").onclick = () => {
  sending.settle();
  showCameBack();
  idle();
};

// ------------------------------------------------------------------ news

const { refresh, catchUp, behind } = fragments({ panelUrl, sideUrl, busy, newest: () => newest });

function busy() {
  return Boolean(chosen || document.querySelector("dialog[open]"));
}

function banner(...children) {
  find("banner").hidden = !children.length;
  find("banner").replaceChildren(...children);
}

// With the reveal "with the screen": how much the public does not know yet, and letting it know.
function showHeld(held) {
  find("held").hidden = !held;
  find("held-count").textContent = held;
}

find("release")?.addEventListener("click", async () => {
  try {
    const { answer } = await post(page.dataset.releaseUrl, { seq: newest });
    if (answer.status !== "released") banner(answer.message);
    else find("catching-up").hidden = true; // who releases no longer lets the screens wait
  } catch {
    banner(texts.no_answer);
  }
});

function heard(picture) {
  showHeld(picture.held);
  sawEpoch(edition, picture.epoch);
  const before = epoch ?? picture.epoch;
  epoch = picture.epoch;
  if (epoch > before) {
    // Another machine has taken over, or a backup was restored: its log counts, even if shorter.
    // Whether this one records may have changed with it, and the panel says so.
    newest = picture.seq;
    idle();
    refresh().then(() => { if (!chosen) idle(); });
    return;
  }
  if (picture.seq <= newest && picture.seq <= head()) return;
  newest = picture.seq;
  if (playing || sending.waiting().length) return;
  if (chosen && picture.seq > chosen.seen) {
    const told = picture.happenings.filter((happening) => happening.seq > chosen.seen);
    banner(element("b", texts.meanwhile), " ", told.map(sentenceOf).join(" "), " ",
      control(texts.start_again, "tap quiet", () => { idle(); refresh(); }));
  }
  catchUp();
}

const { lang } = document.documentElement;
follow({
  url: `/ws/?edition=${edition}&lang=${lang}`,
  poll: `${page.dataset.pictureUrl}?lang=${lang}`,
  pollAfter: 2000,
  pollEvery: 2000,
  picture: null,
  draw: heard,
  tell: connection,
});

// A dialog closed without a choice: what was missed meanwhile is shown.
document.addEventListener("dialog-closed", () => { if (behind()) refresh(); });

// A page that the browser had kept for its back button shows an old state.
addEventListener("pageshow", (event) => { if (event.persisted) refresh(); });

stay({ isCut, warn: () => banner(element("b", texts.stay)) });

idle();
sending.resume();
if (sending.others()) banner(element("b", texts.others_entry));
showCameBack();
awake();
