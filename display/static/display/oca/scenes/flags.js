// Cloth in the wind: a flag cut into strips, each skewed along one travelling wave. The strips'
// edges meet because neighbours share the wave's height there.

import { make } from "../../stage.js";
import { use } from "./drawings.js";

const STRIPS = 9;
const MOMENTS = 10;
const WAVE = 1500;
const HIGH = 7;            // of the cloth's width, in hundredths
const LENGTH = 1.35;       // waves along the cloth

// The height of the wave at x (0 at the pole, 1 at the free end), in hundredths of the width.
const height = (x, time) => HIGH * x ** 0.7 * Math.sin(2 * Math.PI * (time - x * LENGTH));

function frames(i, wide) {
  const [left, right] = [i / STRIPS, (i + 1) / STRIPS];
  return Array.from({ length: MOMENTS + 1 }, (_, moment) => {
    const time = moment / MOMENTS;
    const [from, to] = [height(left, time), height(right, time)];
    const skew = Math.atan2(to - from, 100 / STRIPS);
    return { transform: `translateY(${((from / 100) * wide).toFixed(2)}px) skewY(${skew.toFixed(4)}rad)` };
  });
}

// Each Quarter's cloth, divided as its pawn is, its symbol upright in the middle.
const CLOTHS = {
  agostino: "M0 0H96V64H0Z|M48 0H96V64H48Z",
  andrea: "M0 0H96V64H0Z|M0 0L48 32L96 0V64L48 32L0 64Z",
  angelo: "M0 0H96V64H0Z|M96 0V64H0Z",
  francesco: "M0 0H96V64H0Z|M0 32H96V64H0Z",
};

function sew() {
  const cloths = Object.entries(CLOTHS).map(([slug, paths]) => {
    const [whole, part] = paths.split("|");
    return `<symbol id="flag-${slug}" viewBox="0 0 96 64"><path class="${slug}-1-fill" d="${whole}"></path>`
      + `<path class="${slug}-2-fill" d="${part}"></path><path class="s-hem" d="M1 1H95V63H1Z"></path>`
      + `<use href="#q-${slug}" x="28" y="11" width="40" height="42"></use></symbol>`;
  });
  document.body.append(make(`<svg class="symbol-sheet" aria-hidden="true" width="0" height="0">${cloths.join("")}</svg>`));
}
sew();

// Where the cloth turns away from the light.
function folds(i) {
  const [left, right] = [i / STRIPS, (i + 1) / STRIPS];
  return Array.from({ length: MOMENTS + 1 }, (_, moment) => {
    const slope = height(right, moment / MOMENTS) - height(left, moment / MOMENTS);
    return { opacity: Math.min(Math.max(slope / HIGH, 0), 0.34).toFixed(3) };
  });
}

// A flag of that Quarter on its pole; still until wave() brings the wind, which ends with the node.
export function flag(slug) {
  const node = make('<div class="s-flag"><i class="s-pole"></i><div class="s-cloth"></div></div>');
  node.dataset.quarter = slug;
  for (let i = 0; i < STRIPS; i += 1) {
    node.lastElementChild.append(make(`<i class="s-strip">${use(`flag-${slug}`, "0 0 96 64")}<i class="s-fold"></i></i>`));
  }
  return node;
}

export function wave(show, node) {
  const cloth = node.lastElementChild;
  const wide = cloth.clientWidth;
  for (const [i, strip] of [...cloth.children].entries()) {
    const left = (i * wide) / STRIPS;
    const picture = strip.firstElementChild;
    strip.style.left = `${left}px`;
    strip.style.width = `${wide / STRIPS + 1}px`;
    picture.style.width = `${wide}px`;
    picture.style.left = `${-left}px`;
    const forever = { duration: WAVE / show.pace, iterations: Infinity };
    strip.animate(frames(i, wide), forever);
    strip.lastElementChild.animate(folds(i), forever);
  }
}
