// The Goose Game on the printed sheet: which page a moment of play needs, and the parts of its own.

import { hands } from "../clock.js";
import { $, $$, setText, words } from "../parts.js";
import { projector } from "../projector.js";
import { drawBoard } from "./board.js";
import * as shared from "./game.js";
import * as scenes from "./scenes.js";
import { dress, drawSheet } from "../../cagli_oca/oca/sheet.js";
import { sentenceOf } from "../../cagli_oca/live.js";

const pages = {
  throw: { parts: ["head", "now", "throw", "standings", "told"] },
  challenge: { parts: ["head", "challenge", "standings", "told"] },
  duel: { whole: true, parts: ["challenge"] },
  turn: { whole: true, parts: ["now", "throw"] },
};

function pageOf({ board }, view) {
  if (view === "challenge") return board.challenge ? "duel" : "turn";
  return board.challenge ? "challenge" : "throw";
}

// "Tocca a Sant'Andrea": the name stands out, in whatever language and order, and can be short.
function spellOut(headline, text, slug) {
  const name = slug && words.quarters[slug];
  const at = name ? text.indexOf(name) : -1;
  if (at < 0) return headline.replaceChildren(bold(text));
  const [before, after] = [text.slice(0, at), text.slice(at + name.length)];
  const [full, short] = [name, words.short_quarters[slug]].map((words) => bold(words + (after.length < 3 ? after : "")));
  full.dataset.name = short.dataset.short = "";
  Object.assign(full.dataset, { yield: 4, worth: 1.1 });
  const rest = [before, after.length < 3 ? "" : after].map((words) => {
    const part = document.createElement("span");
    part.className = "rest";
    part.textContent = words;
    return part;
  });
  headline.replaceChildren(rest[0], full, short, rest[1]);
}

function bold(text) {
  const strong = document.createElement("b");
  strong.textContent = text;
  return strong;
}

function compose(picture, page) {
  const { board } = picture;
  document.body.dataset.winner = picture.winner ?? "";
  spellOut($("#now-headline"), picture.now.headline, board && (board.winner ?? board.turn));
  if (!board) return;
  setText($(".trial-facts"), words.trial_facts?.[board.challenge?.trial] ?? "");
  rankParts(board, page);
  drawTrial(picture);
}

// The table of the four goes last, and only below an open challenge; its marks go before it.
function rankParts({ challenge }, page) {
  const rank = (selector, number) => {
    for (const part of $$(selector)) {
      if (number) Object.assign(part.dataset, { yield: number, worth: 0.7 });
      else delete part.dataset.yield;
    }
  };
  rank(".standings-part", challenge ? 35 : 0);
  rank(".marks", challenge ? 10 : 34);
  rank("#challenge", page === "suspended" ? 33 : 0);
}

function drawTrial({ board, trial }) {
  const { counts = null, clock = null } = trial ?? {};
  $(".duel").toggleAttribute("data-counted", Boolean(counts));
  for (const side of ["challenger", "challenged"]) {
    setText($(`[data-count="${side}"]`), counts?.[side] ?? "");
  }
  $(".trial-clock").hidden = !clock;
  if (!clock || !board.challenge) return;
  const slug = clock.side === "challenger" ? board.challenge.challenger : board.challenge.opponent;
  setText($(".trial-side"), words.short_quarters[slug] ?? "");
}

function tick({ trial }, now) {
  if (!trial?.clock) return;
  const { ends, left } = trial.clock;
  setText($(".trial-left"), hands(ends === null ? left : (ends - now) / 1000));
}

// "Whose turn" stands in the banner already.
const UNTOLD = ["turn_passed"];

function tell(happening) {
  const told = happening.steps.filter(({ step }) => !UNTOLD.includes(step));
  const whole = sentenceOf({ steps: told }) || sentenceOf(happening);
  return whole.replaceAll(" → ", "\u00a0→\u00a0");
}

// The least that must stay free: in the middle, as a share of the sheet, and beside it for the way
// to the phones, in the smallest letters' heights.
const CENTRE = { width: 0.68, height: 0.62 };
const SPARE = { width: 5, height: 7 };

function sheet({ width, height, text }) {
  const centre = { width: width * CENTRE.width, height: height * CENTRE.height };
  const spare = { width: text * SPARE.width, height: text * SPARE.height };
  return drawSheet($("#board svg"), { width, height, text, centre, spare });
}

const nameOf = (slug) => words.short_quarters[slug];

function redraw(picture) {
  if (picture?.board) drawBoard($("#board svg"), picture);
  else dress($("#board svg"), { goose: [], death: [], spervengolo: [] });
}

projector({ ...shared, pages, pageOf, compose, tell, tick, sheet, redraw, nameOf, scenes });
