// Any position: pasted, edited field by field or by clicks on the picture, and the best moves in it. A record becomes a replay.

import { ask, Refusal } from "./api.js";
import { open } from "./dialog.js";
import { draw, make, the } from "./dom.js";
import { put } from "./edit.js";
import { Marks } from "./marks.js";
import { colourName, fieldName } from "./names.js";
import { pace, preferences } from "./prefs.js";
import { Stage } from "./stage.js";
import { t } from "./words.js";

const WAIT = 250; // milliseconds after the last key before the position is looked at
const tall = matchMedia("(max-aspect-ratio: 4/5)");
const EXAMPLES = {
  azul: "azul players=2 board=coloured jokers=no limit=50 round=1 next=0 phase=offer start=0 marker=centre displays=BRRK,YYYW,BBRW,BYRK,YWWW centre=- bag=B16Y15R16K18W15 lid=- seat0=0;-,-,-,-,-;-;...../...../...../...../..... seat1=0;-,-,-,-,-;-;...../...../...../...../.....",
  pavilion: "pavilion players=2 board=coloured floor=1 wild=PGOYBR round=1 next=0 phase=acquire owed=0 start=0 marker=centre displays=OOOR,GOYB,GGGR,GYBB,GYBB centre=- supply=P2G3O2Y1R2 bag=P20G13O16Y18B17R18 tower=- seat0=5;playing;-;....../....../....../....../....../....../...... seat1=5;playing;-;....../....../....../....../....../....../......",
};
/** @type {Record<string, Record<string, string>>} */
const LETTERS = { azul: { B: "blue", Y: "yellow", R: "red", K: "black", W: "white", J: "joker" }, pavilion: { P: "purple", G: "green", O: "orange", Y: "yellow", B: "blue", R: "red" } };

class AnalysePage {
  constructor() {
    this.stage = new Stage(the("stage"));
    this.marks = new Marks(this.stage);
    this.stage.furnished = () => this.marks.again();
    this.text = /** @type {HTMLTextAreaElement} */ (the("text"));
    /** @type {any} */
    this.position = null; // the last one that was right
    /** @type {string | null} */
    this.brush = null; // a letter, "" to take away, or nothing
    this.text.addEventListener("input", () => this.soon());
    the("think").addEventListener("click", () => this.think());
    the("file").addEventListener("change", () => this.open(/** @type {HTMLInputElement} */ (the("file"))));
    const names = { azul: "Azul", pavilion: t("Summer Pavilion") };
    const examples = /** @type {HTMLSelectElement} */ (the("examples"));
    examples.append(make("option", { value: "", text: t("Begin with …") }), ...Object.entries(names).map(([value, text]) => make("option", { value, text })));
    examples.addEventListener("change", () => examples.value && this.read(EXAMPLES[/** @type {"azul"} */ (examples.value)]));
    the("prefs").addEventListener("click", () => open(t("Preferences"), preferences()));
    this.stage.svg.addEventListener("click", (event) => this.paint(event));
    tall.addEventListener("change", () => this.arrange());
    this.begin();
  }

