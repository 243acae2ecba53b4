// Makes a page of the printed sheet fit its place: as large as it can be, and never cut off.
//
// Two sizes rule the page: --s, the smallest letters (1 = 1/30 of the picture's shorter side), and
// --k, the scale of everything big (stylesheets keep letters from getting too small). What has
// data-yield="N" gives way if it must, lowest N first, as soon as --k would fall below its
// data-worth; a text with data-cut is first put in brief, and cut further when nothing else helps.
// What holds text must not overflow its place: the page, and to the sides what has data-box.
//
// Each probe is a layout. So that nothing else on the sheet stands still for long, the work is done
// in slices; meanwhile the body has data-fitting, and the page is not to be seen.

import { $, $$, setText, shorten } from "./parts.js";

const SLICE = 30; // milliseconds
const LEAST = 0.7;
const LARGEST = 5;
const USUAL_WORTH = 0.85;
const STEP = 0.04;
const ROUNDING = 1;
const BRIEF = 110;
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

// The newest call is the one that counts.
let present = null;

// A probe of mine; between two of them others may have their turn.
function prober(page, mine) {
  const boxes = [page, ...$$("[data-box]", page)];
  let until = performance.now() + SLICE;
  return async (k) => {
    if (performance.now() > until) {
      document.body.dataset.fitting = "";
      await new Promise((resolve) => { setTimeout(resolve); });
      if (present !== mine) throw new Superseded();
      until = performance.now() + SLICE;
    }
    page.style.setProperty("--k", k);
    return isHighEnough(page) && boxes.every(isWideEnough);
  };
}

class Superseded extends Error {}

// Gives a promise: true when all is in its place, false when a newer call took over.
export async function fit(page, scale = 1) {
  const mine = present = {};
  try {
    await arrange(page, scale, prober(page, mine));
  } catch (error) {
    if (error instanceof Superseded) return false;
    throw error;
  }
  if (present !== mine) return false;
  delete document.body.dataset.fitting;
  return true;
}

async function arrange(page, scale, fits) {
  const texts = $$("[data-cut]", page);
  for (let letters = scale; ; letters = Math.max(1, letters - 0.1)) {
    page.style.setProperty("--s", letters);
    for (const text of texts) setText(text, text.dataset.cut);
    for (const item of $$(".yielded", page)) item.classList.remove("yielded");
    await choose(ranks(page), fits);
    if (await fits(LEAST) || letters <= 1) break;
  }
  if (await cut(texts, () => fits(LEAST))) await grow(fits, page.dataset.page ?? "");
}

// Decides what stays.
async function choose(ladder, fits) {
  const worth = (rank) => Number(rank[0].dataset.worth) || USUAL_WORTH;
  const give = (rank, away) => {
    for (const item of rank) item.classList.toggle("yielded", away);
  };
  // Whether it fits with this rank, if need be with its text in brief.
  const keeps = async (rank) => {
    if (await fits(worth(rank))) return true;
    const text = rank[0].matches("[data-cut]") ? rank[0] : $("[data-cut]", rank[0]);
    if (!text || text.textContent.length <= BRIEF) return false;
    setText(text, shorten(text.dataset.cut, BRIEF));
    return fits(worth(rank));
  };

  // Mostly there is room for all.
  const all = ladder.filter((rank) => rank.some(shown));
  if (await fits(Math.max(LEAST, ...all.map(worth)))) return;

  const given = [];
  let fitting = 0; // up to which --k it fits by now
  for (const rank of ladder) {
    if (worth(rank) <= fitting || !rank.some(shown)) continue;
    if (await keeps(rank)) {
      fitting = worth(rank);
      continue;
    }
    give(rank, true);
    given.unshift(rank);
  }
  // What gave way in vain, because something dearer had to go as well, comes back.
  for (const rank of given) {
    give(rank, false);
    if (!await keeps(rank)) give(rank, true);
  }
}

// The largest --k that fits. Letters of a size never seen before cost several layouts: so --k goes
// in steps, and the one of the last picture on such a page is tried first.
const usual = new Map();

async function grow(fits, page) {
  const at = (step) => LEAST + step * STEP;
  let [least, most] = [0, Math.round((LARGEST - LEAST) / STEP)];
  const guess = usual.get(page) ?? 0;
  if (guess && await fits(at(guess))) {
    least = guess;
    if (!await fits(at(guess + 1))) most = guess + 1;
  } else if (guess) {
    most = guess;
  }
  while (most - least > 1) {
    const middle = (least + most) >> 1;
    if (await fits(at(middle))) least = middle;
    else most = middle;
  }
  await fits(at(least));
  usual.set(page, least);
}

// Shortens the longest text until all fits.
async function cut(texts, fits) {
  while (!await fits()) {
    const [longest] = texts.filter((text) => shown(text) && text.textContent.length > SHORTEST)
      .sort((a, b) => b.textContent.length - a.textContent.length);
    if (!longest) return false;
    setText(longest, shorten(longest.textContent, longest.textContent.length - 10));
  }
  return true;
}
