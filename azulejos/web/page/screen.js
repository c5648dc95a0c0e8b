// The layout for this screen: on phones and tablets in their own pixels, and for what the player does now.

const upright = matchMedia("(max-aspect-ratio: 4/5)");
const flat = matchMedia("(min-aspect-ratio: 4/5) and (max-height: 31rem)");
const small = matchMedia("(max-width: 60rem), (pointer: coarse)");
const STEP = 10; // sizes are rounded down, so that there are not too many layouts
const LEAST = [280, 240];
const MOST = 1600;

export class Screen {
  /**
   * @param {HTMLElement} host  where the picture is @param {() => void} changed
   * @param {boolean} [phone]  whether the page has styles of its own for phones
   */
  constructor(host, changed, phone = false) {
    this.host = host;
    this.changed = changed;
    this.phone = phone;
    this.size = "";
    for (const query of [upright, flat, small]) query.addEventListener("change", () => this.look());
    new ResizeObserver(() => this.look()).observe(host);
    this.look();
  }

  /** The form of the layout for a view: `taking-360x540`, or `wide` on a desk. */
  form(/** @type {string} */ view) {
    return this.size ? `${view}-${this.size}` : upright.matches ? "tall" : "wide";
  }

  look() {
    document.body.classList.toggle("tall", upright.matches);
    document.body.classList.toggle("flat", this.phone && flat.matches);
    document.body.classList.toggle("phone", this.phone && (upright.matches || flat.matches));
    if (document.activeElement?.matches("input, textarea")) return; // a keyboard on the screen covers a part of it for a while
    const made = upright.matches || flat.matches || small.matches;
    const sides = [this.host.clientWidth, this.host.clientHeight];
    const size = made ? sides.map((side, i) => Math.min(MOST, Math.max(LEAST[i], side - (side % STEP)))).join("x") : "";
    document.body.classList.toggle("made", size !== "");
    if (size === this.size) return;
    this.size = size;
    this.changed();
  }
}
