// The names of what the server tells by a word: colours, the levels of bots, and who sits somewhere.

import { t } from "./i18n.js";

/** The name of a colour, or of a joker. */
export function colourName(/** @type {string} */ colour) {
  /** @type {Record<string, string>} */
  const names = {
    blue: t("blue"), yellow: t("yellow"), red: t("red"), black: t("black"), white: t("white"), joker: t("joker"),
    purple: t("purple"), green: t("green"), orange: t("orange"),
  };
  return names[colour] ?? colour;
}

/** The name of a field of a position's text. */
export function fieldName(/** @type {string} */ field) {
  /** @type {Record<string, string>} */
  const names = {
    players: t("number of players"), board: t("side of the boards"), jokers: t("joker tiles"), limit: t("most rounds"), floor: t("lowest score"),
    wild: t("order of the wild colours"), round: t("round"), next: t("who comes next"), phase: t("phase"), owed: t("bonus tiles to take"), start: t("starting player"),
    marker: t("first-player marker"), displays: t("displays"), centre: t("centre"), supply: t("supply"), bag: t("bag"), lid: t("lid"), tower: t("tower"),
  };
  return names[field] ?? field;
}

/** The name of a level of bots. */
export function levelName(/** @type {string} */ level) {
  /** @type {Record<string, string>} */
  const names = {
    beginner: t("beginner"), apprentice: t("apprentice"), craftsman: t("craftsman"), expert: t("expert"), master: t("master"),
  };
  return names[level] ?? level;
}

/** How a level of bots plays. */
export function levelAbout(/** @type {string} */ level) {
  /** @type {Record<string, string>} */
  const abouts = {
    beginner: t("takes what seems to bring most at once, and often misjudges it"),
    apprentice: t("takes what brings most at once"),
    craftsman: t("thinks of its next move too, and of what it leaves to the others"),
    expert: t("searches a little"),
    master: t("searches for a second, or as long as it may"),
  };
  return abouts[level] ?? "";
}

/**
 * Who sits at a seat. The server calls bots by their level, "Craftsman 2", or after the person they play for.
 * @param {{kind: string, name: string, level?: string | null, was?: string | null}} seat
 */
export function nameOf(seat) {
  if (seat.kind === "open") return t("free");
  if (seat.kind !== "bot" || !seat.level) return seat.name;
  return seat.was ? t("{name} (bot)", { name: seat.was }) : seat.name.replace(capital(seat.level), capital(levelName(seat.level)));
}

/** A word with a capital letter. */
function capital(/** @type {string} */ word) {
  return word.charAt(0).toLocaleUpperCase() + word.slice(1);
}
