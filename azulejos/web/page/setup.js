// Choosing a game by pictures, each with a line that explains it.

import { keep } from "./api.js";
import { draw, drawing, make, the } from "./dom.js";
import { first, gameOf, games, pieceName } from "./games.js";
import { t, versioned } from "./i18n.js";

/**
 * @typedef {import("./types.js").Rules} Rules
 * @typedef {import("./types.js").Option} Option
 * @typedef {import("./types.js").Game} Game
 * @typedef {import("./types.js").Edition} Edition
 * @typedef {import("./types.js").Value} Value
 */

const RANDOM = "random"; // the server draws it

export class Setup {
  /** @param {Rules | undefined} before @param {(game: Rules) => void} changed */
  constructor(before, changed) {
    this.changed = changed;
    /** @type {Rules} */
    this.game = { starter: RANDOM, ...(before && games.some(({ name }) => name === before.game) ? before : first.game) };
    /** @type {[Option, number] | null} */
    this.picked = null; // the piece to swap in an order
    this.refresh();
  }

  resize(/** @type {number} */ players) {
    this.choose({ ...this.game, players });
  }

  choose(/** @type {Rules} */ game) {
    this.game = game;
    this.refresh();
  }

  set(/** @type {string} */ name, /** @type {unknown} */ value) {
    this.choose({ ...this.game, [name]: value });
  }

  /** Changes the game, with the defaults of its options. */
  change(/** @type {string} */ name) {
    const { boards, players } = gameOf(name);
    const seats = players.includes(this.game.players) ? this.game.players : players[0];
    this.choose({ game: name, players: seats, board: boards[0].value, starter: RANDOM });
  }

  refresh() {
    const game = gameOf(this.game.game);
    const options = game.options.filter(({ main }) => main);
    this.cards(
      "games",
      "all",
      games.map(({ name, ...rest }) => ({ value: name, ...rest })),
      game.name,
      (name) => this.change(name),
    );
    this.editions(game);
    this.starter(game);
    this.cards("boards", game.name, game.boards, this.game.board, (board) => this.set("board", board));
    this.fields(game.name, options);
    for (const option of options) {
      const value = this.game[option.name] ?? option.default;
      if (option.kind === "order") this.order(option, value);
      else if (option.kind === "number") this.number(option, value);
      else this.cards(`option-${option.name}`, game.name, option.values, value, (chosen) => this.set(option.name, chosen));
    }
    this.changed(this.game);
  }

  /** The published editions: choosing one sets the options that they differ in. */
  editions(/** @type {Game} */ { name, editions }) {
    the("editions").hidden = editions.length < 2;
    if (!editions.length) return;
    const played = (/** @type {Edition} */ { options }) => Object.entries(options).every(([option, value]) => this.game[option] === value);
    const chosen = (editions.find((one) => one.name === this.game.edition) ?? editions.find(played) ?? editions[0]).name;
    this.game = { ...this.game, edition: chosen };
    for (const option of editions.flatMap(({ options }) => Object.keys(options))) delete this.game[option]; // the edition sets them
    const values = editions.map(({ name, title, about }) => ({ value: name, title, about, picture: "" }));
    this.cards("editions", name, values, chosen, (edition) => this.set("edition", edition));
  }

  /** Who starts: a seat, or one that the server draws. */
  starter(/** @type {Game} */ { any_starter }) {
    const select = /** @type {HTMLSelectElement} */ (the("starter"));
    /** @type {HTMLElement} */ (select.parentElement).hidden = !any_starter;
    const seats = Array.from({ length: any_starter ? this.game.players : 1 }, (_, seat) => seat);
    if (!any_starter) this.game.starter = 0;
    else if (!seats.includes(this.game.starter)) this.game.starter = RANDOM;
    if (select.options.length !== seats.length + 1) {
      const option = (/** @type {unknown} */ value, /** @type {string} */ text) => make("option", { value, text });
      select.replaceChildren(option(RANDOM, t("drawn at random")), ...seats.map((seat) => option(seat, t("Seat {n}", { n: seat + 1 }))));
    }
    select.value = String(this.game.starter);
    select.onchange = () => this.set("starter", select.value === RANDOM ? RANDOM : Number(select.value));
  }

  /** A field for each option of a game, made again only when it is another game. */
  fields(/** @type {string} */ game, /** @type {Option[]} */ options) {
    const host = the("options");
    if (host.dataset.of === game) return;
    host.dataset.of = game;
    this.picked = null;
    for (const field of host.querySelectorAll(".of-game")) field.remove();
    the("boards").hidden = gameOf(game).boards.length < 2;
    host.append(
      ...options.map(({ name, kind, title }) => {
        const legend = make("legend", { text: title });
        if (kind !== "order") return make("fieldset", { id: `option-${name}`, class: "cards small of-game" }, legend);
        const help = make("p", { class: "soft", text: t("Click two of them to swap them.") });
        return make("fieldset", { id: `option-${name}`, class: "wide of-game" }, legend, help, make("div", { class: "order" }));
      }),
    );
  }

