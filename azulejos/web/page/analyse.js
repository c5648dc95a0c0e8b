// Any position: pasted, or edited field by field or by clicks on the picture, and the best moves in it. A record opens as a replay.

import { ask, Refusal } from "./api.js";
import { continuation } from "./analysis.js";
import { open, toast } from "./dialog.js";
import { draw, make, the } from "./dom.js";
import { gameOf, games, pieceName } from "./games.js";
import { Marks } from "./marks.js";
import { pace, preferences } from "./prefs.js";
import { Stage } from "./stage.js";
import { decimal, percent, t } from "./i18n.js";

const WAIT = 250; // milliseconds after the last key before the position is evaluated
const tall = matchMedia("(max-aspect-ratio: 4/5)");

class AnalysePage {
  constructor() {
    this.stage = new Stage(the("stage"));
    this.marks = new Marks(this.stage);
    this.stage.arranged = () => this.marks.again();
    this.text = /** @type {HTMLTextAreaElement} */ (the("text"));
    /** @type {import("./types.js").PositionInfo | null} */
    this.position = null; // the last valid one
    /** @type {string | null} */
    this.brush = null; // a colour, "" to remove, or nothing
    this.asked = 0; // how often a position was looked up
    this.text.addEventListener("input", () => this.soon());
    the("think").addEventListener("click", () => this.think());
    the("file").addEventListener("change", () => this.open(/** @type {HTMLInputElement} */ (the("file"))));
    const examples = /** @type {HTMLSelectElement} */ (the("examples"));
    examples.append(
      make("option", { value: "", text: t("Start with…") }),
      ...games.map(({ title, example }) => make("option", { value: example, text: title })),
    );
    examples.addEventListener("change", () => examples.value && this.read(examples.value));
    the("prefs").addEventListener("click", () => open(t("Settings"), preferences()));
    this.stage.svg.addEventListener("click", (event) => this.paint(event));
    tall.addEventListener("change", () => this.arrange());
    this.begin();
  }

