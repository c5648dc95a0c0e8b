// What a move scored, in the log of a table or a replay: in words, with a link to the rule.

import { make } from "./dom.js";
import { t } from "./i18n.js";

/** @param {string} game @param {{points: number, text: string, rule?: string | null}} gain */
export function scored(game, { points, text, rule }) {
  return make(
    "small",
    { class: points < 0 ? "loss" : "gain" },
    text,
    " ",
    rule ? make("a", { href: `/rules/${game}#${rule}`, target: "_blank", text: t("Why?") }) : null,
  );
}
