// What the scenes of a game are made with: layers, nodes, moves, waits and captions.
//
// Two layers: `box` is #scene, over the middle of the sheet, whose page (#centre) steps back for it;
// `over` lies over the whole frame. A scene puts nodes up, moves them (transform and opacity only) and waits; when its performance is
// interrupted each of these throws, and clear() takes down all there is. No game is named here.

import { $ } from "./parts.js";
import { sound } from "./sounds.js";

const CURTAIN = 280;
// Captions in 1/30 of the screen's shorter side, from the largest that fits.
const SIZES = [3.4, 2.9, 2.5, 2.1, 1.8, 1.67, 1.4, 1.2, 1];
const CAPTION_SHARE = 1 / 3;

let layers = null;

// "<div …>" as a node; only ever called with markup from our own modules, texts go in by textContent.
export function make(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup.trim();
  return template.content.firstElementChild;
}

function raise() {
  if (layers) return layers;
  const box = $("#scene");
  for (const animation of box.getAnimations()) animation.cancel();
  for (const node of [...box.children]) takeDown(node);
  box.innerHTML = '<div class="scene-curtain"></div><div class="scene-floor"></div>'
    + '<p class="scene-caption" hidden></p>';
  box.hidden = false;
  const over = make('<div class="scene-over" aria-hidden="true"></div>');
  box.before(over);
  const page = $("#centre").animate({ opacity: [1, 0] }, { duration: CURTAIN, fill: "both" });
  layers = { box, over, page };
  return layers;
}

function fitCaption(caption, box) {
  const highest = box.clientHeight * CAPTION_SHARE;
  for (const size of SIZES) {
    caption.style.fontSize = `${size}rem`;
    if (caption.scrollHeight <= highest && caption.scrollWidth <= caption.clientWidth) return;
  }
}

// An endless animation would keep its node for ever, even out of the page.
function takeDown(node) {
  for (const animation of node.getAnimations({ subtree: true })) animation.cancel();
  node.remove();
}

// Takes everything down; gently: the last scene fades while the present comes forward.
export function clear({ gently }) {
  delete document.body.dataset.scene;
  for (const undo of undone.splice(0)) undo();
  if (!layers) return;
  const { box, over, page } = layers;
  layers = null;
  page.cancel();
  const remains = [...box.children, over];
  function empty() {
    for (const node of remains) takeDown(node);
    if (layers) return;
    box.hidden = true;
    delete box.dataset.mood;
  }
  if (!gently) return empty();
  $("#centre").animate({ opacity: [0, 1] }, CURTAIN);
  over.animate({ opacity: [1, 0] }, CURTAIN);
  box.animate({ opacity: [1, 0] }, CURTAIN).finished.then(empty, empty);
}

// What scenes did to nodes that stay (the pawns on the board), to be undone when all is cleared.
const undone = [];

export function openStage(signal) {
  const { box, over } = raise();
  const floor = $(".scene-floor", box);
  const caption = $(".scene-caption", box);
  // How many times faster than life: for tests.
  const pace = Number(document.documentElement.dataset.pace) || 1;
  const put = new Set();

  function wait(duration) {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, duration / pace);
      signal.addEventListener("abort", stop, { once: true });
    });
  }

  // One move. Its node keeps the last frame; give back the promise of its end.
  async function move(node, frames, options) {
    signal.throwIfAborted();
    const timing = typeof options === "number" ? { duration: options } : options;
    const animation = node.animate(frames, {
      fill: "both",
      easing: "ease-out",
      ...timing,
      duration: timing.duration / pace,
      delay: (timing.delay ?? 0) / pace,
    });
    const stop = () => animation.cancel();
    signal.addEventListener("abort", stop, { once: true });
    try {
      await animation.finished;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  // A move that nobody waits for.
  const begin = (...how) => { move(...how).catch(() => {}); };

  function add(node, where = floor) {
    signal.throwIfAborted();
    where.append(node);
    put.add(node);
    return node;
  }

  return {
    box,
    over,
    floor,
    signal,
    pace,
    wait,
    move,
    begin,
    sound,
    add: (markup, where) => add(typeof markup === "string" ? make(markup) : markup, where),

    // What somebody in the last row reads.
    say(text) {
      signal.throwIfAborted();
      caption.textContent = text;
      caption.hidden = !text;
      if (!text) return;
      fitCaption(caption, box);
      begin(caption, { opacity: [0, 1], transform: ["translateY(.4em)", "none"] }, 220);
    },

    mood(name) {
      if (name) box.dataset.mood = name;
      else delete box.dataset.mood;
    },

    later(undo) { undone.push(undo); },

    // The end of a scene: its nodes go, the caption stays until the next one speaks.
    strike() {
      for (const node of put) takeDown(node);
      put.clear();
      delete box.dataset.mood;
    },
  };
}

// Where a node's middle is, in the frame's own pixels (a frame may be scaled or mirrored).
export function placeOf(node) {
  const frame = layers.over;
  const outer = frame.getBoundingClientRect();
  const inner = node.getBoundingClientRect();
  const scale = outer.width / frame.offsetWidth || 1;
  const x = (inner.left + inner.width / 2 - outer.left) / scale;
  const mirrored = frame.closest("[data-mirrored]") !== null;
  return {
    x: mirrored ? frame.offsetWidth - x : x,
    y: (inner.top + inner.height / 2 - outer.top) / scale,
    width: inner.width / scale,
    height: inner.height / scale,
  };
}
