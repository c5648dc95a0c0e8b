// The service worker: shows the offline page when the server can't be reached, and notifications. Everything else comes from the
// server each time, so no page runs old code; the browser asks the server what has changed.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const CACHE = "azulejos-VERSION";
const OFFLINE = "/offline";
const KEPT = [OFFLINE, "/page/page.css", "/page/offline.css", "/page/theme.js", "/page/early.js", "/page/offline.js", "/page/icon.svg"];

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(KEPT))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept(OFFLINE)));
  else if (address.origin === location.origin && KEPT.includes(address.pathname))
    event.respondWith(fetch(request).catch(() => kept(address.pathname)));
});

/** What is cached under a URL, or the browser's own error. */
async function kept(/** @type {string} */ path) {
  return (await caches.match(path)) ?? Response.error();
}

// A page sends its language: the offline page should be in the same.
worker.addEventListener("message", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      const old = await cache.match(OFFLINE);
      if (old?.headers.get("Content-Language") !== event.data.language) await cache.add(OFFLINE).catch(() => {});
    })(),
  );
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { table } = event.notification.data;
  event.waitUntil(
    worker.clients
      .matchAll({ type: "window" })
      .then((windows) => windows.find(({ url }) => url === table)?.focus() ?? worker.clients.openWindow(table)),
  );
});
