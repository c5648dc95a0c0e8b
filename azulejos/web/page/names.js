// Names of seats.

import { levelName } from "./games.js";
import { t } from "./i18n.js";

/**
 * The name at a seat. The server names bots after their level, "Craftsman 2", or after the person they play for.
 * @param {{kind: string, name: string, level?: string | null, was?: string | null}} seat
 */
export function nameOf(seat) {
  if (seat.kind === "open") return t("open");
  if (seat.kind !== "bot" || !seat.level) return seat.name;
  return seat.was ? t("{name} (bot)", { name: seat.was }) : seat.name.replace(capital(seat.level), capital(levelName(seat.level)));
}

/** A word with a capital letter. */
function capital(/** @type {string} */ word) {
  return word.charAt(0).toLocaleUpperCase() + word.slice(1);
}
