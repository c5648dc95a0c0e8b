// The table in words, place by place: for those who listen to it, and for those who want to be sure.

import { make, the } from "./dom.js";
import { colourName } from "./names.js";
import { t } from "./i18n.js";

/** A place of the table and what one calls it; `names` are the parts of a slot. */
function placeOf(/** @type {string[]} */ names, /** @type {string[]} */ players) {
  const [kind, a, b] = names;
  const name = players[Number(a)] ?? "";
  switch (kind) {
    case "display": return t("Display {n}", { n: a });
    case "centre": return t("Centre");
    case "supply": return t("Supply");
    case "line": return t("{name}, line {n}", { name, n: b });
    case "wall": return t("{name}, row {n} of the wall", { name, n: b });
    case "floor": return t("{name}, floor line", { name });
    case "hand": return t("{name}, beside the board", { name });
    case "corner": return t("{name}, kept", { name });
    case "space": return t("{name}, star {n}", { name, n: b });
    default: return "";
  }
}

/** @type {[import("./stage.js").Scene, string[]] | null} */
let shown = null;

/** Tells a table where the page has a place for it, as soon as somebody opens that. */
export function tell(/** @type {import("./stage.js").Scene} */ scene, /** @type {string[]} */ players) {
  const part = /** @type {HTMLDetailsElement} */ (the("told"));
  if (!shown) part.addEventListener("toggle", () => say(part));
  shown = [scene, players];
  say(part);
}

function say(/** @type {HTMLDetailsElement} */ part) {
  if (part.open && shown) part.lastElementChild?.replaceChildren(inWords(...shown));
}

/** Whether it matters where exactly a piece lies: on the wall, and in a star. */
const exact = (/** @type {string} */ kind) => kind === "wall" || kind === "space";

/**
 * What lies where, a line for each place that is not empty.
 * @param {import("./stage.js").Scene} scene @param {string[]} players
 */
function inWords(scene, players) {
  /** @type {Map<string, Map<string, number>>} */
  const places = new Map();
  for (const [slot, what] of Object.entries(scene.pieces).sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))) {
    const names = slot.split(".");
    const place = placeOf(names, players);
    if (!place) continue;
    const there = places.get(place) ?? places.set(place, new Map()).get(place);
    const colour = what === "first" ? t("first-player marker") : colourName(what);
    const piece = exact(names[0]) ? t("{n}: {colour}", { n: names[3], colour }) : colour;
    there?.set(piece, (there.get(piece) ?? 0) + 1);
  }
  return make("dl", { class: "words" }, ...[...places].map(([place, there]) =>
    make("div", {}, make("dt", { text: place }), make("dd", { text: [...there].map(([piece, n]) => (n > 1 ? `${n} ${piece}` : piece)).join(", ") }))));
}
