// The page of a table: messages of the server go to stage, panel and chooser; actions of the player go to the server.

import { Again } from "./again.js";
import { Ahead } from "./ahead.js";
import { Alerts } from "./alerts.js";
import { ask, keepName, myName } from "./api.js";
import { install, upToDate } from "./app.js";
import { Cards } from "./cards.js";
import { Chooser } from "./choose.js";
import { open, toast } from "./dialog.js";
import { make, the } from "./dom.js";
import { Drag } from "./drag.js";
import { pieceName } from "./games.js";
import { invitation } from "./invite.js";
import { dropTable, keepTable, keptTable } from "./kept.js";
import { Looking } from "./looking.js";
import { announceNews, goToChat, listenToMenu, openPanel } from "./menu.js";
import { nameOf } from "./names.js";
import { nextSteps } from "./next.js";
import { Panel } from "./panel.js";
import { pace, preferences, prefs } from "./prefs.js";
import { Queue } from "./queue.js";
import { Screen } from "./screen.js";
import { sheet } from "./sheet.js";
import { listen } from "./shortcuts.js";
import { Line } from "./socket.js";
import { ownerOf } from "./spots.js";
import { Stage } from "./stage.js";
import { showText } from "./text-view.js";
import { unofferedSpot } from "./unoffered-click.js";
import { awake } from "./wake.js";
import { t } from "./i18n.js";

const KEEP_AFTER = 700; // milliseconds: not while tiles move

/**
 * @typedef {import("./types.js").Welcome} Welcome
 * @typedef {import("./types.js").Update} Update
 */

export class TablePage {
  constructor(/** @type {string} */ id) {
    this.id = id;
    this.heard = 0; // when the server last said who is here
    this.alerts = new Alerts();
    this.ready = Promise.resolve(0); // once the picture of the table is loaded
    this.welcome = /** @type {Welcome} */ (/** @type {unknown} */ (null)); // what the server says first: nothing is done before
    this.stage = new Stage(the("stage"));
    this.queue = new Queue((update, duration) => this.show(update, duration));
    this.ahead = new Ahead(this.stage);
    this.chooser = new Chooser(this.stage, the("ask"), (move, spots) => this.play(move, spots));
    new Drag(this.chooser, (x, y) => this.stage.boardAt(x, y) === this.now?.actor);
    this.looking = new Looking(this);
    this.panel = new Panel(
      (seat) => this.looking.look(seat),
      (seat) => this.send({ takeover: seat }),
      (seat) => this.sit(seat, myName()),
    );
    this.again = new Again(this);
    this.panel.again = (number) => this.showAgain(number);
    this.cards = new Cards(the("card"), this);
    this.stage.arranged = () => this.offer();
    this.line = new Line(
      (message) => this.hear(message),
      (there) => this.connected(there),
    );
    this.screen = new Screen(the("stage"), () => this.resized(), true);
    addEventListener("prefs", () => this.prefer());
    addEventListener("popstate", () => this.goto(tableOf(location.pathname), false));
    const explain = (/** @type {Event} */ event) => this.explain(/** @type {PointerEvent} */ (event));
    this.stage.svg.addEventListener("click", explain, { capture: true }); // before the choice changes
    the("back").addEventListener("click", () => this.undo());
    the("hint").addEventListener("click", () => this.hint());
    the("invite").addEventListener("click", () => invitation(this.id));
    the("prefs").addEventListener("click", () => open(t("Settings"), preferences()));
    listenToMenu();
    the("hidden").addEventListener("toggle", () => this.contents());
    the("chat").addEventListener("submit", (event) => this.chat(event));
    listen({ u: () => the("back").click(), h: () => the("hint").click(), c: goToChat });
    this.prefer();
    this.goto(id, false);
  }

