// Choosing a move by clicks: the server sends the choices, a click narrows them down, the last one plays the move.

import { agree, hush } from "./dialog.js";
import { make } from "./dom.js";
import { Keys } from "./keys.js";
import { lister } from "./choice-list.js";
import { alternatives, click, narrow, rest, single, worth } from "./narrow.js";
import { Offer } from "./offer.js";
import { prefs } from "./prefs.js";
import { gameOf } from "./games.js";
import { prompt } from "./spots.js";
import { buzz } from "./wake.js";
import { many, signed, t } from "./i18n.js";

/** @typedef {import("./narrow.js").Choice} Choice */

const DEAR = -3; // a move that costs this much needs confirmation

export class Chooser {
  /**
   * @param {import("./stage.js").Stage} stage @param {HTMLElement} bar  where prompt and buttons go
   * @param {(move: string, spots: string[]) => void} play
   */
  constructor(stage, bar, play) {
    this.stage = stage;
    this.bar = bar;
    this.play = play;
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {Record<string, {text: string, pieces: string[]}>} */
    this.buttons = {};
    /** @type {Set<string>} */
    this.single = new Set();
    /** @type {string[]} */
    this.clicks = [];
    /** @type {string[]} */
    this.hinted = []; // the spots of a hint, until something is chosen
    this.idle = "";
    this.steps = 0; // counts the offers
    this.madeFor = ""; // what the buttons depend on
    /** @type {string | null} */
    this.previewed = null; // the spot under the pointer
    /** @type {string | null} */
    this.name = null; // the player's name, where several people share the screen
    /** @type {string | null} */
    this.only = null; // the only move that a lesson accepts
    this.warns = true; // whether a move that costs much needs confirmation
    this.refused = (/** @type {string} */ _spot) => {}; // hears of clicks that lead elsewhere then
    this.offer = new Offer(
      stage,
      (spot) => this.click(spot),
      (spot) => this.preview(spot),
    );
    this.keys = new Keys(stage, bar);
    this.promptText = make("p", { class: "prompt" });
    this.previewText = make("p", { class: "preview", "aria-hidden": "true" });
    this.row = make("div", { class: "buttons" });
    this.says = make("div", { class: "says" }, this.promptText, this.previewText);
    bar.replaceChildren(this.says, this.row);
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.clicks.length && !document.querySelector("dialog[open]")) this.cancel();
    });
  }

  /** Puts the prompt into another part of the page, or back into the bar. */
  speakIn(/** @type {HTMLElement | null} */ part) {
    if (part) part.append(this.says);
    else this.bar.prepend(this.says);
  }

  /**
   * Offers these choices. A single choice is made automatically if the player prefers that. If the same choices are offered
   * again, for example when someone sits down or the picture is redrawn, the clicks so far are kept.
   */
  ask(
    /** @type {Choice[]} */ choices,
    /** @type {Record<string, any>} */ buttons,
    /** @type {boolean} */ mayForce,
    /** @type {string | null} */ name = null,
  ) {
    this.name = name;
    if (!this.only && alike(choices, this.choices)) {
      this.refresh();
      return this.showHint();
    }
    this.hinted = [];
    this.choices = choices;
    this.buttons = buttons;
    this.single = single(choices);
    this.clicks = [];
    if (choices.length === 1 && prefs.forced && mayForce) return this.finish(choices[0], false);
    this.refresh();
  }

  /** Offers nothing, because another player is to move. The caller sets the text to show instead. */
  rest(/** @type {string} */ text) {
    const before = this.choices.length;
    this.choices = [];
    this.clicks = [];
    this.hinted = [];
    this.idle = text;
    if (before) this.refresh();
    else this.promptText.textContent = text;
  }

  click(/** @type {string | null} */ spot) {
    if (!this.choices.length) return;
    if (this.only && spot !== null && !this.wanted().has(spot)) return this.refused(spot);
    const clicks = spot === null ? [] : click(this.choices, this.clicks, spot);
    if (clicks === null) return;
    if (spot !== null) buzz();
    this.hinted = [];
    const now = narrow(this.choices, clicks);
    this.clicks = now.clicks;
    if (now.done && !now.offered.size) this.finish(now.done, true);
    else this.refresh();
  }

  /** Ends a move that could go on. */
  end() {
    const { done } = narrow(this.choices, this.clicks);
    if (done) this.finish(done, true);
  }

  cancel() {
    this.clicks = [];
    this.hinted = [];
    this.refresh();
  }

  async finish(/** @type {Choice} */ choice, /** @type {boolean} */ chosen) {
    const points = choice.points ?? 0;
    const button = choice.stages.some((stage) => stage.some((spot) => spot.startsWith("?")));
    const others = this.choices.some((other) => (other.points ?? 0) > points);
    if (chosen && this.warns && prefs.warn && others && (points <= DEAR || (points < 0 && button))) {
      const cost = many("This costs you {n} point.", "This costs you {n} points.", -points);
      const sure = await agree(t("Are you sure?"), choice.note ? `${cost} (${choice.note})` : cost, t("Do it"), t("Cancel"));
      if (!sure) return this.cancel();
      if (!this.choices.includes(choice)) return; // meanwhile the move was taken back, or the clock ran out
    }
    this.rest("");
    hush();
    this.play(choice.move, choice.stages.flat());
  }

  /** The spots that lead to the move that a lesson asks for. */
  wanted() {
    const choice = this.choices.find(({ move }) => move === this.only);
    return new Set(choice ? rest(choice, narrow(this.choices, this.clicks).clicks) : []);
  }

  refresh() {
    const now = narrow(this.choices, this.clicks);
    const wanted = this.wanted();
    const offered = !this.choices.length
      ? new Set()
      : this.only
        ? new Set([...now.offered].filter((spot) => wanted.has(spot)))
        : now.offered;
    this.bar.dataset.step = String(++this.steps);
    this.bar.classList.toggle("asking", offered.size > 0);
    const asked = offered.size ? prompt(gameOf(this.stage.game).prompts, offered, this.clicks, now.done !== null) : this.idle;
    this.promptText.textContent = offered.size && this.name ? `${this.name}: ${asked}` : asked;
    this.offer.show({
      offered,
      clicks: now.clicks,
      others: this.only ? new Set() : alternatives(this.choices, this.clicks),
      single: this.single,
      worth: (spot) => worth(now, spot),
    });
    this.renew(now, offered);
    this.keys.follow();
  }

  /** Makes the buttons of the bar. Those that are still right stay: a click is lost on a button that is replaced meanwhile. */
  renew(/** @type {import("./narrow.js").Narrowed} */ now, /** @type {Set<string>} */ offered) {
    const [asked, onTable] = [true, false].map((question) => [...offered].filter((spot) => spot.startsWith("?") === question));
    const done = now.done && offered.size && !this.only ? now.done : null;
    const texts = asked.map((spot) => [this.buttons[spot], worth(now, spot).points]);
    const madeFor = JSON.stringify([asked, texts, onTable, done?.move, this.clicks.length > 0]);
    for (const node of this.row.querySelectorAll(".hinted")) node.classList.remove("hinted");
    if (madeFor === this.madeFor) return this.preview(this.previewed);
    this.madeFor = madeFor;
    this.preview(null);
    const focused = this.bar.contains(document.activeElement);
    this.row.replaceChildren(...asked.map((spot) => this.button(spot, now)));
    if (done)
      this.row.append(make("button", { type: "button", class: "main", "data-do": "done", text: t("Done"), onclick: () => this.end() }));
    if (this.clicks.length) {
      const cancel = () => this.cancel();
      this.row.append(make("button", { type: "button", class: "quiet", "data-do": "cancel", text: t("Cancel"), onclick: cancel }));
    }
    const list = lister(this.offer, onTable, (spot) => this.click(spot));
    if (list) this.row.append(list);
    if (focused && !this.bar.contains(document.activeElement)) /** @type {HTMLElement | null} */ (this.row.firstElementChild)?.focus();
  }

  button(/** @type {string} */ spot, /** @type {import("./narrow.js").Narrowed} */ now) {
    const { text, pieces } = this.buttons[spot] ?? { text: spot, pieces: [] };
    const made = worth(now, spot);
    return make(
      "button",
      {
        type: "button",
        class: "spot offered",
        "data-spot": spot,
        onclick: () => this.click(spot),
        onpointerenter: () => this.preview(spot),
        onpointerleave: () => this.preview(null),
        onfocus: () => this.preview(spot),
      },
      ...pieces.map((what) => this.stage.icon(what)),
      make("span", { text }),
      made.points ? make("b", { class: made.points < 0 ? "loss" : "gain", text: signed(made.points) }) : null,
    );
  }

  /** Shows what a click there would do. */
  preview(/** @type {string | null} */ spot) {
    this.previewed = spot;
    const now = narrow(this.choices, this.clicks);
    const made = spot !== null && now.offered.has(spot) ? worth(now, spot) : null;
    const words = [];
    if (made?.points) words.push(many("{points} point", "{points} points", Math.abs(made.points), { points: signed(made.points) }));
    if (made?.note) words.push(made.note);
    this.describe(words.join(" · "));
  }

  /** Writes beside the prompt, or above the bar if that is too long: the bar never grows, because its buttons would move away. */
  describe(/** @type {string} */ text) {
    this.previewText.classList.remove("long");
    this.previewText.textContent = text;
    if (text) this.previewText.classList.toggle("long", this.previewText.scrollWidth > this.previewText.clientWidth);
  }

  /** Shows a hint on the picture. */
  hint(/** @type {string[][]} */ stages) {
    this.cancel();
    this.hinted = stages.flat();
    this.showHint();
  }

  showHint() {
    if (!this.hinted.length) return;
    this.offer.hint(this.hinted.filter((spot) => !spot.startsWith("?")));
    for (const spot of this.hinted) this.row.querySelector(`[data-spot="${CSS.escape(spot)}"]`)?.classList.add("hinted");
  }
}

/** Whether these are the same moves. */
function alike(/** @type {Choice[]} */ some, /** @type {Choice[]} */ others) {
  return some.length === others.length && some.every(({ move }, index) => move === others[index].move);
}
