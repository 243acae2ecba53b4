// Entries on their way to the log: at most ten, in order. Each is kept in this tablet's storage and
// sent again, with the same id, until the server has answered: never silently lost, never counted
// twice. An entry made blind, while others wait, is built upon the one before (`after`). The first
// that is not accepted stops the rest: all of them come back to their author, and stay in this
// tablet's storage until they have been read.
//
// sender({url, edition, user, tell}) -> {send, takeOut, resume, waiting, others, returned, settle}
// tell(state, answer): "pending" {tries, offline, stored, trouble, entry, waiting}; "recorded",
// "refused", "stale" {entry, waiting, entries}; "signed_out" {entry}; "full".
//   entry     the one that was sent        waiting   how many are not sent yet
//   entries   it and those behind it, which came back with it

import { post } from "../cagli_oca/post.js";

export const MOST = 10;
const LONGEST_WAIT = 8000;
const SLOW = 3000;
const AN_ID = /^[0-9a-f]{32}$/;

// crypto.randomUUID does not exist on plain HTTP; getRandomValues does.
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function remove(key) {
  try { localStorage.removeItem(key); } catch { /* it was not stored */ }
}

// The highest epoch that this tablet has seen of an edition: a machine that has been superseded
// learns it from the next command.
const epochs = {};

export function sawEpoch(edition, epoch) {
  const known = epochs[edition] ?? read(`epoch-${edition}`) ?? 0;
  epochs[edition] = Math.max(known, epoch ?? 0);
  if (epochs[edition] > known) write(`epoch-${edition}`, epochs[edition]);
  return epochs[edition];
}

// Each behind the one that it is built upon; what is built upon none of these stays where it was.
function inOrder(entries) {
  const ids = new Set(entries.map((entry) => entry.id));
  const follow = (entry) => [entry,
    ...entries.filter((other) => other.after === entry.id).flatMap(follow)];
  return entries.filter((entry) => !ids.has(entry.after)).flatMap(follow);
}

export function sender({ url, edition, user, tell }) {
  const ours = `entry-${edition}-`;
  const mine = `${ours}${user}-`;
  const cameBack = `returned-${edition}-${user}`;
  let queue = [];
  let stored = true;
  let tries = 0;
  let timer = null;
  let asking = null;  // the entry that an answer is awaited for

  // One key an entry, so that two tabs do not remove each other's.
  function keep(entry) {
    stored = write(mine + entry.id, entry);
  }

  function keys() {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(ours));
    } catch {
      return [];
    }
  }

  const isMine = (key) => key.startsWith(mine) && AN_ID.test(key.slice(mine.length));

  function pending(about = {}) {
    const [entry] = queue;
    tell("pending", { tries, offline: tries > 0, stored, entry, waiting: queue.length, ...about });
  }

  function accepted(answer) {
    const entry = queue.shift();
    remove(mine + entry.id);
    tries = 0;
    tell("recorded", { ...answer, entry, waiting: queue.length });
    if (queue.length) attempt();
    else resume();
  }

  function notAccepted(state, answer) {
    const entries = queue;
    queue = [];
    // Who made it blind may be looking elsewhere by now; who just tapped is looking here.
    if (entries.length > 1 || entries[0].blind) {
      write(cameBack, [...returned(), { state, answer, entries }]);
    }
    for (const entry of entries) remove(mine + entry.id);
    tell(state, { ...answer, entry: entries[0], entries, waiting: 0 });
    resume();
  }

  // What came back and was not read yet, the oldest first: [{state, answer, entries}].
  function returned() {
    const kept = read(cameBack);
    return Array.isArray(kept) ? kept : [];
  }

  // It was read; with an id: this one was entered anew.
  function settle(id) {
    const left = returned()
      .map((back) => ({ ...back, entries: back.entries.filter((entry) => id && entry.id !== id) }))
      .filter((back) => back.entries.length);
    if (left.length) write(cameBack, left);
    else remove(cameBack);
  }

  async function attempt() {
    clearTimeout(timer);
    timer = null;
    const [sent] = queue;
    if (!sent || asking === sent) return;
    asking = sent;
    if (!sent.tried) {
      sent.tried = true;
      keep(sent);
    }
    const slow = setTimeout(() => pending({ offline: true }), SLOW);
    let code, answer, trouble;
    try {
      const { id, command, seen, after } = sent;
      ({ code, answer } = await post(url, { id, command, seen, after, ...epochSeen() }));
    } catch (problem) {
      trouble = problem.answer?.message ?? "";
    }
    clearTimeout(slow);
    asking = null;
    if (!answer) {
      tries += 1;
      timer = setTimeout(attempt, Math.min(1000 * 2 ** (tries - 1), LONGEST_WAIT));
      pending({ trouble });
    } else if (answer.status === "recorded") accepted(answer);
    else if (answer.status === "refused") notAccepted("refused", answer);
    else if (code === 401 || code === 403) tell("signed_out", { ...answer, entry: sent });
    else notAccepted(answer.status === "stale" ? "stale" : "refused", answer);
  }

  function epochSeen() {
    const epoch = sawEpoch(edition);
    return epoch ? { epoch } : {};
  }

  function add(command, about) {
    const entry = { id: newId(), command, ...about };
    queue.push(entry);
    keep(entry);
    if (queue.length === 1) tries = 0;
    pending();
    attempt();
  }

  // After a reload: what was not answered yet is sent again with its id.
  function resume() {
    if (queue.length) return;
    const found = keys().filter(isMine).map(read).filter((entry) => entry?.id && entry.command);
    queue = inOrder(found);
    tries = 0;
    if (!queue.length) return;
    pending();
    attempt();
  }

  addEventListener("online", () => {
    if (!queue.length || !timer) return;
    tries = 0;
    attempt();
  });

  return {
    resume,

    // `seen`: the state that the entry was made upon. While another waits only a blind one can
    // join: it is built upon the last. The same button again means: try again.
    send(command, seen, about = {}) {
      const last = queue.at(-1);
      if (last && !about.blind) attempt();
      else if (queue.length >= MOST) tell("full", { entry: last, waiting: queue.length });
      else if (last) add(command, { after: last.id, ...about });
      else add(command, { seen, ...about });
    },

    // The last one was wrong. What was never sent is dropped; what may be recorded already is
    // taken back by an undo built upon it.
    takeOut(undo, about) {
      const last = queue.at(-1);
      if (!last) return;
      if (last.tried) {
        this.send(undo, null, { ...about, blind: true });
        return;
      }
      queue.pop();
      remove(mine + last.id);
      pending();
    },

    waiting: () => [...queue],

    // Whether an entry of somebody else waits on this tablet; it goes out under its author's name.
    others: () => keys().some((key) => !isMine(key)),

    returned,
    settle,
  };
}
