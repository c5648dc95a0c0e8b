// Tables as they were when this browser last saw them, to be shown until the server answers. Only over HTTPS or from `localhost`.

const CACHE = "azulejos-tables"; // worker.js leaves it alone
const MOST = 20;

const address = (/** @type {string} */ id) => `/kept/${encodeURIComponent(id)}`;

/** Keeps a table; of too many, the oldest is dropped. */
export async function keepTable(/** @type {string} */ id, /** @type {import("./types.js").Welcome} */ table) {
  if (!("caches" in window)) return;
  const tables = await caches.open(CACHE);
  await tables.delete(address(id)); // so that the newest is the last
  await tables.put(address(id), new Response(JSON.stringify(table)));
  for (const old of (await tables.keys()).slice(0, -MOST)) await tables.delete(old);
}

/** A kept table, or `null`. @returns {Promise<import("./types.js").Welcome | null>} */
export async function keptTable(/** @type {string} */ id) {
  if (!("caches" in window)) return null;
  const found = await (await caches.open(CACHE)).match(address(id));
  return found ? found.json() : null;
}

export async function dropTable(/** @type {string} */ id) {
  if ("caches" in window) await (await caches.open(CACHE)).delete(address(id));
}
