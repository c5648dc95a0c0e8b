// The tables: my games, open seats, and games to watch; refreshed every few seconds.

import { ask } from "./api.js";
import { make, the } from "./dom.js";
import { games } from "./games.js";
import { many, t, versioned } from "./i18n.js";
import { nameOf } from "./names.js";

/** @typedef {import("./types.js").ListedTable} ListedTable */

const EVERY = 4000;

export class Lobby {
  constructor() {
    document.addEventListener("visibilitychange", () => document.hidden || this.look());
    addEventListener("online", () => this.look());
    this.look();
  }

  async look() {
    clearTimeout(this.timer);
    const lists = [this.list("mine", t("Continue")), this.list("open", t("Join")), this.list("running", t("Watch"))];
    const answers = await Promise.allSettled(lists); // without a connection, the worker still knows the player's games
    the("offline").hidden = answers.every(({ status }) => status === "fulfilled");
    if (!document.hidden) this.timer = setTimeout(() => this.look(), EVERY);
  }

  async list(/** @type {string} */ show, /** @type {string} */ verb) {
    /** @type {{tables: ListedTable[], damaged: number}} */
    const found = await ask(`/api/tables?show=${show}`);
    const tables = found.tables;
    const damaged = show === "running" ? found.damaged : 0; // said once
    const section = the(show);
    const rows = /** @type {HTMLElement} */ (section.querySelector("ul"));
    const text = JSON.stringify([tables, damaged]);
    if (rows.dataset.text === text) return; // so that focus and reading are not disturbed
    rows.dataset.text = text;
    rows.replaceChildren(...tables.map((table) => row(table, verb)));
    if (damaged) {
      const said = many("{n} damaged table is not shown.", "{n} damaged tables are not shown.", damaged);
      rows.append(make("li", {}, make("small", { text: said })));
    }
    const none = section.querySelector(".none");
    if (none) /** @type {HTMLElement} */ (none).hidden = tables.length > 0;
    else section.hidden = !tables.length && !damaged;
  }
}

function row(/** @type {ListedTable} */ { table, title, game, seats, scores, round, status }, /** @type {string} */ verb) {
  const score = scores.join("\u00a0:\u00a0");
  const states = {
    open: t("waiting"),
    running: t("round {n} · {score}", { n: Math.max(round, 1), score }),
    finished: t("game over · {score}", { score }),
  };
  const over = status === "finished";
  const facts = `${many("{n} player", "{n} players", seats.length)} · ${states[status]}`.split(" · ");
  const about = [title, ...facts.map((fact) => fact.replaceAll(" ", "\u00a0"))].join("\u00a0· "); // lines break between facts
  const picture = games.find(({ name }) => name === game.game)?.picture;
  return make(
    "li",
    {},
    make(
      "a",
      { class: "ticket", href: over ? `/r/${table}` : `/t/${table}` },
      picture ? make("img", { class: "swatch", src: versioned(picture), alt: "", width: 39, height: 26 }) : null,
      make("span", { class: "about" }, make("b", { text: seats.map(nameOf).join(", ") }), make("small", { text: about })),
      make("span", { class: "verb", text: over ? t("Replay") : verb }),
    ),
  );
}
