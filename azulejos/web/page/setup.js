// Choosing a game by pictures: each with a line that explains it.

import { keep } from "./api.js";
import { draw, drawing, make, the } from "./dom.js";
import { keyOf, WILD_ORDER } from "./games.js";
import { colourName } from "./names.js";
import { t } from "./i18n.js";

/**
 * @typedef {{title: string, about: string, value: string}} Option
 * @typedef {{game: string, players: number, board: string, jokers?: boolean, score_floor?: number, wild_order?: string[]}} Game
 */

const GAMES = () => [
  { value: "azul", title: "Azul", about: t("Take tiles from the displays, fill your lines, and cover the wall. Quick to learn.") },
  { value: "pavilion", title: t("Summer Pavilion"), about: t("Gather tiles, and pay with them for the stars of your pavilion. Six rounds, six wild colours.") },
];
const BOARDS = {
  azul: () => [
    { value: "coloured", title: t("Coloured wall"), about: t("Every colour has its place.") },
    { value: "grey", title: t("Grey wall"), about: t("You choose where a colour goes: once in each row and column.") },
  ],
  pavilion: () => [
    { value: "coloured", title: t("Coloured stars"), about: t("Every star has its colour, the middle one takes six different ones.") },
    { value: "grey", title: t("Grey stars"), about: t("A star is of one colour or of six different ones: you decide.") },
  ],
};
const EXTRAS = {
  azul: () => [
    { value: "", title: t("As usual"), about: t("Five colours, a hundred tiles.") },
    { value: "jokers", title: t("Joker tiles"), about: t("Some tiles stand for any colour.") },
  ],
  pavilion: () => [
    { value: "", title: t("As usual"), about: t("Your score never falls below 1.") },
    { value: "score_floor", title: t("Mini"), about: t("The travel edition: your score may fall to 0.") },
  ],
};

const OPTIONS = { "": {}, jokers: { jokers: true }, score_floor: { score_floor: 0 } };

export class Setup {
  /** @param {Game | undefined} before @param {(game: Game) => void} changed */
  constructor(before, changed) {
    this.changed = changed;
    /** @type {Game} */
    this.game = { ...{ game: "azul", players: 2, board: "coloured" }, ...before };
    this.picked = -1;
    /** @type {Record<string, (value: any) => Game>} */
    this.games = {};
    this.refresh();
  }

  resize(/** @type {number} */ players) {
    this.choose({ ...this.game, players });
  }

  choose(/** @type {Game} */ game) {
    this.game = game;
    this.refresh();
  }

  refresh() {
    const { game, players, board, wild_order } = this.game;
    const extra = EXTRAS[game]().find(({ value }) => value in this.game)?.value ?? "";
    const order = wild_order ? { wild_order } : {};
    this.cards("games", "all", GAMES(), game, (value) => ({ game: value, players, board: "coloured" }));
    this.cards("boards", game, BOARDS[game](), board, (value) => ({ ...this.game, board: value }));
    this.cards("extras", game, EXTRAS[game](), extra, (value) => ({ game, players, board: this.game.board, ...order, ...OPTIONS[value] }));
    the("wilds").hidden = game !== "pavilion";
    if (game === "pavilion") this.wilds();
    this.changed(this.game);
  }

  /**
   * A group of pictures to choose from, drawn again only when it is of something else.
   * @param {string} id @param {string} of @param {Option[]} options @param {string} chosen
   * @param {(value: any) => Game} game  what is chosen by an option
   */
  cards(id, of, options, chosen, game) {
    const field = the(id);
    this.games[id] = game;
    if (field.dataset.of !== of) {
      field.dataset.of = of;
      for (const label of field.querySelectorAll("label")) label.remove();
      for (const { title, about, value } of options) {
        const { wild_order: _, ...shown } = { ...game(value), players: 2 };
        if (id === "extras") shown.board = "coloured";
        field.append(make("label", { class: "option" },
          make("input", { type: "radio", name: id, value, onchange: () => this.choose(this.games[id](value)) }),
          make("img", { src: `/picture/${keyOf(shown)}.svg`, alt: "", width: 240, height: 150 }),
          make("span", {}, make("b", { text: title }), make("small", { text: about }))));
      }
    }
    for (const input of field.querySelectorAll("input")) input.checked = input.value === chosen;
  }

  /** The order of the wild colours. */
  async wilds() {
    const order = this.game.wild_order ?? WILD_ORDER;
    const symbols = await keep("/symbols/pavilion.svg", "text");
    if (!the("tiles")) document.body.append(draw("svg", { id: "tiles", class: "unseen", "aria-hidden": "true" }, ...drawing(symbols)));
    const row = /** @type {HTMLElement} */ (the("wilds").querySelector(".order"));
    const focused = [...row.children].indexOf(/** @type {Element} */ (document.activeElement));
    row.replaceChildren(
      ...order.map((colour, index) => make("button", {
        type: "button", class: "wild", "aria-pressed": String(index === this.picked), onclick: () => this.pick(index),
        "aria-label": t("Round {n}: {colour}", { n: index + 1, colour: colourName(colour) }),
      }, draw("svg", { class: "icon", viewBox: "-50 -50 100 100", "aria-hidden": "true" }, draw("use", { href: `#pavilion-${colour}`, x: -50, y: -50, width: 100, height: 100 })), make("small", { text: index + 1 }))),
      make("button", { type: "button", class: "quiet", text: t("Shuffle"), onclick: () => this.reorder(shuffled(order)) }),
      make("button", { type: "button", class: "quiet", text: t("As usual"), onclick: () => this.reorder(WILD_ORDER) }));
    /** @type {HTMLElement | undefined} */ (row.children[focused])?.focus();
  }

  pick(/** @type {number} */ index) {
    const order = [...(this.game.wild_order ?? WILD_ORDER)];
    if (this.picked < 0) {
      this.picked = index;
      this.wilds();
      return;
    }
    [order[this.picked], order[index]] = [order[index], order[this.picked]];
    this.reorder(order);
  }

  reorder(/** @type {string[]} */ order) {
    this.picked = -1;
    const { wild_order: _, ...rest } = this.game;
    this.choose(order.join() === WILD_ORDER.join() ? rest : { ...rest, wild_order: order });
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
