// The live picture: one socket, whole pictures, never an older one over a newer one.
//
// follow({url, picture, draw, tell}) draws `picture` and every newer one. `tell({connected, since})`
// is called whenever the connection comes or goes, and while it is gone once a second; `since` is
// when the picture was last known to be the present one (ms). Reconnects by itself, later and
// later, with jitter. The server sends a beat every ten seconds: a socket that stays silent longer
// is dead, even if the browser has not noticed.

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;
const LONGEST_SILENCE = 25000;
const LONGEST_CONNECT = 10000;

export function isNewer(next, shown) {
  if (!shown || next.edition !== shown.edition) return true;
  if (next.epoch !== shown.epoch) return next.epoch > shown.epoch;
  return next.seq >= shown.seq;
}

export function follow({ url, picture, draw, tell }) {
  let shown = null;
  let socket = null;
  let connected = false;
  let since = Date.now();
  let wait = FIRST_WAIT;
  let retry = null;

  function take(next) {
    if (!isNewer(next, shown)) return;
    const before = shown;
    shown = next;
    draw(next, before);
  }

  function heard() {
    since = Date.now();
    wait = FIRST_WAIT;
    if (!connected) {
      connected = true;
      tell({ connected, since });
    }
  }

  function connect() {
    clearTimeout(retry);
    const address = new URL(url, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const mine = socket = new WebSocket(address);
    mine.onmessage = (message) => {
      if (mine !== socket) return;
      heard();
      const next = JSON.parse(message.data);
      if (!next.beat) take(next);
    };
    mine.onclose = () => { if (mine === socket) lost(); };
    setTimeout(() => { if (mine === socket && !connected) giveUp(); }, LONGEST_CONNECT);
  }

  function giveUp() {
    const dead = socket;
    lost();
    dead.close();
  }

  function lost() {
    socket = null;
    connected = false;
    tell({ connected, since });
    clearTimeout(retry);
    retry = setTimeout(connect, wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  setInterval(() => {
    if (!connected) tell({ connected, since });
    else if (Date.now() - since > LONGEST_SILENCE) giveUp();
  }, 1000);

  // A phone taken out of a pocket must not wait for the next try.
  function soon() {
    if (connected || document.hidden) return;
    wait = FIRST_WAIT;
    if (socket) giveUp();
    else connect();
  }
  addEventListener("online", soon);
  document.addEventListener("visibilitychange", soon);

  if (picture) take(picture);
  connect();
}

// How old a picture is, in words that the page brings along: {seconds: "…%s…", minutes: "…%s…"}.
export function age(since, words) {
  const seconds = Math.round((Date.now() - since) / 1000);
  return seconds < 90
    ? words.seconds.replace("%s", seconds)
    : words.minutes.replace("%s", Math.round(seconds / 60));
}