  /** The position in the URL, or an example. */
  async begin() {
    const wish = new URLSearchParams(location.search);
    const table = wish.get("table");
    if (!table) return this.read(wish.get("position") ?? games[0].example);
    await this.shown(() => ask(`/api/tables/${encodeURIComponent(table)}/position?number=${wish.get("number") ?? ""}`));
    this.fields();
    this.think();
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.read(this.text.value, false), WAIT);
  }

  /** Reads a text: a position is shown, a record opens as a replay. */
  async read(/** @type {string} */ text, write = true) {
    if (write) this.text.value = text;
    const trimmed = text.trim();
    if (trimmed.startsWith("azulejos-record") || trimmed.startsWith("{")) return this.hand(trimmed);
    await this.shown(() => ask("/api/positions", { text: trimmed }), false);
    if (document.activeElement?.closest("#fields") === null) this.fields();
  }

  /** Shows a position, or what is wrong with it; ignores responses to outdated requests. */
  async shown(/** @type {() => Promise<any>} */ look, write = true) {
    this.asked += 1;
    const { asked } = this;
    this.trouble("");
    the("moves").replaceChildren();
    this.marks.clear();
    try {
      const found = await look();
      if (asked !== this.asked) return;
      this.position = found;
      if (write) this.text.value = found.text;
      await this.arrange();
      this.stage.call(found.names);
      this.stage.show(found.scene, [], pace().jump);
      this.brushes();
    } catch (refusal) {
      if (asked === this.asked) this.trouble(/** @type {Error} */ (refusal).message);
    }
    document.body.dataset.looked = String(asked);
  }

  trouble(/** @type {string} */ text) {
    the("trouble").textContent = text;
    /** @type {HTMLButtonElement} */ (the("think")).disabled = text !== "";
  }

  arrange() {
    if (!this.position) return Promise.resolve();
    const { game, key, version, actor } = this.position;
    const viewer = typeof actor === "number" ? actor : 0;
    return this.stage.arrange(game.game, `/layout/${key}/${viewer}/${tall.matches ? "tall" : "wide"}?v=${version}`);
  }

  /** Uploads a record, and goes to its replay. */
  async hand(/** @type {string} */ text) {
    this.trouble("");
    try {
      const answer = await fetch("/api/records", { method: "POST", headers: { "Content-Type": "text/plain" }, body: text });
      const data = await answer.json();
      if (!answer.ok) throw new Refusal(data.error.code, data.error.message);
      location.assign(`/r/${data.table}`);
    } catch (refusal) {
      this.trouble(/** @type {Error} */ (refusal).message);
    }
  }

  async open(/** @type {HTMLInputElement} */ input) {
    const file = input.files?.[0];
    if (file) this.read(await file.text());
    input.value = "";
  }

  async think() {
    const asked = this.asked;
    const button = /** @type {HTMLButtonElement} */ (the("think"));
    button.disabled = true;
    try {
      /** @type {{moves: import("./types.js").FoundMove[]}} */
      const { moves } = await ask("/api/positions/moves", { text: this.text.value });
      if (asked === this.asked) the("moves").replaceChildren(...moves.map((move) => this.move(move)));
    } catch (refusal) {
      if (asked === this.asked) return this.trouble(/** @type {Error} */ (refusal).message);
    }
    button.disabled = the("trouble").textContent !== "";
  }

  move(/** @type {import("./types.js").FoundMove} */ { move, text, stages, win, margin, line, why }) {
    return make(
      "li",
      { "data-move": move },
      make(
        "button",
        { type: "button", class: "step", onclick: () => this.marks.show(stages) },
        make("span", { class: "n", text: percent(win) }),
        make("span", {}, text, make("small", { text: t("expected lead {points}", { points: decimal(margin, true) }) })),
      ),
      why ? make("p", { class: "why", text: why }) : null,
      line.length ? continuation(line) : null,
    );
  }

  // -- editing

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
    for (const { name, title, values, parts } of this.position?.fields ?? []) {
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
    if (!this.position) return;
    const inputs = [.../** @type {NodeListOf<HTMLInputElement>} */ (the("fields").querySelectorAll("[data-field]"))];
    const values = (/** @type {string} */ name) => inputs.filter(({ dataset }) => dataset.field === name).map(({ value }) => value.trim());
    const fields = this.position.fields.map(({ name }) => `${name}=${values(name).join(";")}`);
    this.text.value = [this.position.game.game, ...fields].join(" ");
    this.soon();
  }

  /** The tiles that can be placed: those in the bag. */
  brushes() {
    if (!this.position) return;
    const {
      game: { game },
      scene,
    } = this.position;
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
    the("brushes").replaceChildren(...colours.map((colour) => brush(colour, pieceName(game, colour), this.stage.icon(colour))), ...away);
    const kept = this.brush;
    this.brush = null;
    this.take(kept !== null && (kept === "" || colours.includes(kept)) ? kept : null);
  }

  take(/** @type {string | null} */ colour) {
    this.brush = colour === this.brush ? null : colour;
    for (const node of the("brushes").querySelectorAll(".brush")) {
      node.setAttribute("aria-pressed", String(node.getAttribute("data-brush") === this.brush));
    }
    this.stage.host.classList.toggle("painting", this.brush !== null);
  }

  /** Puts a tile where the user clicked; errors are shown below the text. */
  async paint(/** @type {MouseEvent} */ event) {
    const slot = this.target(event);
    if (this.brush === null || !slot) return;
    try {
      const { text } = await ask("/api/positions/edit", { text: this.text.value, slot, colour: this.brush || null });
      await this.read(text);
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
    const inverse = this.stage.svg.getScreenCTM()?.inverse();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(inverse);
    let [best, far] = ["", Infinity];
    for (const [slot, [x, y, size]] of Object.entries(this.stage.layout?.slots ?? {})) {
      const distance = Math.hypot(x - at.x, y - at.y) / size;
      if (distance < far) [best, far] = [slot, distance];
    }
    return far < 0.75 ? best : (spot ?? "");
  }
}

new AnalysePage();
dispatchEvent(new Event("listening"));
