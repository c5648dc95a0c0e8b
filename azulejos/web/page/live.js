// Live analysis: the server searches the position on display and sends what it finds, and the list improves while you look.

import { continuation } from "./analysis.js";
import { make } from "./dom.js";
import { Line } from "./socket.js";
import { decimal, locale, many, percent, t } from "./i18n.js";

/** @typedef {import("./types.js").Thoughts} Thoughts @typedef {import("./types.js").FoundMove} FoundMove */

const SOCKET = "/api/positions/socket";
const LISTED = 5; // moves
const DRAWN = 3; // of them on the picture
const KEPT = 200; // positions
const HOLD = 1500; // milliseconds after the last movement over the list during which nothing changes its place

export class LivePanel {
  /**
   * @param {HTMLElement} host @param {import("./marks.js").Marks} marks
   * @param {(move: string) => void} play  called when a move of the list is chosen
   * @param {boolean} on  whether to think at once
   */
  constructor(host, marks, play, on) {
    this.marks = marks;
    this.play = play;
    this.on = on;
    this.waits = false; // whether something else needs the server's time
    this.draws = true; // whether the best moves are drawn on the picture
    this.turned = () => {}; // called when it is switched on or off
    /** @type {string | null} */
    this.position = null;
    /** @type {string[]} */
    this.names = [];
    /** @type {Map<string, Thoughts>} */
    this.kept = new Map(); // what was found about earlier positions
    /** @type {Map<string, Row>} */
    this.rows = new Map();
    this.follows = false; // whether the keyboard goes on in the next list
    this.touched = -HOLD; // when the pointer or a key last moved over the list
    /** @type {string | null} */
    this.pointed = null; // the move under the pointer
    this.line = new Line(
      (message) => this.receive(message),
      (open) => open && this.think(),
    );
    this.switch = make("button", {
      type: "button",
      id: "think",
      class: "switch",
      role: "switch",
      text: t("Live analysis"),
      onclick: () => this.turn(!this.on),
    });
    this.effort = make("span", { class: "soft effort" });
    this.said = make("p", { class: "unseen", role: "status" });
    this.trouble = make("p", { class: "loss", role: "alert" });
    this.list = make("ol", { class: "moves", id: "moves", "aria-label": t("Best moves") });
    for (const kind of ["pointermove", "keydown"]) this.list.addEventListener(kind, () => (this.touched = performance.now()));
    host.replaceChildren(make("div", { class: "row thinking" }, this.switch, this.effort), this.said, this.trouble, this.list);
    this.turn(on);
  }

  turn(/** @type {boolean} */ on) {
    this.on = on;
    this.switch.setAttribute("aria-checked", String(on));
    this.turned();
    if (on && !this.line.path) this.line.goto(SOCKET); // it thinks once it is open
    if (on) this.think();
    else this.stop();
  }

  /** Lets something else have the server's time, or goes on. */
  hold(/** @type {boolean} */ waits) {
    if (waits === this.waits) return;
    this.waits = waits;
    if (waits) this.stop();
    else this.think();
  }

  /** Thinks about another position; `null` if no player is to move there. */
  at(/** @type {string | null} */ position, /** @type {string[]} */ names) {
    if (position === this.position) return;
    this.position = position;
    this.names = names;
    this.pointed = null;
    this.touched = -HOLD;
    if (position === null) this.stop();
    else {
      this.clear();
      this.think();
    }
  }

  clear() {
    this.rows.clear();
    this.list.replaceChildren();
    this.effort.textContent = "";
    this.said.textContent = "";
    this.trouble.textContent = "";
    this.marks.clear();
  }

  think() {
    if (!this.on || this.waits || this.position === null) return;
    const known = this.kept.get(this.position);
    if (known) this.show(known);
    this.say(known?.done ? { stop: true } : { think: this.position, names: this.names });
  }

  stop() {
    this.clear();
    this.say({ stop: true });
  }

  /** Sends a request to the server. Without a connection there is nothing to stop, and `think` is called once there is one. */
  say(/** @type {Record<string, unknown>} */ message) {
    this.line.send(message).catch((refusal) => {
      if (refusal.code !== "offline") this.trouble.textContent = refusal.message;
    });
  }

