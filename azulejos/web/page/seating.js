// The players: for each seat me, a friend, or a bot of some level.

import { make, the } from "./dom.js";
import { gameOf, levels, defaultLevel } from "./games.js";
import { t } from "./i18n.js";

/** @typedef {import("./types.js").NewSeat} Seat */

const BOT = /** @type {Seat} */ ({ kind: "bot", level: defaultLevel });

export class Seating {
  /** @param {HTMLElement} host @param {Seat[]} [before] */
  constructor(host, before) {
    this.list = /** @type {HTMLElement} */ (host.querySelector("ol"));
    /** @type {Seat[]} */
    this.seats = before?.length ? before : [{ kind: "me" }, BOT];
    this.resized = (/** @type {number} */ _players) => {};
  }

  /** Adjusts the number of seats to the game: new ones are for bots. */
  seat(/** @type {import("./types.js").Rules} */ { game, players }) {
    this.seats = Array.from({ length: players }, (_, index) => this.seats[index] ?? BOT);
    if (the("count").dataset.of !== game) {
      the("count").dataset.of = game;
      the("count").replaceChildren(
        ...gameOf(game).players.map((count) =>
          make(
            "label",
            { class: "pill" },
            make("input", { type: "radio", name: "players", value: count, onchange: () => this.resized(count) }),
            make("span", { text: count }),
          ),
        ),
      );
    }
    for (const input of the("count").querySelectorAll("input")) input.checked = Number(input.value) === players;
    this.refresh();
  }

  put(/** @type {number} */ index, /** @type {Seat} */ seat) {
    this.seats = this.seats.map((old, i) => (i === index ? seat : old));
    this.refresh();
  }

  /** Names a seat; the row is not redrawn, because the user is typing in it. */
  call(/** @type {number} */ index, /** @type {string} */ name) {
    this.seats = this.seats.map((old, i) => (i === index ? { kind: "me", ...(name ? { name } : {}) } : old));
  }

  refresh() {
    const active = /** @type {HTMLElement | null} */ (this.list.contains(document.activeElement) ? document.activeElement : null);
    const focused = active?.id;
    this.list.replaceChildren(...this.seats.map((seat, index) => this.row(seat, index)));
    if (focused) the(focused)?.focus();
  }

  row(/** @type {Seat} */ seat, /** @type {number} */ index) {
    /** @type {[Seat["kind"], string][]} */
    const kinds = [
      ["me", t("Me")],
      ["open", t("A friend")],
      ["bot", t("A bot")],
    ];
    const another = seat.kind === "me" && this.seats.findIndex(({ kind }) => kind === "me") < index;
    const level = levels.find(({ name }) => name === seat.level);
    const about = { me: another ? t("plays on this device too") : "", open: t("You'll get a link to send."), bot: level?.about ?? "" };
    const pill = (/** @type {Seat["kind"]} */ kind, /** @type {string} */ text) =>
      make(
        "label",
        { class: "pill" },
        make("input", {
          type: "radio",
          id: `seat-${index}-${kind}`,
          name: `seat-${index}`,
          value: kind,
          checked: seat.kind === kind,
          onchange: () => this.put(index, kind === "bot" ? BOT : { kind }),
        }),
        make("span", { text }),
      );
    return make(
      "li",
      {},
      make(
        "fieldset",
        { class: "row" },
        make("legend", { class: "unseen", text: t("Seat {n}", { n: index + 1 }) }),
        make("span", { class: "number", "aria-hidden": "true", text: index + 1 }),
        make("div", { class: "pills" }, ...kinds.map(([kind, text]) => pill(kind, text))),
        seat.kind === "bot" && this.levels(seat, index),
        another && this.naming(seat, index),
        make("small", { class: "soft", text: about[seat.kind] }),
      ),
    );
  }

  levels(/** @type {Seat} */ seat, /** @type {number} */ index) {
    const select = /** @type {HTMLSelectElement} */ (
      make(
        "select",
        {
          id: `level-${index}`,
          "aria-label": t("Bot level"),
          onchange: () => this.put(index, { kind: "bot", level: select.value }),
        },
        ...levels.map(({ name, title }) => make("option", { value: name, text: title, selected: name === seat.level })),
      )
    );
    return select;
  }

  naming(/** @type {Seat} */ seat, /** @type {number} */ index) {
    const input = /** @type {HTMLInputElement} */ (
      make("input", {
        "aria-label": t("Name"),
        placeholder: t("Name"),
        maxlength: 24,
        value: seat.name ?? "",
        oninput: () => this.call(index, input.value.trim()),
      })
    );
    return input;
  }
}
