// The words for spots: what a screen reader says, and what the page asks for.

import { colourName } from "./names.js";
import { t } from "./i18n.js";

/** The place and the colour of a spot that means all pieces of a colour at a place. */
export function parts(/** @type {string} */ spot) {
  const [place, colour] = spot.split("/");
  return { place, colour, names: place.split(".") };
}

/** A spot in words: "red on display 3". */
export function spoken(/** @type {string} */ spot) {
  const { names, colour } = parts(spot);
  const [kind, a, b, c] = names;
  switch (kind) {
    case "display": return t("{colour} on display {n}", { colour: colourName(colour), n: a });
    case "centre": return t("{colour} in the centre", { colour: colourName(colour) });
    case "supply": return t("{colour} of the supply", { colour: colourName(colour) });
    case "hand": return t("{colour} of your tiles", { colour: colourName(colour) });
    case "corner": return t("{colour} that you kept", { colour: colourName(colour) });
    case "line": return t("line {n}", { n: b });
    case "floor": return t("the floor line");
    case "wall": return t("row {row}, column {column} of the wall", { row: b, column: c });
    case "space": return t("space {space} of star {star}", { space: c, star: b });
    default: return spot;
  }
}

/**
 * What to do now, in a few words.
 * @param {Iterable<string>} offered @param {string[]} clicked  what was clicked before @param {boolean} done  whether one may stop here
 */
export function prompt(offered, clicked, done) {
  const clicks = clicked.length;
  const passing = clicked.includes("?pass");
  const kinds = new Set([...offered].map((spot) => (spot.startsWith("?") ? "?" : spot.split(".")[0].split("/")[0])));
  const only = (/** @type {string[]} */ ...some) => [...kinds].every((kind) => kind === "?" || some.includes(kind));
  if (!kinds.size) return "";
  if (kinds.size === 1 && kinds.has("?")) return clicks ? t("How?") : t("Your turn");
  if (only("display", "centre")) return clicks ? t("Which tiles?") : t("Your turn: take tiles");
  if (only("line", "floor")) return t("Where do they go?");
  if (only("wall")) return t("Where on the wall?");
  if (only("space")) return clicks ? t("Which space?") : t("Your turn: place a tile, or pass");
  if (only("supply")) return done ? t("Take more from the supply, or finish") : t("Take bonus tiles from the supply");
  if (passing) return done ? t("Keep more tiles, or finish") : t("Which tiles do you keep?");
  if (only("hand")) return t("With which colour?");
  if (only("hand", "space")) return clicks ? t("Which space?") : t("Your turn: place a tile, or pass");
  return clicks ? t("And now?") : t("Your turn");
}
