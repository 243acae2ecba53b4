// JSON to the server and back, with Django's CSRF token from the cookie or the page.

const TIMEOUT = 8000;

function csrfToken() {
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
