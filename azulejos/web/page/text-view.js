// The table in words, place by place: for those who listen to it, and for those who want to be sure.

import { make, the } from "./dom.js";
import { gameOf, pieceName } from "./games.js";
import { t } from "./i18n.js";
import { filled } from "./spots.js";

/** @typedef {import("./types.js").Scene} Scene */

/** @type {[string, Scene, string[]] | null} */
let shown = null;

/** Says what lies on a table where the page has a place for that, as soon as somebody opens it. */
export function tell(/** @type {string} */ game, /** @type {Scene} */ scene, /** @type {string[]} */ players) {
  const part = /** @type {HTMLDetailsElement} */ (the("told"));
  if (!shown) part.addEventListener("toggle", () => say(part));
  shown = [game, scene, players];
  say(part);
}

function say(/** @type {HTMLDetailsElement} */ part) {
  if (part.open && shown) part.lastElementChild?.replaceChildren(inWords(...shown));
}

/**
 * What lies where, a line for each place that is not empty; the texts of the table, where nothing lies on it.
 * @param {string} game @param {Scene} scene @param {string[]} players
 */
function inWords(game, scene, players) {
  /** @type {Map<string, Map<string, number>>} */
  const places = new Map();
  for (const [slot, what] of Object.entries(scene.pieces).sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))) {
    const names = slot.split(".");
    const words = gameOf(game).places[names[0]];
    if (!words) continue;
    const place = filled(words.text, names, { name: players[Number(names[1])] ?? "" });
    const there = places.get(place) ?? new Map();
    places.set(place, there);
    const colour = pieceName(game, what);
    const piece = words.exact ? t("{n}: {colour}", { n: names[3], colour }) : colour;
    there.set(piece, (there.get(piece) ?? 0) + 1);
  }
  if (!places.size) return make("pre", { class: "words", text: Object.values(scene.texts).join("\n") });
  const list = (/** @type {Map<string, number>} */ there) => [...there].map(([piece, n]) => (n > 1 ? `${n} ${piece}` : piece)).join(", ");
  return make(
    "dl",
    { class: "words" },
    ...[...places].map(([place, there]) => make("div", {}, make("dt", { text: place }), make("dd", { text: list(there) }))),
  );
}
