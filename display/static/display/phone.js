// A spectator's phone: the same picture, each happening announced once, and the story on demand.

import { $, setText, start } from "./parts.js";

const JITTER = 3000;

// The whole arena has this page open: stories are fetched only while they are read, and not all
// in the same moment. A reader who went back to earlier pages is not thrown back to the first.
function story() {
  const details = $("#history");
  const pages = $("#history-pages");
  const readsOn = () => pages.querySelectorAll("ol").length > 1;
  const refresh = () => pages.dispatchEvent(new Event("refresh"));
  let due = null;

  details.addEventListener("toggle", () => { if (details.open) refresh(); });
  return (otherEdition) => {
    if (!details.open || due || (readsOn() && !otherEdition)) return;
    due = setTimeout(() => {
      due = null;
      refresh();
    }, Math.random() * JITTER);
  };
}

function announce(picture, before) {
  const same = before?.edition === picture.edition;
  if (same && before.seq >= picture.seq) return;
  const newest = same ? picture.happenings[picture.happenings.length - 1] : null;
  setText($("#announce"), newest?.sentence ?? "");
}

export function phone(game) {
  const storyChanged = story();
  start(game, {
    after(picture, before) {
      announce(picture, before);
      if (before) storyChanged(before.edition !== picture.edition);
    },
  });
}