  /** Goes to a table without reloading the page. */
  goto(/** @type {string} */ id, remember = true) {
    if (remember) history.pushState(null, "", `/t/${id}`);
    clearTimeout(this.ending);
    this.id = id;
    this.looking.clear();
    this.welcome = /** @type {Welcome} */ (/** @type {unknown} */ (null));
    /** @type {Update | null} */
    this.now = null; // the update on display
    /** @type {import("./types.js").Choices | null} */
    this.choices = null;
    this.ended = false;
    this.alerts = new Alerts();
    this.undone = -1;
    this.playing = -1; // the decision whose move the server has not answered yet
    this.ready = Promise.resolve(0);
    this.queue.clear();
    this.stage.clear();
    this.chooser.rest("");
    this.line.goto(`/api/tables/${id}/socket?view=scene`);
    keptTable(id).then((kept) => kept && this.id === id && !this.welcome && this.recall(kept));
  }

  /** Shows the table as it was, with its choices, until the server says how it is. A move is sent as soon as it is connected. */
  recall(/** @type {import("./types.js").KeptTable} */ kept) {
    this.recalled = true;
    this.welcomed(kept);
    this.choices = kept.choices ?? null;
  }

  /** Keeps the table for the next visit: a running game of the player. */
  keep() {
    clearTimeout(this.keeping);
    if (!this.now || this.recalled || !this.welcome.you.length) return;
    const { id, welcome } = this;
    const { number, scene, actor, result, last } = this.now;
    const choices = this.choices?.number === number && this.choices.choices.length > 1 ? this.choices : null; // a single one may be made at once
    const unknown = { back: null, clocks: null, takeover_in: welcome.seats.map(() => null) };
    const table = { ...welcome, number, scene, actor, result, last, choices, ...unknown };
    this.keeping = setTimeout(() => (result ? dropTable(id) : keepTable(id, table, this.stage.shown)), KEEP_AFTER);
  }

  connected(/** @type {boolean} */ there) {
    the("offline").hidden = there;
    document.body.classList.toggle("offline", !there);
    if (!there) this.chooser.rest(t("One moment…"));
  }

  // -- messages of the server

  hear(/** @type {any} */ message) {
    switch (message.type) {
      case "welcome": {
        const same = this.recalled && this.now && alike(tableOnly(this.now, this.welcome), tableOnly(message, message));
        this.recalled = false;
        upToDate(message.version);
        return same ? this.confirmed(message) : this.welcomed(message);
      }
      case "update":
        return this.ready.then(() => this.queue.push(message));
      case "choices":
        return this.chosen(message);
      case "seats":
        return this.seated(message);
      case "chat":
        return this.heardChat(message);
      case "rematch":
        return this.cards.rematch(message.table);
      case "error":
        return toast(message.message);
    }
  }

  welcomed(/** @type {Welcome} */ message) {
    const first = this.welcome === null;
    this.queue.clear();
    this.choices = null;
    this.introduce(message);
    this.ready = this.arrange().then(() => this.show(message, first ? 0 : pace().jump));
    this.ready.then(() => this.foresee());
    if (this.hotSeat()) for (const seat of message.you) this.stage.fetch(...this.wish(seat)); // so that the table turns at once
  }

  /** The table still is as it was kept: the picture stays, with all that was chosen meanwhile. */
  confirmed(/** @type {Welcome} */ message) {
    this.introduce(message);
    this.now = message;
    document.body.dataset.number = String(message.number);
    this.panel.clock(message.clocks);
    this.refresh();
    this.offer(); // nothing was offered while there was no connection
  }

  /** Shows what is around the picture. */
  introduce(/** @type {Welcome} */ message) {
    this.welcome = message;
    this.heard = performance.now();
    the("what").textContent = message.title;
    this.panel.game = message.game.game;
    this.panel.setLog(message.log);
    the("talk").replaceChildren();
    for (const said of message.chat) this.panel.say(said);
    this.cards.next = message.rematch;
  }

  seated(/** @type {Pick<Welcome, "seats" | "you" | "takeover_in">} */ { seats, you, takeover_in }) {
    Object.assign(this.welcome, { seats, you, takeover_in });
    this.heard = performance.now();
    this.arrange();
    this.refresh();
  }

