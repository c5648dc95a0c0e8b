// Tables that there are: my games, free seats, and games to watch; looked up again every few seconds.

import { ask } from "./api.js";
import { make, the } from "./dom.js";
import { describe } from "./games.js";
import { nameOf } from "./names.js";
import { many, t } from "./i18n.js";

const EVERY = 4000;

export class Lobby {
  constructor() {
    document.addEventListener("visibilitychange", () => document.hidden || this.look());
    this.look();
  }

  async look() {
    clearTimeout(this.timer);
    await Promise.all([this.list("mine", t("Go on")), this.list("open", t("Join")), this.list("running", t("Watch"))]).catch(() => {});
    if (!document.hidden) this.timer = setTimeout(() => this.look(), EVERY);
  }

  async list(/** @type {string} */ show, /** @type {string} */ verb) {
    const { tables } = await ask(`/api/tables?show=${show}`);
    const section = the(show);
    const rows = /** @type {HTMLElement} */ (section.querySelector("ul"));
    const text = JSON.stringify(tables);
    if (rows.dataset.text === text) return; // so that focus and reading are not disturbed
    rows.dataset.text = text;
    rows.replaceChildren(...tables.map((table) => row(table, verb)));
    const none = section.querySelector(".none");
    if (none) /** @type {HTMLElement} */ (none).hidden = tables.length > 0;
    else section.hidden = !tables.length;
  }
}

function row(/** @type {any} */ { table, game, seats, scores, round, status }, /** @type {string} */ verb) {
  const names = seats.map(nameOf).join(", ");
  const score = scores.join("\u00a0:\u00a0");
  const state = { open: t("waiting"), running: t("round {n} · {score}", { n: Math.max(round, 1), score }), finished: t("over · {score}", { score }) }[status] ?? "";
  const over = status === "finished";
  return make("li", {}, make("a", { class: "ticket", href: over ? `/r/${table}` : `/t/${table}` },
    make("span", { class: `swatch ${game.game}`, "aria-hidden": "true" }),
    make("span", { class: "about" }, make("b", { text: names }), make("small", { text: `${describe(game)} · ${many("{n} player", "{n} players", seats.length)} · ${state}` })),
    make("span", { class: "verb", text: over ? t("Replay") : verb })));
}
