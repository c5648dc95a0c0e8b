// Keyboard control of the table: arrow keys move between offered spots, on the picture and among the buttons.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 2.5; // how much worse it is to be off to the side than further along
const ARROWLESS = "button:not([role=tab]), summary"; // elements that do not use arrow keys themselves

export class Keys {
  /** @param {import("./stage.js").Stage} stage @param {HTMLElement} bar  where prompt and buttons are */
  constructor(stage, bar) {
    this.stage = stage;
    this.bar = bar;
    this.typing = false; // whether the player is using the keyboard
    document.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("pointerdown", () => (this.typing = false));
  }

  press(/** @type {KeyboardEvent} */ event) {
    if (event.altKey || event.ctrlKey || event.metaKey || busy()) return;
    if (this.inside() && (event.key === "Enter" || event.key === " ")) this.typing = true;
    const way = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    if (!way || !this.spots().length || !(this.inside() || this.free() || document.activeElement?.matches(ARROWLESS))) return;
    event.preventDefault();
    this.typing = true;
    this.go(this.next(/** @type {[number, number]} */ (way)));
  }

  /** Everything that can be chosen now. @returns {HTMLElement[]} */
  spots() {
    const onPicture = /** @type {NodeListOf<HTMLElement>} */ (this.stage.svg.querySelectorAll(".offered"));
    return [...onPicture, ...this.bar.querySelectorAll("button")];
  }

  inside() {
    return this.stage.svg.contains(document.activeElement) || this.bar.contains(document.activeElement);
  }

  /** Whether the focus is on nothing that matters. */
  free() {
    return document.activeElement === null || document.activeElement === document.body || document.activeElement === this.stage.host;
  }

  /** The nearest spot in that direction; if there is none, the focus stays. */
  next(/** @type {[number, number]} */ [dx, dy]) {
    const spots = this.spots();
    const here = /** @type {HTMLElement} */ (document.activeElement);
    if (!this.inside() || !spots.includes(here)) return spots[0];
    const [x, y] = middle(here);
    let [best, found] = [Infinity, here];
    for (const spot of spots) {
      const [sx, sy] = middle(spot);
      const along = (sx - x) * dx + (sy - y) * dy;
      const aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
      if (spot !== here && along > 1 && along + ASIDE * aside < best) [best, found] = [along + ASIDE * aside, spot];
    }
    return found;
  }

  go(/** @type {HTMLElement | undefined} */ spot) {
    spot?.focus({ preventScroll: true });
    spot?.scrollIntoView({ block: "nearest" });
  }

  /** After a new offer: moves the focus there for a keyboard player, unless they have moved it elsewhere. */
  follow() {
    if (!this.typing || busy() || !(this.inside() || this.free())) return;
    if (!this.spots().includes(/** @type {HTMLElement} */ (document.activeElement))) this.go(this.spots()[0]);
  }
}

/** Whether the keys belong to something else: a dialog, or a text field. */
function busy() {
  return document.querySelector("dialog[open]") !== null || document.activeElement?.matches("input, select, textarea") === true;
}

function middle(/** @type {Element} */ spot) {
  const { x, y, width, height } = (spot.classList.contains("tiles") ? spot.children[0] : spot).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
