// The service worker of the spectators' pages (only over TLS). It keeps them for a time without
// network, and never in its stead: a page is asked of the server first, always. Static files have
// a digest in their name: what is kept under a name is right for ever.
//
// Written by the server, which knows those names; another version makes another worker, and the
// old one's store goes with it. Projector, console and the picture itself are none of its business.

const VERSION = "{{ version }}";
const { pages, assets } = {{ shell|safe }};

const STORE = `spectators-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const store = await caches.open(STORE);
    await store.addAll(assets);
    await Promise.all(pages.map(async (page) => keep(page, await fetch(page, { cache: "reload" }))));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const stores = await caches.keys();
    await Promise.all(stores.filter((name) => name !== STORE).map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && pages.includes(pathname)) {
    event.respondWith(page(request, pathname, event));
  } else if (assets.includes(pathname)) {
    event.respondWith(asset(request));
  }
});

async function page(request, pathname, event) {
  try {
    const response = await fetch(request);
    event.waitUntil(keep(pathname, response.clone()));
    return response;
  } catch (error) {
    const kept = await (await caches.open(STORE)).match(pathname);
    if (kept) return kept;
    throw error;
  }
}

// The page says itself that it comes from here, and since when: see phone/kept.js.
async function keep(pathname, response) {
  if (!response.ok || response.redirected) return;
  const text = (await response.text()).replace("<body", `<body data-kept="${Date.now()}"`);
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  await (await caches.open(STORE)).put(pathname, new Response(text, { headers }));
}

async function asset(request) {
  const store = await caches.open(STORE);
  return await store.match(request) ?? fetch(request);
}
