// The console's fragments (what now, and what is seen at a glance), fetched anew: one fetch at a time,
// the panel only while nothing is being entered, and again until they show what is known.
//
// fragments({panelUrl, sideUrl, busy, newest}) -> {refresh(), catchUp(), behind()}
//   busy()    whether something is being entered     newest()  the seq that was told last
//   refresh() fetches them anew                      catchUp() only if they do not show what was told

const RETRY = 2000;

export function fragments({ panelUrl, sideUrl, busy, newest }) {
  let refreshing = null;
  let again = false;
  let retry = null;

  const shown = (id) => Number(document.getElementById(id).dataset.head);

  function refresh() {
    clearTimeout(retry);
    again = true;
    refreshing ||= fetchThem().finally(() => { refreshing = null; });
    return refreshing;
  }

  // What is on its way may show it already: drawn once more, it would take the place of what is
  // being typed.
  async function catchUp() {
    await refreshing;
    if (behind()) await refresh();
  }

  async function fetchThem() {
    while (again) {
      again = false;
      try {
        await htmx.ajax("GET", sideUrl, { target: "#side", swap: "outerHTML" });
        if (!busy()) await htmx.ajax("GET", panelUrl, { target: "#panel", swap: "outerHTML" });
      } catch {
        // No network, or a broken answer: below it is tried again.
      }
    }
    if (behind()) retry = setTimeout(refresh, RETRY);
  }

  // Whether a fragment shows an older state than what was told.
  function behind() {
    return shown("side") < newest() || (!busy() && shown("panel") < newest());
  }

  // A button is not taken away from under a finger: the tap would be heard by nobody.
  let pressed = false;
  let withheld = false;
  addEventListener("pointerdown", () => { pressed = true; }, true);
  for (const lifted of ["pointerup", "pointercancel", "blur"]) {
    addEventListener(lifted, () => {
      pressed = false;
      if (withheld) setTimeout(refresh);
      withheld = false;
    }, true);
  }

  // Asked again when the answer is there: a dialog may have been opened meanwhile.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "panel" || !(pressed || busy())) return;
    event.detail.shouldSwap = false;
    withheld ||= pressed;
  });

  return { refresh, catchUp, behind };
}
