// The picture of the board to tap on, and the same as lists to type in.

import { dress, drawSheet } from "../../cagli_oca/oca/sheet.js";

const SPECIALS = ["goose", "death", "spervengolo"];
const SHEET = { width: 1600, height: 1000, text: 40, centre: null };

export function boardOf(header) {
  return Object.fromEntries(SPECIALS.map((special) =>
    [special, [...header.board[special]].sort((a, b) => a - b)]));
}

export function drawBoard({ header, words, texts, touched, say }) {
  // A picture elsewhere; here its squares are buttons.
  const svg = document.querySelector("#board .board");
  drawSheet(svg, SHEET);
  const squares = [...svg.querySelectorAll(".square")];
  const trialByRule = new Set(squares.filter((square) =>
    square.matches(".trial")).map((square) => Number(square.dataset.square)));

  function specialOf(number) {
    return SPECIALS.find((special) => header.board[special].includes(number));
  }

  function put(number) {
    const brush = document.querySelector("[name=brush]:checked").value;
    const before = specialOf(number);
    if (brush === "trial") {
      if (!trialByRule.has(number) || before) return say(texts.notATrialSquare, true);
      if (header.square_trials[number]) delete header.square_trials[number];
      else header.square_trials[number] = document.getElementById("square-trial").value;
    } else {
      if (number > 47) return say(texts.notHere, true);
      if (before) header.board[before] = header.board[before].filter((n) => n !== number);
      if (before !== brush) header.board[brush].push(number);
      delete header.square_trials[number];
    }
    touched();
    redraw();
  }

  function redraw(except) {
    dress(svg, header.board);
    for (const square of squares) {
      const number = Number(square.dataset.square);
      const special = specialOf(number);
      const trial = trialByRule.has(number) && !special;
      square.classList.toggle("own-trial", Boolean(header.square_trials[number]));
      const told = [number, special && words.specials[special],
        words.trials[header.square_trials[number]] || (trial && texts.trialSquare)];
      square.setAttribute("aria-label", told.filter(Boolean).join(", "));
    }
    for (const input of document.querySelectorAll("[data-special]")) {
      if (input === except || !input.checkValidity()) continue;
      input.value = boardOf(header)[input.dataset.special].join(", ");
    }
    document.getElementById("square-trials").replaceChildren(
      ...Object.entries(header.square_trials).map(([square, trial]) => {
        const item = document.createElement("li");
        item.textContent = `${square}: ${words.trials[trial]}`;
        return item;
      }));
  }

  for (const square of squares) {
    const number = Number(square.dataset.square);
    if (number < 1 || number > 53) continue;
    square.setAttribute("tabindex", "0");
    square.setAttribute("role", "button");
    square.addEventListener("click", () => put(number));
    square.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      put(number);
    });
  }
  for (const input of document.querySelectorAll("[data-special]")) {
    input.addEventListener("input", () => {
      const typed = input.value.split(/[\s,;]+/).filter(Boolean);
      const readable = typed.every((word) => /^[0-9]{1,2}$/.test(word));
      input.setCustomValidity(readable ? "" : texts.badList);
      if (!readable) return;
      header.board[input.dataset.special] = typed.map(Number);
      for (const square of typed) delete header.square_trials[Number(square)];
      redraw(input);
    });
  }
  return redraw;
}
