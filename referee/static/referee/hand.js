// A player's own page: what the player sees is fetched by HTTP (it is kept nowhere), and again with
// all that happens. The socket only says that something did.
//
// playersPage({ drawn }) -> {play, say}
//   drawn(root)       is called whenever the page was drawn anew
//   play(command)     records it: sent until it is answered, always with the same id

import { age, follow } from "../cagli_oca/live.js";
import { sawEpoch, sender } from "./send.js";

const { edition, user, nowUrl, commandUrl, pictureUrl } = document.body.dataset;
const texts = JSON.parse(document.getElementById("texts").textContent);
const main = document.getElementById("hand");
const lamp = document.getElementById("lamp");
const said = document.getElementById("said");
const { lang } = document.documentElement;
const RETRY = 2000;
const PATIENCE = 4000;

export const text = (name) => texts[name];

export function playersPage({ drawn }) {
  let shown = "";
  let fetching = null;
  let again = false;
  let retry = null;
  let newest = 0;
  let pressing = false;
  let out = false;      // cut off: nothing of the hand stays

  function say(words, state = "") {
    said.textContent = words;
    said.dataset.state = state;
    said.hidden = !words;
  }

  function cutOff() {
    out = true;
    shown = "";
    main.replaceChildren();
    say(texts.cut_off, "refused");
  }

  // One fetch at a time; while a finger is on the page it is not drawn anew below it.
  function refresh() {
    clearTimeout(retry);
    again = true;
    fetching ||= fetchIt().finally(() => { fetching = null; });
  }

  async function fetchIt() {
    while (again && !out) {
      again = false;
      try {
        const response = await fetch(nowUrl, { cache: "no-store", credentials: "same-origin" });
        if (response.status === 401 || response.status === 403) cutOff();
        else if (response.ok) draw(await response.text());
        else retry = setTimeout(refresh, RETRY);
      } catch {
        retry = setTimeout(refresh, RETRY);
      }
    }
  }

  function draw(html) {
    if (pressing) {
      retry = setTimeout(refresh, RETRY / 10);
      return;
    }
    if (html === shown) return;
    shown = html;
    main.innerHTML = html;
    drawn(main);
    if (head() < newest) retry = setTimeout(refresh, RETRY);
  }

  const head = () => Number(main.firstElementChild?.dataset.head ?? 0);

  const sending = sender({ url: commandUrl, edition, user, tell });

  function tell(state, { message, rule, sentence, seq, tries, offline, trouble }) {
    document.body.dataset.waiting = state === "pending" ? "yes" : "";
    if (state === "pending") {
      const lost = trouble || texts.not_sent.replace("%s", tries || 1);
      if (offline) say(lost, "lost");
      else say(texts.sending, "pending");
      return;
    }
    if (state === "recorded") {
      newest = Math.max(newest, seq);
      say(sentence, "recorded");
    } else if (state === "signed_out") cutOff();
    else say(rule ? `${message} (${rule})` : message, "refused");
    refresh();
  }

  function play(command) {
    if (sending.waiting().length) say(texts.wait, "lost");
    else sending.send(command, head());
  }

  let lost = Date.now();
  function connection({ connected, since }) {
    if (connected) lost = null;
    else if (lost === null) {
      lost = Date.now();
      refresh();   // no network, or cut off: the answer tells
    }
    const state = connected ? "live" : Date.now() - lost < PATIENCE ? "waiting" : "lost";
    lamp.dataset.state = state;
    const old = { seconds: texts.age_seconds, minutes: texts.age_minutes };
    lamp.textContent = state === "live" ? texts.connected : state === "lost" ? age(since, old) : "…";
  }

  addEventListener("pointerdown", () => { pressing = true; });
  for (const type of ["pointerup", "pointercancel"]) {
    addEventListener(type, () => setTimeout(() => { pressing = false; }));
  }
  addEventListener("pageshow", (event) => { if (event.persisted) refresh(); });

  follow({
    url: `/ws/?edition=${edition}&lang=${lang}`,
    poll: `${pictureUrl}?lang=${lang}`,
    pollAfter: 2000,
    pollEvery: 2000,
    picture: null,
    draw: ({ seq, epoch }) => {
      sawEpoch(edition, epoch);
      newest = seq;
    },
    tell: connection,
    heard: refresh,   // also with each beat: that somebody looked at the hand is no row
  });
  refresh();
  sending.resume();
  return { play, say };
}