  /** The position that the address names, or an example. */
  async begin() {
    const wish = new URLSearchParams(location.search);
    const table = wish.get("table");
    if (!table) return this.read(wish.get("position") ?? EXAMPLES.azul);
    await this.shown(() => ask(`/api/tables/${encodeURIComponent(table)}/position?number=${wish.get("number") ?? ""}`));
    this.fields();
    this.think();
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.read(this.text.value, false), WAIT);
  }

  /** Looks at a text: a position is shown, a record becomes a replay of its own. */
  async read(/** @type {string} */ text, write = true) {
    if (write) this.text.value = text;
    const trimmed = text.trim();
    if (trimmed.startsWith("azulejos-record") || trimmed.startsWith("{")) return this.hand(trimmed);
    await this.shown(() => ask("/api/positions", { text: trimmed }), false);
    if (document.activeElement?.closest("#fields") === null) this.fields();
  }

  /** Shows a position, or what is wrong with it; an older answer than the last question is passed over. */
  async shown(/** @type {() => Promise<any>} */ look, write = true) {
    const asked = (this.asked = (this.asked ?? 0) + 1);
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
    return this.stage.furnish(game.game, `/layout/${key}/${typeof actor === "number" ? actor : 0}/${tall.matches ? "tall" : "wide"}?v=${version}`);
  }

  /** Hands in a record, and goes to its replay. */
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
      const { moves } = await ask("/api/positions/moves", { text: this.text.value });
      if (asked === this.asked) the("moves").replaceChildren(...moves.map((move) => this.move(move)));
    } catch (refusal) {
      if (asked === this.asked) return this.trouble(/** @type {Error} */ (refusal).message);
    }
    button.disabled = the("trouble").textContent !== "";
  }

  move(/** @type {any} */ { move, text, stages, win, margin, line }) {
    const lead = `${margin < 0 ? "−" : "+"}${Math.abs(margin).toFixed(1)}`;
    return make("li", { "data-move": move },
      make("button", { type: "button", class: "step", onclick: () => this.marks.show(stages) },
        make("span", { class: "n", text: `${Math.round(100 * win)} %` }), make("span", {}, text, make("small", { text: t("expected lead {points}", { points: lead }) }))),
      line.length ? make("details", {}, make("summary", { text: t("How it could go on") }), make("ol", {}, ...line.map((said) => make("li", { text: said })))) : null);
  }

  // -- editing

  /** A form with all fields of the text, those of a seat together. */
  fields() {
    const [game, ...pairs] = this.text.value.trim().split(/\s+/);
    const parts = game === "azul" ? [t("score"), t("lines"), t("floor line"), t("wall")] : [t("score"), t("playing or passed"), t("tiles"), t("stars")];
    const field = (/** @type {string} */ title, /** @type {string} */ key, /** @type {string} */ value) =>
      make("label", {}, make("span", { text: title }), make("input", { "data-field": key, value, spellcheck: "false", autocomplete: "off", oninput: () => this.write(game) }));
    const short = make("div", { class: "short" });
    const rest = [];
    for (const pair of pairs) {
      const [key, value] = [pair.split("=")[0], pair.slice(pair.indexOf("=") + 1)];
      if (key.startsWith("seat")) {
        rest.push(make("fieldset", {}, make("legend", { text: t("Player {n}", { n: Number(key.slice(4)) + 1 }) }), ...value.split(";").map((part, index) => field(parts[index] ?? "", key, part))));
      } else if (value.length > 12) rest.push(field(fieldName(key), key, value));
      else short.append(field(fieldName(key), key, value));
    }
    the("fields").replaceChildren(short, ...rest);
  }

  /** Makes the text of the fields again. */
  write(/** @type {string} */ game) {
    /** @type {Map<string, string[]>} */
    const values = new Map();
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (the("fields").querySelectorAll("[data-field]"))) {
      const key = input.dataset.field ?? "";
      values.set(key, [...(values.get(key) ?? []), input.value.trim()]);
    }
    // The order of the form is not that of the text.
    const order = this.text.value.trim().split(/\s+/).slice(1).map((pair) => pair.split("=")[0]);
    this.text.value = [game, ...order.map((key) => `${key}=${(values.get(key) ?? []).join(";")}`)].join(" ");
    this.soon();
  }

  /** The tiles that can be put somewhere. */
  brushes() {
    const game = this.position.game.game;
    const colours = Object.entries(LETTERS[game]).filter(([, colour]) => colour !== "joker" || this.position.game.jokers);
    const kind = `${game} ${colours.length}`;
    if (the("brushes").dataset.kind === kind) return;
    the("brushes").dataset.kind = kind;
    const brush = (/** @type {string} */ letter, /** @type {string} */ title, /** @type {Node | string} */ face) =>
      make("button", { type: "button", class: "brush", "data-brush": letter, "aria-pressed": "false", title, "aria-label": title, onclick: () => this.take(letter) }, face);
    the("brushes").replaceChildren(...colours.map(([letter, colour]) => brush(letter, colourName(colour), this.stage.icon(colour))), brush("", t("take away"), draw("svg", { class: "glyph", viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: "M5 5l14 14M19 5 5 19" }))));
    this.take(null);
  }

  take(/** @type {string | null} */ letter) {
    this.brush = letter === this.brush ? null : letter;
    for (const node of the("brushes").querySelectorAll(".brush")) node.setAttribute("aria-pressed", String(node.getAttribute("data-brush") === this.brush));
    this.stage.host.classList.toggle("painting", this.brush !== null);
  }

  paint(/** @type {MouseEvent} */ event) {
    if (this.brush === null) return;
    const changed = put(this.text.value, this.target(event), this.brush);
    if (changed !== null) this.read(changed);
  }

  /** The slot or part of the table under the pointer, or the nearest slot of the layout. */
  target(/** @type {MouseEvent} */ event) {
    const spot = document.elementsFromPoint(event.clientX, event.clientY).map((node) => node.getAttribute("data-spot")).find(Boolean);
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
