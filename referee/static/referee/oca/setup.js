// Set-up of an edition, and amending one: the form is one object, the header, drawn and changed.

import { post } from "../../cagli_oca/post.js";
import { numbersCalled, setup, told } from "../setup.js";
import { sortable } from "../sortable.js";
import { drawBoard, boardOf } from "./setup-board.js";
import { positionForm } from "./setup-position.js";

const find = (id) => document.getElementById(id);
const words = JSON.parse(find("words").textContent);
const { form, amending, texts, header, atFirst, touched, say } = setup({
  theHeader,
  numbers: () => numbersCalled(form),
  amendment,
});
header.square_trials ||= {};

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
  position = positionForm({ header, touched });
  redrawOrder();
}

async function draw() {
  const called = numbersCalled(form);
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

// R35: what differs from the data in force.
function amendment() {
  const now = { ...header, board: boardOf(header) };
  const before = { ...atFirst, square_trials: atFirst.square_trials || {} };
  return Object.fromEntries(["board", "order_of_play", "square_trials"]
    .filter((key) => JSON.stringify(now[key]) !== JSON.stringify(before[key]))
    .map((key) => [key, now[key]]));
}

if (!amending) startDraft();
redrawBoard();
redrawList();
