// Beside the pages: shows a page of its own when the server can't be reached, and notifications. Everything else comes from the
// server each time, so nobody ever runs old code; the browser asks it what has changed.

const CACHE = "azulejos-VERSION";
const OFFLINE = "/offline";
const KEPT = [OFFLINE, "/page/page.css", "/page/offline.css", "/page/theme.js", "/page/offline.js", "/page/icon.svg"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  else if (address.origin === location.origin && KEPT.includes(address.pathname)) event.respondWith(fetch(request).catch(() => caches.match(address.pathname)));
});

// A page tells which language it is in: the offline page shall be in the same.
addEventListener("message", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(OFFLINE);
    if (kept?.headers.get("Content-Language") !== event.data.language) await cache.add(OFFLINE).catch(() => {});
  })());
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { table } = event.notification.data;
  event.waitUntil(clients.matchAll({ type: "window" }).then((windows) => windows.find(({ url }) => url === table)?.focus() ?? clients.openWindow(table)));
});
