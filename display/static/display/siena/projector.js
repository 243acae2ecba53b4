// Siena on the printed sheet: the Piazza on one side, a page on the other; which page a moment
// needs, and the parts of its own.

import { $, setSymbol } from "../parts.js";
import { projector } from "../projector.js";
import { drawBoard, layBoard } from "./board.js";
import * as shared from "./game.js";
import * as scenes from "./scenes.js";
import { hasTen, isMossa, isRace, nameOf, phaseOf, present } from "./shared.js";
import { sentenceOf } from "../../cagli_oca/live.js";

const pages = {
  before: { whole: true, parts: ["head", "countdown", "order"] },
  gallery: { whole: true, parts: ["now", "gallery", "told"] },
  mossa: { parts: ["now", "standings", "order"] },
  race: { parts: ["now", "throw", "standings", "order"] },
  turn: { whole: true, parts: ["now", "throw"] },
  between: { whole: true, parts: ["now", "standard", "told"] },
  won: { whole: true, parts: ["now", "standard"] },
  final: { parts: ["head", "now", "standings", "figures"] },
  suspended: { parts: ["head", "now", "standings", "told"] },
};

function pageOf({ board }, view) {
  if (view === "challenge") return "turn";
  if (phaseOf(board) === "draw_three") return "between";
  if (isRace(board)) return "race";
  return isMossa(board) ? "mossa" : "gallery";
}

function compose(picture) {
  const { body } = document;
  const slug = present(picture);
  body.dataset.winner = picture.winner ?? "";
  body.dataset.moment = slug ?? "";
  if (picture.setup) setSymbol($(".standard svg"), `s-standard-${picture.setup.mode}`);
  spellOut($("#now-headline"), picture.now.headline, slug);
  if (picture.board) $(".race").classList.toggle("empty", !hasTen(picture.board));
}

// "Tocca alla Lupa": the name stands out, in whatever language and order.
function spellOut(headline, text, slug) {
  const name = slug && nameOf(slug);
  const at = name ? text.indexOf(name) : -1;
  const part = (tag, said, label = "") => Object.assign(document.createElement(tag), { textContent: said, className: label });
  if (at < 0) headline.replaceChildren(part("b", text));
  else {
    headline.replaceChildren(part("span", text.slice(0, at), "rest"), part("b", name), part("span", text.slice(at + name.length), "rest"));
  }
}

// "Whose turn" stands in the banner already, and the round's order in the list.
const UNTOLD = ["turn_passed", "player_called", "round_began", "phase_begun"];

function tell(happening) {
  const told = happening.steps.filter(({ step }) => !UNTOLD.includes(step));
  return sentenceOf({ steps: told }) || sentenceOf(happening);
}

// The page's share: wide enough for ten names, the rest is the Piazza's. The way to the phones stands
// in a corner of the town.
const COLUMN = 0.66; // of the shorter side
const MOST = 0.46; // of the width
const ROWS = 0.53; // of the height, where it is upright

function sheet({ width, height, text }) {
  const root = $("#board");
  const upright = height > width;
  const column = upright ? 0 : Math.min(COLUMN * Math.min(width, height), MOST * width);
  const below = upright ? height * ROWS : 0;
  const box = { width: width - column, height: height - below, text };
  root.style.width = `${box.width}px`;
  root.style.height = `${box.height}px`;
  layBoard(root, box, sheet.setup);
  const corner = text * 5.4;
  return {
    centre: upright
      ? { x: 0, y: box.height, width, height: below }
      : { x: box.width, y: 0, width: column, height },
    spare: { x: text * 0.9, y: text * 0.9, width: corner, height: corner * 1.1 },
  };
}

function redraw(picture) {
  sheet.setup = picture?.setup ?? null;
  if (picture?.board) shared.draw(picture);
}

projector({ ...shared, pages, pageOf, compose, tell, tick() {}, sheet, redraw, nameOf, scenes });