  receive(/** @type {any} */ message) {
    if (message.type === "error") this.trouble.textContent = message.message;
    if (message.type !== "thinking") return;
    const known = this.kept.get(message.text);
    if (known && known.visits > message.visits && !message.done) return; // it was searched longer before
    this.kept.delete(message.text);
    this.kept.set(message.text, message);
    for (const old of this.kept.keys()) if (this.kept.size > KEPT) this.kept.delete(old);
    if (this.on && !this.waits && message.text === this.position) this.show(message);
  }

  show(/** @type {Thoughts} */ { visits, seconds, moves, done }) {
    const many_visits = new Intl.NumberFormat(locale).format(visits);
    const effort = many("{n} simulation in {seconds} s", "{n} simulations in {seconds} s", visits, {
      n: many_visits,
      seconds: decimal(seconds),
    });
    this.effort.textContent = done ? t("{effort}; paused", { effort }) : effort;
    if (done && moves.length) this.said.textContent = t("Best move: {move}", { move: moves[0].text });
    this.trouble.textContent = "";
    this.arrange(moves.slice(0, LISTED));
    this.draw();
    if (this.follows) /** @type {HTMLElement | null} */ (this.list.querySelector("button"))?.focus();
    this.follows = false;
  }

  /** Puts the moves in order, best first; but while someone is about to choose one, nothing changes its place. */
  arrange(/** @type {FoundMove[]} */ moves) {
    const held = this.rows.size > 0 && performance.now() - this.touched < HOLD;
    for (const found of moves) {
      const row = this.rows.get(found.move);
      if (row) row.show(found);
      else if (!held) this.rows.set(found.move, new Row(found, this));
    }
    if (held) return;
    const order = moves.map(({ move }) => move);
    const shown = [...this.list.children].map((node) => /** @type {HTMLElement} */ (node).dataset.move);
    if (order.join() === shown.join()) return;
    this.rows = new Map(order.map((move) => [move, /** @type {Row} */ (this.rows.get(move))]));
    const had = document.activeElement?.closest("#moves li")?.querySelector("button");
    this.list.replaceChildren(...[...this.rows.values()].map(({ node }) => node));
    if (had?.isConnected) had.focus({ preventScroll: true });
  }

  /** Draws the move under the pointer, or the best ones. */
  draw() {
    if (!this.draws) return;
    const pointed = this.pointed === null ? undefined : this.rows.get(this.pointed);
    const drawn = pointed ? [pointed] : [...this.rows.values()].slice(0, DRAWN);
    this.marks.several(drawn.map(({ found }) => found.stages));
  }

  point(/** @type {string | null} */ move) {
    this.pointed = move;
    this.draws = true;
    this.draw();
  }

  chosen(/** @type {string} */ move, /** @type {MouseEvent} */ event) {
    this.follows = event.detail === 0; // by the keyboard
    this.play(move);
  }
}

/** A move in the list. */
class Row {
  constructor(/** @type {FoundMove} */ found, /** @type {LivePanel} */ panel) {
    this.win = make("span", { class: "n" });
    this.lead = make("small");
    this.why = make("p", { class: "why" });
    this.rest = make("div");
    this.line = "";
    this.found = found;
    const button = make(
      "button",
      {
        type: "button",
        class: "step",
        onclick: (event) => panel.chosen(found.move, event),
        onpointerenter: () => panel.point(found.move),
        onpointerleave: () => panel.point(null),
        onfocus: () => panel.point(found.move),
        onblur: () => panel.point(null),
      },
      this.win,
      make("span", {}, found.text, this.lead),
    );
    this.node = make("li", { "data-move": found.move }, button, this.why, this.rest);
    this.show(found);
  }

  show(/** @type {FoundMove} */ found) {
    this.found = found;
    this.win.textContent = percent(found.win, 1);
    this.lead.textContent = t("expected lead {points}", { points: decimal(found.margin, true) });
    this.why.textContent = found.why;
    this.why.hidden = !found.why;
    if (this.line === found.line.join()) return;
    this.line = found.line.join();
    const open = this.rest.querySelector("details")?.open ?? false;
    this.rest.replaceChildren(...(found.line.length ? [continuation(found.line)] : []));
    this.rest.querySelector("details")?.toggleAttribute("open", open);
  }
}
