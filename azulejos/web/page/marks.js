// Moves drawn on the picture: rings around the pieces, the target, and an arrow between them. Of several, the first is the best.

import { draw } from "./dom.js";
import { parts } from "./spots.js";

export class Marks {
  constructor(/** @type {import("./stage.js").Stage} */ stage) {
    this.stage = stage;
    this.layer = draw("g", { class: "better", "aria-hidden": "true" });
    /** @type {string[][][]} */
    this.moves = [];
  }

  /** Draws a move by its spots. */
  show(/** @type {string[][]} */ stages) {
    this.several([stages]);
  }

  /** Draws some moves, the best one first. */
  several(/** @type {string[][][]} */ moves) {
    if (JSON.stringify(moves) === JSON.stringify(this.moves)) return;
    this.moves = moves;
    this.again();
  }

  clear() {
    this.several([]);
  }

  /** Draws it again, because everything has moved. */
  again() {
    this.layer.replaceChildren(...this.moves.map((stages, rank) => this.move(stages, rank)).reverse()); // the best one on top
    this.stage.svg.append(this.layer);
  }

  move(/** @type {string[][]} */ stages, /** @type {number} */ rank) {
    const drawn = draw("g", { class: `rank-${rank}` });
    const spots = [...new Set(stages.flat())].filter((spot) => !spot.startsWith("?"));
    const taken = spots.filter((spot) => spot.includes("/")).flatMap((spot) => this.pieces(spot));
    const targets = spots
      .filter((spot) => !spot.includes("/"))
      .map((spot) => this.stage.spots.querySelector(`[data-spot="${CSS.escape(spot)}"]`));
    for (const slot of taken) drawn.append(this.stage.around(slot, "ring"));
    const ends = [];
    for (const target of /** @type {(SVGGraphicsElement | null)[]} */ (targets)) {
      if (!target) continue;
      const { x, y, width, height } = target.getBBox();
      const ring = /** @type {Element} */ (target.cloneNode());
      ring.setAttribute("class", "ring");
      ring.removeAttribute("data-spot");
      drawn.append(ring);
      ends.push([x + width / 2, y + height / 2]);
    }
    if (taken.length && ends.length) drawn.append(...arrow(middle(taken.map((slot) => this.stage.place(slot))), ends[0]));
    return drawn;
  }

  /** The slots of a colour at a place. */
  pieces(/** @type {string} */ spot) {
    const { place, colour } = parts(spot);
    return Object.entries(this.stage.scene.pieces)
      .filter(([slot, what]) => slot.startsWith(`${place}.`) && what === colour)
      .map(([slot]) => slot);
  }
}

function arrow(/** @type {number[]} */ [x, y], /** @type {number[]} */ [toX, toY]) {
  const angle = Math.atan2(toY - y, toX - x);
  const size = 16;
  const back = (/** @type {number} */ turn) => `${toX - size * Math.cos(angle + turn)} ${toY - size * Math.sin(angle + turn)}`;
  return [
    draw("path", { class: "shaft", d: `M${x} ${y}L${toX - size * 0.7 * Math.cos(angle)} ${toY - size * 0.7 * Math.sin(angle)}` }),
    draw("path", { class: "head", d: `M${toX} ${toY}L${back(0.5)}L${back(-0.5)}Z` }),
  ];
}

function middle(/** @type {number[][]} */ places) {
  const mean = (/** @type {number} */ part) => places.reduce((sum, place) => sum + place[part], 0) / places.length;
  return [mean(0), mean(1)];
}
