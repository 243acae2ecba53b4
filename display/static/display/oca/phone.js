// The Goose Game on a phone: whose turn, the open challenge, the standings, the trials, my Quarter.

import { $, $$, setSymbol, setText, words } from "../parts.js";
import { phone } from "../phone.js";
import { serverNow } from "../clock.js";
import { boardSection } from "./phone-board.js";
import { drawBanner, drawDuel, drawStanding, emblem, wear } from "./shared.js";

// Whether a happening is this Quarter's news: its turn, or a part in what happened.
function concerns(told, slug) {
  return told.turn === slug || told.steps.some((step) => step.step !== "turn_passed"
    && [step.quarter, step.opponent, step.challenger].includes(slug));
}

function drawOrder(order) {
  const list = $("#order ol");
  list.append(...order.map((slug) => $(`[data-quarter="${slug}"]`, list)));
}

function drawChallenge(board, setup) {
  const section = $("#challenge");
  const challenge = board.challenge;
  section.hidden = !challenge;
  if (!challenge) return;
  setText($("[data-number]", section), challenge.number);
  setText($("[data-total]", section), setup.order_of_play.length);
  drawDuel(section, board);
  // What wins it is written once in the page, among the trials.
  const facts = $(`[data-trial="${challenge.trial}"] .facts`);
  setText($("[data-facts]", section), facts.textContent);
  $("[data-facts]", section).hidden = !facts.matches("[data-published]");
}

let ticking = null;

// The counts and the clock of the referee's tablet.
function drawTrial(trial) {
  clearInterval(ticking);
  for (const side of ["challenger", "challenged"]) {
    const count = $(`#challenge [data-side="${side}"] [data-count]`);
    count.hidden = !trial?.counts;
    setText(count, trial?.counts?.[side] ?? "");
  }
  const line = $('#challenge [data-phase="clock"]');
  const clock = trial?.clock;
  line.hidden = !clock;
  if (!clock) return;
  const tick = () => {
    const left = clock.ends === null ? clock.left : (clock.ends - serverNow()) / 1000;
    setText($("b", line), Math.max(0, Math.ceil(left)));
  };
  tick();
  if (clock.ends !== null) ticking = setInterval(tick, 250);
}

function drawThrow(die) {
  const line = $("#throw");
  line.hidden = !die;
  if (!die) return;
  setSymbol($(".die", line), `die-${die.value}`);
  setText($("[data-name]", line), words.quarters[die.quarter]);
  setText($("[data-value]", line), die.value);
}

function drawStandings(board, order) {
  const list = $("#standings");
  for (const slug of order) {
    const item = $(`[data-quarter="${slug}"]`, list);
    list.append(item);
    drawStanding(item, slug, board);
    $("[data-turn]", item).hidden = slug !== board.turn;
  }
}

// Its places in the Order of Play; both can change during the evening (R31, R35).
function drawTrials(board, setup) {
  const order = setup.order_of_play;
  setText($("#trials-played [data-played]"), board.game);
  setText($("#trials-played [data-total]"), order.length);
  for (const element of [$("#trials-played"), $("#trials-note")]) element.hidden = false;
  for (const trial of $$("#trial-list [data-trial]")) {
    const { trial: slug } = trial.dataset;
    const now = board.challenge?.trial === slug;
    trial.classList.toggle("now", now);
    $(".on-now", trial).hidden = !now;
    const places = $(".places", trial);
    const numbers = order.flatMap((at, i) => (at === slug ? [i + 1] : []));
    places.hidden = !numbers.length;
    for (const old of $$(".place-no", places)) old.remove();
    for (const number of numbers) {
      const open = number === board.challenge?.number;
      const place = document.createElement(number <= board.game && !open ? "del" : "span");
      place.className = `place-no${open ? " open" : ""}`;
      place.textContent = number;
      places.append(place, " ");
    }
  }
}

// Who throws after the one whose turn it is: whoever stays still is passed over (R15).
function next(board, order) {
  const from = order.indexOf(board.turn);
  const after = order.map((_, i) => order[(from + 1 + i) % order.length]);
  return after.find((slug) => !board.quarters[slug].skips) ?? null;
}

function doing(slug, board, order) {
  if (board.winner) return board.winner === slug ? "won" : "";
  if (!board.turn) return "";
  const { challenge } = board;
  if (challenge?.challenger === slug) return "challenges";
  if (challenge?.opponent === slug) return "challenged";
  if (board.turn === slug) return "throws";
  if (board.quarters[slug].skips) return "stays";
  return next(board, order) === slug ? "next" : "";
}

// The head of the page in my Quarter's colours, and where it is in a line.
function drawMine(slug, picture) {
  wear($("#head"), slug);
  const known = words.quarters[slug];
  setSymbol($("#mine .emblem"), known ? emblem(slug) : "icon-shield");
  const line = $("#mine-line");
  line.hidden = !known || !picture.board;
  if (line.hidden) return;
  const { board, setup } = picture;
  setText($("[data-name]", line), words.quarters[slug]);
  setText($("[data-square]", line), board.quarters[slug].square);
  const facts = { place: setup.order.indexOf(slug) + 1, doing: doing(slug, board, setup.order) };
  for (const [fact, value] of Object.entries(facts)) {
    for (const word of $$(`[data-${fact}]`, line)) word.hidden = word.dataset[fact] !== `${value}`;
  }
}

const board = boardSection();

function draw(picture, { mine }) {
  const slug = mine in words.quarters ? mine : null;
  drawMine(slug, picture);
  if (!picture.board) return;
  drawBanner($("#present"), picture.board);
  drawOrder(picture.setup.order);
  drawChallenge(picture.board, picture.setup);
  drawTrial(picture.trial);
  drawThrow(picture.last_die);
  drawStandings(picture.board, picture.setup.order);
  drawTrials(picture.board, picture.setup);
  board.draw(picture, slug);
}

phone({ emblem, wear, concerns, draw, sectionShown: board.shown });
