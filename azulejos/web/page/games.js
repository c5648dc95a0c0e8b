// The games and bots of the server: nothing else on the page names one.

import { ask } from "./api.js";
import { language, versioned } from "./i18n.js";

/** @typedef {import("./types.js").Game} Game */

/** @type {import("./types.js").Games} */
const catalogue = await ask(versioned(`/games/${language}.json`));

/** All games, all levels of bots (weakest first), the default level, and the quick-start tables. */
export const { games, levels, level: defaultLevel, first } = catalogue;

/** A game by its name. @returns {Game} */
export function gameOf(/** @type {string} */ name) {
  const found = games.find((game) => game.name === name);
  if (!found) throw new Error(`there is no game ${name}`);
  return found;
}

/** The name of a piece in a game. */
export function pieceName(/** @type {string} */ game, /** @type {string} */ piece) {
  return gameOf(game).pieces[piece] ?? piece;
}

/** The name of a level of bots. */
export function levelName(/** @type {string} */ level) {
  return levels.find(({ name }) => name === level)?.title ?? level;
}
