// A player's hand of Pact cards: a tap on a card lights its lawful targets, a tap on one of them
// plays it. Before the rincorsa's decision: a number of cards, and Offer.

import { playersPage, text } from "../hand.js";

let root = null;
let card = null;      // the kind chosen
let number = null;    // of cards to offer
let pacts = [];

const page = playersPage({ drawn });
const all = (selector) => root.querySelectorAll(selector);

function drawn(main) {
  root = main;
  const offers = JSON.parse(root.querySelector("#own-offers").textContent);
  pacts = offers.pact ?? [];
  for (const button of all("[data-card]")) {
    button.onclick = () => choose(button.dataset.card);
    button.classList.toggle("is-dead", !of(button.dataset.card).some((pact) => pact.possible));
  }
  for (const button of all("[data-target]")) button.onclick = () => aim(button.dataset.target);
  for (const button of all("[data-cards]")) {
    button.onclick = () => count(Number(button.dataset.cards));
  }
  for (const button of all("[data-do]")) button.onclick = () => offer(button.dataset.do);
  if (!of(card).some((pact) => pact.possible)) card = null;
  show();
}

const of = (kind) => pacts.filter(({ command }) => command.card === kind);

// What is chosen, and where it may go.
function show() {
  for (const button of all("[data-card]")) {
    button.setAttribute("aria-pressed", button.dataset.card === card);
  }
  const lit = new Set(of(card).filter((pact) => pact.possible).map(({ command }) => command.target));
  for (const button of all("[data-target]")) {
    button.classList.toggle("is-lit", lit.has(button.dataset.target));
  }
  root.firstElementChild.classList.toggle("is-choosing", card !== null);
  for (const button of all("[data-cards]")) {
    button.setAttribute("aria-pressed", Number(button.dataset.cards) === number);
  }
  root.querySelector("[data-do=offer]")?.setAttribute("aria-disabled", number === null);
}

function choose(kind) {
  const possible = of(kind).some((pact) => pact.possible);
  if (kind === card) {
    card = null;
    page.say(text("put_back"));
  } else if (possible) {
    card = kind;
    page.say(text("choose_target"));
  } else {
    card = null;
    page.say(of(kind)[0]?.refusal ?? "", "refused");
  }
  show();
}

function aim(target) {
  const pact = of(card).find(({ command }) => command.target === target);
  if (!pact) page.say(text("choose_card"));
  else if (!pact.possible) page.say(pact.refusal, "refused");
  else {
    card = null;
    show();
    page.play(pact.command);
  }
}

function count(cards) {
  number = number === cards ? null : cards;
  show();
}

function offer(what) {
  const { command } = root.querySelector(".offer").dataset;
  const cards = what === "withdraw" ? 0 : number;
  if (cards === null) return;
  number = null;
  show();
  page.play({ ...JSON.parse(command), cards });
}

addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && card !== null) choose(card);
});
