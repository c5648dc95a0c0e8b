// Editing a position: tiles are placed by clicks on the picture, everything else is in a form with all fields of its text.

import { ask } from "./api.js";
import { toast } from "./dialog.js";
import { draw, make, the } from "./dom.js";
import { gameOf, pieceName } from "./games.js";
import { t } from "./i18n.js";

export class PositionEditor {
  constructor(/** @type {import("./analyse.js").AnalysePage} */ page) {
    this.page = page;
    /** @type {string | null} */
    this.brush = null; // a colour, "" to remove, or nothing
    page.stage.svg.addEventListener("click", (event) => this.paint(event));
  }

  /** A form with all fields of the text, grouped by seat. */
  fields() {
    const input = (/** @type {string} */ title, /** @type {string} */ name, /** @type {string} */ value) =>
      make(
        "label",
        {},
        make("span", { text: title }),
        make("input", { "data-field": name, value, spellcheck: "false", autocomplete: "off", oninput: () => this.write() }),
      );
    const short = make("div", { class: "short" });
    const rest = [];
    for (const { name, title, values, parts } of this.page.info?.fields ?? []) {
      if (parts.length) {
        const inputs = values.map((value, index) => input(parts[index] ?? "", name, value));
        rest.push(make("fieldset", {}, make("legend", { text: title }), ...inputs));
      } else if (values[0].length > 12) rest.push(input(title, name, values[0]));
      else short.append(input(title, name, values[0]));
    }
    the("fields").replaceChildren(short, ...rest);
  }

  /** Builds the text from the fields, in its original order. */
  write() {
    if (!this.page.info) return;
    const inputs = [.../** @type {NodeListOf<HTMLInputElement>} */ (the("fields").querySelectorAll("[data-field]"))];
    const values = (/** @type {string} */ name) => inputs.filter(({ dataset }) => dataset.field === name).map(({ value }) => value.trim());
    const fields = this.page.info.fields.map(({ name }) => `${name}=${values(name).join(";")}`);
    this.page.text.value = [this.page.info.game.game, ...fields].join(" ");
    this.page.soon();
  }

  /** The tiles that can be placed: those in the bag. */
  brushes() {
    if (!this.page.info) return;
    const {
      game: { game },
      scene,
    } = this.page.info;
    const colours = gameOf(game).editable ? Object.keys(gameOf(game).pieces).filter((piece) => scene.texts[`bag.${piece}`]) : [];
    const kind = [game, ...colours].join(" ");
    if (the("brushes").dataset.kind === kind) return;
    the("brushes").dataset.kind = kind;
    const brush = (/** @type {string} */ colour, /** @type {string} */ title, /** @type {Node} */ face) =>
      make(
        "button",
        {
          type: "button",
          class: "brush",
          "data-brush": colour,
          "aria-pressed": "false",
          title,
          "aria-label": title,
          onclick: () => this.take(colour),
        },
        face,
      );
    const cross = draw("svg", { class: "glyph", viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: "M5 5l14 14M19 5 5 19" }));
    const away = gameOf(game).editable ? [brush("", t("remove"), cross)] : [];
    the("brushes").replaceChildren(
      ...colours.map((colour) => brush(colour, pieceName(game, colour), this.page.stage.icon(colour))),
      ...away,
    );
    const kept = this.brush;
    this.brush = null;
    this.take(kept !== null && (kept === "" || colours.includes(kept)) ? kept : null);
  }

  take(/** @type {string | null} */ colour) {
    this.brush = colour === this.brush ? null : colour;
    for (const node of the("brushes").querySelectorAll(".brush")) {
      node.setAttribute("aria-pressed", String(node.getAttribute("data-brush") === this.brush));
    }
    this.page.stage.host.classList.toggle("painting", this.brush !== null);
    this.page.offer();
  }

  /** Puts a tile where the user clicked; errors are shown below the text. */
  async paint(/** @type {MouseEvent} */ event) {
    const slot = this.target(event);
    if (this.brush === null || !slot) return;
    try {
      const { text } = await ask("/api/positions/edit", { text: this.page.text.value, slot, colour: this.brush || null });
      await this.page.replace(text);
    } catch (refusal) {
      toast(/** @type {Error} */ (refusal).message);
    }
  }

  /** The slot or part of the table under the pointer, or the nearest slot of the layout. */
  target(/** @type {MouseEvent} */ event) {
    const spot = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((node) => node.getAttribute("data-spot"))
      .find(Boolean);
    const inverse = this.page.stage.svg.getScreenCTM()?.inverse();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(inverse);
    let [best, far] = ["", Infinity];
    for (const [slot, [x, y, size]] of Object.entries(this.page.stage.layout?.slots ?? {})) {
      const distance = Math.hypot(x - at.x, y - at.y) / size;
      if (distance < far) [best, far] = [slot, distance];
    }
    return far < 0.75 ? best : (spot ?? "");
  }
}
