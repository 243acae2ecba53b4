// What an installed page keeps for times without a network: the service worker the page itself,
// this the last picture and when it was known to be the present one. Only over TLS; all else works
// without it.

const KEY = "last-picture";
const language = document.documentElement.lang;

// When the service worker gave this page from its store, the time when it was put there (ms).
export const keptSince = Number(document.body.dataset.kept) || null;

export function keep(picture) {
  if (!isSecureContext) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ at: Date.now(), language, picture }));
  } catch {
    // No storage: the page as it was loaded is what is kept.
  }
}

// {picture, at} of the last visit, for a page that came from the store; else null.
export function kept() {
  if (!keptSince) return null;
  try {
    const found = JSON.parse(localStorage.getItem(KEY));
    return found?.language === language && found.at > keptSince ? found : null;
  } catch {
    return null;
  }
}

export function install() {
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  // Not in competition with the first view.
  const register = () => navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" })
    .catch(() => {});
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
