// Set-up of a Palio, and amending its track: players and their seats, mode, cards, horses, deck, track.

import { piazza } from "../../cagli_oca/siena/piazza.js";
import { numbersCalled, setup } from "../setup.js";
import { sortable } from "../sortable.js";

const MOST = 6;
const FIVE_LANES = [1, 2, 3, 4, 5, 6, 30]; // rows that always have five (P18)
const CURVES = ["san_martino", "casato"];
const HAND = 9;

const find = (id) => document.getElementById(id);
const read = (id) => JSON.parse(find(id).textContent);
const words = read("words");
const inForce = read("defaults"); // the draft's data with every default filled in
const { form, amending, texts, header, touched, say } = setup({
  theHeader,
  numbers: () => numbersCalled(form),
  amendment: () => ({ track: track() }),
});

function element(tag, attributes = {}, children = []) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// ------------------------------------------------------------------ the track

function drawTrack() {
  find("lanes").replaceChildren(...inForce.track.lanes.map((lanes, i) => {
    const input = element("input", { type: "number", inputmode: "numeric", min: 1, max: 5, required: "", "data-lanes": i + 1 });
    if (FIVE_LANES.includes(i + 1)) input.readOnly = true;
    input.value = lanes;
    return element("label", {}, [String(i + 1), input]);
  }));
  for (const curve of CURVES) {
    [`${curve}-first`, `${curve}-last`].forEach((id, i) => { find(id).value = inForce.track[curve][i]; });
  }
  preview();
}

function track() {
  return {
    lanes: [...form.querySelectorAll("[data-lanes]")].map(({ value }) => Number(value)),
    ...Object.fromEntries(CURVES.map((curve) =>
      [curve, [Number(find(`${curve}-first`).value), Number(find(`${curve}-last`).value)]])),
  };
}

// Drawn again while every number is one of a track; what is impossible is said when it is saved.
function preview() {
  const now = track();
  const rows = [...now.lanes, ...CURVES.flatMap((curve) => now[curve])];
  if (!rows.every((n) => Number.isInteger(n) && n >= 1 && n <= 30) || now.lanes.some((n) => n > 5)) return;
  const { martino, casato } = form.dataset;
  find("piazza").replaceChildren(piazza(now).draw({ san_martino: martino, casato }));
  for (const input of form.querySelectorAll("[data-lanes]")) {
    const row = Number(input.dataset.lanes);
    const within = CURVES.some((curve) => now[curve][0] <= row && row <= now[curve][1]);
    input.parentElement.classList.toggle("in-curve", within);
  }
}

form.addEventListener("input", (event) => {
  if (event.target.matches("[data-lanes], [data-curve]")) preview();
  if (event.target.matches("[data-card]")) countDeck();
});

// ------------------------------------------------------------------ what only a draft has

const players = Array.isArray(header.players) ? header.players : [];
const roles = { youngest: header.youngest, oldest: header.oldest };
const horses = { ...inForce.horses };
const called = Object.fromEntries(read("callers").map(({ slug, number }) => [slug, number]));
let redrawSeats = () => {};

function drawPlayers() {
  redrawSeats();
  [...find("players").children].forEach((line, i) => { line.dataset.seat = i + 1; });
  for (const role of ["youngest", "oldest"]) {
    if (!players.includes(roles[role])) [roles[role]] = players;
    find(role).replaceChildren(...players.map((player) => element("option", { value: player }, [player])));
    find(role).value = roles[role] ?? "";
  }
  for (const input of form.querySelectorAll("[data-caller]")) called[input.dataset.caller] = input.value;
  find("numbers")?.replaceChildren(...players.map((player, i) => {
    const input = element("input", { "data-caller": player, inputmode: "numeric", pattern: "[0-9]{1,6}", maxlength: 6, autocomplete: "off" });
    input.value = called[player] ?? "";
    return element("label", { "data-seat": i + 1 }, [player, input]);
  }));
  countDeck();
}

function addPlayer() {
  const name = find("new-player").value.trim();
  if (!name) return say(texts.noName, true);
  if (players.includes(name)) return say(texts.nameTwice, true);
  if (players.length >= MOST) return say(texts.six, true);
  players.push(name);
  find("new-player").value = "";
  find("new-player").focus();
  touched();
  drawPlayers();
}

function drawHorses() {
  find("horses").replaceChildren(...Object.entries(horses).map(([horse, kind], i) => {
    const button = element("button", { type: "button", class: "button horse-card", "data-horse": horse });
    button.innerHTML = `<svg viewBox="0 0 63 88" aria-hidden="true"><use href="#s-card-${kind}"></use></svg>`;
    button.append(`${i + 1} ${words.horses[kind]}`);
    button.onclick = () => {
      horses[horse] = kind === "bono" ? "brenna" : "bono";
      touched();
      drawHorses();
      find("horses").querySelector(`[data-horse="${horse}"]`).focus();
    };
    return button;
  }));
  const bono = Object.values(horses).filter((kind) => kind === "bono").length;
  find("horses-said").textContent = texts.horsesSaid.replace("%1", bono).replace("%2", 10 - bono);
}

const deck = () => Object.fromEntries([...form.querySelectorAll("[data-card]")]
  .map(({ dataset, value }) => [dataset.card, Number(value)]));

function countDeck() {
  const sum = Object.values(deck()).reduce((all, n) => all + n, 0);
  find("deck-said").textContent = texts.deckSaid.replace("%1", sum)
    .replace("%2", players.length).replace("%3", HAND * players.length);
}

function startDraft() {
  find("title").value = header.title || "";
  find("edition-word").value = header.edition;
  find("held-on").value = header.held_on || "";
  form.querySelector(`[name=mode][value=${inForce.mode}]`).checked = true;
  form.querySelector(`[name=cards][value=${inForce.cards}]`).checked = true;
  form.querySelector(`[name=curves][value=${inForce.options.curves}]`).checked = true;
  for (const input of form.querySelectorAll("[data-card]")) input.value = inForce.deck[input.dataset.card];
  redrawSeats = sortable({
    list: find("players"), items: players, name: (player) => player, texts,
    touched: () => { touched(); queueMicrotask(drawPlayers); },
  });
  find("add-player").onclick = addPlayer;
  find("new-player").onkeydown = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    addPlayer();
  };
  for (const role of ["youngest", "oldest"]) find(role).onchange = () => { roles[role] = find(role).value; };
  drawPlayers();
  drawHorses();
}

function theHeader() {
  const picked = (name) => form.querySelector(`[name=${name}]:checked`).value;
  const made = {
    game: header.game,
    edition: find("edition-word").value.trim(),
    title: find("title").value.trim(),
    mode: picked("mode"),
    players,
    youngest: find("youngest").value,
    oldest: find("oldest").value,
    cards: picked("cards"),
    horses,
    track: track(),
    deck: deck(),
    options: { curves: picked("curves") },
  };
  if (header.event) made.event = header.event;
  if (find("held-on").value) made.held_on = find("held-on").value;
  if (!made.title) delete made.title;
  if (header.rehearsal) made.rehearsal = true;
  return made;
}

drawTrack();
if (!amending) startDraft();
