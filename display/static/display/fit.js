// Makes a page of the printed sheet fit its place: as large as it can be, and never cut off.
//
// Two sizes rule the page: --s, the smallest letters (1 = 1/30 of the picture's shorter side), and
// --k, the scale of everything big (stylesheets keep letters from getting too small). What has
// data-yield="N" gives way if it must, lowest N first, as soon as --k would fall below its
// data-worth. Texts with data-cut are shortened when nothing else helps. What holds text must not
// overflow its place: the page, and to the sides what has data-box.

import { $$, setText, shorten } from "./parts.js";

const LEAST = 0.7;
const LARGEST = 5;
const USUAL_WORTH = 0.85;
const STEP = 0.04;
const ROUNDING = 1;
const SHORTEST = 40;

const shown = (element) => element.getClientRects().length > 0;

const isWideEnough = (box) => box.scrollWidth <= box.clientWidth + ROUNDING;
const isHighEnough = (box) => box.scrollHeight <= box.clientHeight + ROUNDING;

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
  const ladder = ranks(page);
  const boxes = [page, ...$$("[data-box]", page)];
  const set = (name, value) => page.style.setProperty(name, value);
  const fits = (k) => {
    set("--k", k);
    return isHighEnough(page) && boxes.every(isWideEnough);
  };
  const worth = (rank) => Number(rank[0].dataset.worth) || USUAL_WORTH;
  const give = (rank, away) => {
    for (const item of rank) item.classList.toggle("yielded", away);
  };

  for (const cut of $$("[data-cut]", page)) setText(cut, cut.dataset.cut);
  for (let letters = scale; ; letters = Math.max(1, letters - 0.1)) {
    set("--s", letters);
    for (const rank of ladder) give(rank, false);
    const given = [];
    for (const rank of ladder) {
      if (!rank.some(shown) || fits(worth(rank))) continue;
      give(rank, true);
      given.unshift(rank);
    }
    // What gave way in vain, because something dearer had to go as well, comes back.
    for (const rank of given) {
      give(rank, false);
      if (!fits(worth(rank))) give(rank, true);
    }
    if (fits(LEAST) || letters <= 1) break;
  }
  if (!cut(page, () => fits(LEAST))) return;
  let [least, most] = [LEAST, LARGEST];
  while (most - least > STEP) {
    const middle = (least + most) / 2;
    if (fits(middle)) least = middle;
    else most = middle;
  }
  set("--k", least);
}

// Shortens the longest text until all fits.
function cut(page, fits) {
  const texts = $$("[data-cut]", page).filter(shown);
  while (!fits()) {
    const [longest] = texts.filter((text) => text.textContent.length > SHORTEST)
      .sort((a, b) => b.textContent.length - a.textContent.length);
    if (!longest) return false;
    setText(longest, shorten(longest.textContent, longest.textContent.length - 10));
  }
  return true;
}
