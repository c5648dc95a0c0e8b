// Tables as they were when this browser last saw them, to be shown until the server answers. Only over HTTPS or from `localhost`.

const CACHE = "azulejos-tables"; // worker.js leaves it alone
const MOST = 20;

const address = (/** @type {string} */ id) => `/kept/${encodeURIComponent(id)}`;

let done = Promise.resolve(); // one after the other: the last one counts

/** Does something with the kept tables, after everything before it. */
function inTurn(/** @type {(tables: Cache) => Promise<unknown>} */ action) {
  if ("caches" in window) done = done.then(async () => void (await action(await caches.open(CACHE)))).catch(() => {});
  return done;
}

/** Keeps a table; of too many, the oldest is dropped. */
export function keepTable(/** @type {string} */ id, /** @type {import("./types.js").Welcome} */ table) {
  return inTurn(async (tables) => {
    await tables.delete(address(id)); // so that the newest is the last
    await tables.put(address(id), new Response(JSON.stringify(table)));
    for (const old of (await tables.keys()).slice(0, -MOST)) await tables.delete(old);
  });
}

/** A kept table, or `null`. @returns {Promise<import("./types.js").Welcome | null>} */
export async function keptTable(/** @type {string} */ id) {
  if (!("caches" in window)) return null;
  const found = await (await caches.open(CACHE)).match(address(id)).catch(() => null);
  return found ? found.json() : null;
}

export function dropTable(/** @type {string} */ id) {
  return inTurn((tables) => tables.delete(address(id)));
}
