// Makes a page of the printed sheet fit its place: as large as it can be, and never cut off.
//
// Two sizes rule the page: --s, the smallest letters (1 = 1/30 of the picture's shorter side), and
// --k, how much larger than its least size everything big is set. What stands in the page with
// data-yield="N" gives way if it must, lowest N first, as soon as --k would fall below its
// data-worth (1 if it says nothing). Texts with data-cut are shortened when nothing else helps.

import { $$, setText, shorten } from "./parts.js";

const LARGEST = 5;
const STEP = 0.04;
const ROUNDING = 1;
const SHORTEST = 40;

const shown = (element) => element.getClientRects().length > 0;

function holds(box) {
  return box.scrollWidth <= box.clientWidth + ROUNDING
    && box.scrollHeight <= box.clientHeight + ROUNDING;
}

// What gives way, first to last; what has the same number gives way together.
function ranks(page) {
  const found = new Map();
  for (const item of $$("[data-yield]", page)) {
    const number = Number(item.dataset.yield);
    found.set(number, [...(found.get(number) ?? []), item]);
  }
  return [...found].sort(([a], [b]) => a - b).map(([, items]) => items);
}

export function fit(page, scale = 1) {
  const yields = ranks(page);
  const boxes = [page, ...$$("[data-box]", page)];
  const set = (name, value) => page.style.setProperty(name, value);
  const fits = (k) => {
    set("--k", k);
    return boxes.every(holds);
  };

  for (const cut of $$("[data-cut]", page)) setText(cut, cut.dataset.cut);
  for (let letters = scale; ; letters = Math.max(1, letters - 0.1)) {
    set("--s", letters);
    for (const item of yields.flat()) item.classList.remove("yielded");
    for (const rank of yields) {
      const there = rank.filter(shown);
      if (!there.length || fits(Number(there[0].dataset.worth) || 1)) continue;
      for (const item of rank) item.classList.add("yielded");
    }
    if (fits(1) || letters <= 1) break;
  }
  const cuts = $$("[data-cut]", page).filter(shown);
  while (!fits(1)) {
    const longest = cuts.filter((cut) => cut.textContent.length > SHORTEST)
      .sort((a, b) => b.textContent.length - a.textContent.length)[0];
    if (!longest) return false;
    setText(longest, shorten(longest.textContent, longest.textContent.length - 10));
  }
  let [least, most] = [1, LARGEST];
  while (most - least > STEP) {
    const middle = (least + most) / 2;
    if (fits(middle)) least = middle;
    else most = middle;
  }
  set("--k", least);
  return true;
}
