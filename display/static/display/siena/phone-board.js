// The Piazza on a phone: whole, or near the first pawn, the one on turn or mine, which it follows.

import { $, $$ } from "../parts.js";
import { boardOf, drawBoard, layBoard } from "./board.js";
import { isMossa, racers } from "./shared.js";

const NEARER = 2.3;
const TALL = 1.12;             // height to width
const SQUAT = 0.8;             // its least
const AROUND = 285;            // px of the window that head, buttons and bar need

export function boardSection() {
  const root = $("#sheet");
  let near = "";
  let shown = null;
  let mine = null;
  let size = null;

  function fit() {
    const width = Math.floor(root.clientWidth);
    if (!width || !shown?.board) return;
    const room = Math.max(width * SQUAT, innerHeight - AROUND);
    size = { width, height: Math.round(Math.min(width * TALL, room)), text: 0 };
    draw();
  }

  function draw() {
    if (!size) return;
    layBoard(root, size, shown.setup);
    drawBoard(root, shown);
    look();
  }

  function wanted() {
    const { board } = shown;
    if (near === "turn") return board.turn;
    if (near === "mine") return mine;
    return near === "first" ? racers(board)[0]?.slug : null;
  }

  function look() {
    $('[data-zoom="mine"]').hidden = !mine;
    for (const button of $$("[data-zoom]")) button.setAttribute("aria-pressed", button.dataset.zoom === near);
    const { course, svg } = boardOf(root);
    const pawn = isMossa(shown.board) ? null : shown.board.pawns[wanted()];
    if (!pawn || pawn.state === "out") {
      svg.style.transform = "";
      return;
    }
    const { x, y } = course.space(pawn.progress, pawn.lane);
    const { width, height } = course;
    // Centred on the pawn, but never past the edge of the sheet.
    const shift = (at, length) => Math.min(0, Math.max(length * (0.5 - (at / length) * NEARER), length * (1 - NEARER)));
    svg.style.transform = `translate(${shift(x, width)}px, ${shift(y, height)}px) scale(${NEARER})`;
  }

  for (const button of $$("[data-zoom]")) {
    button.addEventListener("click", () => {
      near = button.dataset.zoom;
      if (shown?.board && size) look();
    });
  }
  new ResizeObserver(fit).observe(root);
  addEventListener("resize", fit);

  return {
    draw(picture, slug) {
      shown = picture;
      mine = slug;
      if (size) draw();
      else fit();
    },
    // What somebody looks at must be there at once, not after the observer's turn.
    shown: fit,
  };
}
