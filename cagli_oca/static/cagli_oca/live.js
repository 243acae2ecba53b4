// The live picture: one socket, whole pictures, never an older one over a newer one.
//
// follow({url, picture, draw, tell}) draws `picture` and every newer one. `tell({connected, since})`
// is called whenever the connection comes or goes, and while it is gone once a second; `since` is
// when the picture was last known to be the present one (ms). Reconnects by itself, later and
// later, with jitter. The server sends a beat every ten seconds: a socket that stays silent longer
// is dead, even if the browser has not noticed.
//
// Where the page can do with less, also:
//   poll      the address of the same picture by HTTP. Some networks let no socket through: after
//             some seconds without one it is asked for now and again, and the socket is still
//             tried. While that works the page is as connected as any other.
//   pollAfter how long (ms) it waits for a socket before that, and
//   pollEvery how often (ms) it is asked for
//   since     when `picture` was the present one, if that is not now
//   heard     is called with the picture shown whenever it is known to be the present one

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;
const LONGEST_SILENCE = 25000;
const LONGEST_CONNECT = 10000;
const LONGEST_WITHOUT_SOCKET = 6000;
const POLL_EVERY = 5000;
const LONGEST_POLL = 10000;

export function isNewer(next, shown) {
  if (!shown || next.edition !== shown.edition) return true;
  if (next.epoch !== shown.epoch) return next.epoch > shown.epoch;
  return next.seq >= shown.seq;
}

// Its templates, words and script are the page's game's: the server makes another page for another.
// A server that makes the same page again (from a store without a network) is not asked for ever.
function isOfAnotherGame({ game }) {
  const mine = document.body.dataset.game;
  return Boolean(mine && game && game !== mine);
}

const LOADED = "loaded-for-another-game";
const LOAD_EVERY = 10000;

let loading = null;

function loadAnew() {
  clearTimeout(loading);
  try {
    const soon = Number(sessionStorage.getItem(LOADED)) + LOAD_EVERY - Date.now();
    if (soon > 0) {
      loading = setTimeout(loadAnew, soon);
      return;
    }
    sessionStorage.setItem(LOADED, Date.now());
  } catch {
    // No storage: then it is asked each time that a picture comes.
  }
  location.reload();
}

const jittered = (wait) => wait * (0.5 + Math.random());

export function follow({
  url, poll, pollAfter = LONGEST_WITHOUT_SOCKET, pollEvery = POLL_EVERY,
  picture, since = Date.now(), draw, tell, heard = () => {},
}) {
  let shown = null;
  let socket = null;
  let open = false;          // the socket has told something
  let lostAt = Date.now();   // or not had yet
  let polled = false;        // the last poll was answered
  let connected = false;
  let wait = FIRST_WAIT;
  let retry = null;

  function take(next) {
    if (!isNewer(next, shown)) return;
    if (isOfAnotherGame(next)) {
      loadAnew();
      return;
    }
    clearTimeout(loading);
    const before = shown;
    shown = next;
    draw(next, before);
  }

  // The connection is told first: the picture is the first of a new one.
  function known(next) {
    since = Date.now();
    judge();
    if (next) take(next);
    if (shown) heard(shown);
  }

  function judge() {
    const before = connected;
    connected = open || polled;
    if (connected !== before || !connected) tell({ connected, since });
  }

  function connect() {
    clearTimeout(retry);
    const address = new URL(url, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    let mine;
    try {
      mine = socket = new WebSocket(address);
    } catch {
      lost();                // a browser that allows none
      return;
    }
    mine.onmessage = (message) => {
      if (mine !== socket) return;
      open = true;
      wait = FIRST_WAIT;
      polls.stop();
      const next = JSON.parse(message.data);
      known(next.beat ? null : next);
    };
    mine.onclose = () => { if (mine === socket) lost(); };
    setTimeout(() => { if (mine === socket && !open) giveUp(); }, LONGEST_CONNECT);
  }

  function giveUp() {
    const dead = socket;
    lost();
    dead.close();
  }

  function lost() {
    if (open) lostAt = Date.now();
    socket = null;
    open = false;
    judge();
    clearTimeout(retry);
    retry = setTimeout(connect, jittered(wait));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  const polls = polling(poll, pollEvery, {
    answered(next) {
      polled = true;
      known(next);
    },
    failed() {
      polled = false;
      judge();
    },
    stopped() { polled = false; },
  });

  setInterval(() => {
    if (!connected) tell({ connected, since });
    if (open && Date.now() - since > LONGEST_SILENCE) giveUp();
    if (poll && !open && Date.now() - lostAt > pollAfter) polls.start();
  }, 1000);

  // A phone taken out of a pocket must not wait for the next try.
  function soon() {
    if (document.hidden || open) return;
    polls.now();
    if (socket && polled) return;
    wait = FIRST_WAIT;
    if (socket) giveUp();
    else connect();
  }
  addEventListener("online", soon);
  document.addEventListener("visibilitychange", soon);

  if (picture) take(picture);
  connect();
}

// Asks every few seconds, but not while nobody looks; the server says in few bytes that nothing is
// new (304).
function polling(address, every, { answered, failed, stopped }) {
  let on = false;
  let timer = null;
  let asking = null;
  let tag = null;

  async function ask() {
    clearTimeout(timer);
    asking?.abort();
    const mine = asking = new AbortController();
    const tooLong = setTimeout(() => mine.abort(), LONGEST_POLL);
    let next = null;
    let came = false;
    try {
      const headers = tag ? { "If-None-Match": tag } : {};
      const response = await fetch(address, { cache: "no-store", headers, signal: mine.signal });
      came = response.ok || response.status === 304;
      if (response.ok) {
        next = await response.json();
        tag = response.headers.get("ETag");
      }
    } catch {
      came = false;
    }
    clearTimeout(tooLong);
    if (!on || mine !== asking) return;
    if (came) answered(next);
    else failed();
    if (!document.hidden) timer = setTimeout(ask, jittered(every));
  }

  return {
    start() {
      if (on) return;
      on = true;
      ask();
    },
    stop() {
      if (!on) return;
      on = false;
      clearTimeout(timer);
      asking?.abort();
      stopped();
    },
    now() { if (on) ask(); },
  };
}

// A happening as running text: its steps' sentences.
export function sentenceOf({ steps }) {
  return steps.map((step) => step.sentence).filter(Boolean).join(" ");
}

// How old a picture is, in words that the page brings along: {seconds: "…%s…", minutes: "…%s…"}.
export function age(since, words) {
  const seconds = Math.round((Date.now() - since) / 1000);
  return seconds < 90
    ? words.seconds.replace("%s", seconds)
    : words.minutes.replace("%s", Math.round(seconds / 60));
}
