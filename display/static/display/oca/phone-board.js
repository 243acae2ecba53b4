// The board on a phone: whole, or near one Quarter's pawn, which it then follows.

import { $, $$, setText, words } from "../parts.js";
import { drawSheet, sheetOf } from "../../cagli_oca/oca/sheet.js";
import { drawBoard } from "./board.js";

const NEARER = 2.4;
const TALL = 1.36;             // an upright phone's sheet, height to width
const SQUAT = 0.8;             // its least
const AROUND = 285;            // px of the window that head, buttons and bar need
const TEXT = 13;               // px, the least size of the squares' numbers

export function boardSection() {
  const box = $("#sheet");
  const svg = $("svg", box);
  const line = $("#zoomed");
  let near = null;
  let shown = null;
  let size = "";

  // The sheet is drawn for the box at hand: as wide as its column, as high as the window allows.
  function fit() {
    const width = Math.floor(box.clientWidth);
    if (!width || !shown) return;
    const room = Math.max(width * SQUAT, innerHeight - AROUND);
    const height = Math.round(Math.min(width * TALL, room));
    if (size === `${width} ${height}`) return;
    size = `${width} ${height}`;
    drawSheet(svg, { width, height, text: TEXT, centre: null });
    draw();
  }

  function draw() {
    if (!size) return;
    drawBoard(svg, shown);
    look();
  }

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
    const { x, y } = sheetOf(svg).squares[quarter.square];
    const { width, height } = svg.viewBox.baseVal;
    // Centred on the pawn, but never past the edge of the sheet.
    const shift = (at, length) => Math.min(0, Math.max(length * (0.5 - at / length * NEARER), length * (1 - NEARER)));
    svg.style.transform = `translate(${shift(x, width)}px, ${shift(y, height)}px) scale(${NEARER})`;
    setText($("[data-name]", line), words.quarters[near]);
    setText($("[data-square]", line), quarter.square);
    $("[data-has-cleared]", line).hidden = !quarter.cleared.length;
    setText($("[data-cleared]", line), quarter.cleared.join(", "));
  }

  for (const button of $$("[data-zoom]")) {
    button.addEventListener("click", () => {
      near = button.dataset.zoom || null;
      if (shown && size) look();
    });
  }
  new ResizeObserver(fit).observe(box);
  addEventListener("resize", fit);

  return {
    draw(picture) {
      shown = picture;
      fit();
      draw();
    },
    // What somebody looks at must be there at once, not after the observer's turn.
    shown: fit,
  };
}
