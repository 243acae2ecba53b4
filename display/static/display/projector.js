// The projector: one printed sheet. The board runs along its edges; a page in its middle tells the
// evening. What the page holds follows from the view that is set and from the evening's stage.

import { serverNow, hands } from "./clock.js";
import { fit } from "./fit.js";
import { kiosk } from "./kiosk.js";
import { $, $$, setSymbol, setText, start } from "./parts.js";
import { settings as present } from "./screen.js";
import { apply } from "./settings.js";
import { still, theatre } from "./theatre.js";

const ALWAYS = ["announcement", "foot"];
const TICK = 250;
// A win is shown alone, then with the final board, by turns.
const WIN_ALONE = 30000;
const WIN_WITH_BOARD = 20000;
const BORDER = 0.035;
// The views over which scenes are played.
const STAGED = ["board", "challenge"];

// page -> its parts besides ALWAYS; `whole`: it takes the whole sheet, the board steps back.
const PAGES = {
  poster: { parts: ["poster", "others"] },
  before: { parts: ["head", "countdown", "order"] },
  suspended: { parts: ["head", "now", "challenge", "standings", "told"] },
  won: { whole: true, parts: ["now", "standings"] },
  final: { parts: ["head", "now", "standings", "figures"] },
  closed: { parts: ["head", "now", "told", "standings", "figures"] },
  standings: { whole: true, parts: ["standings"] },
  log: { whole: true, parts: ["told"] },
  announcement: { whole: true, parts: [] },
  crest: { whole: true, parts: ["crest"] },
  test: { whole: true, parts: ["test"] },
};

function pageOf(game, view, picture, turned) {
  const { stage } = picture;
  const waiting = stage === "none" || stage === "draft";
  if (view === "crest" || view === "test") return view;
  if (view === "announcement") return picture.announcement ? view : "crest";
  if (waiting) return "poster";
  if (view === "standings") return view;
  if (view === "log") return picture.happenings.length ? view : "crest";
  if (stage === "over") {
    if (!picture.winner) return "closed";
    return view === "board" && turned ? "final" : "won";
  }
  return stage === "play" ? game.pageOf(picture, view) : stage;
}

function show(name, { whole = false, parts }) {
  const page = $("#page");
  page.dataset.page = name;
  document.body.toggleAttribute("data-whole", whole);
  const all = [...parts, ...ALWAYS];
  for (const part of $$("[data-part]", page)) {
    part.classList.toggle("absent", !all.includes(part.dataset.part));
  }
}

