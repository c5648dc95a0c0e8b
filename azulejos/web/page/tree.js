// A game with its variations: the tree of positions, and its picture as a nested list.

import { into, make } from "./dom.js";
import { t } from "./i18n.js";

/**
 * @typedef {object} Node  a position of the tree; the first of its children is how the line goes on
 * @property {string | null} event  what leads here
 * @property {number | null} seat
 * @property {string} text
 * @property {string} comment
 * @property {string} position
 * @property {boolean} variation  whether it is one even if it comes first: the game ended before
 * @property {Node | null} parent
 * @property {Node[]} children
 *
 * @typedef {Pick<Node, "event" | "seat" | "text" | "position"> & {comment?: string, variation?: boolean}} Step
 */

export class Tree {
  /**
   * @param {import("./types.js").Rules} game @param {string[]} names
   * @param {string | null} position  where it starts, if that is not the start of the game
   * @param {Step} root
   */
  constructor(game, names, position, root) {
    this.game = game;
    this.names = names;
    this.position = position;
    this.root = node(null, root);
    this.changed = false; // whether something is not saved
  }

  /** A tree as the server sends it. */
  static of(/** @type {import("./types.js").Tree} */ { game, names, position, nodes }) {
    const tree = new Tree(game, names, position, nodes[0]);
    const found = [tree.root];
    for (const one of nodes.slice(1)) {
      const parent = found[/** @type {number} */ (one.parent)];
      found.push(node(parent, one));
      parent.children.push(found[found.length - 1]);
    }
    return tree;
  }

  /** The node after an event, which may be there already. */
  add(/** @type {Node} */ parent, /** @type {Step} */ step) {
    const known = parent.children.find(({ event }) => event === step.event);
    if (known) return known;
    const added = node(parent, step);
    parent.children.push(added);
    return added;
  }

  /** Removes a node and everything after it; returns the one before. */
  remove(/** @type {Node} */ gone) {
    if (!gone.parent) return gone;
    gone.parent.children = gone.parent.children.filter((one) => one !== gone);
    return gone.parent;
  }

  /** The node of the main line after this number of events, or the last one. */
  main(/** @type {number} */ number) {
    let at = this.root;
    for (let n = 0; n < number && at.children.length && !at.children[0].variation; n += 1) at = at.children[0];
    return at;
  }

  /** All nodes, each after its parent and with the index of it. */
  get nodes() {
    /** @type {[Node, number | null][]} */
    const nodes = [];
    /** @type {[Node, number | null][]} */
    const left = [[this.root, null]];
    while (left.length) {
      const next = /** @type {[Node, number | null]} */ (left.pop());
      const index = nodes.push(next) - 1;
      for (const child of [...next[0].children].reverse()) left.push([child, index]);
    }
    return nodes;
  }

  /** The tree as the server saves it. */
  get saved() {
    const { game, names, position } = this;
    const nodes = this.nodes.map(([{ event, comment, variation }, parent]) => ({ parent, event, comment, variation }));
    return { game, names, position, nodes };
  }

  /** The tree with everything that `of` needs. */
  get whole() {
    const { game, names, position } = this;
    const nodes = this.nodes.map(([{ children, ...one }, parent]) => ({ ...one, parent }));
    return { game, names, position, nodes };
  }

  /**
   * Draws the tree as a list, with a node marked.
   * @param {HTMLElement} host @param {Node} current @param {(node: Node) => void} go
   */
  show(host, current, go) {
    const typing = host.contains(document.activeElement) && document.activeElement !== host;
    host.replaceChildren(step(this.root, 0, current, go, t("Start")), ...lines(this.root, 0, current, go));
    const marked = /** @type {HTMLElement | null} */ (host.querySelector("[aria-current]"));
    if (marked) into(host, marked);
    if (typing) marked?.querySelector("button")?.focus({ preventScroll: true });
  }
}

/** @returns {Node} */
function node(/** @type {Node | null} */ parent, /** @type {Step} */ { event, seat, text, position, comment = "", variation = false }) {
  return { event, seat, text, comment, position, variation, parent, children: [] };
}

/**
 * The line that goes on from a node, with the variations.
 * @param {Node} from @param {number} number  of events before it @param {Node} current @param {(node: Node) => void} go
 */
function lines(from, number, current, go) {
  return from.children.length ? [make("ol", { class: "line" }, ...items(from, number, current, go))] : [];
}

/** @param {Node} from @param {number} number @param {Node} current @param {(node: Node) => void} go @returns {HTMLElement[]} */
function items(from, number, current, go) {
  const found = [];
  for (let at = from, n = number + 1; at.children.length; at = at.children[0], n += 1) {
    const [next, ...others] = at.children;
    const variations = others.map((other) =>
      make("ol", { class: "line variation" }, item(other, n, current, go), ...items(other, n, current, go)),
    );
    found.push(item(next, n, current, go, ...variations));
  }
  return found;
}

/** @param {Node} at @param {number} number @param {Node} current @param {(node: Node) => void} go @param {HTMLElement[]} more */
function item(at, number, current, go, ...more) {
  return make("li", { class: at.seat === null ? "chance" : `seat-${at.seat}` }, step(at, number, current, go, at.text), ...more);
}

/** @param {Node} at @param {number} number @param {Node} current @param {(node: Node) => void} go @param {string} text */
function step(at, number, current, go, text) {
  const here = at === current;
  return make(
    "div",
    { class: "node", ...(here ? { "aria-current": "step" } : {}) },
    make(
      "button",
      { type: "button", class: "step", "data-event": at.event ?? "", onclick: () => go(at) },
      make("span", { class: "n", text: number }),
      make("span", { text }),
    ),
    at.comment ? make("p", { class: "comment", text: at.comment }) : null,
  );
}
