// The Goose Game on a stream: four squares, the open challenge, the winner.

import { hands, serverNow } from "../clock.js";
import { overlay } from "../overlay.js";
import { $, $$, setSymbol, setText, words } from "../parts.js";

let clock = null;

function draw(picture) {
  const { board } = picture;
  if (!board) return [];
  drawStrip(picture);
  drawChallenge(picture);
  const winner = $("#winner");
  if (board.winner) {
    winner.dataset.quarter = board.winner;
    setSymbol($(".emblem", winner), `q-${board.winner}`);
    setText($("#winner-words"), picture.now.headline);
  }
  return ["standings", board.challenge && "challenge", board.winner && "winner"].filter(Boolean);
}

function drawStrip({ board, setup, last_die: die, now, stage }) {
  const strip = $("#strip");
  for (const slug of setup.order) {
    const cell = $(`[data-quarter="${slug}"]`, strip);
    strip.append(cell);
    cell.classList.toggle("turn", slug === board.turn);
    setText($("[data-square]", cell), board.quarters[slug].square);
    const thrown = $(".die", cell);
    thrown.toggleAttribute("hidden", die?.quarter !== slug);
    if (die?.quarter === slug) setSymbol(thrown, `die-${die.value}`);
  }
  const state = $(".state", strip);
  state.hidden = stage !== "suspended" && !(stage === "over" && !board.winner);
  setText(state, now.headline);
  strip.append(state);
}

function drawChallenge({ board, now, trial }) {
  const { challenge } = board;
  clock = trial?.clock ?? null;
  if (!challenge) return;
  const card = $("#challenge");
  setText($("#challenge-title"), board.phase === "suspended"
    ? words.trials[challenge.trial] : now.headline);
  for (const [side, slug] of [["challenger", challenge.challenger],
    ["challenged", challenge.opponent]]) {
    const line = $(`[data-side="${side}"]`, card);
    const name = $("[data-name]", line);
    if (slug) line.dataset.quarter = slug;
    else delete line.dataset.quarter;
    const undrawn = challenge.select_team ? "mark-select-team" : "mark-unknown";
    setSymbol($(".emblem", line), slug ? `q-${slug}` : undrawn);
    setText(name, words.short_quarters[slug]
      ?? (challenge.select_team ? name.dataset.selectTeam : name.dataset.undrawn));
    setText($("[data-count]", line), trial?.counts ? trial.counts[side] : "");
  }
  for (const declared of $$("[data-declared]", card)) {
    declared.hidden = !challenge[declared.dataset.declared];
  }
  tick();
}

function tick() {
  const shown = $("#clock");
  shown.hidden = !clock;
  if (!clock) return;
  const left = clock.ends === null ? clock.left : (clock.ends - serverNow()) / 1000;
  setText(shown, hands(left));
}

setInterval(tick, 250);
overlay({ draw });
