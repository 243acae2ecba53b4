// A happening in words: each consequence with its rule, corrections and what was taken back marked.
// The patterns are the templates' (phone/happening.html), so that server and script write alike.

import { sentenceOf } from "../../cagli_oca/live.js";
import { $, setText } from "../parts.js";

const pattern = (id) => $(`#${id}`).content.firstElementChild.cloneNode(true);

function step(told) {
  const element = pattern("phone-step");
  setText($("[data-words]", element), told.sentence);
  const link = $("a", element);
  const [rule] = told.rules;
  if (!rule) link.parentElement.remove();
  else {
    setText(link, rule);
    link.title = `${link.title} ${rule}`.trim();
    link.setAttribute("href", `${link.getAttribute("href")}#${rule}`);
  }
  return element;
}

export function item(told) {
  const element = pattern("phone-happening");
  const sentence = $("[data-sentence]", element);
  element.dataset.seq = told.seq;
  element.classList.toggle("taken-back", told.taken_back);
  element.classList.toggle("correction", Boolean(told.correction) && !told.taken_back);
  $("time", element).dateTime = told.at;
  setText($("time", element), told.at.slice(11, 16));
  $("[data-corrected]", element).hidden = !told.correction;
  setText($("[data-corrected]", element), told.correction?.sentence ?? "");
  $("[data-taken-back]", element).hidden = !told.taken_back;
  if (told.taken_back) {
    const struck = document.createElement("del");
    struck.textContent = sentenceOf(told);
    sentence.replaceChildren(struck);
  } else if (told.correction && !told.correction.changes.length) {
    sentence.replaceChildren(); // the correction's own sentence tells it all
  } else {
    sentence.replaceChildren(...told.steps.filter((one) => one.sentence)
      .flatMap((one) => [step(one), " "]));
  }
  return element;
}

// Politely and once: what is newer than the picture before, in the order in which it happened.
export function announce(picture, before) {
  if (!before || before.edition !== picture.edition) return;
  const fresh = picture.happenings.filter((told) => told.seq > before.seq);
  const told = fresh.map((happening) => happening.correction?.sentence ?? sentenceOf(happening));
  if (picture.announcement && picture.announcement !== before.announcement) {
    told.push(picture.announcement);
  }
  if (told.length) setText($("#announce"), told.join(" "));
}
