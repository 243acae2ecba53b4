// Replacing an earlier entry: which one, what really happened, what follows, record. What was tapped
// is one list of changes; each time the server plays the evening again with it and draws what comes
// of it. The list outlives a reload, and what is on its way to the log is sent again with the same
// id until it is answered.

import { post } from "../cagli_oca/post.js";
import { awake } from "./awake.js";
import { element } from "./effect.js";
import { commandOf, fillIn } from "./forms.js";
import { sawEpoch } from "./send.js";

const LONGEST_WAIT = 8000;

const find = (id) => document.getElementById(id);
const page = find("correct");
const work = find("work");
const texts = JSON.parse(find("texts").textContent);
const STORE = `correction-${page.dataset.edition}-${page.dataset.user}`;

// changes: [{row, commands, keep}]; at: the row that is asked about; past: the lists before, for
// one step back; sending: what was sent and is not answered yet.
const NOTHING = { changes: [], at: null, past: [], sending: null };
let draft = kept() ?? structuredClone(NOTHING);
let planned = null;    // the answer that stands on the page: {seen, falls_away, lost, recordable}
let waiting = null;    // the command that still needs a reason
let tries = 0;

function kept() {
  try { return JSON.parse(sessionStorage.getItem(STORE)); } catch { return null; }
}

function keep() {
  try { sessionStorage.setItem(STORE, JSON.stringify(draft)); } catch { /* only a comfort */ }
}

// crypto.randomUUID does not exist on plain HTTP; getRandomValues does.
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function say(state, ...lines) {
  const said = find("said");
  said.hidden = !lines.length;
  said.dataset.state = state;
  said.replaceChildren(...lines.map((line) => (typeof line === "string" ? element("p", line) : line)));
}

const told = ({ rule, message }) => (rule && rule !== "FILE" ? `${rule}: ${message}` : message);

// ------------------------------------------------------------------ the three steps

function show(step) {
  page.dataset.step = step;
  for (const item of find("steps").children) {
    if (Number(item.dataset.step) === step) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  }
  find("choose").hidden = step !== 1;
  work.hidden = step === 1 || step === 4;
  find("record-bar").hidden = step !== 3;
  for (const part of ["calm", "steps"]) find(part).hidden = step === 4;
  if (step !== 3) planned = null;
}

async function draw() {
  keep();
  waiting = null;
  if (draft.at === null && !draft.changes.length) return show(1);
  const asked = { changes: draft.changes };
  if (draft.at !== null) asked.at = draft.at;
  let code, answer;
  try {
    ({ code, answer } = await post(page.dataset.previewUrl, asked));
  } catch {
    return say("error", texts.no_answer);
  }
  if (code !== 200) return refused(code, answer);
  work.innerHTML = answer.html;
  document.dispatchEvent(new Event("drawn"));
  for (const form of work.querySelectorAll("form[data-form]")) fillIn(form);
  show(answer.status === "planned" ? 3 : 2);
  if (answer.status === "planned") {
    planned = answer;
    const { lost } = answer;
    find("record").disabled = !answer.recordable;
    find("record").classList.toggle("drops", lost > 0);
    find("record").textContent = lost > 1 ? texts.record_drops.replace("%s", lost)
      : lost ? texts.record_drops_one : texts.record;
  }
  work.focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

function change(next) {
  draft.past.push(JSON.stringify([draft.changes, draft.at]));
  next();
  say("");
  draw();
}

function back() {
  const before = draft.past.pop();
  [draft.changes, draft.at] = before ? JSON.parse(before) : [[], null];
  say("");
  draw();
}

function start(row) {
  change(() => { [draft.changes, draft.at] = [[], row]; });
}

// What was tapped for a row: a command in its place or (*before*) in front of it, or null: nothing.
function put(row, command, before) {
  change(() => {
    let at = draft.changes.find((one) => one.row === row);
    if (!at) draft.changes.push(at = { row, commands: [], keep: true });
    at.keep = Boolean(command) && before;
    if (command) at.commands.push(command);
    draft.at = null;
  });
}

// ------------------------------------------------------------------ taps

const editorOf = (node) => node.closest(".editor");
const rowOf = (node) => Number(editorOf(node).dataset.row);
const isBefore = (node) => editorOf(node).querySelector("[value=before]").checked;

function taken(node, command, needs) {
  if (!needs.includes("reason")) return put(rowOf(node), command, isBefore(node));
  waiting = command;
  const box = editorOf(node).querySelector(".needs-reason");
  box.hidden = false;
  box.querySelector("input").focus();
}

function refusedTap(button) {
  const line = editorOf(button).querySelector(".refused");
  line.querySelector("b").textContent = button.dataset.rule;
  line.querySelector("span").textContent = button.dataset.refusal;
  line.hidden = false;
}

function withScores(button, command) {
  const inputs = [...editorOf(button).querySelectorAll("[data-score]")];
  if (command.do !== "result" || !inputs.some((input) => input.value.trim())) return command;
  const scores = inputs.map((input) => input.value.trim() || "0");
  if (!scores.every((score) => /^\d{1,3}$/.test(score))) throw new Error(texts.bad_number);
  return { ...command, scores: scores.map(Number) };
}

const TAPS = {
  "[data-choose]": (button) => start(Number(button.dataset.choose)),
  "[data-again]": () => { draft = structuredClone(NOTHING); say(""); draw(); },
  "[data-leave-out]": (button) => change(() => {
    const rows = JSON.parse(button.dataset.leaveOut);
    draft.changes = [...draft.changes.filter((one) => !rows.some(({ row }) => row === one.row)), ...rows];
  }),
  "[data-nothing]": (button) => put(rowOf(button), null, false),
  "[data-with-reason]": (button) => {
    const input = editorOf(button).querySelector("[data-own-reason]");
    const reason = input.value.trim();
    if (reason && waiting) put(rowOf(button), { ...waiting, reason }, isBefore(button));
    else input.placeholder = texts.reason_missing;
  },
  "[data-command]": (button) => {
    if (button.getAttribute("aria-disabled") === "true") return refusedTap(button);
    const command = withScores(button, JSON.parse(button.dataset.command));
    taken(button, command, button.dataset.needs.split(" "));
  },
  "[data-reason]": (button) => { find("reason").value = button.dataset.reason; },
  "#back-one": back,
  "#record": () => record(),
};

document.addEventListener("click", (event) => {
  if (draft.sending) return;
  for (const [selector, act] of Object.entries(TAPS)) {
    const button = event.target.closest(selector);
    if (!button) continue;
    try {
      act(button);
    } catch (problem) {
      say("error", problem.message);
    }
    return;
  }
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-form]");
  if (!form) return;
  event.preventDefault();
  try {
    taken(form, commandOf(form), ["reason"]);
  } catch (problem) {
    const line = form.querySelector(".form-error");
    line.textContent = problem.message;
    line.hidden = false;
  }
});

