// The table in words, place by place: for screen readers, and for anyone who wants to be sure.

import { make, the } from "./dom.js";
import { gameOf, pieceName } from "./games.js";
import { t } from "./i18n.js";
import { byNumber, filled } from "./spots.js";

/** @typedef {import("./types.js").Scene} Scene */

/** @type {[string, Scene, string[]] | null} */
let shown = null;

/** Describes the table in the page's text view, once it is open. */
export function showText(/** @type {string} */ game, /** @type {Scene} */ scene, /** @type {string[]} */ players) {
  const part = /** @type {HTMLDetailsElement} */ (the("text-view"));
  if (!shown) part.addEventListener("toggle", () => say(part));
  shown = [game, scene, players];
  say(part);
}

function say(/** @type {HTMLDetailsElement} */ part) {
  if (part.open && shown) part.lastElementChild?.replaceChildren(inWords(...shown));
}

/**
 * The pieces, a line for each place that is not empty; then the other texts of the table.
 * @param {string} game @param {Scene} scene @param {string[]} players
 */
function inWords(game, scene, players) {
  /** @type {Map<string, Map<string, number>>} */
  const places = new Map();
  for (const [slot, what] of Object.entries(scene.pieces).sort(([a], [b]) => byNumber(a, b))) {
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
