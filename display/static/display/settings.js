// What can be set on a screen: from its address, and from the server once it is paired (screen.js
// dispatches a `settings` event on window). Every change is live; only another language, whose
// words come with the page, loads it anew.

export const VIEWS = ["board", "challenge", "standings", "log", "announcement", "crest", "test"];

const DEFAULTS = {
  view: "board", palette: "light", margin: 0, scale: 1, mirrored: false, motion: "full", lang: "",
};
const MOST_MARGIN = 10;
const SCALES = [0.5, 2];

const among = (value, choices) => (choices.includes(value) ? value : choices[0]);

function within(value, [least, most], otherwise) {
  const number = Number(value);
  return Number.isFinite(number) && value !== "" ? Math.min(Math.max(number, least), most) : otherwise;
}

export function fromAddress(address = location.href) {
  return Object.fromEntries(new URL(address).searchParams);
}

function read(given) {
  const all = { ...DEFAULTS, ...given };
  return {
    view: among(all.view, VIEWS),
    palette: among(all.palette, ["light", "dark"]),
    motion: among(all.motion, ["full", "none"]),
    margin: within(all.margin, [0, MOST_MARGIN], 0),
    scale: within(all.scale, SCALES, 1),
    mirrored: [true, "1", "true"].includes(all.mirrored),
    lang: all.lang,
  };
}

// Puts the settings where stylesheets and scripts read them; gives them back, read and bounded.
export function apply(given) {
  const settings = read(given);
  const root = document.documentElement;
  const frame = document.getElementById("frame");
  root.dataset.palette = settings.palette;
  root.dataset.motion = settings.motion;
  document.body.dataset.view = settings.view;
  frame.style.setProperty("--margin", settings.margin / 100);
  frame.style.setProperty("--text-scale", settings.scale);
  frame.toggleAttribute("data-mirrored", settings.mirrored);
  speak(settings.lang);
  return settings;
}

function speak(language) {
  const address = new URL(location.href);
  const asked = address.searchParams.get("lang");
  // Asked for once and not given: the server does not speak it.
  if (!language || language === document.documentElement.lang || language === asked) return;
  address.searchParams.set("lang", language);
  location.replace(address);
}
