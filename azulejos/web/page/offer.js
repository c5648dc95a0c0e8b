// Spots on the picture that can be clicked: which are offered, chosen or hinted at, and the points that they would bring.

import { afterFrame, draw } from "./dom.js";
import { lights } from "./press.js";
import { byNumber, parts, spoken } from "./spots.js";
import { many, signed } from "./i18n.js";

const BADGE = 13; // pixels, however small the picture is
const LARGE = 48; // pixels
const REACH = 24; // a finger may miss by this many pixels
const FINGER = 43.5; // what is smaller is enlarged before it is chosen

/**
 * @typedef {object} Show
 * @property {Set<string>} offered   can be clicked now
 * @property {Set<string>} others    could be clicked instead of what is chosen
 * @property {string[]} clicks       what is chosen, the same spot possibly several times
 * @property {Set<string>} single    spots of which one click means all their pieces
 * @property {(spot: string) => {points: number | null, note: string | null}} worth  what a click would bring
 */

export class Offer {
  /**
   * @param {import("./stage.js").Stage} stage
   * @param {(spot: string | null) => void} clicked  called for clicks on spots, and outside them
   * @param {(spot: string | null) => void} pointed  called for hover and focus
   */
  constructor(stage, clicked, pointed) {
    this.stage = stage;
    this.svg = stage.svg;
    this.layer = draw("g", { class: "offers" });
    this.badges = draw("g", { class: "badges", "aria-hidden": "true" });
    /** @type {Map<string, SVGGraphicsElement>} */
    this.shown = new Map(); // the spots with a shape now
    /** @type {WeakMap<Element, string>} */
    this.drawnFor = new WeakMap(); // what shapes around pieces depend on
    this.shows = 0;
    this.spotOf = (/** @type {EventTarget | null} */ target) =>
      /** @type {Element | null} */ (target)?.closest?.(".spot")?.getAttribute("data-spot") ?? null;
    this.svg.addEventListener("click", (event) => {
      const spot = this.spotOf(event.target) ?? this.near(event);
      if (spot !== null) event.preventDefault(); // it has a meaning now
      if (stage.zoomed && spot === null) stage.zoom(null);
      else if (spot === null || stage.zoomed || !stage.touched || !this.enlarge(spot)) clicked(spot);
    });
    lights(stage.host);
    this.svg.addEventListener("keydown", (event) => {
      const spot = this.spotOf(event.target);
      if (!spot || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      clicked(spot);
    });
    // A finger is there only when it taps: a text that changes then could move the picture under it.
    this.svg.addEventListener("pointerover", (event) => event.pointerType === "touch" || pointed(this.spotOf(event.target)));
    this.svg.addEventListener("pointerleave", (event) => event.pointerType === "touch" || pointed(null));
    this.svg.addEventListener("focusin", (event) => this.stage.held || pointed(this.spotOf(event.target)));
    this.svg.addEventListener("focusout", () => this.stage.held || pointed(null));
  }

  /**
   * Shows what can be clicked on the table now. Only what changes is touched, and the points come one frame later: the
   * answer to a click must be on the screen at once, also on an old phone.
   */
  show(/** @type {Show} */ { offered, others, clicks, single, worth }) {
    this.stage.zoom(null);
    const focused = this.spotOf(document.activeElement);
    if (!this.layer.isConnected) this.svg.append(this.layer, this.badges);
    const before = this.shown;
    this.shown = new Map();
    const chosen = new Map();
    for (const spot of clicks) chosen.set(spot, (chosen.get(spot) ?? 0) + 1);
    /** @type {[SVGGraphicsElement, number][]} */
    const scoring = [];
    for (const spot of new Set([...others, ...chosen.keys(), ...offered])) {
      if (spot.startsWith("?")) continue;
      const count = chosen.get(spot) ?? 0;
      const node = this.node(spot, count && single.has(spot) ? Infinity : count, before.get(spot));
      if (!node) continue;
      this.shown.set(spot, node);
      const made = offered.has(spot) ? worth(spot) : null;
      const looks = { offered: offered.has(spot), chosen: chosen.has(spot), loses: (made?.points ?? 0) < 0, hinted: false };
      node.classList.add("spot");
      for (const [look, on] of Object.entries(looks)) node.classList.toggle(look, on);
      change(node, "role", "button");
      change(node, "tabindex", offered.has(spot) ? "0" : "-1");
      change(node, "aria-pressed", chosen.has(spot) ? "true" : null);
      change(node, "aria-label", spotLabel(this.stage.game, spot, made, node.childElementCount));
      if (made?.points) scoring.push([node, made.points]);
    }
    for (const [spot, node] of before) if (this.shown.get(spot) !== node) this.forget(node);
    this.sort();
    this.badges.replaceChildren();
    const now = ++this.shows;
    if (scoring.length) afterFrame(() => now === this.shows && this.badge(scoring));
    this.svg.classList.toggle("choosing", offered.size > 0);
    if (focused !== null) this.focus(focused);
  }

  /** Makes a shape one that can't be clicked. What has the focus loses it a frame later: that takes longer than all the rest. */
  forget(/** @type {Element} */ node) {
    node.classList.remove("spot", "offered", "chosen", "hinted", "loses");
    if (node === document.activeElement) afterFrame(() => node.classList.contains("spot") || this.drop(node));
    else this.drop(node);
  }

  drop(/** @type {Element} */ node) {
    if (node.parentNode === this.layer) return node.remove();
    for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) node.removeAttribute(name);
  }

