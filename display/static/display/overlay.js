// The stream's overlay: what is shown, where and how large, comes from the address.
//
// overlay(game): `game.draw(picture)` fills the parts and says which of them have something to show.

import { follow } from "../cagli_oca/live.js";
import { $$, setText } from "./parts.js";

const { position, scale, show } = document.body.dataset;
const known = $$("[data-part]").map((part) => part.dataset.part);
const asked = show.split(",").filter((part) => known.includes(part));
const wanted = new Set(asked.length ? asked : known);

export function overlay(game) {
  document.documentElement.style.setProperty("--overlay-scale", scale);
  document.documentElement.dataset.position = position;

  function draw(picture) {
    document.body.dataset.seq = picture.seq;
    document.body.dataset.stage = picture.stage;
    const announcement = document.getElementById("announcement");
    setText(announcement, picture.announcement);
    announcement.lang = picture.announcement_language;
    const filled = new Set(game.draw(picture));
    if (picture.announcement) filled.add("announcement");
    for (const part of $$("[data-part]")) {
      part.hidden = !wanted.has(part.dataset.part) || !filled.has(part.dataset.part);
    }
  }

  const picture = JSON.parse(document.getElementById("picture").textContent);
  // A stream never says that its own network is slow: the last picture stays.
  follow({ url: `/ws/?lang=${document.documentElement.lang}`, picture, draw, tell() {} });
}
