// The live picture: one socket, whole pictures, never an older one over a newer one.
//
// follow({url, picture, draw, tell}) draws `picture` and every newer one. `tell(state)` hears
// {connected, since} whenever the connection comes or goes; since = when the picture was last known
// to be the present one (ms). Reconnects by itself, later and later, with jitter.

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;

export function isNewer(next, shown) {
  if (!shown || next.edition !== shown.edition) return true;
  if (next.epoch !== shown.epoch) return next.epoch > shown.epoch;
  return next.seq >= shown.seq;
}

export function follow({ url, picture, draw, tell }) {
  let shown = null;
  let wait = FIRST_WAIT;
  let since = Date.now();
  let socket = null;

  function take(next) {
    if (!isNewer(next, shown)) return;
    const before = shown;
    shown = next;
    draw(next, before);
  }

  function connect() {
    const address = new URL(url, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(address);
    socket.onmessage = (message) => {
      wait = FIRST_WAIT;
      since = Date.now();
      tell({ connected: true, since });
      take(JSON.parse(message.data));
    };
    socket.onclose = () => {
      tell({ connected: false, since });
      setTimeout(connect, wait * (0.5 + Math.random()));
      wait = Math.min(wait * 2, LONGEST_WAIT);
    };
  }

  if (picture) take(picture);
  connect();
  // A phone taken out of a pocket must not wait for the next try.
  addEventListener("online", () => { wait = FIRST_WAIT; });
}

// How old a picture is, in words that the page brings along: {seconds: "…%s…", minutes: "…%s…"}.
export function age(since, words) {
  const seconds = Math.round((Date.now() - since) / 1000);
  return seconds < 90
    ? words.seconds.replace("%s", seconds)
    : words.minutes.replace("%s", Math.round(seconds / 60));
}
