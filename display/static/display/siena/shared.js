// What Siena's pages show alike: who runs where, how far apart, and in which colours.

import { fill, words } from "../parts.js";

export const ROWS = 30;
export const LAPS = 3;
export const FINISH = LAPS * ROWS + 1;
const RUNNING = 10;

export const emblem = (slug) => `shield-${slug}`;
export const nameOf = (slug) => words.contrade[slug];
export const signed = (number) => (number > 0 ? `+${number}` : `${number}`.replace("-", "−"));

export function wear(element, slug) {
  element.classList.toggle("dressed", Boolean(slug));
  if (slug) element.dataset.contrada = slug;
  else delete element.dataset.contrada;
}

export const lapOf = (progress) => Math.min(Math.max(Math.ceil(progress / ROWS), 1), LAPS);

export function lapWords(progress) {
  if (progress < 1) return words.says.behind_line;
  const lap = lapOf(progress);
  return lap === LAPS ? words.says.last_lap : fill(words.says.lap, { lap });
}

// Whose moment it is: the winner, or the Contrada on turn; a player's turn is nobody's colours.
export function present({ board, winner }) {
  if (!board) return null;
  if (winner) return winner;
  if (board.phase === "draw_three") return board.winners.at(-1);
  if (board.phase === "suspended" || !(board.turn in words.contrade)) return null;
  return board.turn;
}

const before = (a, b) => b.progress - a.progress || a.lane - b.lane;

// The ten in the order of the race (P21), those that are out last; before the race in the order of
// the call, with their places in the Mossa.
export function racers({ running, pawns, mossa, mossa_cards: cards, owners, horses, turn, winners, phase }) {
  const known = running.map((slug, i) => ({
    slug, owner: owners[slug] ?? "", horse: horses[slug] ?? "", turn: slug === turn,
    call: i + 1, row: mossa[slug]?.row ?? null, sum: cards[slug] ?? 0,
    ...pawns[slug], winner: ["won", "draw_three"].includes(phase) && slug === winners.at(-1),
  }));
  if (!Object.keys(pawns).length) return known;
  const inRace = known.filter(({ state }) => state !== "out").sort(before);
  const first = inRace[0]?.progress ?? 0;
  const out = known.filter(({ state }) => state === "out").sort(before);
  return [
    ...inRace.map((racer, i) => ({ ...racer, place: i + 1, gap: first - racer.progress })),
    ...out.map((racer) => ({ ...racer, place: null, gap: null })),
  ];
}

const MOSSA = ["mossa_order", "mossa_roll", "decide", "mossa_cards"];

// The phase that is played, also while play is suspended from it.
export const phaseOf = (board) => board.suspended_from ?? board.phase;
export const isRace = (board) => Object.keys(board.pawns).length > 0;
export const isMossa = (board) => !isRace(board) && MOSSA.includes(phaseOf(board));
export const hasTen = (board) => board.running.length === RUNNING;

// The colour of the die that a step tells: the horse's, or the red one.
export const dieOf = (told) => (told.step === "rolled" ? told.horse : "red");
