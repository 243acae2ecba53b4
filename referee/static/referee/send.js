// One entry at a time on its way to the log. It is kept in this tablet's storage and sent again,
// with the same id, until the server has answered: never silently lost, never counted twice.
//
// sender({url, edition, user, tell}) -> {send(command, seen, about), resume(), pending(), others()}
// tell(state, answer): "pending" {tries, offline, stored}, "recorded", "refused", "stale",
// "signed_out"; each with `entry`, what was sent.

import { post } from "../cagli_oca/post.js";

const LONGEST_WAIT = 8000;

// crypto.randomUUID does not exist on plain HTTP; getRandomValues does.
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function sender({ url, edition, user, tell }) {
  const ours = `entry-${edition}-`;
  const mine = `${ours}${user}-`;
  let entry = null;
  let stored = true;
  let tries = 0;
  let timer = null;

  // One key an entry, so that two tabs do not remove each other's.
  function keep() {
    try {
      localStorage.setItem(mine + entry.id, JSON.stringify(entry));
      stored = true;
    } catch {
      stored = false;
    }
  }

  function kept(prefix) {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    } catch {
      return [];
    }
  }

  function done(state, answer) {
    const finished = entry;
    entry = null;
    try { localStorage.removeItem(mine + finished.id); } catch { /* it was not stored */ }
    tell(state, { ...answer, entry: finished });
    resume();
  }

  async function attempt() {
    clearTimeout(timer);
    timer = null;
    const sent = entry;
    tries += 1;
    let code, answer;
    try {
      const { id, command, seen } = sent;
      ({ code, answer } = await post(url, { id, command, seen }));
    } catch {
      if (entry !== sent) return;
      tell("pending", { tries, offline: true, stored, entry });
      timer = setTimeout(attempt, Math.min(1000 * 2 ** (tries - 1), LONGEST_WAIT));
      return;
    }
    if (entry !== sent) return;
    if (answer.status === "recorded") done("recorded", answer);
    else if (answer.status === "refused") done("refused", answer);
    else if (code === 401 || code === 403) tell("signed_out", { ...answer, entry });
    else if (answer.status === "stale") done("stale", answer);
    else done("refused", answer);
  }

  function begin(next) {
    entry = next;
    tries = 0;
    keep();
    tell("pending", { tries, offline: false, stored, entry });
    attempt();
  }

  // After a reload: what was not answered yet is sent again with its id.
  function resume() {
    for (const key of entry ? [] : kept(mine)) {
      try {
        const found = JSON.parse(localStorage.getItem(key));
        if (found.id && found.command) return begin(found);
      } catch { /* not ours */ }
    }
  }

  addEventListener("online", () => { if (entry && timer) { tries = 0; attempt(); } });

  return {
    resume,
    send(command, seen, about = {}) {
      if (entry) attempt();
      else begin({ id: newId(), command, seen, ...about });
    },
    pending: () => entry,
    // Whether an entry of somebody else waits on this tablet; it goes out under its author's name.
    others: () => kept(ours).some((key) => !key.startsWith(mine)),
  };
}
