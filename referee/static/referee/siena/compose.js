// Commands made of several taps: ten Contrade in order, horses card by card, a Pact card on somebody,
// offers. A composer is an element with data-compose; its one button with data-composed gets the
// command, for the console and the corrections (data-command) or for the pads (data-raw). Where
// data-auto stands, the last tap is the button's too.
//
// The panel is drawn anew when somebody else records something; what was tapped in it stays.

import { BUILDERS } from "./builders.js";

const kept = new Map(); // composer -> what was tapped in it

const composerOf = (node) => node.closest("[data-compose]");
const keyOf = (root) => [root.closest("[id]")?.id, root.dataset.compose, root.dataset.do,
  root.dataset.player].join(" ");

function tapped(root) {
  const key = keyOf(root);
  if (!kept.has(key)) kept.set(key, { picked: [], given: {}, values: {} });
  return kept.get(key);
}

// What stands in native fields, and back into a panel drawn anew.
function remember(root) {
  const { values } = tapped(root);
  for (const field of root.querySelectorAll("input")) {
    if (field.type === "radio") {
      if (field.checked) values[field.name] = field.value;
    } else values[field.name] = field.type === "checkbox" ? field.checked : field.value;
  }
}

function restore(root) {
  const { values } = tapped(root);
  for (const field of root.querySelectorAll("input")) {
    if (!(field.name in values)) continue;
    if (field.type === "radio") field.checked = field.value === values[field.name];
    else if (field.type === "checkbox") field.checked = values[field.name];
    else field.value = values[field.name];
  }
}

// A composer may hold others: each has the button that is nearest to it.
function ownButton(root) {
  return [...root.querySelectorAll("[data-composed]")].find((button) => composerOf(button) === root);
}

function show(root) {
  const button = ownButton(root);
  const made = BUILDERS[root.dataset.compose](root, tapped(root));
  if (button.hasAttribute("aria-disabled")) return false;
  button.disabled = !made;
  if (!made) return false;
  button.dataset[root.dataset.as] = JSON.stringify(made.command);
  button.dataset.label = made.label;
  if (made.effect) button.dataset.effect = JSON.stringify(made.effect);
  else delete button.dataset.effect;
  return true;
}

// What was complete and is no longer must not stay chosen as it was.
function changed(root) {
  remember(root);
  const complete = show(root);
  if ("auto" in root.dataset && complete) ownButton(root).click();
  else document.dispatchEvent(new Event("uncomposed"));
}

function clear(root) {
  kept.delete(keyOf(root));
  for (const field of root.querySelectorAll("input")) {
    if (["radio", "checkbox"].includes(field.type)) field.checked = false;
    else field.value = "";
  }
  changed(root);
}

// ------------------------------------------------------------------ taps

const TAPS = {
  "[data-clear]": (button, root) => clear(root),
  "[data-pick]": (button, root) => {
    const { picked } = tapped(root);
    const at = picked.indexOf(button.dataset.pick);
    if (at >= 0) picked.splice(at, 1);
    else if (picked.length < Number(root.dataset.number)) picked.push(button.dataset.pick);
    changed(root);
  },
  "[data-slot]": (button, root) => {
    const own = tapped(root);
    own.slot = button.dataset.slot;
    delete own.given[own.slot];
    changed(root);
  },
  "[data-horse]": (button, root) => {
    const own = tapped(root);
    if (!own.slot) return;
    const before = Object.keys(own.given).find((slug) => own.given[slug] === button.dataset.horse);
    if (before) delete own.given[before];
    own.given[own.slot] = button.dataset.horse;
    own.slot = null;
    changed(root);
  },
  "[data-step]": (button, root) => {
    const own = tapped(root);
    const most = Number(root.dataset.most);
    const now = own.number ?? Number(root.dataset.standing);
    own.number = Math.min(Math.max(now + Number(button.dataset.step), 0), most);
    changed(root);
  },
  "[data-fill]": (button, root) => fill(root),
};

// A ready nickname for each that has none yet.
function fill(root) {
  const names = [...root.querySelectorAll("datalist option")].map((option) => option.textContent);
  const inputs = [...root.querySelectorAll("input")];
  const left = names.filter((name) => !inputs.some(({ value }) => value.trim() === name));
  for (const input of inputs.filter(({ value }) => !value.trim())) {
    const [name] = left.splice(Math.floor(Math.random() * left.length), 1);
    input.value = name;
  }
  changed(root);
}

document.addEventListener("click", (event) => {
  const root = composerOf(event.target);
  if (!root) return;
  for (const [selector, act] of Object.entries(TAPS)) {
    const button = event.target.closest(selector);
    if (button) return act(button, root);
  }
  // On a pad nothing is asked back: the next entry begins empty.
  if (root.dataset.as === "raw" && event.target.closest("[data-composed]")) clear(root);
});

for (const type of ["change", "input"]) {
  document.addEventListener(type, (event) => {
    const root = composerOf(event.target);
    if (!root || (type === "input") !== event.target.matches("[type=text], input:not([type])")) return;
    if (type === "input") {
      remember(root);
      show(root);
    } else changed(root);
  });
}

// ------------------------------------------------------------------ the panel, and keys

function showAll() {
  for (const root of document.querySelectorAll("[data-compose]")) {
    restore(root);
    show(root);
  }
}

// The corrections' page has asked something else.
document.addEventListener("drawn", () => {
  kept.clear();
  showAll();
});

// Recorded: the next one begins empty.
document.addEventListener("recorded", () => kept.clear());
document.addEventListener("htmx:beforeSwap", () => { typing = typedIn(document.activeElement); });
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id !== "panel") return;
  const { phase } = document.getElementById("panel").dataset;
  if (phase !== phaseShown) kept.clear();
  phaseShown = phase;
  showAll();
  typeOn();
});
let phaseShown = document.getElementById("panel")?.dataset.phase;

// Who is typing goes on in the same field of the panel drawn anew, at the same letter.
let typing = null;

function typedIn(field) {
  const root = field?.closest("#panel [data-compose]");
  if (!root || !field.matches("[type=text], input:not([type])")) return null;
  return { key: keyOf(root), name: field.name, from: field.selectionStart, to: field.selectionEnd };
}

function typeOn() {
  if (!typing) return;
  const root = [...document.querySelectorAll("#panel [data-compose]")].find((one) => keyOf(one) === typing.key);
  const field = [...root?.querySelectorAll("input") ?? []].find(({ name }) => name === typing.name);
  field?.focus({ preventScroll: true });
  field?.setSelectionRange(typing.from, typing.to);
}

// Figures are the faces of the die, and Enter then records.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, dialog")) return;
  const button = document.querySelector(`#panel [data-key="${CSS.escape(event.key)}"] button`);
  if (!button || document.getElementById("panel").inert) return;
  button.click();
  document.getElementById("record")?.focus();
});

showAll();
