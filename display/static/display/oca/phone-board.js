// The board on a phone: whole, or near one Quarter's pawn, which it then follows.

import { $, $$, setText, words } from "../parts.js";
import { drawBoard } from "./board.js";

const NEARER = 2.6;

export function boardSection() {
  const box = $("#sheet");
  const svg = $("svg", box);
  const line = $("#zoomed");
  let near = null;
  let shown = null;

  function look() {
    for (const button of $$("[data-zoom]")) {
      button.setAttribute("aria-pressed", button.dataset.zoom === (near ?? ""));
    }
    line.hidden = !near;
    if (!near) {
      svg.style.transform = "";
      return;
    }
    const quarter = shown.board.quarters[near];
    const { x, y } = $(`.square[data-square="${quarter.square}"]`, svg).dataset;
    const { width, height } = svg.viewBox.baseVal;
    // Centred on the pawn, but never past the edge of the sheet.
    const shift = (at, size) => Math.min(Math.max(0.5 / NEARER, at / size), 1 - 0.5 / NEARER);
    const [dx, dy] = [shift(x, width), shift(y, height)].map((at) => (0.5 / NEARER - at) * 100);
    svg.style.transform = `scale(${NEARER}) translate(${dx}%, ${dy}%)`;
    setText($("[data-name]", line), words.quarters[near]);
    setText($("[data-square]", line), quarter.square);
    $("[data-has-cleared]", line).hidden = !quarter.cleared.length;
    setText($("[data-cleared]", line), quarter.cleared.join(", "));
  }

  for (const button of $$("[data-zoom]")) {
    button.addEventListener("click", () => {
      near = button.dataset.zoom || null;
      if (shown) look();
    });
  }

  return {
    draw(picture) {
      shown = picture;
      drawBoard(svg, picture);
      look();
    },
    shown() {},
  };
}
