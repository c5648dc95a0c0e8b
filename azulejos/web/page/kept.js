// What this browser keeps, to be shown until the server answers: tables as they were when it last saw them, and the files of pages.
// Browsers do so only over HTTPS or from `localhost`.

const CACHE = "azulejos-tables"; // worker.js leaves it alone
const FILES = "azulejos-files"; // as in worker.js
const MOST = 20;

const address = (/** @type {string} */ id) => `/kept/${encodeURIComponent(id)}`;

let done = Promise.resolve(); // one after the other: the last one counts
/** @type {Set<string>} */
const keptFiles = new Set(); // those that this page knows of

/** Does something with the kept tables, after everything before it. */
function inTurn(/** @type {(tables: Cache) => Promise<unknown>} */ action) {
  if ("caches" in window) done = done.then(async () => void (await action(await caches.open(CACHE)))).catch(() => {});
  return done;
}

/** Keeps the files that this page has fetched so far, perhaps before there was a worker to do it; and others. */
export async function keepFiles(/** @type {string[]} */ ...others) {
  const fetched = performance.getEntriesByType("resource").map(({ name }) => name);
  const addresses = new Set(
    [...fetched, ...others].map((name) => new URL(name, location.href).href).filter((name) => name.includes("?v=") && !keptFiles.has(name)),
  );
  if (!addresses.size) return;
  const files = await caches.open(FILES);
  await Promise.all([...addresses].map(async (name) => (await files.match(name, { ignoreVary: true })) ?? files.add(name)));
  for (const name of addresses) keptFiles.add(name);
}

/** Keeps a table and the files that show it; of too many tables, the oldest is dropped. */
export function keepTable(/** @type {string} */ id, /** @type {import("./types.js").KeptTable} */ table, /** @type {string[]} */ ...files) {
  return inTurn(async (tables) => {
    await keepFiles(...files).catch(() => {}); // the table is worth keeping without them, too
    await tables.delete(address(id)); // so that the newest is the last
    await tables.put(address(id), new Response(JSON.stringify(table)));
    for (const old of (await tables.keys()).slice(0, -MOST)) await tables.delete(old);
  });
}

/** A kept table, or `null`. @returns {Promise<import("./types.js").KeptTable | null>} */
export async function keptTable(/** @type {string} */ id) {
  if (!("caches" in window)) return null;
  const found = await (await caches.open(CACHE)).match(address(id)).catch(() => null);
  return found ? found.json() : null;
}

export function dropTable(/** @type {string} */ id) {
  return inTurn((tables) => tables.delete(address(id)));
}
