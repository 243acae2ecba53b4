// The theatre: whole pictures go in, and what is new in each is performed before it is drawn.
//
// theatre({draw, perform, clear}) gives take(picture) and late(): the next picture is the first of
// a new connection.
//   draw(picture, before)       draws a picture, as on a screen without a theatre; it may take its
//                               time, and give a promise
//   perform(happening, signal, {before, picture})   plays one happening; it may throw or hang
//   clear({gently})             takes down whatever performances put up
//
// Only what follows exactly upon the picture before is performed: a screen that joins late, was
// offline or hidden, or fell behind, shows the present and not the past; what was entered later from
// a paper form is past too. Whatever goes wrong in a
// performance, the picture is drawn. No game is named here.

const ENOUGH = 3;        // waiting behind the one on stage: straight to the present
const LIMIT = 40_000;    // milliseconds that one happening may take

const root = document.documentElement;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export function still() {
  return document.hidden || calm.matches || root.dataset.motion === "none";
}

// The happenings that lead from one picture exactly to the next; null if they do not.
export function news(picture, before) {
  if (!before || picture.edition !== before.edition || picture.epoch !== before.epoch) return null;
  const fresh = picture.happenings.filter((told) => told.seq > before.seq);
  // A correction of several rows is one happening.
  const rows = fresh.reduce((sum, { seq, first = seq }) => sum + seq - first + 1, 0);
  if (fresh.some((told) => told.seq <= picture.caught_up)) return null;
  return rows === picture.seq - before.seq ? fresh : null;
}

// The promise, but no longer than the limit and the signal allow.
function within(limit, signal, promise) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("a performance took too long")), limit);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    }, { once: true });
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export function theatre({ draw, perform, clear, quiet = still, limit = LIMIT }) {
  let newest = null;     // the last picture taken
  let shown = null;      // the last picture drawn
  let queue = [];        // {happening, picture}: the picture to be drawn after it, if there is one
  let running = null;    // the AbortController of the performance; the head of the queue is on stage
  let arriving = true;   // the next picture is the first of a connection

  function show(picture) {
    const before = shown;
    shown = picture;
    return draw(picture, before);
  }

  function end() {
    running = null;
    delete document.body.dataset.performing;
  }

  function present() {
    queue = [];
    if (running) {
      running.abort();
      end();
    }
    show(newest);
    clear({ gently: false });
  }

  function take(picture) {
    const before = newest;
    const fresh = news(picture, before);
    const past = fresh === null || (fresh.length > 0 && (arriving || quiet()));
    arriving = false;
    newest = picture;
    if (past) {
      present();
    } else if (fresh.length === 0) {
      if (queue.length) queue[queue.length - 1].picture = picture;
      else show(picture);
    } else {
      queue.push(...fresh.map((happening) => ({ happening, picture: null })));
      queue[queue.length - 1].picture = picture;
      if (queue.length > ENOUGH) present();
      else if (!running) play();
    }
  }

  async function play() {
    const mine = running = new AbortController();
    try {
      while (queue.length) {
        if (quiet()) return present();
        const { happening } = queue[0];
        document.body.dataset.performing = happening.seq;
        await within(limit, mine.signal, perform(happening, mine.signal, { before: shown, picture: newest }));
        if (running !== mine) return;
        const { picture } = queue.shift();
        if (picture) await show(picture);
        if (running !== mine) return;
      }
      end();
      clear({ gently: true });
    } catch (error) {
      if (running !== mine) return;
      console.error(error);
      present();
    }
  }

  // What is on stage was made for a page that could be seen, in this size and with these settings.
  const leave = () => { if (running) present(); };
  document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); });
  addEventListener("settings", () => { if (quiet()) leave(); });
  addEventListener("resize", leave);

  return { take, late() { arriving = true; } };
}
