// Siena on a stream: the order of the race in a strip, whose moment it is, the winner.

import { overlay } from "../overlay.js";
import { $, setSymbol, setText } from "../parts.js";
import { dieOf, emblem, hasTen, isRace, nameOf, present, racers, wear } from "./shared.js";

function draw(picture) {
  const { board, winner, now, last_die: die } = picture;
  if (!board) return [];
  drawStrip(board);
  const slug = present(picture);
  for (const plate of [$("#moment"), $("#winner")]) {
    wear(plate, slug);
    $(".emblem", plate).toggleAttribute("hidden", !slug);
    if (slug) setSymbol($(".emblem", plate), emblem(slug));
  }
  setText($("#moment-words"), now.headline);
  setText($("#winner-words"), now.headline);
  const shown = $("#moment .die");
  const own = slug && die?.contrada === slug;
  shown.toggleAttribute("hidden", !own);
  if (own) {
    shown.setAttribute("class", `die ${dieOf(die)}`);
    setSymbol(shown, `die-${die.value}`);
  }
  return [hasTen(board) && "standings", winner ? "winner" : "moment"].filter(Boolean);
}

function drawStrip(board) {
  const racing = isRace(board);
  $("#strip").replaceChildren(...racers(board).map((told) => {
    const cell = $("#strip-template").content.firstElementChild.cloneNode(true);
    wear(cell, told.slug);
    cell.classList.toggle("turn", told.turn);
    cell.classList.toggle("out", told.state === "out");
    cell.classList.toggle("riderless", told.state === "riderless");
    setText($(".racer-place", cell), racing ? told.place ?? "" : told.call);
    setSymbol($(".emblem", cell), emblem(told.slug));
    setText($(".name", cell), nameOf(told.slug));
    setText($(".place", cell), racing ? (told.gap ? `−${told.gap}` : "") : told.row ?? "");
    return cell;
  }));
}

overlay({ draw });