  /** Puts the shapes around pieces in the order of their spots, which is that of the keyboard. */
  sort() {
    let next = this.layer.firstElementChild;
    for (const node of this.shown.values()) {
      if (node.parentNode !== this.layer) continue;
      if (node === next) next = next.nextElementSibling;
      else this.layer.insertBefore(node, next);
    }
  }

  /** Highlights what a hint names. */
  hint(/** @type {string[]} */ spots) {
    for (const node of this.svg.querySelectorAll(".hinted")) node.classList.remove("hinted");
    for (const spot of spots) {
      const node = this.find(spot) ?? this.node(spot, 0);
      node?.classList.add("hinted", "spot");
      if (node) this.shown.set(spot, node);
    }
  }

  /** Restores the focus, or moves it to the first offered spot. */
  focus(/** @type {string} */ spot) {
    const node = this.find(spot) ?? this.svg.querySelector(".offered");
    if (node !== document.activeElement) /** @type {SVGElement | null} */ (node)?.focus({ preventScroll: true });
  }

  find(/** @type {string} */ spot) {
    return /** @type {SVGGraphicsElement | null} */ (this.svg.querySelector(`.spot[data-spot="${CSS.escape(spot)}"]`));
  }

  /**
   * The shape of a spot: a part of the layout, or shapes around its pieces; those from before, if they are still right.
   * @param {string} spot @param {number} count  of its pieces are chosen @param {SVGGraphicsElement} [before]
   */
  node(spot, count, before) {
    const { place, colour } = parts(spot);
    if (!colour) return /** @type {SVGGraphicsElement | null} */ (this.stage.spots.querySelector(`[data-spot="${CSS.escape(spot)}"]`));
    const slots = [...this.stage.pieces.values()]
      .filter(({ slot, what }) => what === colour && slot.startsWith(`${place}.`))
      .map(({ slot }) => slot);
    if (!slots.length) return null;
    slots.sort(byNumber);
    const key = [this.stage.shown, ...slots].join();
    const node = before && this.drawnFor.get(before) === key ? before : this.tiles(spot, slots);
    this.drawnFor.set(node, key);
    for (const [index, shape] of [...node.children].entries()) shape.classList.toggle("taken", index >= slots.length - count);
    return node;
  }

  /** Shapes around the pieces of a spot. */
  tiles(/** @type {string} */ spot, /** @type {string[]} */ slots) {
    const kind = (/** @type {string} */ slot, /** @type {number} */ index) =>
      this.covered(slot, slots[index + 1]) ? "around covered" : "around";
    const shapes = slots.map((slot, index) => this.stage.around(slot, kind(slot, index)));
    const node = draw("g", { "data-spot": spot, class: "tiles" }, ...shapes);
    this.layer.append(node);
    return node;
  }

  /** Whether a piece is mostly covered by the next one in its pile. */
  covered(/** @type {string} */ slot, /** @type {string | undefined} */ next) {
    return next !== undefined && this.stage.distance(slot, next) < 0.6 * this.stage.place(slot)[2];
  }

  /** Writes the points of spots beside them. Everything is measured first, because the browser has to measure again after each change. */
  badge(/** @type {[SVGGraphicsElement, number][]} */ scoring) {
    const { scale } = this.stage;
    const { width } = /** @type {import("./types.js").Layout} */ (this.stage.layout);
    const boxes = scoring.map(([node]) => node.getBBox());
    this.badges.append(...scoring.map(([{ tagName }, points], index) => badge(points, boxes[index], tagName, scale, width)));
  }

  /** Enlarges what is around a spot if it is too small for a finger, so that the next tap chooses; returns whether it does. */
  enlarge(/** @type {string} */ spot) {
    const targets = [...this.svg.querySelectorAll(".spot")].map(target);
    const here = targets.find((one) => one.spot === spot);
    if (!here || room(here, targets) >= FINGER) return false;
    const zone = targets.filter((one) => one.zone === here.zone);
    const part = zone.map(({ box }) => box).reduce(union);
    const host = this.stage.host.getBoundingClientRect();
    const fits = 0.94 * Math.min(host.width / part.width, host.height / part.height);
    const [needed, all] = [room(here, targets), Math.min(...zone.map((one) => room(one, targets)))].map((least) => (1.2 * FINGER) / least);
    this.stage.zoom(fits < needed ? here.box : part, Math.max(needed, Math.min(all, fits)));
    return true;
  }

