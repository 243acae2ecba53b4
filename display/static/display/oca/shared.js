// What the projector and the phones show alike of the Goose Game.

import { $, $$, setSymbol, setText, words } from "../parts.js";

export const emblem = (slug) => `q-${slug}`;

export function wear(element, slug) {
  element.classList.toggle("dressed", Boolean(slug));
  if (slug) element.dataset.quarter = slug;
  else delete element.dataset.quarter;
}

// Whose banner the headline is on. While a challenge is open its two sides are shown below; two
// banners of one Quarter would lie.
export function drawBanner(banner, board) {
  const slug = board.winner ?? (board.challenge || board.phase === "suspended" ? null : board.turn);
  wear(banner, slug);
  $(".emblem", banner).toggleAttribute("hidden", !slug);
  if (slug) setSymbol($(".emblem", banner), emblem(slug));
}

function drawSide(side, slug, symbol) {
  wear(side, slug);
  setSymbol($(".emblem", side), symbol);
  setText($("[data-name]", side), words.quarters[slug] ?? "");
  const short = $("[data-short]", side);
  if (short) setText(short, words.short_quarters[slug] ?? "");
}

// The open challenge's trial and two sides, what was declared, and how far it is.
export function drawDuel(section, board) {
  const { challenger, opponent, trial, bonus, select_team: selectTeam } = board.challenge;
  setText($("[data-trial]", section), words.trials[trial]);
  drawSide($('[data-side="challenger"]', section), challenger, emblem(challenger));
  const other = $('[data-side="challenged"]', section);
  const undrawn = !opponent && !selectTeam;
  const unnamed = undrawn ? "mark-unknown" : "mark-select-team";
  drawSide(other, opponent, opponent ? emblem(opponent) : unnamed);
  $("[data-undrawn]", other).hidden = !undrawn;
  $("[data-select-team]", other).hidden = !selectTeam;
  $('[data-declared="bonus"]', section).hidden = !bonus;
  $('[data-declared="select-team"]', section).hidden = !selectTeam;
  for (const phase of $$("[data-phase]", section)) {
    phase.hidden = phase.dataset.phase !== board.phase;
  }
}

// A Quarter's line among the four: where it stands and what it has left.
export function drawStanding(item, slug, board) {
  const quarter = board.quarters[slug];
  item.classList.toggle("turn", slug === board.turn);
  item.classList.toggle("winner", slug === board.winner);
  setText($("[data-square]", item), quarter.square);
  const mark = (name) => $(`[data-mark="${name}"]`, item);
  mark("bonus").hidden = quarter.bonus_used;
  mark("bonus-used").hidden = !quarter.bonus_used;
  mark("select-team").hidden = quarter.select_team_used;
  mark("select-team-used").hidden = !quarter.select_team_used;
  for (const [name, count] of [["death", quarter.death_rolls], ["skips", quarter.skips]]) {
    mark(name).hidden = !count;
    setText($("[data-count]", mark(name)), count);
  }
}
