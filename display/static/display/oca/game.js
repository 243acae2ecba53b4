// The Goose Game on a live page: whose turn, the open challenge, the standings, the last throw.

import { $, fill, setSymbol, setText, words } from "../parts.js";
import { drawBoard } from "./board.js";
import { drawBanner, drawDuel, drawStanding, wear } from "./shared.js";

export { emblem, wear } from "./shared.js";

export function draw(picture) {
  if (!picture.board) return;
  const { board, setup } = picture;
  drawBanner($("#now"), board);
  drawOrder(setup.order);
  drawChallenge(board, setup);
  drawThrow(picture.last_die);
  drawStandings(board, setup.order);
  drawBoard($("#board svg"), picture);
}

function drawOrder(order) {
  const list = $("#order ol");
  list.append(...order.map((slug) => $(`[data-order="${slug}"]`, list)));
}

function drawChallenge(board, setup) {
  const section = $("#challenge");
  const challenge = board.challenge;
  section.hidden = !challenge;
  delete section.dataset.number;
  if (!challenge) return;
  const { number } = challenge;
  section.dataset.number = number;
  const total = setup.order_of_play.length;
  setText($("[data-of]", section), fill(words.patterns.challenge_of, { number, total }));
  drawDuel(section, board);
}

function drawThrow(die) {
  const line = $("#throw");
  line.hidden = !die;
  if (!die) return;
  wear(line, die.quarter);
  setSymbol($(".die", line), `die-${die.value}`);
  setText($("[data-name]", line), words.short_quarters[die.quarter]);
  setText($("[data-value]", line), die.value);
}

function drawStandings(board, order) {
  const list = $("#standings");
  for (const slug of order) {
    const item = $(`[data-quarter="${slug}"]`, list);
    list.append(item);
    drawStanding(item, slug, board);
    if (slug === board.turn) item.setAttribute("aria-current", "true");
    else item.removeAttribute("aria-current");
  }
}
