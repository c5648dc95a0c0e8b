// Who plays: for each seat me, a friend, or a bot of some level.

import { ask } from "./api.js";
import { make, the } from "./dom.js";
import { levelAbout, levelName } from "./names.js";
import { t } from "./i18n.js";

/** @typedef {{kind: "me" | "open" | "bot", level?: string, name?: string}} Seat */

const BOT = /** @type {Seat} */ ({ kind: "bot", level: "craftsman" });

export class Seating {
  /** @param {HTMLElement} host @param {Seat[]} [before] */
  constructor(host, before) {
    this.list = /** @type {HTMLElement} */ (host.querySelector("ol"));
    /** @type {Seat[]} */
    this.seats = before?.length ? before : [{ kind: "me" }, BOT];
    /** @type {{name: string, about: string}[]} */
    this.levels = ["beginner", "apprentice", "craftsman", "expert", "master"].map((name) => ({ name, about: "" }));
    this.resized = (/** @type {number} */ _players) => {};
    ask("/api/bots").then(({ levels }) => {
      this.levels = levels;
      this.refresh();
    }, () => {});
    the("count").replaceChildren(...[2, 3, 4].map((players) => make("label", { class: "pill" },
      make("input", { type: "radio", name: "players", value: players, onchange: () => this.resized(players) }), make("span", { text: players }))));
  }

  /** As many seats as that: new ones are for bots. */
  seat(/** @type {number} */ players) {
    this.seats = Array.from({ length: players }, (_, index) => this.seats[index] ?? BOT);
    for (const input of the("count").querySelectorAll("input")) input.checked = Number(input.value) === players;
    this.refresh();
  }

  put(/** @type {number} */ index, /** @type {Seat} */ seat) {
    this.seats = this.seats.map((old, i) => (i === index ? seat : old));
    this.refresh();
  }

  /** Names a seat; the row stays as it is, somebody is writing in it. */
  call(/** @type {number} */ index, /** @type {string} */ name) {
    this.seats = this.seats.map((old, i) => (i === index ? { kind: "me", ...(name ? { name } : {}) } : old));
  }

  refresh() {
    const focused = /** @type {HTMLElement | null} */ (this.list.contains(document.activeElement) ? document.activeElement : null)?.id;
    this.list.replaceChildren(...this.seats.map((seat, index) => this.row(seat, index)));
    if (focused) the(focused)?.focus();
  }

  row(/** @type {Seat} */ seat, /** @type {number} */ index) {
    const kinds = [["me", t("Me")], ["open", t("A friend")], ["bot", t("A bot")]];
    const level = this.levels.find(({ name }) => name === seat.level) ?? this.levels[2];
    const another = seat.kind === "me" && this.seats.findIndex(({ kind }) => kind === "me") < index;
    const about = { me: another ? t("plays on this device too") : "", open: t("You get a link to send."), bot: levelAbout(seat.level ?? "") }[seat.kind];
    return make("li", {},
      make("fieldset", { class: "row" }, make("legend", { class: "unseen", text: t("Seat {n}", { n: index + 1 }) }),
        make("span", { class: "number", "aria-hidden": "true", text: index + 1 }),
        make("div", { class: "pills" }, ...kinds.map(([kind, text]) => make("label", { class: "pill" },
          make("input", { type: "radio", id: `seat-${index}-${kind}`, name: `seat-${index}`, value: kind, checked: seat.kind === kind, onchange: () => this.put(index, kind === "bot" ? BOT : { kind }) }),
          make("span", { text })))),
        seat.kind === "bot" && make("select", { id: `level-${index}`, "aria-label": t("Level of the bot"), onchange: (event) => this.put(index, { kind: "bot", level: event.target.value }) },
          ...this.levels.map(({ name }) => make("option", { value: name, text: levelName(name), selected: name === seat.level }))),
        another && make("input", { "aria-label": t("Name"), placeholder: t("Name"), maxlength: 24, value: seat.name ?? "", oninput: (event) => this.call(index, event.target.value.trim()) }),
        make("small", { class: "soft", text: about })));
  }
}
