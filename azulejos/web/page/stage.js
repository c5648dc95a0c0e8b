// The table as a picture: fixtures from the layout, pieces from the scene, spots above them. Animates the pieces that changed.

import { keep } from "./api.js";
import { draw, drawing, make } from "./dom.js";
import { trips } from "./tile-motion.js";
import { pace } from "./prefs.js";
import { signed, versioned } from "./i18n.js";

/**
 * @typedef {import("./types.js").Place} Place
 * @typedef {import("./types.js").Layout} Layout
 * @typedef {import("./types.js").Scene} Scene
 * @typedef {{slot: string, what: string, node: SVGGraphicsElement}} Piece
 */

const EASE = "cubic-bezier(.3, 0, .2, 1)";
const ZOOM = 250; // milliseconds, as in the style sheet
const FITS = 0.85; // of its natural height
const CLICK = 100; // milliseconds: the click of a finger comes a little after the finger has gone
const NOWHERE = /** @type {Place} */ ([0, 0, 1, 0]);
const EMPTY = /** @type {Scene} */ ({ pieces: {}, texts: {}, marks: [] });

export class Stage {
  constructor(/** @type {HTMLElement} */ host) {
    this.host = host;
    this.symbols = draw("defs");
    this.fixtures = draw("g", { class: "fixtures", "aria-hidden": "true" }); // described in words, see text-view.js
    this.tiles = draw("g", { class: "pieces", "aria-hidden": "true" });
    this.lasts = draw("g", { class: "lasts" });
    this.spots = draw("g", { class: "spots" });
    this.above = draw("g", { class: "above" });
    this.ghost = draw("g", { class: "ghost", "aria-hidden": "true" }); // the fixtures of the layout before
    const layers = [this.symbols, this.fixtures, this.ghost, this.tiles, this.lasts, this.spots, this.above];
    this.svg = draw("svg", { class: "scene" }, ...layers);
    host.append(this.svg);
    new ResizeObserver(() => this.fit()).observe(host);
    /** @type {Map<string, [Layout, string]>} */
    this.loaded = new Map();
    /** @type {Set<number>} */
    this.down = new Set(); // the fingers, or the mouse, that are down
    this.held = false; // whether one of them is down, or its click is still to come
    this.touched = false; // whether the last click was a finger's
    this.zoomed = false;
    /** @type {(() => unknown) | null} */
    this.later = null; // what waits until the finger is gone
    /** @type {((slot: string) => Place) | null} */
    this.before = null;
    this.watch();
    /** @type {Map<string, Piece>} */
    this.pieces = new Map();
    this.scene = EMPTY;
    /** @type {[string, Element][]} */
    this.labels = [];
    /** @type {[string, Element][]} */
    this.marks = [];
    this.game = "";
    this.shown = "";
    /** @type {Record<string, string>} */
    this.names = {};
    /** @type {string[]} */
    this.last = [];
    /** @type {Layout | null} */
    this.layout = null;
    this.arranged = () => {};
    /** @type {Map<Element, Place>} */
    this.ahead = new Map(); // pieces that are already elsewhere, see ahead.js
  }

  /** Notices fingers: nothing is rearranged under them, nor between a tap and its click. */
  watch() {
    let early = false;
    this.svg.addEventListener(
      "pointerdown",
      (event) => {
        clearTimeout(this.releasing);
        this.down.add(event.pointerId);
        this.held = true;
        this.touched = event.pointerType !== "mouse";
        early = this.svg.classList.contains("settling");
      },
      { capture: true },
    );
    const up = (/** @type {PointerEvent} */ event) => {
      if (this.down.delete(event.pointerId)) this.releasing = setTimeout(() => this.release(), CLICK);
    };
    addEventListener("pointerup", up, { capture: true });
    addEventListener("pointercancel", up, { capture: true });
    this.svg.addEventListener(
      "click",
      (event) => {
        setTimeout(() => this.release()); // after all that the click does
        if (early && event.detail) event.stopImmediatePropagation();
      },
      { capture: true },
    );
  }

  /** Arranges what has waited for a finger, unless there still is one. */
  release() {
    if (this.down.size) return;
    clearTimeout(this.releasing);
    this.held = false;
    this.later?.();
  }

