// One section at a time: real links (#now, #board …), so that the back button, deep links and the
// keyboard work as everywhere. Which sections stand side by side on a wide screen is up to the
// style sheet; here <body data-section> is set. Who comes back to a section finds it as it was.

import { $, $$ } from "../parts.js";

const FIRST = "now";

const links = $$("#bar a");
const nameOf = (link) => link.hash.slice(1);
const places = new Map();

// Is called with each section's name when it comes into view.
let shown = () => {};

function wanted() {
  const link = links.find((found) => found.hash === location.hash);
  return link && !link.closest("[hidden]") ? nameOf(link) : FIRST;
}

// After a change of stage too: a link may have come or gone.
export function showSection({ moved = false } = {}) {
  const section = wanted();
  const before = document.body.dataset.section;
  if (section === before) return;
  if (before) places.set(before, scrollY);
  document.body.dataset.section = section;
  for (const link of links) {
    if (nameOf(link) === section) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  if (moved) {
    scrollTo(0, places.get(section) ?? 0);
    // Readers and the keyboard go on from here, not from the bar.
    $(`#${section}`).focus({ preventScroll: true });
  }
  shown(section);
}

export const isShown = (section) => document.body.dataset.section === section;

export function sections(onShown) {
  shown = onShown;
  history.scrollRestoration = "manual";
  addEventListener("hashchange", () => showSection({ moved: true }));
  for (const link of links) {
    link.addEventListener("click", () => {
      // The section that is open already: back to its top.
      if (isShown(nameOf(link))) scrollTo({ top: 0 });
    });
  }
  showSection();
  scrollTo(0, 0);
}
