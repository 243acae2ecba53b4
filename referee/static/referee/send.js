// One entry at a time on its way to the log. It is kept in this tablet's storage and sent again,
// with the same id, until the server has answered: never silently lost, never counted twice.
//
// sender({url, store, tell}) -> {send(command, seen), resume(), pending()}
// tell(state, detail): "pending" {tries}, "recorded" answer, "refused" answer, "stale" answer,
// "signed_out" answer.

const TIMEOUT = 8000;
const LONGEST_WAIT = 8000;

// crypto.randomUUID does not exist on plain HTTP; getRandomValues does.
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function csrfToken() {
  const cookie = document.cookie.split("; ").find((part) => part.startsWith("csrftoken="));
  return cookie ? cookie.slice("csrftoken=".length)
    : document.querySelector("meta[name=csrf-token]").content;
}

// Throws without an answer of ours: no network, a broken server, a Wi-Fi's own sign-in page.
export async function post(url, body) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT);
  try {
    const response = await fetch(url, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
      body: JSON.stringify(body),
      signal: abort.signal,
    });
    if (response.status >= 500) throw new Error(`status ${response.status}`);
    return { code: response.status, answer: await response.json() };
  } finally {
    clearTimeout(timer);
  }
}

export function sender({ url, store, tell }) {
  let entry = null;
  let tries = 0;
  let timer = null;

  function keep() {
    try {
      if (entry) localStorage.setItem(store, JSON.stringify(entry));
      else localStorage.removeItem(store);
    } catch {
      tell("storage_full", {});
    }
  }

  function done(state, answer) {
    const finished = entry;
    entry = null;
    keep();
    tell(state, { ...answer, entry: finished });
  }

  async function attempt() {
    clearTimeout(timer);
    timer = null;
    const mine = entry;
    tries += 1;
    let code, answer;
    try {
      const { id, command, seen } = mine;
      ({ code, answer } = await post(url, { id, command, seen }));
    } catch {
      tell("pending", { tries, offline: true, entry: mine });
      timer = setTimeout(attempt, Math.min(1000 * 2 ** (tries - 1), LONGEST_WAIT));
      return;
    }
    if (answer.status === "recorded") done("recorded", answer);
    else if (code === 401 || code === 403) tell("signed_out", { ...answer, entry: mine });
    else if (answer.status === "stale") done("stale", answer);
    else done("refused", answer);
  }

  function begin(next) {
    entry = next;
    tries = 0;
    keep();
    tell("pending", { tries, offline: false, entry });
    attempt();
  }

  addEventListener("online", () => { if (entry && timer) { tries = 0; attempt(); } });

  return {
    send(command, seen, about = {}) {
      if (!entry) begin({ id: newId(), command, seen, ...about });
    },
    // After a reload: what was not answered yet is sent again with its id.
    resume() {
      let kept = null;
      try { kept = JSON.parse(localStorage.getItem(store)); } catch { kept = null; }
      if (kept && kept.id && kept.command) begin(kept);
    },
    pending: () => entry,
  };
}
