// Siena on a live page: whose moment it is, the lists, the last die, the Piazza.

import { $, setSymbol, setText } from "../parts.js";
import { boardOf, drawBoard, layBoard } from "./board.js";
import { drawLists } from "./lists.js";
import { dieOf, emblem, present, wear } from "./shared.js";

export { emblem, wear } from "./shared.js";

export function drawBanner(banner, picture) {
  const slug = present(picture);
  wear(banner, slug);
  const mark = $(".emblem", banner);
  mark.toggleAttribute("hidden", !slug);
  if (slug) setSymbol(mark, emblem(slug));
}

export function drawDie(line, die) {
  line.hidden = !die;
  if (!die) return;
  const symbol = $(".die", line);
  symbol.setAttribute("class", `die ${dieOf(die)}`);
  setSymbol(symbol, `die-${die.value}`);
  setText($("[data-value]", line), die.value);
}

export function draw(picture) {
  if (!picture.board) return;
  drawBanner($("#now"), picture);
  drawDie($("#throw"), picture.last_die);
  drawLists(picture);
  const root = $("#board");
  const made = boardOf(root);
  if (made) layBoard(root, { ...made.course, text: made.text }, picture.setup);
  drawBoard(root, picture);
}