  /** The spot at a point of the window, or the nearest one. */
  at(/** @type {number} */ clientX, /** @type {number} */ clientY) {
    const under = document.elementsFromPoint(clientX, clientY).map((node) => this.spotOf(node));
    return under.find((spot) => spot !== null) ?? this.near({ clientX, clientY });
  }

  /** The offered spot that was meant by a tap. */
  near(/** @type {{clientX: number, clientY: number}} */ event) {
    let best = REACH;
    let found = null;
    for (const node of this.svg.querySelectorAll(".spot")) {
      for (const part of node.children.length ? node.children : [node]) {
        const box = part.getBoundingClientRect();
        const x = Math.max(box.left - event.clientX, 0, event.clientX - box.right);
        const y = Math.max(box.top - event.clientY, 0, event.clientY - box.bottom);
        const far = Math.hypot(x, y);
        if (far < best) [best, found] = [far, node.getAttribute("data-spot")];
      }
    }
    return found;
  }
}

/** Sets an attribute, or removes it, if that is a change. */
function change(/** @type {Element} */ node, /** @type {string} */ name, /** @type {string | null} */ value) {
  if (node.getAttribute(name) === value) return;
  if (value === null) node.removeAttribute(name);
  else node.setAttribute(name, value);
}

/**
 * The points of a spot with this box. Inside a polygon they are below the middle: the corner of its box is on a neighbour. In a rectangle
 * they are in its corner, beside tiles around it, and a little lower beside large ones: above them may be a number.
 * @param {number} points @param {DOMRect} box @param {string} shape @param {number} scale @param {number} right  where the picture ends
 */
function badge(points, box, shape, scale, right) {
  const [inside, corner] = [shape === "polygon", shape === "rect"];
  const tiny = inside && box.height * scale < 50; // on a phone
  const size = ((tiny ? 0.62 : inside ? Math.min(0.75 + Math.max(box.height * scale - 80, 0) / 200, 1) : 1) * BADGE) / scale;
  const text = signed(points);
  const width = size * (0.9 + 0.55 * text.length);
  const x = inside ? box.x + box.width / 2 : Math.min(box.x + box.width - (corner ? width / 2 : 0), right - width / 2);
  const lower = corner || box.height * scale > LARGE ? size * 0.5 : 0;
  const y = inside ? box.y + box.height * (tiny ? 0.93 : 0.86) : Math.max(box.y + lower, size * 0.75);
  return draw(
    "g",
    { class: `badge ${points < 0 ? "loss" : "gain"}`, transform: `translate(${x} ${y})` },
    draw("rect", { x: -width / 2, y: -size * 0.75, width, height: size * 1.5, rx: size * 0.75 }),
    draw("text", { y: size * 0.36, "font-size": size, "text-anchor": "middle", text }),
  );
}

/**
 * @typedef {{spot: string, zone: string, box: DOMRect, centres: number[][], side: number}} Target  a spot in the window
 * @returns {Target}
 */
function target(/** @type {Element} */ node) {
  const spot = node.getAttribute("data-spot") ?? "";
  const { place, colour, names } = parts(spot);
  const shapes = node.children.length ? [...node.children].filter((shape) => !shape.classList.contains("covered")) : [node];
  const boxes = shapes.map((shape) => shape.getBoundingClientRect());
  return {
    spot,
    zone: colour ? place : names.slice(0, -1).join("."), // its display, its star, its wall
    box: node.getBoundingClientRect(),
    centres: boxes.map((box) => [box.x + box.width / 2, box.y + box.height / 2]),
    side: node.tagName === "rect" ? Math.min(boxes[0].width, boxes[0].height) : Number.POSITIVE_INFINITY,
  };
}

/** How large a target is that a finger can't confuse with others: the distance between the middles of two of them. */
function room(/** @type {Target} */ one, /** @type {Target[]} */ all) {
  let least = one.side;
  for (const other of all) {
    if (other.spot === one.spot) continue;
    for (const [x, y] of one.centres) for (const [ox, oy] of other.centres) least = Math.min(least, Math.hypot(x - ox, y - oy));
  }
  return least;
}

function union(/** @type {DOMRect} */ one, /** @type {DOMRect} */ other) {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)];
  return new DOMRect(left, top, Math.max(one.right, other.right) - left, Math.max(one.bottom, other.bottom) - top);
}

/** @param {string} game @param {string} spot @param {{points: number | null, note: string | null} | null} made @param {number} tiles */
function spotLabel(game, spot, made, tiles) {
  const words = [spoken(game, spot)];
  if (tiles) words.push(many("{n} tile", "{n} tiles", tiles));
  if (made?.points) words.push(many("{points} point", "{points} points", Math.abs(made.points), { points: signed(made.points) }));
  if (made?.note) words.push(made.note);
  return words.join(", ");
}
