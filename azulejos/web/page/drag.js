// Dragging tiles to where they go, with finger or mouse: the same choices as by taps, and the same highlights.

import { draw } from "./dom.js";
import { click, narrow } from "./narrow.js";
import { buzz } from "./wake.js";

const STARTS = 8; // pixels; less is a tap
const LIFT = 34; // pixels: tiles under a finger can't be seen
const GROWN = 1.15;

export class Drag {
  /**
   * @param {import("./choose.js").Chooser} chooser
   * @param {(x: number, y: number) => boolean} home  whether a point is on the board of the player who moves
   */
  constructor(chooser, home) {
    this.chooser = chooser;
    this.stage = chooser.stage;
    this.home = home;
    /** @type {{spot: string, x: number, y: number, pointer: number, mouse: boolean} | null} */
    this.pressed = null;
    this.ghost = draw("g", { class: "dragged", "aria-hidden": "true" });
    this.moving = false;
    this.dropped = false; // the click after it is a part of it
    /** @type {Element | null} */
    this.over = null;
    const { svg } = this.stage;
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.drop(event));
    svg.addEventListener("pointercancel", () => this.cancel());
    const stay = (/** @type {TouchEvent} */ event) =>
      this.pressed && event.touches.length === 1 && event.cancelable && event.preventDefault();
    svg.addEventListener("touchmove", stay, { passive: false }); // otherwise the browser scrolls, and cancels the pointer
    svg.addEventListener("click", (event) => this.dropped && event.detail && event.stopImmediatePropagation(), { capture: true });
  }

  press(/** @type {PointerEvent} */ event) {
    this.dropped = false;
    if (!event.isPrimary) return this.cancel(); // two fingers zoom
    const node = /** @type {Element} */ (event.target).closest(".tiles.spot");
    const spot = node?.getAttribute("data-spot");
    if (!spot || event.button !== 0) return;
    this.pressed = { spot, x: event.clientX, y: event.clientY, pointer: event.pointerId, mouse: event.pointerType === "mouse" };
  }

  move(/** @type {PointerEvent} */ event) {
    if (!this.pressed || event.pointerId !== this.pressed.pointer) return;
    if (!this.moving) {
      if (Math.hypot(event.clientX - this.pressed.x, event.clientY - this.pressed.y) < STARTS) return;
      this.lift();
    }
    const [x, y] = this.point(event);
    const at = new DOMPoint(x, y).matrixTransform(this.stage.svg.getScreenCTM()?.inverse());
    this.ghost.setAttribute("transform", `translate(${at.x} ${at.y})`);
    this.hover(this.target(x, y));
  }

  /** Takes the tiles of the spot: they are chosen, unless that alone would be the whole move. */
  lift() {
    const { spot, pointer } = /** @type {NonNullable<Drag["pressed"]>} */ (this.pressed);
    this.moving = true;
    this.stage.svg.setPointerCapture(pointer);
    this.stage.zoom(null);
    const { choices, clicks } = this.chooser;
    this.ready = clicks.at(-1) === spot && !narrow(choices, clicks).offered.has(spot); // a tap had chosen it
    const found = this.pieces(spot);
    const [, , size] = this.stage.place(found[0].slot);
    this.ghost.replaceChildren(
      ...found.map(({ what }, index) => {
        const shift = (index - (found.length - 1) / 2) * size * 0.45;
        const place = `translate(${shift} 0) scale(${(GROWN * size) / 100})`;
        return draw("g", { transform: place }, ...this.stage.piece(what).childNodes);
      }),
    );
    this.stage.svg.append(this.ghost);
    for (const { node } of found) node.classList.add("lifted");
    this.lifted = found;
    this.now = this.ready ? narrow(choices, clicks) : this.after(spot);
    if (!this.ready && this.targets().length) this.chooser.click(spot);
    else buzz();
    this.stage.svg.classList.add("dragging");
  }

  /** What a click on a spot would lead to. */
  after(/** @type {string} */ spot) {
    const { choices, clicks } = this.chooser;
    return narrow(choices, click(choices, clicks, spot) ?? clicks);
  }

  pieces(/** @type {string} */ spot) {
    const [place, colour] = spot.split("/");
    return [...this.stage.pieces.values()].filter(({ slot, what }) => what === colour && slot.startsWith(`${place}.`));
  }

  /** The places of the table where the tiles can go now. */
  targets() {
    if (this.now?.done && !this.now.offered.size) return [];
    return [...(this.now?.offered ?? [])].filter((spot) => !spot.startsWith("?") && !spot.includes("/"));
  }

  /** Where the tiles are: above a finger, at the mouse. */
  point(/** @type {PointerEvent} */ event) {
    return [event.clientX, event.clientY - (this.pressed?.mouse ? 0 : LIFT)];
  }

  /** The place under a point, or the nearest one. */
  target(/** @type {number} */ x, /** @type {number} */ y) {
    if (!this.targets().length) return null;
    const spot = this.chooser.offer.at(x, y);
    return spot !== null && this.now?.offered.has(spot) ? this.chooser.offer.find(spot) : null;
  }

  hover(/** @type {Element | null} */ node) {
    if (node === this.over) return;
    this.over?.classList.remove("hover");
    node?.classList.add("hover");
    this.over = node;
    this.chooser.preview(node?.getAttribute("data-spot") ?? null);
  }

  drop(/** @type {PointerEvent} */ event) {
    if (!this.pressed || !this.moving) {
      this.pressed = null;
      return;
    }
    const { spot, mouse } = this.pressed;
    const [x, y] = this.point(event);
    const onto = this.target(x, y)?.getAttribute("data-spot") ?? null;
    const none = this.targets().length === 0;
    const ready = this.ready;
    this.cancel();
    this.dropped = true;
    if (onto !== null) {
      if (mouse || !this.chooser.offer.enlarge(onto)) this.chooser.click(onto); // otherwise the tap that follows chooses
    } else if (none) {
      if (!ready && this.home(x, y)) this.chooser.click(spot);
    } else this.chooser.cancel();
    if (!mouse) this.stage.release(); // no click follows
  }

  cancel() {
    this.hover(null);
    this.pressed = null;
    this.moving = false;
    this.ghost.remove();
    for (const { node } of this.lifted ?? []) node.classList.remove("lifted");
    this.lifted = null;
    this.stage.svg.classList.remove("dragging");
  }
}
