// The console: choose, see the effect, record. Everything shown comes from the server's fragments;
// this module only carries taps there and news back.

import { follow, age, sentenceOf } from "../cagli_oca/live.js";
import { post } from "../cagli_oca/post.js";
import { sender } from "./send.js";
import { showEffect, element } from "./effect.js";
import "./direction.js";

const page = document.body;
const { commandUrl, panelUrl, sideUrl, signInUrl, edition, user } = page.dataset;
const texts = JSON.parse(document.getElementById("texts").textContent);
const readyReasons = JSON.parse(page.dataset.readyReasons);
const find = (id) => document.getElementById(id);
const confirm = find("confirm");
const text = find("confirm-text");

let chosen = null;   // {command, needs, seen, suspense, label}: tapped, not yet recorded
let newest = head(); // the seq that the live picture told last
let playing = false; // a moment of suspense must not be spoilt by its own news

function head() {
  return Number(find("panel").dataset.head);
}

function say(state, ...children) {
  confirm.dataset.state = state;
  text.replaceChildren(...children);
  find("record").hidden = state !== "chosen";
  find("cancel").hidden = state !== "chosen";
  find("note-box").hidden = state !== "chosen";
  if (state !== "chosen") find("reasons").hidden = true;
}

function idle() {
  chosen = null;
  mark(null);
  banner();
  say("idle", element("p", texts.idle));
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
  if (sending.pending() || onOldPanel()) return;
  chosen = null;
  mark(null);
  say("refused", element("p", texts.not_possible, "title"), element("p", message),
    element("p", rule, "rule"));
}

// `seen`: the state that a form's effect was asked for, where it is not the panel's.
function choose({ command, needs, effect, label, suspense, button, seen }) {
  if (sending.pending() || (seen === undefined && onOldPanel())) return;
  banner();
  chosen = { command, needs, suspense, label, seen: seen ?? head() };
  say("chosen", element("p", chosen.label, "title"), showEffect(effect));
  const reasons = readyReasons[command.do] || [];
  find("reasons").hidden = !needs.includes("reason");
  find("reason").value = "";
  find("note").value = "";
  find("note-box").open = false;
  find("ready-reasons").replaceChildren(...reasons.map((reason) => {
    const chip = element("button", reason, "tap chip");
    chip.type = "button";
    chip.onclick = () => { find("reason").value = reason; };
    return chip;
  }));
  mark(button);
}

function mark(button) {
  for (const other of document.querySelectorAll(".is-chosen")) other.classList.remove("is-chosen");
  if (button) button.classList.add("is-chosen");
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-command]");
  if (!button) return;
  if (button.closest("dialog")) button.closest("dialog").close();
  const { rule, refusal, label, suspense } = button.dataset;
  if (button.getAttribute("aria-disabled") === "true") return refuse(rule, refusal);
  choose({
    command: JSON.parse(button.dataset.command),
    needs: button.dataset.needs.split(" ").filter(Boolean),
    effect: JSON.parse(button.dataset.effect),
    label,
    suspense: suspense === "true",
    button,
  });
});

// The forms of the Direction dialog hand their command over here, with its effect.
document.addEventListener("form-chosen", (event) => choose(event.detail));

find("cancel").onclick = () => { idle(); refresh(); };

find("record").onclick = () => {
  if (!chosen || sending.pending()) return;
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
  document.dispatchEvent(new CustomEvent("sending", { detail: command }));
  sending.send(command, chosen.seen, { suspense: chosen.suspense, label: chosen.label });
};

// ------------------------------------------------------------------ recording

const sending = sender({
  url: commandUrl,
  edition,
  user,
  tell: (state, detail) => tellers[state](detail),
});

