// Names of spots, as the server sends them: for screen readers, and for the prompts.

import { gameOf, pieceName } from "./games.js";

const BUTTON = "?"; // prefixes of spots that are not places of the table
const ANY = "*";

/** The order of names with numbers: 2 before 10. */
export const byNumber = new Intl.Collator("en", { numeric: true }).compare;

/** The place and the colour of a spot that means all pieces of a colour at a place. */
export function parts(/** @type {string} */ spot) {
  const [place, colour] = spot.split("/");
  return { place, colour, names: place.split(".") };
}

/** A text with the parts of a name in place of `{1}`, `{2}` …, and the other values in place of theirs. */
export function filled(/** @type {string} */ text, /** @type {string[]} */ names, /** @type {Record<string, string>} */ values) {
  return text.replace(/\{(\w+)\}/g, (hole, name) => values[name] ?? names[Number(name)] ?? hole);
}

/** A spot in words: "red on display 3". */
export function spoken(/** @type {string} */ game, /** @type {string} */ spot) {
  const { names, colour } = parts(spot);
  const words = gameOf(game).places[names[0]];
  return words ? filled(words.spot, names, { colour: pieceName(game, colour ?? "") }) : spot;
}

/** The spot to click for a piece in a slot. */
export function spotOf(/** @type {string} */ game, /** @type {string} */ slot, /** @type {string} */ what) {
  const names = slot.split(".");
  const words = gameOf(game).places[names[0]];
  if (!words) return slot;
  const place = names.slice(0, words.parts).join(".");
  return words.by_colour ? `${place}/${what}` : place;
}

/** The seat on whose board a spot is; `null` in the middle of the table. */
export function ownerOf(/** @type {string} */ game, /** @type {string} */ spot) {
  const { names } = parts(spot);
  return gameOf(game).places[names[0]]?.owned ? Number(names[1]) : null;
}

/**
 * What to do now, in a few words: the first prompt for what is offered after these clicks. The terminal has the same rule
 * (`azulejos/render/prompts.py`), and the same tests.
 * @param {import("./types.js").Prompt[]} prompts @param {Iterable<string>} offered @param {string[]} clicks
 * @param {boolean} mayStop
 */
export function prompt(prompts, offered, clicks, mayStop) {
  const kinds = new Set([...offered].filter((spot) => !spot.startsWith(BUTTON)).map((spot) => parts(spot).names[0]));
  const fits = (/** @type {import("./types.js").Prompt} */ one) =>
    (one.kinds.includes(ANY) || [...kinds].every((kind) => one.kinds.includes(kind))) &&
    (!one.after.length || one.after.some((spot) => clicks.includes(spot)));
  const found = prompts.find(fits);
  if (!found) return "";
  return mayStop && found.done !== null ? found.done : clicks.length ? found.then : found.first;
}
