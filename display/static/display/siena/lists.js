// The lists that stand beside the Piazza: the ten, the players with their cards, the portraits.

import { $, $$, fill, setSymbol, setText, words } from "../parts.js";
import { emblem, hasTen, isRace, lapWords, nameOf, racers, signed, wear } from "./shared.js";

const copy = (id) => $(`#${id}`).content.firstElementChild.cloneNode(true);

function chip(element, sum) {
  element.hidden = !sum;
  setText(element, sum ? signed(sum) : "");
  element.classList.toggle("against", sum < 0);
}

function racer(told, racing) {
  const item = copy("racer-template");
  wear(item, told.slug);
  item.classList.toggle("turn", told.turn);
  item.classList.toggle("winner", told.winner);
  item.classList.toggle("out", told.state === "out");
  item.classList.toggle("riderless", told.state === "riderless");
  if (told.turn) item.setAttribute("aria-current", "true");
  setText($(".racer-place", item), racing ? told.place ?? "" : told.call);
  setSymbol($(".emblem", item), emblem(told.slug));
  setText($(".racer-name", item), nameOf(told.slug));
  setText($(".racer-owner", item), told.owner);
  const fallen = told.state && told.state !== "jockey";
  const horse = $(".racer-horse", item);
  horse.toggleAttribute("hidden", !fallen);
  if (fallen) setSymbol(horse, told.state === "out" ? "s-out" : "s-riderless");
  chip($(".chip", item), racing ? told.waiting : told.sum);
  setText($(".racer-lap", item), lapOfRacer(told, racing));
  setText($(".racer-gap", item), gapOf(told, racing));
  return item;
}

function lapOfRacer(told, racing) {
  if (!racing || told.winner) return "";
  return told.state === "out" ? words.says.out : lapWords(told.progress);
}

// Rows behind the first; in the Mossa the row that was rolled.
function gapOf(told, racing) {
  if (!racing) return told.row ?? "";
  if (told.gap === null || told.winner) return "";
  return told.gap ? `−${told.gap}` : "";
}

export function drawRacers(list, board) {
  const racing = isRace(board);
  list.classList.toggle("racing", racing);
  list.replaceChildren(...racers(board).map((told) => racer(told, racing)));
}

// Who sits at the table, how many cards each holds, and whose Contrade they are.
export function drawSeats(list, { board, setup }) {
  list.replaceChildren(...setup.players.map((player) => {
    const item = copy("seat-template");
    const dealt = player in board.hand_sizes;
    item.classList.toggle("turn", player === board.turn || (board.turn in board.owners && board.owners[board.turn] === player));
    setText($(".seat-name", item), player);
    $(".seat-cards", item).hidden = !dealt;
    setText($(".seat-cards b", item), dealt ? board.hand_sizes[player] : "");
    const offer = $(".seat-offer", item);
    offer.hidden = !(player in board.offers);
    setText(offer, offer.hidden ? "" : fill(words.says.offers, { number: board.offers[player] }));
    const own = Object.keys(board.owners).filter((slug) => board.owners[slug] === player
      && (!hasTen(board) || board.running.includes(slug)));
    $(".seat-contrade", item).append(...own.map((slug) => {
      const template = document.createElement("template");
      template.innerHTML = '<svg class="emblem" viewBox="0 0 64 64" aria-hidden="true"><use></use></svg>';
      const mark = template.content.firstElementChild;
      setSymbol(mark, emblem(slug));
      mark.classList.toggle("gone", board.pawns[slug]?.state === "out");
      return mark;
    }));
    return item;
  }));
}

// The seventeen by their Terci while they find their owners; then the ten with horse and jockey.
export function drawGallery(list, { board }) {
  const ten = hasTen(board) && board.phase !== "draw_contrada";
  const slugs = hasTen(board) ? board.running : Object.keys(words.contrade);
  list.dataset.of = slugs.length;
  const portraits = new Map(slugs.map((slug) => {
    const item = copy("gallery-template");
    wear(item, slug);
    item.classList.toggle("waiting", !(slug in board.owners));
    setSymbol($(".emblem", item), emblem(slug));
    setText($(".portrait-name", item), nameOf(slug));
    setText($(".portrait-owner", item), board.owners[slug] ?? "");
    setText($(".portrait-horse", item), ten ? words.horses[board.horses[slug]] ?? "" : "");
    item.dataset.horse = board.horses[slug] ?? "";
    setText($(".portrait-jockey", item), board.jockeys[slug] ?? "");
    return [slug, item];
  }));
  list.replaceChildren(...(hasTen(board) ? portraits.values() : byTercio(portraits)));
}

function byTercio(portraits) {
  return Object.entries(words.terci).flatMap(([tercio, name]) => {
    const head = copy("tercio-template");
    setSymbol($("svg", head), `s-tercio-${tercio.replace("_", "-")}`);
    setText($("span", head), name);
    return [head, ...[...portraits].filter(([slug]) => words.tercio_of[slug] === tercio).map(([, item]) => item)];
  });
}

export function drawLists(picture, root = document) {
  for (const list of $$("#standings", root)) drawRacers(list, picture.board);
  for (const list of $$("#seats", root)) drawSeats(list, picture);
  for (const list of $$("#gallery", root)) drawGallery(list, picture);
}