  /**
   * A group of pictures to choose from, redrawn only when its subject changes.
   * @param {string} id @param {string} of @param {Value[]} values @param {unknown} chosen @param {(value: any) => void} choose
   */
  cards(id, of, values, chosen, choose) {
    const field = the(id);
    if (field.dataset.of !== of) {
      field.dataset.of = of;
      for (const label of field.querySelectorAll("label")) label.remove();
      field.append(
        ...values.map(({ title, about, value, picture }) =>
          make(
            "label",
            { class: "option" },
            make("input", { type: "radio", name: id, value: String(value), onchange: () => choose(value) }),
            picture && make("img", { src: versioned(picture), alt: "", width: 240, height: 150 }),
            make("span", {}, make("b", { text: title }), make("small", { text: about })),
          ),
        ),
      );
    }
    for (const input of field.querySelectorAll("input")) input.checked = input.value === String(chosen);
  }

  /** A field for a number; invalid numbers are ignored. */
  number(/** @type {Option} */ { name, about, least, most }, /** @type {number} */ value) {
    const field = the(`option-${name}`);
    const input = field.querySelector("input");
    if (input) {
      if (document.activeElement !== input) input.value = String(value);
      return;
    }
    const made = /** @type {HTMLInputElement} */ (
      make("input", {
        type: "number",
        name: `option-${name}`,
        min: least,
        max: most,
        value,
        oninput: () => made.checkValidity() && made.value && this.set(name, made.valueAsNumber),
      })
    );
    field.append(make("label", { class: "field" }, made, make("small", { class: "soft", text: about })));
  }

  /** The order of some pieces: swap two of them, or shuffle them all. */
  async order(/** @type {Option} */ option, /** @type {string[]} */ order) {
    const { game } = this.game;
    const symbols = await keep(versioned(`/symbols/${game}.svg`), "text");
    const row = the(`option-${option.name}`)?.querySelector(".order");
    if (!row) return; // another game was chosen meanwhile
    if (!the(`symbols-${game}`)) {
      document.body.append(draw("svg", { id: `symbols-${game}`, class: "unseen", "aria-hidden": "true" }, ...drawing(symbols)));
    }
    const focused = [...row.children].indexOf(/** @type {Element} */ (document.activeElement));
    const title = (/** @type {string} */ piece) => option.values.find(({ value }) => value === piece)?.title ?? pieceName(game, piece);
    const icon = (/** @type {string} */ piece) =>
      draw(
        "svg",
        { class: "icon", viewBox: "-50 -50 100 100", "aria-hidden": "true" },
        draw("use", { href: `#${game}-${piece}`, x: -50, y: -50, width: 100, height: 100 }),
      );
    const button = (/** @type {string} */ piece, /** @type {number} */ index) =>
      make(
        "button",
        {
          type: "button",
          class: "wild",
          "aria-pressed": String(this.picked?.[0] === option && this.picked[1] === index),
          onclick: () => this.pick(option, order, index),
          "aria-label": `${index + 1}: ${title(piece)}`,
        },
        icon(piece),
        make("small", { text: index + 1 }),
      );
    const again = (/** @type {string} */ text, /** @type {() => string[]} */ made) =>
      make("button", { type: "button", class: "quiet", text, onclick: () => this.set(option.name, made()) });
    row.replaceChildren(
      ...order.map(button),
      again(t("Shuffle"), () => shuffled(order)),
      again(t("Standard"), () => option.default),
    );
    /** @type {HTMLElement | undefined} */ (row.children[focused])?.focus();
  }

  pick(/** @type {Option} */ option, /** @type {string[]} */ order, /** @type {number} */ index) {
    if (!this.picked) {
      this.picked = [option, index];
      this.order(option, order);
      return;
    }
    const changed = [...order];
    [changed[this.picked[1]], changed[index]] = [changed[index], changed[this.picked[1]]];
    this.picked = null;
    this.set(option.name, changed);
  }
}

/** @template T @param {T[]} list @returns {T[]} */
function shuffled(list) {
  const mixed = [...list];
  for (let i = mixed.length - 1; i > 0; i--) {
    const k = Math.floor(Math.random() * (i + 1));
    [mixed[i], mixed[k]] = [mixed[k], mixed[i]];
  }
  return mixed;
}
