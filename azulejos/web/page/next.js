// What to do after a game: its biggest mistake as a puzzle, a lesson that fits, another opponent.

import { ask, myName } from "./api.js";
import { toast } from "./dialog.js";
import { make } from "./dom.js";
import { t } from "./i18n.js";

/** A part of a dialog with the next steps after the game of a table; it is filled when the server has said what they are. */
export function nextSteps(/** @type {string} */ table) {
  const part = make("section", { class: "next-steps", "aria-label": t("What next?") });
  ask(`/api/tables/${encodeURIComponent(table)}/next`)
    .then((/** @type {import("./types.js").NextSteps} */ steps) => part.append(...contents(table, steps)))
    .catch(() => part.remove()); // it is only an offer
  return part;
}

function contents(/** @type {string} */ table, /** @type {import("./types.js").NextSteps} */ { opponent, game, seats, lesson }) {
  const link = (/** @type {string} */ what, /** @type {string} */ href, /** @type {string} */ text) =>
    make("a", { class: "button", "data-do": what, href, text });
  const play = (/** @type {Event} */ { currentTarget }) => create(game, seats, /** @type {HTMLElement} */ (currentTarget));
  return [
    make("h3", { text: t("What next?") }),
    opponent && make("p", { class: "soft", text: t("Your rating against bots: {rating}", { rating: opponent.rating }) }),
    link("mistake", `/puzzles?table=${encodeURIComponent(table)}`, t("Your biggest mistake as a puzzle")),
    lesson && link("lesson", lesson.href, t("Lesson: {title}", { title: lesson.title })),
    opponent &&
      make(
        "button",
        { type: "button", "data-do": "opponent", "data-level": opponent.level, onclick: play },
        make("span", {}, opponent.text, make("small", { text: opponent.why })),
      ),
  ].filter((child) => child !== null);
}

/** Creates the next table, and goes there. */
async function create(/** @type {unknown} */ game, /** @type {unknown} */ seats, /** @type {HTMLElement} */ button) {
  button.setAttribute("aria-busy", "true");
  try {
    const { table } = await ask("/api/tables", { game, seats, name: myName() || t("Guest"), public: true, clock: null });
    location.assign(`/t/${table}`);
  } catch (refusal) {
    button.removeAttribute("aria-busy");
    toast(/** @type {Error} */ (refusal).message);
  }
}