  chosen(/** @type {import("./types.js").Choices} */ message) {
    const known = this.choices?.number === message.number && alike(this.choices.choices, message.choices);
    if (known || message.number === this.playing) return; // offered already, or chosen
    this.choices = message;
    if (this.now?.number !== message.number) return;
    this.offer();
    this.keep();
  }

  heardChat(/** @type {import("./types.js").ChatLine} */ message) {
    this.panel.say(message);
    if (!this.isMine(message.seat)) announceNews();
  }

  // -- display

  /** Shows an update, and returns how long that takes. */
  show(/** @type {Update} */ update, /** @type {number} */ duration) {
    if (!this.stage.layout) return 0;
    this.again.keep(update.number, update.scene);
    this.now = update;
    if (!this.recalled) document.body.dataset.number = String(update.number);
    if (update.event && this.isMine(update.actor)) this.looking.chosen = null; // my turn: back to my board
    this.arrange();
    const time = this.stage.show(update.scene, update.last ?? [], duration);
    this.ahead.settle();
    if (update.line) {
      this.welcome.log.push({ ...update.line, gains: update.gains });
      this.panel.add({ ...update.line, gains: update.gains });
      this.announce([update.line.text, ...(update.gains ?? []).map((gain) => gain.text)].join(" "));
    }
    for (const [seat, points] of sums(update.gains ?? [])) this.stage.gain(seat, points);
    if (update.undo) {
      const first = update.undo.to + 1;
      this.panel.cut(first);
      this.welcome.log = this.welcome.log.filter(({ number }) => number < first);
      this.undone = update.undo.to;
      this.announce(t("A move was taken back."));
    }
    this.panel.clock(update.clocks);
    this.alerts.hear(Boolean(update.event), this.isMine(update.actor), Boolean(update.result), this.welcome.title);
    this.refresh();
    this.offer();
    if (update.result && !this.ended) {
      this.ended = true;
      this.ending = setTimeout(() => this.result(), duration ? time + 600 : 0);
    }
    return time;
  }

  /** Updates names, scores, whose turn it is, and the texts beside the table. */
  refresh() {
    const { seats, you, takeover_in } = this.welcome;
    const { actor, result, scene, back } = this.now ?? this.welcome;
    this.stage.call(seats.map(nameOf));
    const scores = seats.map((_, seat) => scene.texts[`score.${seat}`]);
    const votesFrom = takeover_in.map((seconds) => (seconds === null ? null : this.heard + 1000 * seconds));
    const winners = result?.winners ?? [];
    this.panel.players({ seats, you, viewer: this.looking.seat(), actor, scores, over: result !== null, winners, votesFrom });
    this.contents();
    const mine = this.isMine(actor);
    /** @type {HTMLButtonElement} */ (the("back")).disabled = !this.isMine(back);
    /** @type {HTMLButtonElement} */ (the("hint")).disabled = !mine;
    document.body.classList.toggle("my-turn", mine);
    the("round").textContent = scene.texts.round ? t("Round {n}", { n: scene.texts.round }) : "";
    awake(you.length > 0 && result === null);
    document.title = mine ? `● ${t("Your turn")} – Azulejos` : `${this.welcome.title} – Azulejos`;
    this.cards.refresh();
    this.keep();
  }

  /** Offers the choices, if they belong to the position on display. */
  offer() {
    if (!this.now || !this.welcome || !this.stage.layout) return;
    if (document.body.classList.contains("offline")) return this.chooser.rest(t("One moment…"));
    const { actor, number } = this.now;
    const { seats, you } = this.welcome;
    const name = typeof actor === "number" ? nameOf(seats[actor]) : null;
    if (this.choices?.number === number && this.isMine(actor)) {
      const several = you.length > 1 ? name : null;
      this.chooser.ask(this.choices.choices, this.choices.buttons, number !== this.undone, several);
    } else if (this.now.result) this.chooser.rest(t("The game is over."));
    else if (actor === "chance") this.chooser.rest(t("Waiting for players"));
    else if (name && !this.isMine(actor)) this.chooser.rest(t("{name} is thinking", { name }));
    else this.chooser.rest("");
  }

