// What this browser keeps, to be shown until the server answers: tables as they were when it last saw them, and the files of pages.
// Browsers do so only over HTTPS or from `localhost`. The worker does the keeping, because it goes on when the page is left.

const CACHE = "azulejos-tables"; // as in worker.js

const address = (/** @type {string} */ id) => `/kept/${encodeURIComponent(id)}`;

/** Sends the worker a message as soon as there is one; they arrive in the order in which they were sent. */
async function send(/** @type {object} */ message) {
  if (!("serviceWorker" in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(message);
}

/** The files that this page has fetched so far, perhaps before there was a worker to keep them. */
const fetched = () =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => name.includes("?v="));

/** Keeps all pages in a language, and the files of this one. */
export function keepPages(/** @type {string} */ language) {
  return send({ language, files: fetched() });
}

/** Keeps a table and the files that show it; of too many tables, the oldest is dropped. */
export function keepTable(/** @type {string} */ id, /** @type {import("./types.js").KeptTable} */ table, /** @type {string} */ layout) {
  return send({ address: address(id), table: JSON.stringify(table), files: [...fetched(), new URL(layout, location.href).href] });
}

export function dropTable(/** @type {string} */ id) {
  return send({ address: address(id), table: null });
}

/** A kept table, or `null`. @returns {Promise<import("./types.js").KeptTable | null>} */
export async function keptTable(/** @type {string} */ id) {
  if (!("caches" in window)) return null;
  const found = await (await caches.open(CACHE)).match(address(id)).catch(() => null);
  return found ? found.json() : null;
}
