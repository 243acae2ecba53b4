// JSON to the server and back, with Django's CSRF token from the cookie or the page.

const TIMEOUT = 8000;

function csrfToken() {
  const cookie = document.cookie.split("; ").find((part) => part.startsWith("csrftoken="));
  return cookie ? cookie.slice("csrftoken=".length)
    : document.querySelector("meta[name=csrf-token]").content;
}

// Throws without an answer of ours: no network, a broken server, a Wi-Fi's own sign-in page. A server
// that is in trouble and says so: the error's `answer` is what it says.
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
    if (response.status >= 500) {
      const answer = await response.json().catch(() => null);
      throw Object.assign(new Error(`status ${response.status}`), { answer });
    }
    return { code: response.status, answer: await response.json() };
  } finally {
    clearTimeout(timer);
  }
}