  result() {
    const { you, seats } = this.welcome;
    if (!this.now?.result) return;
    const names = seats.map(nameOf);
    const again = make("button", {
      type: "button",
      class: "main",
      "data-do": "rematch",
      text: t("Rematch"),
      onclick: () => this.send({ rematch: true }),
    });
    const home = make("a", { class: "button", href: "/", text: t("New game") });
    const replay = make("a", { class: "button", "data-do": "replay", href: `/r/${this.id}`, text: t("Replay") });
    const analyse = make("a", { class: "button", "data-do": "analyse", href: `/r/${this.id}?analyse`, text: t("Analyse") });
    const next = you.length ? nextSteps(this.id) : null;
    sheet(this.welcome.game.game, this.now.result, names, you, next, home, replay, analyse, you.length && !this.cards.next ? again : null);
  }

  announce(/** @type {string} */ text) {
    the("live").textContent = text;
  }

  /** The text view, and bag and lid by colour if they are open. */
  contents() {
    if (this.now) showText(this.welcome.game.game, this.now.scene, this.welcome.seats.map(nameOf));
    if (!(/** @type {HTMLDetailsElement} */ (the("hidden")).open) || !this.now) return;
    const { texts } = this.now.scene;
    const row = (/** @type {string} */ place, /** @type {string} */ title) => {
      const colours = Object.keys(texts)
        .filter((label) => label.startsWith(`${place}.`))
        .map((label) => label.split(".")[1]);
      return make(
        "p",
        { class: "bunch" },
        make("b", { text: `${title} ${texts[place] ?? ""}` }),
        ...colours.map((colour) =>
          make(
            "span",
            { title: pieceName(this.stage.game, colour) },
            this.stage.icon(colour),
            make("span", { text: texts[`${place}.${colour}`] }),
          ),
        ),
      );
    };
    the("contents").replaceChildren(row("bag", t("Bag")), row("discard", t("Discarded")));
  }

  /** Lays out the table for the current viewer, in the form that fits the window. */
  arrange(duration = this.now ? pace().jump : 0) {
    const looking = this.looking.onPhone;
    const again = looking && this.stage.shown.includes("/looking-"); // from board to board a tap means the same: return
    document.body.classList.toggle("looking", looking);
    return this.stage
      .arrange(...this.wish(this.looking.seat(), looking ? "looking" : this.view()), duration, !again)
      .catch(() => toast(t("The picture of the table could not be loaded.")));
  }

  /** What the table is about now. */
  view() {
    return (this.now ?? this.welcome).scene.texts.view ?? "taking";
  }

  /** The layout seen from a seat, in the form that fits the window. @returns {[string, string]} */
  wish(/** @type {number} */ seat, view = this.view()) {
    const { game, key, version } = this.welcome;
    return [game.game, `/layout/${key}/${seat}/${this.screen.form(view)}?v=${version}`];
  }

  /** The window has another size, or was turned. */
  resized() {
    this.chooser.speakIn(document.body.classList.contains("phone") ? the("status") : null);
    if (this.welcome) this.arrange(0)?.then(() => this.foresee());
  }

  /** Fetches what will be shown next, so that the table changes at once. */
  foresee() {
    if (!this.screen.size) return;
    for (const view of ["taking", "placing"]) this.stage.fetch(...this.wish(this.looking.seat(), view)).catch(() => {}); // then it is fetched later
  }

  /** Whether a seat is played in this browser. */
  isMine(/** @type {number | string | null} */ seat) {
    return typeof seat === "number" && this.welcome.you.includes(seat);
  }

  hotSeat() {
    return this.welcome.you.length > 1;
  }

  prefer() {
    document.body.classList.toggle("alone", prefs.alone);
  }

  /** Shows a line of the log once more; on a phone the log closes. */
  showAgain(/** @type {number} */ number) {
    openPanel(false);
    this.again.show(number);
  }

  // -- actions of the player

