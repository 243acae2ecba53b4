// The projector: everything must fit, whatever the text, and the cursor is in nobody's way.

import { $, $$, setText, shorten, start } from "./parts.js";

const LONGEST = { title: 60, sentence: 220, older: 80, happenings: 4 };
const IDLE = 3000;

// From roomy to tight: the scale of the big words, and how many happenings must fit.
const LEVELS = [
  { scale: 1, enough: 2 },
  { scale: 0.9, enough: 2 },
  { scale: 0.8, enough: 2 },
  { scale: 0.7, enough: 2 },
  { scale: 0.7, enough: 1 },
  { scale: 0.7, enough: 1, tight: "tight" },
  { scale: 0.7, enough: 1, tight: "tight tightest" },
];
const TIGHT_TITLE = 24;
const TIGHT_SENTENCE = 40;

// Takes the roomiest level at which the side fits; older happenings give way first. Where nothing
// helps (long texts that people typed) the newest happening is cut.
function fit() {
  const side = $(".side");
  const title = $("#title");
  const full = title.textContent;
  const told = $$("#happenings li");
  const isWide = (box) => box.scrollWidth <= box.clientWidth;
  const fits = () => isWide(side) && isWide($("#now-headline"))
    && side.scrollHeight <= side.clientHeight;
  for (const { scale, enough, tight = "" } of LEVELS) {
    side.style.setProperty("--scale", scale);
    side.className = `side ${tight}`;
    if (tight) setText(title, shorten(full, TIGHT_TITLE));
    for (const item of told) item.hidden = false;
    let shown = told.length;
    while (shown > 1 && !fits()) told[--shown].hidden = true;
    if (fits() && shown >= Math.min(enough, told.length)) return;
  }
  const newest = $("#happenings li :is(span, del)");
  while (newest && !fits() && newest.textContent.length > TIGHT_SENTENCE) {
    setText(newest, shorten(newest.textContent, newest.textContent.length - 10));
  }
}

function hideIdleCursor() {
  let idle = null;
  function moved() {
    document.body.classList.remove("idle");
    clearTimeout(idle);
    idle = setTimeout(() => document.body.classList.add("idle"), IDLE);
  }
  addEventListener("pointermove", moved);
  moved();
}

export function projector(game, scenes) {
  hideIdleCursor();
  const { redraw } = start(game, { after: fit, longest: LONGEST, scenes });
  addEventListener("resize", redraw);
  document.fonts.ready.then(redraw);
}
