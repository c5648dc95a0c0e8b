// The games and their options, as people choose and name them.

import { many, t } from "./i18n.js";

export const WILD_ORDER = ["purple", "green", "orange", "yellow", "blue", "red"];

/** A game's options in words: "Azul · grey wall · Joker tiles". */
export function describe(/** @type {any} */ game) {
  const words = [game.game === "azul" ? "Azul" : t("Summer Pavilion")];
  if (game.board === "grey") words.push(game.game === "azul" ? t("grey wall") : t("grey board"));
  if (game.jokers) words.push(t("Joker tiles"));
  if (game.score_floor === 0) words.push(t("Mini"));
  if (game.wild_order && game.wild_order.join() !== WILD_ORDER.join()) words.push(t("another wild order"));
  if (game.round_limit && game.round_limit < 50) words.push(many("{n} round", "{n} rounds", game.round_limit));
  return words.join(" · ");
}

/** The game spelled for an address, as the server spells it: `azul-2-grey-jokers.true`. */
export function keyOf(/** @type {any} */ game) {
  let key = `${game.game}-${game.players}-${game.board}`;
  if (game.jokers) key += "-jokers.true";
  if (game.score_floor === 0) key += "-score_floor.0";
  if (game.wild_order && game.wild_order.join() !== WILD_ORDER.join()) key += `-wild_order.${game.wild_order.join(".")}`;
  return key;
}
