// A spectator's phone: the same picture as the projector's, in sections that a thumb reaches. The
// server has written everything already; this keeps it up to date. The game's own parts are drawn
// by its module: `concerns(happening, side)`, `draw(picture, {mine})`, `emblem`, `wear`.

import { isNewer, follow } from "../cagli_oca/live.js";
import {
  $, $$, drawOtherDays, setDate, setStage, setText, tell, words,
} from "./parts.js";
import { countdown } from "./phone/countdown.js";
import { announce, item } from "./phone/happenings.js";
import { install, keep, kept, keptSince } from "./phone/kept.js";
import { choosing, mine } from "./phone/mine.js";
import { sections, showSection } from "./phone/sections.js";
import { story } from "./phone/story.js";

const HAPPENINGS = 2;

const language = document.documentElement.lang;

function drawHeading(picture) {
  const title = $("#title");
  setText(title, picture.title || title.dataset.default);
  document.title = [picture.now.headline, title.textContent].filter(Boolean).join(" · ");
  $("#rehearsal").hidden = $("#watermark").hidden = !picture.rehearsal;
  $("#sample").hidden = !picture.sample;
  setText($(".waiting [data-title]"), picture.title);
  setDate($("#held-on"), picture.held_on);
  setText($("#announcement [data-words]"), picture.announcement ?? "");
  $("#announcement [data-words]").lang = picture.announcement_language ?? "";
  $("#announcement").hidden = !picture.announcement;
  $("#chain").hidden = !picture.chain;
  setText($("#chain b"), picture.chain ?? "");
  setText($("#headline"), picture.now.headline);
  setText($("#line"), picture.now.line);
}

// The newest first; but what concerns my Quarter before the others.
let mineLast = null;

function drawHappenings(picture, before, { concerns, wear }) {
  if (before && before.edition !== picture.edition) mineLast = null;
  const told = [...picture.happenings].reverse();
  if (mineLast && picture.seq < mineLast.seq) mineLast = null;
  mineLast = told.find((one) => one.seq === mineLast?.seq) ?? mineLast;
  const own = mine() ? told.find((one) => !one.taken_back && concerns(one, mine())) ?? mineLast : null;
  mineLast = own;
  const newest = told.filter((one) => one !== own).slice(0, own ? HAPPENINGS - 1 : HAPPENINGS);
  const items = newest.map(item);
  if (own) {
    const first = item(own);
    first.classList.add("own");
    wear(first, mine());
    items.unshift(first);
  }
  $("#happenings").replaceChildren(...items);
}

function drawFigures(figures = [], wear) {
  const section = $("#figures");
  section.hidden = !figures.length;
  $("dl", section).replaceChildren(...figures.map(({ label, value, quarter, whose }) => {
    const line = $("template", section).content.firstElementChild.cloneNode(true);
    wear(line, quarter);
    setText($("dt span", line), label);
    if (whose) setText($("dt b", line), whose);
    else $("dt b", line).remove();
    setText($("dd", line), value);
    return line;
  }));
}

function sharing() {
  const button = $("#share");
  if (!navigator.share) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    navigator.share({ title: $("#title").textContent, url: new URL("/", location.href).href })
      .catch(() => {});      // closed again, or not to be had just now
  });
}

// The language is changed without losing the section.
function languages() {
  for (const link of $$("[data-language]")) {
    link.addEventListener("click", () => { link.hash = location.hash; });
  }
}

export function phone(game) {
  const pages = story();
  let shown = null;

  function draw(picture, before) {
    shown = picture;
    setStage(picture);
    drawHeading(picture);
    drawOtherDays(picture, game, {});
    drawHappenings(picture, before, game);
    drawFigures(picture.figures, game.wear);
    countdown(picture);
    game.draw(picture, { mine: mine() });
    showSection();
    announce(picture, before);
    pages.changed(picture);
  }

  const page = JSON.parse($("#picture").textContent);
  const last = kept();
  const same = last && (last.picture.game ?? page.game) === (page.game ?? last.picture.game);
  const newest = same && isNewer(last.picture, page) ? last : { picture: page, at: keptSince };
  sections((section) => {
    if (section === "story") pages.shown();
    game.sectionShown?.(section);
  });
  follow({
    url: `/ws/?lang=${language}`,
    poll: `/board.json?lang=${language}`,
    picture: newest.picture,
    since: newest.at ?? Date.now(),
    draw,
    tell,
    heard: keep,
  });
  choosing(() => draw(shown, shown));
  sharing();
  languages();
  install();
  return { redraw: () => draw(shown, shown) };
}
