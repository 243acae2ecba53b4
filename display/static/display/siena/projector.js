// Siena on the printed sheet: the Piazza on one side, a page on the other; which page a moment
// needs, and the parts of its own.

import { $, setSymbol } from "../parts.js";
import { projector } from "../projector.js";
import { clearBoard, layBoard } from "./board.js";
import * as shared from "./game.js";
import * as scenes from "./scenes.js";
import { hasTen, isMossa, isRace, nameOf, phaseOf, present } from "./shared.js";
import { sentenceOf } from "../../cagli_oca/live.js";

const pages = {
  before: { parts: ["head", "countdown", "order"] },
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

function compose(picture, page) {
  const { body } = document;
  const slug = present(picture);
  body.dataset.winner = picture.winner ?? "";
  body.dataset.moment = slug ?? "";
  if (picture.setup) setSymbol($(".standard svg"), `s-standard-${picture.setup.mode}`);
  $("#now-headline").dataset.box = "";
  spellOut($("#now-headline"), picture.now.headline, slug);
  // In the narrow column the line below the name goes before the players and their cards do.
  Object.assign($("#now-line").dataset, ["mossa", "race"].includes(page) ? { yield: 15, worth: 0.75 } : { yield: 60 });
  if (picture.board) $(".race").classList.toggle("empty", !hasTen(picture.board));
}

// "Tocca alla Lupa": the name stands out, in whatever language and order.
function spellOut(headline, text, slug) {
  const name = slug && nameOf(slug);
  const at = name ? text.indexOf(name) : -1;
  const part = (tag, said, label = "") => Object.assign(document.createElement(tag), { textContent: said, className: label });
  if (at < 0) headline.replaceChildren(part("b", text));
  else {
    // A mark behind a name stays with it.
    const end = at + name.length, mark = text.length - end < 3 ? text.length : end;
    headline.replaceChildren(part("span", text.slice(0, at), "rest"), part("b", text.slice(at, mark)), part("span", text.slice(mark), "rest"));
  }
}

// "Whose turn" stands in the banner already, the round's order in the list, the ten with their
// horses and jockeys in the portraits.
const UNTOLD = [
  "turn_passed", "player_called", "round_began", "phase_begun",
  "ten_drawn", "horse_given", "jockey_chosen", "order_called", "placed",
];

function tell(happening) {
  const told = happening.steps.filter(({ step }) => !UNTOLD.includes(step));
  return sentenceOf({ steps: told });
}

// The page's share: wide enough for ten names, the rest is the Piazza's. The way to the phones stands
// in a corner of the town.
const COLUMN = 0.74; // of the shorter side
const MOST = 0.49; // of the width
const ROWS = 0.53; // of the height, where it is upright

function sheet({ width, height, text }) {
  const root = $("#board");
  const upright = height > width;
  const column = upright ? 0 : Math.min(COLUMN * Math.min(width, height), MOST * width);
  const below = upright ? height * ROWS : 0;
  const box = { width: width - column, height: height - below, text };
  root.style.width = `${box.width}px`;
  root.style.height = `${box.height}px`;
  const { course } = layBoard(root, box, sheet.setup);
  return {
    centre: upright
      ? { x: 0, y: box.height, width, height: below }
      : { x: box.width, y: 0, width: column, height },
    spare: cornerOf(course, text),
  };
}

// The corner of the town that the track leaves the largest square.
const LARGEST = 5.6;
const LEAST = 3;

function cornerOf({ line, border, width, height, unit }, text) {
  const rim = line(0, 30, (along) => border(along) + 0.6, 180);
  const edge = unit * 0.62;
  let best = { size: 0 };
  for (const [right, low] of [[0, 0], [1, 0]]) {
    for (let size = LARGEST * text; size > Math.max(best.size, LEAST * text); size -= text / 4) {
      const [x, y] = [right ? width - edge - size : edge, low ? height - edge - size : edge];
      const hit = rim.some((point) => point.x > x - 4 && point.x < x + size + 4 && point.y > y - 4 && point.y < y + size + 4);
      if (!hit) {
        best = { x, y, size };
        break;
      }
    }
  }
  return { x: best.x ?? edge, y: best.y ?? edge, width: best.size, height: best.size };
}

function redraw(picture) {
  sheet.setup = picture?.setup ?? null;
  if (picture?.board) shared.draw(picture);
  else clearBoard($("#board"));
}

projector({ ...shared, pages, pageOf, compose, tell, tick() {}, sheet, redraw, nameOf, scenes });