function place(element, { x, y, width, height }) {
  Object.assign(element.style, {
    left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px`,
  });
}

function drawAnnouncement({ announcement: text, announcement_language: language }) {
  const line = $("#announcement");
  line.lang = language ?? "";
  line.toggleAttribute("hidden", !text);
  line.dataset.cut = text ?? "";
  setText(line, text ?? "");
}

// A correction is told in its own words. Of the happenings the newest yields last, unless a challenge
// tells it anyway, and is cut if it must.
function drawTold(picture, page, game) {
  const told = new Map(picture.happenings.map((happening) => [happening.seq, happening]));
  $$("#happenings li").forEach((item, i) => {
    const happening = told.get(Number(item.dataset.seq));
    const sentence = $("[data-sentence] > *", item);
    setText(sentence, happening.correction?.sentence ?? game.tell(happening));
    item.classList.toggle("correction", Boolean(happening.correction));
    item.dataset.yield = i ? 1 - i / 10 : page === "challenge" ? 9 : 30;
    item.dataset.worth = i ? 1.05 : 0.7;
    if (!i) sentence.dataset.cut = sentence.textContent;
  });
}

function drawFigures(figures = [], game) {
  // What is told of all sides is told of all or of none.
  const labels = figures.map(({ label }) => label);
  const items = figures.map(({ label, value, quarter }) => {
    const item = $("#figure-template").content.firstElementChild.cloneNode(true);
    const emblem = $(".emblem", item);
    emblem.toggleAttribute("hidden", !quarter);
    if (quarter) setSymbol(emblem, game.emblem(quarter));
    const named = quarter && value !== game.nameOf(quarter);
    setText($("dt span", item), named ? `${game.nameOf(quarter)}: ${label}` : label);
    setText($("dd", item), value);
    item.dataset.yield = 17 - labels.indexOf(label) / 100;
    return item;
  });
  $(".figures dl").replaceChildren(...items);
  $(".figures").toggleAttribute("hidden", !items.length);
}

function drawTestSize() {
  const { innerWidth: width, innerHeight: height, devicePixelRatio: density } = window;
  const aspect = (width / height).toFixed(2);
  setText($("#test-size"), `${width} × ${height} · ${density} dpr · ${aspect} : 1`);
}

export function projector(game) {
  let settings = apply(present());
  let picture = null;
  let turned = false;
  let drawn = "";
  let free = null;
  let footed = 0;

  async function compose() {
    if (!picture) return;
    const name = pageOf(game, settings.view, picture, turned);
    const page = game.pages[name] ?? PAGES[name];
    show(name, page);
    document.body.dataset.phase = picture.board?.phase ?? "";
    drawAnnouncement(picture);
    drawTold(picture, name, game);
    drawFigures(picture.figures, game);
    setText($("#chain b"), picture.chain ?? "");
    if (!picture.chain) $("#chain").hidden = true;
    drawTestSize();
    tick();
    lay(page.whole);
    game.compose(picture, name);
    if (await fit($("#page"), settings.scale)) footed = $("#foot").offsetHeight;
  }

  // The board is drawn anew only when the sheet has another size. The way to the phones stands
  // where the board leaves a corner free.
  function lay(whole) {
    const frame = $("#frame");
    const [width, height] = [frame.clientWidth, frame.clientHeight];
    const shorter = Math.min(innerWidth, innerHeight);
    // Without an evening the pawns of the last one have to go.
    const key = `${width}×${height}×${Boolean(picture?.board)}`;
    if (key !== drawn) {
      free = game.sheet({ width, height, text: shorter / 30 });
      drawn = key;
      game.redraw(picture);
    }
    const edge = Math.round(shorter * BORDER);
    const all = { x: edge, y: edge, width: width - 2 * edge, height: height - 2 * edge };
    for (const element of [$("#centre"), $("#scene")]) place(element, whole ? all : free.centre);
    place($("#qr"), free.spare);
  }

  // What runs by itself: the countdown, and the game's own clock.
  function tick() {
    const starts = Date.parse(picture?.starts_at ?? "");
    const left = (starts - serverNow()) / 1000;
    const counting = left > 0;
    const was = $(".countdown-left").textContent.length;
    for (const line of $$("[data-counting]")) line.hidden = !counting;
    $("[data-soon]").hidden = counting;
    if (counting) setText($(".countdown-left"), hands(left, true));
    if (picture) game.tick(picture, serverNow());
    return was !== (counting ? $(".countdown-left").textContent.length : 0);
  }

  function turn() {
    turned = !turned;
    if (document.body.dataset.ending === "won") compose();
    setTimeout(turn, turned ? WIN_WITH_BOARD : WIN_ALONE);
  }

  kiosk();
  lay();
  // Before the theatre's own: it asks what is to be shown now.
  addEventListener("settings", ({ detail }) => {
    settings = apply(detail);
    compose();
  });
  start(game, {
    after(next) { picture = next; return compose(); },
    staged: (draw) => theatre({
      draw, ...game.scenes, quiet: () => still() || !STAGED.includes(settings.view),
    }),
  });
  setInterval(() => {
    if (document.body.dataset.stage === "before" && tick()) compose();
    else tick();
  }, TICK);
  setTimeout(turn, WIN_ALONE);
  addEventListener("resize", compose);
  // A note at the foot comes and goes by itself (the connection): the page makes room for it.
  new ResizeObserver(() => {
    if ("fitting" in document.body.dataset || $("#foot").offsetHeight === footed) return;
    requestAnimationFrame(compose);
  }).observe($("#foot"));
  document.fonts.ready.then(compose);
}
