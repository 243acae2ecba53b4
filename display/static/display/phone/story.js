// The story, in pages from /history/, fetched only while somebody reads it. The whole arena has
// this page open: what is new is not fetched by all in the same moment. A reader who went on to
// earlier pages is not thrown back to the first: a line says that there is something new.

import { $ } from "../parts.js";
import { isShown } from "./sections.js";

const JITTER = 3000;

const pages = () => $("#story-pages");
const address = `/history/?lang=${document.documentElement.lang}`;

let known = null;      // "edition-seq" of what the first page was fetched for
let due = null;

async function fetchPart(href) {
  const response = await fetch(`${href}&part`);
  if (!response.ok) throw new Error(response.status);
  return response.text();
}

async function load(href, put) {
  $("#story-lost").hidden = true;
  try {
    put(await fetchPart(href));
    return true;
  } catch {
    $("#story-lost").hidden = false;
    return false;
  }
}

async function first(version) {
  const before = known;
  known = version;
  $("#story-fresh").hidden = true;
  const came = await load(address, (text) => { pages().innerHTML = text; });
  if (!came) known = before;
}

async function earlier(link) {
  const place = link.parentElement;
  await load(link.getAttribute("href"), (text) => {
    place.insertAdjacentHTML("beforebegin", text);
    const next = place.previousElementSibling;
    place.remove();
    // The keyboard goes on where the link was: at the oldest turn that was there before.
    if (document.activeElement === document.body) next?.querySelector("a")?.focus();
  });
}

export function story() {
  let version = null;
  const readsOn = () => pages().dataset.earlier === "true";

  pages().addEventListener("click", (event) => {
    const link = event.target.closest("[data-older]");
    if (!link) return;
    event.preventDefault();
    pages().dataset.earlier = "true";
    earlier(link);
  });
  $("#story-fresh a").addEventListener("click", (event) => {
    event.preventDefault();
    pages().dataset.earlier = "false";
    first(version);
    $("#story").focus();
  });

  return {
    shown() {
      if (version !== known && !readsOn()) first(version);
    },
    changed(picture) {
      version = `${picture.edition}-${picture.epoch}-${picture.seq}`;
      if (version === known || !isShown("story") || due) return;
      if (known === null) {
        first(version);
        return;
      }
      if (readsOn()) {
        $("#story-fresh").hidden = false;
        return;
      }
      due = setTimeout(() => {
        due = null;
        if (isShown("story") && version !== known) first(version);
      }, Math.random() * JITTER);
    },
  };
}