  /** Sends a message; if the server rejects it, the reason is shown as long as it matters. */
  send(/** @type {Record<string, unknown>} */ message, matters = () => true) {
    return this.line.send(message).catch((refusal) => {
      if (!matters()) return;
      toast(refusal.code === "offline" ? t("No connection right now.") : refusal.message);
      this.ahead.settle();
      this.offer();
    });
  }

  /** Plays a move, which can be seen before the server answers. */
  play(/** @type {string} */ move, /** @type {string[]} */ spots) {
    this.queue.hurry();
    const { choices, now } = this;
    this.choices = null;
    this.playing = now?.number ?? -1;
    const refused = () => {
      this.playing = -1;
      if (this.now?.number === now?.number) this.choices = choices; // it is still the same decision
      return true;
    };
    this.send({ move, number: choices?.number }, refused).then(() => (this.playing = -1));
    this.ahead.show(spots, this.chooser.single, /** @type {number} */ (now?.actor));
  }

  async undo() {
    /** @type {HTMLButtonElement} */ (the("back")).disabled = true;
    await this.send({ undo: true, number: this.now?.number });
    if (this.now) this.refresh();
  }

  /** Explains why something that was clicked can't be chosen; the choice so far stays. */
  async explain(/** @type {PointerEvent} */ event) {
    if (this.looking.tapped(event) || this.stage.zoomed || this.chooser.offer.spotOf(event.target) !== null) return;
    const { clicks, choices, steps } = this.chooser;
    const missed = event.pointerType !== "mouse" && this.chooser.offer.near(event) !== null; // a tap that meant the spot beside it
    const spot = choices.length && !missed ? unofferedSpot(this.stage, event) : null;
    if (spot === null || !this.now || ![null, this.now.actor].includes(ownerOf(this.stage.game, spot))) return;
    event.stopPropagation();
    const asked = this.line.send({ why: [...clicks, spot], number: this.now.number });
    const answer = await asked.catch(() => null); // nothing is lost then
    if (!answer || steps !== this.chooser.steps) return;
    const { text, rule } = answer;
    toast(text, rule ? make("a", { href: `/rules/${this.welcome.game.game}#${rule}`, target: "_blank", text: t("The rule") }) : null);
  }

  async hint() {
    /** @type {HTMLButtonElement} */ (the("hint")).disabled = true;
    const number = this.now?.number;
    const open = () => this.choices?.number === number; // and no move was chosen meanwhile
    const hint = await this.send({ hint: true, number }, open);
    if (!open()) return;
    /** @type {HTMLButtonElement} */ (the("hint")).disabled = false;
    if (!hint?.stages) return;
    this.chooser.hint(hint.stages);
    toast([hint.text, hint.why].filter(Boolean).join(" "));
  }

  /** Takes a seat; reconnects, because the server identifies us by the cookie that comes with the seat. */
  async sit(/** @type {number | null} */ seat, /** @type {string} */ name) {
    if (name) keepName(name);
    try {
      await ask(`/api/tables/${this.id}/seats`, { name: name || t("Guest"), seat });
      this.line.goto(this.line.path);
    } catch (refusal) {
      toast(/** @type {Error} */ (refusal).message);
    }
  }

  chat(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (the("chat").querySelector("input"));
    const text = field.value.trim();
    if (!text) return;
    field.value = "";
    this.send({ chat: text }, () => {
      field.value ||= text; // nothing that was written is lost
      return true;
    });
  }
}

function tableOf(/** @type {string} */ path) {
  return decodeURIComponent(path.split("/")[2] ?? "");
}

/** What the picture depends on. */
function tableOnly(/** @type {import("./types.js").Position} */ { number, scene }, /** @type {Welcome} */ { key, version, you }) {
  return [number, scene, key, version, you];
}

function alike(/** @type {unknown} */ one, /** @type {unknown} */ other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The total points of each seat. */
function sums(/** @type {{seat: number, points: number}[]} */ gains) {
  const found = new Map();
  for (const { seat, points } of gains) found.set(seat, (found.get(seat) ?? 0) + points);
  return found;
}

install();
new TablePage(tableOf(location.pathname));
dispatchEvent(new Event("listening"));
