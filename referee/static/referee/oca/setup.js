// Set-up of an edition, and amending one: the form is one object, the header, drawn and changed.

import { post } from "../../cagli_oca/post.js";
import { sender } from "../send.js";
import { drawBoard, boardOf } from "./setup-board.js";
import { positionForm } from "./setup-position.js";
import { sortable } from "./sortable.js";

const form = document.getElementById("setup");
const amending = form.dataset.amending === "true";
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const find = (id) => document.getElementById(id);
const words = read("words");
const texts = { ...read("texts"), ...form.dataset };
const header = structuredClone(read("header"));
const atFirst = structuredClone(header);
header.square_trials ||= {};
let changed = false;

function touched() {
  changed = true;
  say("");
}

// A refusal with its rule; FILE is a word for files, not for people.
function told({ rule, message }) {
  return rule && rule !== "FILE" ? `${rule}: ${message}` : message;
}

function say(message, error = false) {
  find("said").textContent = message;
  find("said").className = error ? "error" : "";
}

// ------------------------------------------------------------------ board and Order of Play

const redrawBoard = drawBoard({ header, words, texts, touched, say });
const redrawList = sortable({
  list: find("order-of-play"),
  items: header.order_of_play,
  name: (slug) => words.trials[slug],
  texts,
  touched,
});
find("add").onclick = () => {
  header.order_of_play.push(find("add-trial").value);
  touched();
  redrawList();
};

// ------------------------------------------------------------------ what only a draft has

function chip(tag, slug) {
  const made = document.createElement(tag);
  made.className = "order-choice";
  made.dataset.quarter = slug;
  made.textContent = words.quarters[slug];
  return made;
}

let position = null;

function redrawOrder() {
  position?.redraw();
  find("order").replaceChildren(...header.order.map((slug) => chip("li", slug)));
  const left = Object.keys(words.quarters).filter((slug) => !header.order.includes(slug));
  find("order-choices").replaceChildren(...left.map((slug) => {
    const choice = chip("button", slug);
    choice.type = "button";
    choice.onclick = () => { header.order.push(slug); touched(); redrawOrder(); };
    return choice;
  }));
}

function startDraft() {
  find("title").value = header.title || "";
  find("edition-word").value = header.edition;
  find("held-on").value = header.held_on || "";
  const event = header.event || "palio";
  const known = [...find("event").options].some((option) => option.value === event);
  find("event").value = known ? event : "";
  find("event-other").value = known ? "" : event;
  const other = () => { find("event-other").hidden = find("event").value !== ""; };
  find("event").addEventListener("change", other);
  other();
  const options = header.options || {};
  for (const [name, first] of Object.entries(
    { square_once: "quarter", after_doubling: "resolve", specials_after_last: "stay" })) {
    form.querySelector(`[name=${name}][value=${options[name] || first}]`).checked = true;
  }
  find("order-again").onclick = () => { header.order = []; touched(); redrawOrder(); };
  if (find("order-draw")) find("order-draw").onclick = draw;
  find("open-first").onclick = () => { if (form.reportValidity()) find("opening").showModal(); };
  find("not-yet").onclick = () => find("opening").close();
  find("open-now").onclick = () => { find("opening").close(); save(true); };
  position = positionForm({ header, touched });
  redrawOrder();
}

// What each captain called out; null while a number is missing or none, {} while all are.
function numbers() {
  const called = [...form.querySelectorAll("[data-caller]")];
  if (called.every(({ value }) => value.trim() === "")) return {};
  if (!called.every((input) => /^[0-9]{1,6}$/.test(input.value.trim()))) return null;
  return Object.fromEntries(called.map(({ dataset, value }) => [dataset.caller, Number(value)]));
}

async function draw() {
  const called = numbers();
  if (!called || !Object.keys(called).length) {
    say(texts.numbers_missing, true);
    form.querySelector("[data-caller]").focus();
    return;
  }
  try {
    const { version } = form.dataset;
    const { code, answer } = await post(form.dataset.drawUrl, { numbers: called, version });
    if (code !== 200) return say(told(answer), true);
    form.dataset.version = answer.version;
    header.order = answer.header.order;
    redrawOrder();
    say(texts.drawn);
  } catch {
    say(texts.offline, true);
  }
}

function theHeader() {
  const made = {
    game: header.game,
    edition: find("edition-word").value.trim(),
    event: find("event").value || find("event-other").value.trim() || "palio",
    title: find("title").value.trim(),
    order: header.order,
    board: boardOf(header),
    order_of_play: header.order_of_play,
    options: Object.fromEntries(["square_once", "after_doubling", "specials_after_last"].map(
      (name) => [name, form.querySelector(`[name=${name}]:checked`).value])),
  };
  if (Object.keys(header.square_trials).length) made.square_trials = header.square_trials;
  if (find("held-on").value) made.held_on = find("held-on").value;
  if (position.line()) made.position = position.line();
  if (!made.title) delete made.title;
  if (header.rehearsal) made.rehearsal = true;
  return made;
}

function leave(address) {
  changed = false;
  location.assign(address);
}

async function save(open) {
  const called = numbers();
  if (!called) {
    say(texts.numbers_missing, true);
    return;
  }
  say(texts.saving);
  const sample = find("not-sample") ? !find("not-sample").checked : false;
  try {
    const { version } = form.dataset;
    const { code, answer } = await post(form.dataset.url, {
      header: theHeader(), numbers: called, sample, version, open,
    });
    if (code !== 200) {
      // Opened already, perhaps by this very tap, whose answer was lost.
      if (open && answer.next) return leave(answer.next);
      say(told(answer), true);
      return;
    }
    changed = false;
    form.dataset.version = answer.version;
    say(answer.message);
    if (open) leave(answer.next);
  } catch {
    say(texts.offline, true);
  }
}

// ------------------------------------------------------------------ amending (R35)

// The same store as the console's: what is still pending is shown and sent there too.
const sending = amending && sender({
  url: form.dataset.url,
  edition: form.dataset.edition,
  user: form.dataset.user,
  tell: (state, answer) => {
    if (state === "pending") {
      say(answer.offline ? texts.retrying.replace("%s", answer.tries) : texts.saving, answer.offline);
    } else if (state === "recorded") {
      changed = false;
      location.assign(form.dataset.consoleUrl);
    } else if (state === "stale") {
      // The edits stay; tapped again they are built upon what has now been told.
      form.dataset.head = answer.head;
      const meanwhile = answer.meanwhile.map((row) => `${row.by || "–"}: ${row.sentence}`);
      say([answer.message, ...meanwhile, texts.look_again].join(" "), true);
    } else say(told(answer), true);
  },
});

function amend() {
  const command = { do: "amend", reason: find("reason").value.trim() };
  const now = { ...header, board: boardOf(header) };
  for (const key of ["board", "order_of_play", "square_trials"]) {
    if (JSON.stringify(now[key]) !== JSON.stringify(atFirst[key])) command[key] = now[key];
  }
  sending.send(command, Number(form.dataset.head), { label: document.querySelector("h1").textContent });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (amending) amend();
  else save(false);
});
form.addEventListener("input", touched);
form.addEventListener("invalid", () => say(texts.look_again, true), true);
addEventListener("beforeunload", (event) => { if (changed) event.preventDefault(); });

if (!amending) startDraft();
else sending.resume();
redrawBoard();
redrawList();
