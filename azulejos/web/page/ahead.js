// A move before the server has answered: its tiles go where they probably will, and go back if it is refused.

import { pace } from "./prefs.js";
import { byNumber, parts } from "./spots.js";

/** @typedef {import("./types.js").Place} Place */

export class Ahead {
  constructor(/** @type {import("./stage.js").Stage} */ stage) {
    this.stage = stage;
    /** @type {Map<SVGGraphicsElement, string>} */
    this.moved = new Map(); // pieces, and the slots that they left
  }

  /** @param {string[]} spots  that were chosen @param {Set<string>} single  those that mean all their pieces @param {number} seat */
  show(spots, single, seat) {
    this.settle();
    const target = [...spots].reverse().find((spot) => !spot.startsWith("?") && !spot.includes("/")) ?? null;
    const taken = new Set();
    for (const spot of new Set(spots)) {
      const { place, colour } = parts(spot);
      if (!colour) continue;
      const many = single.has(spot) ? Infinity : spots.filter((one) => one === spot).length;
      const free = this.free(target ?? `*.${seat}.${colour}`, taken);
      for (const piece of this.pieces(place, colour).slice(0, many)) this.send(piece, free.shift(), taken);
    }
    if (target) this.stage.spots.querySelector(`[data-spot="${CSS.escape(target)}"]`)?.classList.add("sent");
  }

  /** The pieces of a colour at a place. */
  pieces(/** @type {string} */ place, /** @type {string} */ colour) {
    return [...this.stage.pieces.values()].filter(({ slot, what }) => what === colour && slot.startsWith(`${place}.`));
  }

  /** The empty slots of a place, in the order in which they are filled; the kind of the place may be `*`. */
  free(/** @type {string} */ place, /** @type {Set<string>} */ taken) {
    const there = new RegExp(`^${place.replaceAll(".", "[.]").replace("*", "[a-z]+")}([.][0-9]+)?$`);
    const slots = Object.keys(this.stage.layout?.slots ?? {}).filter(
      (slot) => there.test(slot) && !this.stage.pieces.has(slot) && !taken.has(slot),
    );
    return slots.sort(byNumber);
  }

  /** @param {import("./stage.js").Piece} piece @param {string | undefined} slot @param {Set<string>} taken */
  send({ node, slot: from }, slot, taken) {
    node.classList.add("sent");
    this.moved.set(node, from);
    if (slot === undefined) return; // it only changes its look
    taken.add(slot);
    this.stage.ahead.set(node, this.stage.place(slot));
    this.stage.travel(node, this.stage.place(from), this.stage.place(slot), pace().move);
  }

  /** The server has answered: what has not moved goes back. */
  settle() {
    for (const node of this.stage.svg.querySelectorAll(".sent")) node.classList.remove("sent");
    for (const [node, slot] of this.moved) {
      const place = this.stage.ahead.get(node);
      if (place && this.stage.pieces.get(slot)?.node === node) this.stage.travel(node, place, this.stage.place(slot), pace().move);
    }
    this.moved.clear();
    this.stage.ahead.clear();
  }
}
