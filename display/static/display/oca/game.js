// The Goose Game on a live page: whose turn, the open challenge, the standings, the last throw.

import { $, $$, fill, setSymbol, setText, words } from "../parts.js";
import { drawBoard } from "./board.js";

export const emblem = (slug) => `q-${slug}`;
export const winner = (picture) => picture.board?.winner ?? null;

export function draw(picture) {
  if (!picture.board) return;
  const { board, setup } = picture;
  drawNow(board);
  drawOrder(setup.order);
  drawChallenge(board, setup);
  drawThrow(picture.last_die);
  drawStandings(board, setup.order);
  drawBoard($("#board svg"), picture);
}

function wear(element, slug) {
  if (slug) element.dataset.quarter = slug;
  else delete element.dataset.quarter;
}

function drawNow(board) {
  // While a challenge is open its two sides are shown below; two banners of one Quarter would lie.
  const slug = board.winner ?? (board.challenge || board.phase === "suspended" ? null : board.turn);
  const now = $("#now");
  wear(now, slug);
  $(".emblem", now).toggleAttribute("hidden", !slug);
  if (slug) setSymbol($(".emblem", now), emblem(slug));
}

function drawOrder(order) {
  const list = $("#order ol");
  list.append(...order.map((slug) => $(`[data-order="${slug}"]`, list)));
}

function drawSide(banner, slug, symbol) {
  wear(banner, slug);
  setSymbol($(".emblem", banner), symbol);
  setText($("[data-name]", banner), words.quarters[slug] ?? "");
  setText($("[data-short]", banner), words.short_quarters[slug] ?? "");
}

function drawChallenge(board, setup) {
  const section = $("#challenge");
  const challenge = board.challenge;
  section.hidden = !challenge;
  delete section.dataset.number;
  if (!challenge) return;
  const { number, challenger, opponent, trial } = challenge;
  section.dataset.number = number;
  const total = setup.order_of_play.length;
  setText($("[data-of]", section), fill(words.patterns.challenge_of, { number, total }));
  setText($("[data-trial]", section), words.trials[trial]);
  drawSide($('[data-side="challenger"]'), challenger, emblem(challenger));

  const other = $('[data-side="challenged"]');
  const undrawn = !opponent && !challenge.select_team;
  const symbol = opponent ? emblem(opponent) : undrawn ? "mark-unknown" : "mark-select-team";
  drawSide(other, opponent, symbol);
  $("[data-undrawn]", other).hidden = !undrawn;
  $("[data-select-team]", other).hidden = !challenge.select_team;

  $('[data-declared="bonus"]', section).hidden = !challenge.bonus;
  $('[data-declared="select-team"]', section).hidden = !challenge.select_team;
  for (const phase of $$("[data-phase]", section)) {
    phase.hidden = phase.dataset.phase !== board.phase;
  }
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
    const quarter = board.quarters[slug];
    const item = $(`[data-quarter="${slug}"]`, list);
    list.append(item);
    item.classList.toggle("turn", slug === board.turn);
    item.classList.toggle("winner", slug === board.winner);
    if (slug === board.turn) item.setAttribute("aria-current", "true");
    else item.removeAttribute("aria-current");
    setText($("[data-square]", item), quarter.square);
    drawMarks(item, quarter);
  }
}

function drawMarks(item, quarter) {
  const mark = (name) => $(`[data-mark="${name}"]`, item);
  mark("bonus").hidden = quarter.bonus_used;
  mark("bonus-used").hidden = !quarter.bonus_used;
  mark("select-team").hidden = quarter.select_team_used;
  mark("select-team-used").hidden = !quarter.select_team_used;
  for (const [name, count] of [["death", quarter.death_rolls], ["skips", quarter.skips]]) {
    mark(name).hidden = !count;
    setText($("[data-count]", mark(name)), count);
  }
  $(".cleared", item).hidden = !quarter.cleared.length;
  setText($("[data-cleared]", item), quarter.cleared.join(", "));
}
