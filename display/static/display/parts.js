// What every live page does alike, whatever the game. Words come from the page, never from here.
//
// A game's module hands in `emblem(slug)` (the id of a side's symbol), `wear(element, slug)` (a side's
// colours, or none) and `draw(picture, before)`; see start().

import { age, follow, sentenceOf } from "../cagli_oca/live.js";

const language = document.documentElement.lang;
const SHORT_BREAK = 2000;

const read = (id) => JSON.parse(document.getElementById(id).textContent);

export const words = read("words");
export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

export function setText(element, text) {
  if (element.textContent !== String(text)) element.textContent = text;
}

export function setSymbol(svg, id) {
  $("use", svg).setAttribute("href", `#${id}`);
}

// The words of a pattern such as "Challenge %(number)s of %(total)s".
export function fill(pattern, facts) {
  return pattern.replace(/%\((\w+)\)s/g, (whole, fact) => facts[fact] ?? whole);
}

// Cut at a word, for what people typed and no layout can foresee.
export function shorten(text, longest = Infinity) {
  if (text.length <= longest) return text;
  const blank = text.lastIndexOf(" ", longest);
  return `${text.slice(0, blank > longest / 2 ? blank : longest).replace(/[\s.,:;…]+$/, "")}…`;
}

export function setDate(element, iso) {
  const day = new Date(`${iso}T12:00`);
  element.hidden = !iso || Number.isNaN(day.getTime());
  if (element.hidden) return;
  setText(element, new Intl.DateTimeFormat(language, { dateStyle: "full" }).format(day));
  if (element instanceof HTMLTimeElement) element.dateTime = iso;
}

// The date here as ISO text; Swedes write it so.
export function today() {
  return new Intl.DateTimeFormat("sv-SE").format(new Date());
}

export function setStage(picture) {
  const stage = picture.stage;
  const ending = stage === "over" ? (picture.winner ? "won" : "closed") : "";
  document.body.dataset.seq = picture.seq;
  document.body.dataset.edition = picture.edition ?? "";
  document.body.dataset.epoch = picture.epoch;
  document.body.dataset.stage = stage;
  document.body.dataset.ending = ending;
  for (const element of $$("[data-on]")) {
    const on = element.dataset.on.split(" ");
    element.hidden = !on.includes(stage) && !on.includes(ending);
  }
}

function drawHeading(picture, longest) {
  const title = $("#title");
  setText(title, shorten(picture.title || title.dataset.default, longest.title));
  document.title = [picture.now.headline, picture.title || title.dataset.default]
    .filter(Boolean).join(" · ");
  setDate($("#held-on time"), picture.held_on);
  $("#rehearsal").hidden = $("#watermark").hidden = !picture.rehearsal;
  $("#sample").hidden = !picture.sample;
  setText($("#now-headline"), picture.now.headline);
  setText($("#now-line"), picture.now.line);
  setText($(".waiting [data-title]"), shorten(picture.title, longest.title));
  setDate($(".waiting [data-held-on]"), picture.held_on);
  $(".waiting-soon").hidden = picture.held_on !== today();
}

export function drawOtherDays(picture, game, longest) {
  const last = picture.stage === "over" ? null : picture.last_result;
  // The evening that is shown announces itself.
  const coming = picture.coming?.held_on === picture.held_on ? null : picture.coming;
  const other = $("#other-days");
  for (const [section, told] of [[$("#last-result"), last], [$("#coming"), coming]]) {
    section.hidden = !told;
    if (!told) continue;
    setText($("[data-title]", section), shorten(told.title, longest.title));
    setDate($("time", section), told.held_on);
  }
  if (last) {
    setText($("#last-result [data-sentence]"), last.sentence);
    const emblem = $("#last-result .emblem");
    emblem.toggleAttribute("hidden", !last.winner);
    if (last.winner) setSymbol(emblem, game.emblem(last.winner));
  }
  if (!last && !coming) other.hidden = true;
}

function drawHappenings(picture, longest) {
  const items = [...picture.happenings].reverse().slice(0, longest.happenings).map((told, i) => {
    const item = $("#happening-template").content.firstElementChild.cloneNode(true);
    const sentence = document.createElement(told.taken_back ? "del" : "span");
    sentence.textContent = shorten(sentenceOf(told), i ? longest.older : longest.sentence);
    item.dataset.seq = told.seq;
    item.classList.toggle("taken-back", told.taken_back);
    $("[data-sentence]", item).replaceChildren(sentence);
    $("[data-taken-back]", item).hidden = !told.taken_back;
    $("time", item).dateTime = told.at;
    $("time", item).textContent = told.at.slice(11, 16);
    return item;
  });
  $("#happenings").replaceChildren(...items);
}

export function tell({ connected, since }) {
  const line = $("#connection");
  // Not every blink of a network is worth a word.
  line.hidden = connected || Date.now() - since < SHORT_BREAK;
  if (!line.hidden) setText(line, age(since, words.age));
}

// Follows the evening: what all games share is drawn here, the rest by the game; then after() runs.
// `longest`: {title, sentence, older} (sentences) in letters, {happenings} in number; what is not
// given is not cut. `staged(draw)`: what takes the pictures instead (see theatre.js).
export function start(game, { after, longest = {}, staged = (draw) => ({ take: draw, late() {} }) }) {
  function draw(picture, before) {
    setStage(picture);
    drawHeading(picture, longest);
    drawOtherDays(picture, game, longest);
    drawHappenings(picture, longest);
    game.draw(picture, before);
    return after(picture, before);
  }
  const stage = staged(draw);
  follow({
    url: `/display/ws/?lang=${language}`,
    picture: read("picture"),
    draw: stage.take,
    tell(state) {
      tell(state);
      if (state.connected) stage.late();
    },
  });
}
