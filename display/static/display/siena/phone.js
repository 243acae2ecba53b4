// Siena on a phone: whose moment it is, the ten, the players, the Piazza, the Contrade, mine.

import { $, $$, fill, setSymbol, setText, words } from "../parts.js";
import { phone } from "../phone.js";
import { drawBanner, drawDie } from "./game.js";
import { drawLists } from "./lists.js";
import { boardSection } from "./phone-board.js";
import { emblem, isRace, lapWords, nameOf, racers, wear } from "./shared.js";

// Whether a happening is this Contrada's news: its turn, a card on it, a part in what happened.
function concerns(told, slug) {
  return told.steps.some((step) => step.step !== "turn_passed" && step.step !== "round_began"
    && ([step.contrada, step.target].includes(slug) || step.overtaken?.includes(slug)));
}

function doing(slug, { board, winner }) {
  if (winner === slug) return "won";
  if (board.turn === slug) return "turn";
  const state = board.pawns[slug]?.state;
  if (state && state !== "jockey") return state;
  return board.running.length && !board.running.includes(slug) ? "idle" : "";
}

// The head of the page in my Contrada's colours, and where it is in a line.
function drawMine(slug, picture) {
  wear($("#head"), slug);
  setSymbol($("#mine .emblem"), slug ? emblem(slug) : "icon-shield");
  const line = $("#mine-line");
  line.hidden = !slug || !picture.board;
  if (line.hidden) return;
  const { board } = picture;
  setText($("[data-name]", line), nameOf(slug));
  const mine = isRace(board) ? racers(board).find((racer) => racer.slug === slug) : null;
  const facts = {
    owner: board.owners[slug] ?? "",
    place: mine?.place ? fill(words.says.place, { place: mine.place }) : "",
    lap: mine?.place ? lapWords(mine.progress) : "",
  };
  for (const [fact, told] of Object.entries(facts)) {
    const part = $(`[data-fact="${fact}"]`, line);
    part.hidden = !told;
    setText(part, told);
  }
  for (const word of $$("[data-doing]", line)) word.hidden = word.dataset.doing !== doing(slug, picture);
}

// Among the seventeen: whose each is, whether it runs, on which horse, with whom.
function drawContrade(board) {
  for (const item of $$("[data-of]")) {
    const slug = item.dataset.of;
    const facts = {
      owner: board?.owners[slug],
      horse: words.horses[board?.horses[slug]],
      jockey: board?.jockeys[slug],
    };
    for (const [fact, told] of Object.entries(facts)) {
      const part = $(`[data-fact="${fact}"]`, item);
      part.hidden = !told;
      setText(part, told ?? "");
    }
    $('[data-fact="runs"]', item).hidden = !board?.running.includes(slug);
  }
}

const board = boardSection();

function draw(picture, { mine }) {
  const slug = mine in words.contrade ? mine : null;
  drawMine(slug, picture);
  drawContrade(picture.board);
  if (!picture.board) return;
  drawBanner($("#present"), picture);
  drawDie($("#throw"), picture.last_die);
  if (picture.last_die) setText($("#throw [data-name]"), nameOf(picture.last_die.contrada));
  drawLists(picture);
  board.draw(picture, slug);
}

phone({ emblem, wear, concerns, draw, sectionShown: board.shown });
