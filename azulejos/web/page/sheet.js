// The scoring sheet at the end: every component for every player.

import { open } from "./dialog.js";
import { make } from "./dom.js";
import { listed, signed, t } from "./i18n.js";

/**
 * @typedef {import("./types.js").SheetRow} Row
 * @typedef {import("./types.js").Result} Result
 */

/** Who won, in a sentence. */
export function verdict(/** @type {Result} */ { winners }, /** @type {string[]} */ names, /** @type {number[]} */ you) {
  if (winners.length > 1) return t("{names} share the victory", { names: listed(winners.map((seat) => names[seat])) });
  return you.length === 1 && winners[0] === you[0] ? t("You win!") : t("{name} wins", { name: names[winners[0]] });
}

/**
 * Opens the sheet.
 * @param {string} game @param {Result} result @param {string[]} names @param {number[]} you
 * @param {import("./dom.js").Child} [more]  what comes below the buttons
 * @param {import("./dom.js").Child[]} buttons
 */
export function sheet(game, result, names, you, more = null, ...buttons) {
  const cell = (/** @type {string} */ tag, /** @type {number} */ seat, /** @type {string} */ text) =>
    make(tag, { text, class: result.winners.includes(seat) ? "winner" : "", scope: tag === "th" ? "col" : null });
  const why = (/** @type {string} */ rule) =>
    make("a", { class: "why", href: `/rules/${game}#${rule}`, target: "_blank", text: t("Why?") });
  const before = result.scores.map((score, seat) => score - result.sheet.reduce((sum, { points }) => sum + points[seat], 0));
  /** @type {Row[]} */
  const rows = before.some((points) => points !== 0) ? [{ text: t("At the start"), points: before }, ...result.sheet] : result.sheet;
  const table = make(
    "table",
    { class: "sheet" },
    make("thead", {}, make("tr", {}, make("td"), ...names.map((name, seat) => cell("th", seat, name)))),
    make(
      "tbody",
      {},
      ...rows.map(({ text, points, rule }) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, text, rule && why(rule)),
          ...points.map((value, seat) => cell("td", seat, value === 0 ? "·" : signed(value))),
        ),
      ),
    ),
    make(
      "tfoot",
      {},
      make(
        "tr",
        {},
        make("th", { scope: "row", text: t("Total") }),
        ...result.scores.map((score, seat) => cell("td", seat, String(score))),
      ),
      make(
        "tr",
        { class: "place" },
        make("th", { scope: "row", text: t("Rank") }),
        ...result.ranks.map((rank, seat) => cell("td", seat, t("{n}", { n: rank }))),
      ),
    ),
  );
  const order = [...names.keys()].sort((a, b) => result.ranks[a] - result.ranks[b]);
  const standing = order.map((seat) => `${names[seat]} ${result.scores[seat]}`).join("\u00a0· ");
  return open(
    verdict(result, names, you),
    make("p", { class: "standing", "aria-hidden": "true", text: standing }),
    make("div", { class: "scroll" }, table),
    make("footer", {}, ...buttons),
    more,
  );
}