  /**
   * Fetches a layout and arranges everything by it. The pieces move to their new places, but never under a finger.
   * @param {string} game @param {string} path  the address of the layout @param {number} [duration]
   * @param {boolean} [mistakable]  whether a tap meanwhile could mean what was there before
   */
  async arrange(game, path, duration = 0, mistakable = true) {
    this.wanted = path;
    const there = path === this.shown;
    this.svg.classList.toggle("waiting", !there); // spots will still move
    if (there) this.later = null;
    if (there) return;
    const found = this.loaded.get(path) ?? (await this.fetch(game, path));
    if (this.wanted === path && this.shown !== path) this.lay(game, path, found, duration, mistakable);
  }

  /** @param {string} game @param {string} path @param {[Layout, string]} found @param {number} duration @param {boolean} mistakable */
  lay(game, path, [layout, symbols], duration, mistakable) {
    this.later = null;
    const waits = this.held && this.layout !== null;
    this.svg.classList.toggle("waiting", waits);
    if (waits) {
      this.later = () => this.wanted === path && this.lay(game, path, [layout, symbols], duration, mistakable);
      return;
    }
    this.zoom(null);
    if (this.game !== game) {
      this.symbols.replaceChildren(...drawing(symbols));
      this.clear();
    }
    const old = this.layout;
    const from = this.svg.getScreenCTM();
    this.game = game;
    this.shown = path;
    this.layout = layout;
    this.svg.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
    this.svg.dataset.game = game;
    this.svg.dataset.layout = path;
    this.fit();
    const to = this.svg.getScreenCTM();
    const smooth = old && from && to && duration >= 1 && !document.hidden;
    if (smooth) this.depart(old, to.inverse().multiply(from), duration);
    if (smooth && mistakable) this.settle(duration);
    this.fixtures.replaceChildren(...drawing(layout.furniture));
    this.labels = this.parts("data-label");
    this.marks = this.parts("data-mark");
    this.spots.replaceChildren(...drawing(layout.spots));
    this.above.replaceChildren();
    for (const piece of this.pieces.values()) {
      for (const motion of piece.node.getAnimations()) motion.cancel();
      this.travel(piece.node, this.before?.(piece.slot) ?? null, this.place(piece.slot), smooth ? duration : 0);
    }
    this.dress();
    this.arranged();
  }

  /**
   * Fades the old fixtures out, and remembers where pieces were for those that move now.
   * @param {Layout} old @param {DOMMatrix} change  from its coordinates to the new ones @param {number} duration
   */
  depart(old, change, duration) {
    this.ghost.replaceChildren(...this.fixtures.childNodes);
    for (const name of ["data-label", "data-mark"]) {
      for (const part of this.ghost.querySelectorAll(`[${name}]`)) part.removeAttribute(name); // the new fixtures have them now
    }
    this.ghost.setAttribute("transform", `matrix(${change.a} ${change.b} ${change.c} ${change.d} ${change.e} ${change.f})`);
    const fading = this.ghost.animate([{ opacity: 1 }, { opacity: 0 }], { duration, easing: EASE });
    fading.onfinish = () => this.ghost.replaceChildren();
    this.before = (/** @type {string} */ slot) => {
      const [x, y, size, turn] = placeIn(old, slot);
      const point = new DOMPoint(x, y).matrixTransform(change);
      return [point.x, point.y, size * change.a, turn];
    };
    setTimeout(() => (this.before = null)); // the scene that belongs to the layout is shown in the same task
  }