document.addEventListener("change", (event) => {
  if (event.target.matches("form[data-form] [data-standing]")) fillIn(event.target.form);
});

// ------------------------------------------------------------------ recording

function record() {
  const reason = find("reason").value.trim();
  if (!reason) {
    find("reason").placeholder = texts.reason_missing;
    find("reason").focus();
    return;
  }
  const { seen, falls_away } = planned;
  draft.sending = { id: newId(), seen, changes: draft.changes, reason, falls_away };
  keep();
  tries = 0;
  say("pending", texts.sending);
  send();
}

async function send() {
  tries += 1;
  let code, answer;
  try {
    ({ code, answer } = await post(page.dataset.recordUrl, {
      ...draft.sending, epoch: sawEpoch(page.dataset.edition),
    }));
  } catch {
    say("offline", texts.retrying.replace("%s", tries));
    setTimeout(send, Math.min(1000 * 2 ** (tries - 1), LONGEST_WAIT));
    return;
  }
  if (answer.status === "recorded") return recorded(answer);
  // Signed out: it waits here, with its id, for the same person.
  if (code === 401 || answer.status === "csrf") return refused(code, answer);
  const { reason } = draft.sending;
  draft.sending = null;
  if (answer.status !== "stale") {
    keep();
    return refused(code, answer);
  }
  await draw();
  find("reason").value = reason;
  const meanwhile = answer.meanwhile.map((row) =>
    `${row.seq} · ${texts.by.replace("%s", row.by || "–")}: ${row.sentence}`);
  say("error", answer.message, ...meanwhile, texts.look_again);
}

function recorded(answer) {
  const fallen = [...work.querySelectorAll("[data-lost]")].map((list) => list.cloneNode(true));
  draft = structuredClone(NOTHING);
  keep();
  show(4);
  find("reason").value = "";
  const link = element("a", texts.console, "tap record");
  link.href = find("console").href;
  say("recorded", answer.message, ...fallen, link);
  scrollTo({ top: 0 });
}

function refused(code, answer) {
  if (code !== 401 && answer.status !== "csrf") return say("error", told(answer));
  const link = element("a", texts.sign_in, "tap");
  link.href = code === 401 ? page.dataset.signInUrl : location.href;
  say("offline", answer.message, link);
}

if (draft.sending) {
  say("pending", texts.sending);
  show(3);
  find("record-bar").hidden = true;
  send();
} else if (/^#\d+$/.test(location.hash) && !draft.changes.length) {
  const row = Number(location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
  start(row);
} else draw();
awake();