const tellers = {
  pending({ tries, offline, stored, entry }) {
    const message = offline ? texts.retrying.replace("%s", tries) : texts.pending;
    say(offline ? "offline" : "pending", element("p", entry.label, "title"),
      element("p", message, "status"));
    if (!stored) text.append(element("p", texts.storage_full));
  },
  async recorded(answer) {
    chosen = null;
    banner();
    newest = Math.max(newest, answer.seq);
    if (answer.entry.suspense) say("pending", element("p", texts.drawing, "title"));
    const waits = [];
    playing = true;
    document.dispatchEvent(new CustomEvent("recorded", { detail: { answer, waits } }));
    await Promise.all(waits);
    playing = false;
    say("recorded", element("p", texts.recorded.replace("%s", answer.seq), "status"),
      element("p", answer.sentence));
    await refresh();
  },
  refused(answer) {
    chosen = null;
    say("refused", element("p", answer.entry.label, "title"), element("p", answer.message),
      element("p", answer.rule || "", "rule"));
    refresh();
  },
  stale(answer) {
    chosen = null;
    banner();
    const meanwhile = answer.meanwhile.map((row) =>
      element("p", `${row.seq} · ${texts.by.replace("%s", row.by || "–")}: ${row.sentence}`));
    say("stale", element("p", answer.entry.label, "title"), element("p", answer.message),
      ...meanwhile);
    refresh();
  },
  signed_out(answer) {
    const old = answer.status === "csrf";
    const link = element("a", old ? texts.reload : texts.sign_in, "tap");
    link.href = old ? location.href : signInUrl;
    say("offline", element("p", answer.entry.label, "title"),
      element("p", answer.message, "status"), element("p", texts.kept), link);
  },
};

// ------------------------------------------------------------------ news

// The fragments, one fetch at a time; the panel only while nothing is being entered.
const RETRY = 2000;
let refreshing = null;
let again = false;
let retry = null;

function refresh() {
  clearTimeout(retry);
  again = true;
  refreshing ||= fetchFragments().finally(() => { refreshing = null; });
  return refreshing;
}

async function fetchFragments() {
  while (again) {
    again = false;
    try {
      await htmx.ajax("GET", sideUrl, { target: "#side", swap: "outerHTML" });
      if (!busy()) await htmx.ajax("GET", panelUrl, { target: "#panel", swap: "outerHTML" });
    } catch {
      // No network, or a broken answer: below it is tried again.
    }
  }
  if (behind()) retry = setTimeout(refresh, RETRY);
}

// Whether a fragment shows an older state than what the live picture told.
function behind() {
  return Number(find("side").dataset.head) < newest || (!busy() && head() < newest);
}

// Asked again when the answer is there: a dialog may have been opened meanwhile.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id === "panel" && busy()) event.detail.shouldSwap = false;
});

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
  } catch {
    banner(texts.no_answer);
  }
});

function heard(picture) {
  showHeld(picture.held);
  if (picture.seq <= newest && picture.seq <= head()) return;
  newest = picture.seq;
  if (playing || sending.pending()) return;
  if (chosen && picture.seq > chosen.seen) {
    const told = picture.happenings.filter((happening) => happening.seq > chosen.seen);
    const anew = element("button", texts.start_again, "tap quiet");
    anew.type = "button";
    anew.onclick = () => { idle(); refresh(); };
    banner(element("b", texts.meanwhile), " ",
      told.map(sentenceOf).join(" "), " ", anew);
  }
  refresh();
}

follow({
  url: `/ws/?edition=${edition}&lang=${document.documentElement.lang}`,
  picture: null,
  draw: heard,
  tell: ({ connected, since }) => {
    const lamp = find("lamp");
    lamp.dataset.state = connected ? "live" : "lost";
    lamp.textContent = connected ? texts.live
      : age(since, { seconds: texts.age_seconds, minutes: texts.age_minutes });
  },
});

// A dialog closed without a choice: what was missed meanwhile is shown.
document.addEventListener("dialog-closed", () => { if (newest > head()) refresh(); });

idle();
sending.resume();
if (sending.others()) banner(element("b", texts.others_entry));