  /** Ignores taps while everything moves: they were meant for what was there before. */
  settle(/** @type {number} */ duration) {
    this.svg.classList.add("settling");
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.svg.classList.remove("settling"), duration);
  }

  /**
   * Enlarges a part of the picture, so that a finger can choose there; `null` shows all of it.
   * @param {DOMRect | null} part  in the window @param {number} [scale]
   */
  zoom(part, scale = 1) {
    if (!part) {
      if (!this.zoomed) return;
      this.zoomed = false;
      this.svg.style.transform = "";
      this.host.classList.remove("zoomed");
      return;
    }
    const host = this.host.getBoundingClientRect();
    const shift = (/** @type {number} */ middle, /** @type {number} */ size) =>
      Math.min(0, Math.max(size * (1 - scale), size / 2 - scale * middle));
    const x = shift(part.x + part.width / 2 - host.x, host.width);
    const y = shift(part.y + part.height / 2 - host.y, host.height);
    this.zoomed = true;
    this.svg.style.transition = pace().jump ? "" : "none";
    this.host.classList.add("zoomed");
    this.svg.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    if (pace().jump) this.settle(ZOOM);
  }

  /** How many pixels a unit of the layout is, when nothing is enlarged. */
  get scale() {
    const { width, height } = this.layout ?? { width: 1, height: 1 };
    return Math.min(this.svg.clientWidth / width, this.svg.clientHeight / height) || 1;
  }

  /** Layout and symbols, fetched once. @param {string} game @param {string} path @returns {Promise<[Layout, string]>} */
  async fetch(game, path) {
    const found = /** @type {[Layout, string]} */ (await Promise.all([keep(path), keep(versioned(`/symbols/${game}.svg`), "text")]));
    this.loaded.set(path, found);
    return found;
  }

  /** The parts of the fixtures that have an attribute, with its value. @returns {[string, Element][]} */
  parts(/** @type {string} */ attribute) {
    return [...this.fixtures.querySelectorAll(`[${attribute}]`)].map((part) => [part.getAttribute(attribute) ?? "", part]);
  }

  /** A picture that is only a little too tall is scaled down; a much taller one scrolls, if the page allows it. */
  fit() {
    if (!this.layout) return;
    const ratio = this.layout.width / this.layout.height;
    this.host.style.setProperty("--ratio", String(ratio));
    this.host.classList.toggle("fits", this.host.clientHeight > FITS * (this.host.clientWidth / ratio));
  }

  clear() {
    this.tiles.replaceChildren();
    this.pieces.clear();
    this.scene = EMPTY;
  }

  /** @returns {Place} */
  place(/** @type {string} */ slot) {
    return placeIn(this.layout, slot);
  }

  /**
   * Shows a scene; changes are animated for `duration` milliseconds. Returns how long it takes until everything has arrived.
   * @param {Scene} scene @param {string[]} last @param {number} duration
   */
  show(scene, last, duration) {
    const found = trips(this.scene.pieces, scene.pieces, (a, b) => this.distance(a, b));
    this.scene = scene;
    this.last = last;
    const step = Math.min(28, (duration * 0.8) / Math.max(found.length, 1));
    const movers = new Map();
    for (const { from } of found) {
      if (from === null) continue;
      movers.set(from, this.pieces.get(from));
      this.pieces.delete(from);
    }
    const order = (/** @type {string | null} */ slot) => (slot === null ? 0 : this.place(slot)[0] + this.place(slot)[1]);
    found.sort((a, b) => order(a.to) - order(b.to));
    found.forEach(({ from, to, what }, index) => {
      const node = from === null ? this.piece(what) : movers.get(from).node;
      this.tiles.append(node); // on top of those that stay
      const start = this.ahead.get(node) ?? ((from !== null && this.before?.(from)) || this.place(from ?? "bag"));
      const end = this.place(to ?? "discard");
      this.travel(node, start, end, duration, index * step, from === null, to === null);
      if (to !== null) {
        node.dataset.slot = to;
        this.pieces.set(to, { slot: to, what, node });
      }
    });
    this.dress();
    return found.length ? duration + step * (found.length - 1) : 0;
  }

  piece(/** @type {string} */ what) {
    const use = draw("use", { href: `#${this.game}-${what}`, x: -50, y: -50, width: 100, height: 100 });
    return draw("g", { class: "z-piece", "data-what": what }, use);
  }

  /**
   * @param {SVGGraphicsElement} node @param {Place | null} start @param {Place} end @param {number} duration
   * @param {number} [delay] @param {boolean} [comes] @param {boolean} [goes]
   */
  travel(node, start, end, duration, delay = 0, comes = false, goes = false) {
    const target = transform(end);
    node.style.transform = target;
    if (goes) node.classList.add("gone");
    if (!start || duration < 1 || document.hidden) {
      if (goes) node.remove();
      return;
    }
    const middle = /** @type {Place} */ (start.map((value, index) => (value + end[index]) / 2));
    middle[2] = Math.max(start[2], end[2]) * 1.12; // lifted a little on its way
    const frames = [
      { transform: transform(start), opacity: comes ? 0 : 1 },
      { transform: transform(middle), opacity: 1, offset: 0.5 },
      { transform: target, opacity: goes ? 0 : 1 },
    ];
    const motion = node.animate(frames, { duration, delay, easing: EASE, fill: "backwards" });
    if (goes) motion.onfinish = motion.oncancel = () => node.remove();
  }

  distance(/** @type {string} */ a, /** @type {string} */ b) {
    const [ax, ay] = this.place(a);
    const [bx, by] = this.place(b);
    return Math.hypot(ax - bx, ay - by);
  }

  /** Labels, marks and the last move of the scene. */
  dress() {
    const { texts, marks } = this.scene;
    for (const [name, label] of this.labels) {
      const text = shorten(this.names[name] ?? texts[name] ?? "", Number(label.getAttribute("data-chars")));
      if (label.textContent !== text) label.textContent = text;
    }
    const on = new Set(marks);
    for (const [name, mark] of this.marks) mark.classList.toggle("on", on.has(name));
    this.lasts.replaceChildren(...this.last.filter((slot) => this.pieces.has(slot)).map((slot) => this.around(slot, "last")));
  }

  /** The outline of the piece in a slot, a little larger: as its symbol says, else a square. */
  around(/** @type {string} */ slot, /** @type {string} */ kind) {
    const [x, y, size, turn] = this.place(slot);
    const look = { class: kind, transform: `translate(${x} ${y}) rotate(${turn}) scale(${size / 100})` };
    const outline = this.symbols.querySelector(`[id="${this.game}-${this.scene.pieces[slot]}"]`)?.getAttribute("data-outline");
    if (outline) return draw("path", { ...look, d: outline });
    return draw("rect", { ...look, x: -54, y: -54, width: 108, height: 108, rx: 16 });
  }

  call(/** @type {string[]} */ names) {
    this.names = Object.fromEntries(names.map((name, seat) => [`name.${seat}`, name]));
    this.dress();
  }

  /** The seat whose board is at a point of the window, if any. */
  boardAt(/** @type {number} */ x, /** @type {number} */ y) {
    for (const [name, frame] of this.marks) {
      const box = name.startsWith("turn.") ? frame.getBoundingClientRect() : null;
      if (box && x > box.left && x < box.right && y > box.top && y < box.bottom) return Number(name.slice(5));
    }
    return null;
  }

  /** Makes points rise from a player's score. */
  gain(/** @type {number} */ seat, /** @type {number} */ points) {
    const label = /** @type {SVGGraphicsElement | null} */ (this.fixtures.querySelector(`[data-label="score.${seat}"]`));
    if (!label || !points || pace().move < 200) return;
    const rise = make("span", { class: `rise ${points < 0 ? "loss" : "gain"}`, text: signed(points) });
    rise.onanimationend = () => rise.remove();
    requestAnimationFrame(() => {
      const box = boxIn(this.svg, label); // measured earlier, it would delay the move
      rise.style.left = `${box.x + box.width / 2}px`;
      rise.style.top = `${box.y}px`;
      this.host.append(rise);
    });
  }

  /** A small picture of a piece, for buttons and texts. */
  icon(/** @type {string} */ what) {
    return draw(
      "svg",
      { class: "icon", viewBox: "-50 -50 100 100", "aria-hidden": "true" },
      draw("use", { href: `#${this.game}-${what}`, x: -50, y: -50, width: 100, height: 100 }),
    );
  }
}

/** @returns {Place} */
function placeIn(/** @type {Layout | null} */ layout, /** @type {string} */ slot) {
  return layout?.slots[slot] ?? layout?.slots[slot.split(".")[0]] ?? NOWHERE;
}

/** The position of an element, relative to the corner of its picture. */
function boxIn(/** @type {Element} */ svg, /** @type {Element} */ element) {
  const outer = svg.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  return { x: box.x - outer.x, y: box.y - outer.y, width: box.width, height: box.height };
}

function transform(/** @type {Place} */ [x, y, size, turn]) {
  return `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${size / 100})`;
}

/** The text, shortened to this many characters (0: not shortened); a number at its end stays: it tells bots apart. */
function shorten(/** @type {string} */ text, /** @type {number} */ room) {
  if (!room || text.length <= room) return text;
  const end = / [0-9]$/.exec(text)?.[0] ?? "";
  return `${text.slice(0, room - 1 - end.length).trimEnd()}…${end}`;
}
