// The service worker: keeps the start page and the page of tables with their files, so that they open at once, and without a connection;
// shows notifications. A page names its files with the version of the server, so it always gets those that belong to it. A kept page is
// renewed in the background each time it is opened.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const PAGES = "azulejos-pages";
const FILES = "azulejos-files";
const TABLES = "azulejos-tables"; // read by kept.js
const OFFLINE = "/offline";
const TABLE = "/t/-"; // all tables have the same page
const KEPT = ["/", TABLE, OFFLINE];
const PAUSES = [0, 1000, 4000, 15_000]; // milliseconds
const MOST_TABLES = 20;
const PATIENCE = 3000; // milliseconds; a busy device may take long to read what it keeps
const LAST = ["/api/tables?show=mine", "/page/frieze.svg"]; // kept as they were last time

worker.addEventListener("install", (event) => {
  worker.skipWaiting();
  event.waitUntil(keep(OFFLINE)); // a worker that is ready can always say that there is no connection
});

worker.addEventListener("activate", (event) => {
  const ours = [PAGES, FILES, TABLES];
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => !ours.includes(name)).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search, searchParams } = new URL(request.url);
  if (origin !== location.origin || request.method !== "GET") return;
  if (request.mode === "navigate") page(event, pathname.startsWith("/t/") ? TABLE : pathname);
  else if (searchParams.has("v")) event.respondWith(file(event));
  else if (LAST.includes(pathname + search)) event.respondWith(last(request, pathname + search));
});

/** A kept page, or else one from the server, or the one that says that there is no connection. */
function page(/** @type {FetchEvent} */ event, /** @type {string} */ path) {
  const kept = KEPT.includes(path) ? soon(found(PAGES, path)) : Promise.resolve(undefined);
  const offline = async () => (await found(PAGES, path)) ?? (await found(PAGES, OFFLINE)) ?? new Response("No connection", { status: 503 });
  const fetched = () => fetch(event.request).catch(offline);
  event.respondWith(kept.then((answer) => answer ?? fetched()));
  event.waitUntil(kept.then((answer) => answer && renew(path)).catch(() => {})); // without a connection it stays as it is
}

/** A file that never changes. */
async function file(/** @type {FetchEvent} */ event) {
  const kept = await soon(found(FILES, event.request.url));
  if (kept) return kept;
  const answer = await fetch(event.request);
  const copy = answer.headers.get("Cache-Control")?.includes("immutable") ? answer.clone() : null; // not that of another version
  if (copy) event.waitUntil(caches.open(FILES).then((files) => files.put(event.request.url, copy)));
  return answer;
}

/** What a promise brings, if it does so soon. */
function soon(/** @type {Promise<Response | undefined>} */ answer) {
  return Promise.race([answer, new Promise((/** @type {(nothing: undefined) => void} */ resolve) => setTimeout(resolve, PATIENCE))]);
}

/** What the server answers (the player's games, for example), or what it answered last time. */
async function last(/** @type {Request} */ request, /** @type {string} */ path) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(PAGES)).put(path, answer.clone());
    return answer;
  } catch {
    return (await found(PAGES, path)) ?? Response.error();
  }
}

/** What is kept under an address; nothing if the browser can't read what it keeps. */
async function found(/** @type {string} */ name, /** @type {string} */ address) {
  const kept = caches.open(name).then((cache) => cache.match(address, { ignoreVary: true }));
  return kept.catch(() => undefined);
}

/** Fetches a page again, with its files. If the server has another version, all pages are renewed, and the old files dropped. */
async function renew(/** @type {string} */ path) {
  const version = await keep(path);
  const files = await caches.open(FILES);
  const old = (await files.keys()).filter(({ url }) => new URL(url).searchParams.get("v") !== version);
  if (!old.length) return;
  await Promise.all(KEPT.filter((other) => other !== path).map(keep));
  await Promise.all(old.map((request) => files.delete(request)));
}

/** Keeps a page and the files that it names; returns its version. */
async function keep(/** @type {string} */ path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const text = await answer.clone().text();
  await keepFiles([...text.matchAll(/(?:src|href)="([^"]+\?v=[^"]+)"/g)].map(([, address]) => address));
  await (await caches.open(PAGES)).put(path, answer);
  return /data-version="([^"]+)"/.exec(text)?.[1];
}

/** Keeps files that are not kept yet. */
async function keepFiles(/** @type {string[]} */ addresses) {
  const files = await caches.open(FILES);
  await Promise.all(addresses.map(async (address) => (await found(FILES, address)) ?? files.add(address)));
}

// A page sends its language (pages that are missing, or in another language, are fetched now), a table to keep or drop, and files.
worker.addEventListener("message", (event) => {
  const { language, address, table, files = [] } = event.data;
  done = done.then(async () => {
    await keepFiles(files).catch(() => {}); // a table is worth keeping without them, too
    if (address) await keepTable(address, table).catch(() => {});
  });
  event.waitUntil(done);
  if (language) event.waitUntil(keepAll(language));
});

let done = Promise.resolve(); // one message after the other: the last one counts

/** Keeps a table under an address, or drops it (`null`); of too many tables, the oldest is dropped. */
async function keepTable(/** @type {string} */ address, /** @type {string | null} */ table) {
  const tables = await caches.open(TABLES);
  await tables.delete(address); // so that the newest is the last
  if (table) await tables.put(address, new Response(table));
  for (const old of (await tables.keys()).slice(0, -MOST_TABLES)) await tables.delete(old);
}

/** Keeps all pages in a language. What fails, because the network breaks off or the server is busy, is tried again. */
async function keepAll(/** @type {string} */ language) {
  for (const pause of PAUSES) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const kept = await Promise.all(KEPT.map((path) => found(PAGES, path)));
    const wrong = KEPT.filter((_, index) => kept[index]?.headers.get("Content-Language") !== language);
    if (!wrong.length) return;
    await Promise.allSettled(wrong.map(keep));
  }
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { table } = event.notification.data;
  event.waitUntil(
    worker.clients
      .matchAll({ type: "window" })
      .then((windows) => windows.find(({ url }) => url === table)?.focus() ?? worker.clients.openWindow(table)),
  );
});
