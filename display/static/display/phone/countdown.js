// How long it is until the start, by the server's clock: a phone's own may be wrong.

import { $, $$, setText, today } from "../parts.js";
import { serverNow } from "../clock.js";

const SECOND = 1000;
const UNITS = [["days", 86400], ["hours", 3600], ["minutes", 60], ["seconds", 1]];

let starts = null;
let ticking = null;

function tick() {
  const left = Math.max(0, Math.ceil((starts - serverNow()) / SECOND));
  $("#left").hidden = !left;
  $("#soon").hidden = left > 0;
  let rest = left;
  // Days and hours, hours and minutes, minutes and seconds: two are enough.
  const largest = UNITS.findIndex(([, length]) => left >= length);
  UNITS.forEach(([unit, length], i) => {
    const part = $(`#left [data-unit="${unit}"]`);
    part.hidden = i < largest || i > largest + 1;
    setText($("b", part), Math.floor(rest / length));
    rest %= length;
  });
}

export function countdown(picture) {
  clearInterval(ticking);
  const waits = ["draft", "before"].includes(picture.stage);
  starts = picture.starts_at ? Date.parse(picture.starts_at) : NaN;
  const known = waits && !Number.isNaN(starts);
  $("#starts-at").hidden = !known;
  for (const element of $$("#left, #soon")) element.hidden = true;
  if (!known) {
    // A draft whose hour is not known yet says so at least on its day.
    $("#soon").hidden = picture.stage !== "draft" || picture.held_on !== today();
    return;
  }
  const time = $("#starts-at time");
  time.dateTime = picture.starts_at;
  setText(time, picture.starts_at.slice(11, 16));
  tick();
  ticking = setInterval(tick, SECOND);
}
