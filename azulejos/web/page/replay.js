// The replay of a game: a slider over its moves, the log beside it, and the tools for the game.

import { AnalysisPanel } from "./analysis.js";
import { ask } from "./api.js";
import { open, toast } from "./dialog.js";
import { into, make, the } from "./dom.js";
import { files } from "./files.js";
import { LivePanel } from "./live.js";
import { Marks } from "./marks.js";
import { nameOf } from "./names.js";
import { scored } from "./scored.js";
import { pace, preferences } from "./prefs.js";
import { Screen } from "./screen.js";
import { sheet } from "./sheet.js";
import { Stage } from "./stage.js";
import { tabs } from "./tabs.js";
import { showText } from "./text-view.js";
import { t } from "./i18n.js";

/** @typedef {import("./types.js").ReplayStep} Step */

const STEP = 1300; // milliseconds between two moves at normal speed

export class ReplayPage {
  /** @param {string} table @param {import("./types.js").Replay} replay */
  constructor(table, replay) {
    this.table = table;
    this.replay = replay;
    /** @type {Step[]} */
    this.steps = replay.steps;
    this.scenes = scenes(replay.start, this.steps);
    this.names = replay.seats.map(nameOf);
    this.number = -1;
    this.viewer = replay.you[0] ?? 0;
    this.stage = new Stage(the("stage"));
    this.marks = new Marks(this.stage);
    this.stage.arranged = () => this.marks.again();
    this.slider = /** @type {HTMLInputElement} */ (the("slider"));
    this.slider.max = String(this.steps.length);
    this.fill();
    this.listen();
    this.screen = new Screen(the("stage"), () => this.arrange());
    this.arrange(this.replay.start).then(() => this.follow());
    for (const view of ["taking", "placing"]) this.stage.fetch(this.replay.game.game, this.layoutFor(view)).catch(() => {}); // then it is fetched later
  }

  /** The static part of the page. */
  fill() {
    const { title, status, closed } = this.replay;
    the("what").textContent = `${this.names.join(" – ")} · ${title}`;
    document.title = `${this.names.join(" – ")} – Azulejos`;
    const live = /** @type {HTMLAnchorElement} */ (the("live"));
    live.href = `/t/${this.table}`;
    live.hidden = closed || status === "finished";
    the("log").append(...this.steps.map((step) => this.line(step)));
    const rounds = this.steps.filter(({ round }, index) => round > (this.steps[index - 1]?.round ?? 0));
    the("rounds").append(...rounds.map(({ round, number }) => make("option", { value: number, text: t("Round {n}", { n: round }) })));
    const analyse = new URLSearchParams(location.search).has("analyse");
    this.live = new LivePanel(the("thoughts"), this.marks, (move) => this.continueWith(move), false);
    this.live.turned = () => this.consider();
    this.panel = new AnalysisPanel(the("analysis"), this, analyse);
    this.files = files(the("files"), this);
    this.choose = tabs(["log", "analysis", "files"]);
    this.choose(analyse ? "analysis" : "log");
  }

  line(/** @type {Step} */ { number, seat, text, gains, comment }) {
    return make(
      "li",
      { "data-number": number, class: seat === null ? "chance" : `seat-${seat}` },
      make(
        "button",
        { type: "button", class: "step", onclick: () => this.goto(number) },
        make("span", { class: "n", text: number }),
        make("span", { text }),
      ),
      ...gains.map((gain) => scored(this.replay.game.game, gain)),
      comment ? make("p", { class: "comment", text: comment }) : null,
    );
  }

  listen() {
    the("first").addEventListener("click", () => this.goto(0));
    the("before").addEventListener("click", () => this.goto(this.number - 1));
    the("after").addEventListener("click", () => this.goto(this.number + 1));
    the("last").addEventListener("click", () => this.goto(this.steps.length));
    the("play").addEventListener("click", () => this.run(!this.timer));
    the("rounds").addEventListener("change", () => this.goto(Number(/** @type {HTMLSelectElement} */ (the("rounds")).value)));
    the("prefs").addEventListener("click", () => open(t("Settings"), preferences()));
    this.slider.addEventListener("input", () => this.goto(Number(this.slider.value)));
    addEventListener("hashchange", () => this.follow());
    addEventListener("keydown", (event) => this.key(event));
    this.stage.svg.addEventListener("click", ({ clientX, clientY }) => {
      const seat = this.stage.boardAt(clientX, clientY);
      if (seat !== null && seat !== this.viewer) this.look(seat);
    });
  }

  key(/** @type {KeyboardEvent} */ event) {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const inside = /** @type {Element} */ (event.target).closest?.("input, select, textarea, [role=tab]");
    if (inside) return;
    const onButton = /** @type {Element} */ (event.target).closest?.("button, a");
    /** @type {Record<string, () => void>} */
    const does = {
      ArrowLeft: () => this.goto(this.number - 1),
      ArrowRight: () => this.goto(this.number + 1),
      Home: () => this.goto(0),
      End: () => this.goto(this.steps.length),
      PageUp: () => this.goto(this.roundFrom(-1)),
      PageDown: () => this.goto(this.roundFrom(1)),
      ...(onButton ? {} : { " ": () => this.run(!this.timer) }),
    };
    if (!does[event.key]) return;
    event.preventDefault();
    does[event.key]();
  }

  /** The start of the previous or next round. */
  roundFrom(/** @type {number} */ way) {
    const starts = [...the("rounds").children].map((option) => Number(/** @type {HTMLOptionElement} */ (option).value));
    return (
      (way < 0 ? starts.filter((start) => start < this.number).at(-1) : starts.find((start) => start > this.number)) ??
      (way < 0 ? 0 : this.steps.length)
    );
  }

  /** Goes to the move in the URL, `#17`, or to the end. */
  follow() {
    const wanted = /^#(\d+)$/.exec(location.hash);
    this.goto(wanted ? Number(wanted[1]) : this.steps.length);
  }

  /** Shows the game after this number of events. */
  goto(/** @type {number} */ wanted, running = false) {
    const number = Math.max(0, Math.min(this.steps.length, Math.trunc(wanted)));
    if (!running) this.run(false);
    this.marks.clear();
    if (number === this.number) return;
    const near = Math.abs(number - this.number) === 1;
    this.number = number;
    const step = this.steps[number - 1];
    const last = step && step.seat !== null ? Object.keys(step.pieces).filter((slot) => step.pieces[slot]) : [];
    this.arrange(this.scenes[number], pace().jump);
    this.stage.show(this.scenes[number], last, near ? Math.min(pace().move, STEP / this.speed() / 2) : pace().jump);
    if (!running) history.replaceState(null, "", `#${number}`);
    this.describe(step);
  }

  /** Shows the text about the current move. */
  describe(/** @type {Step | undefined} */ step) {
    document.body.dataset.number = String(this.number);
    this.slider.value = String(this.number);
    this.slider.setAttribute("aria-valuetext", step?.text ?? t("Start"));
    the("place").textContent = `${this.number} / ${this.steps.length}`;
    const gains = (step?.gains ?? []).map((gain) => gain.text);
    the("said").replaceChildren(
      make("b", { text: step?.text ?? t("Before the first round.") }),
      " ",
      make("span", { class: "soft", text: gains.join(" ") }),
    );
    const rounds = /** @type {HTMLSelectElement} */ (the("rounds"));
    const begun = [...rounds.options].filter((option) => Number(option.value) <= Math.max(this.number, 1)).at(-1);
    if (begun) rounds.value = begun.value;
    for (const line of the("log").querySelectorAll("[aria-current]")) line.removeAttribute("aria-current");
    const line = the("log").querySelector(`[data-number="${this.number}"]`);
    line?.setAttribute("aria-current", "step");
    if (line) into(the("log"), /** @type {HTMLElement} */ (line));
    this.players();
    showText(this.replay.game.game, this.scenes[this.number], this.names);
    this.panel?.point(this.number);
    this.files?.();
    this.consider();
    for (const [id, off] of /** @type {[string, boolean][]} */ ([
      ["first", !this.number],
      ["before", !this.number],
      ["after", this.number === this.steps.length],
      ["last", this.number === this.steps.length],
    ])) {
      /** @type {HTMLButtonElement} */ (the(id)).disabled = off;
    }
  }

  players() {
    const { texts, marks } = this.scenes[this.number];
    const winners = this.number === this.steps.length ? (this.replay.result?.winners ?? []) : [];
    this.stage.call(this.names);
    const had = document.activeElement?.closest("#players li")?.getAttribute("data-seat");
    the("players").replaceChildren(
      ...this.names.map((name, seat) =>
        make(
          "li",
          { "data-seat": seat, class: [marks.includes(`turn.${seat}`) ? "turn" : "", winners.includes(seat) ? "winner" : ""].join(" ") },
          make(
            "button",
            {
              type: "button",
              class: "player",
              "aria-pressed": String(seat === this.viewer),
              title: t("View from this seat"),
              onclick: () => this.look(seat),
            },
            make("span", { class: "who" }, make("b", { text: name })),
            make("span", { class: "score", text: texts[`score.${seat}`] ?? "" }),
          ),
        ),
      ),
    );
    if (had) /** @type {HTMLElement | null} */ (document.querySelector(`#players [data-seat="${had}"] button`))?.focus();
  }

  look(/** @type {number} */ seat) {
    this.viewer = seat;
    this.players();
    this.arrange();
  }

  /** Lays out the table for the current viewer and what is shown, in the form that fits the window. */
  async arrange(scene = this.scenes[Math.max(this.number, 0)], duration = 0) {
    if (!this.screen) return;
    const arranged = this.stage.arrange(this.replay.game.game, this.layoutFor(scene.texts.view), duration);
    await arranged.catch(() => toast(t("The picture of the table could not be loaded.")));
  }

  layoutFor(view = "taking") {
    const { key, version } = this.replay;
    return `/layout/${key}/${this.viewer}/${this.screen?.form(view)}?v=${version}`;
  }

  form() {
    return document.body.classList.contains("tall") ? "tall" : "wide";
  }

  speed() {
    return Number(/** @type {HTMLSelectElement} */ (the("speed")).value);
  }

  /** Starts or stops the playback. */
  run(/** @type {boolean} */ go) {
    clearTimeout(this.timer);
    this.timer = 0;
    if (go) {
      if (this.number === this.steps.length) this.goto(0, true);
      this.tick();
    } else if (this.number >= 0) history.replaceState(null, "", `#${this.number}`);
    the("play").setAttribute("aria-pressed", String(go));
    the("play").setAttribute("aria-label", go ? t("Pause") : t("Play"));
  }

  tick() {
    this.timer = window.setTimeout(() => {
      if (this.number === this.steps.length) return this.run(false);
      this.goto(this.number + 1, true);
      this.tick();
    }, STEP / this.speed());
  }

  /** Lets the live analysis look at the position on display, if it is on. */
  async consider() {
    const { live, number } = this;
    if (!live) return;
    live.draws = true;
    live.at(null, this.names);
    if (!live.on || !this.scenes[number].marks.some((mark) => mark.startsWith("turn."))) return;
    const found = await ask(`/api/tables/${encodeURIComponent(this.table)}/position?number=${number}`).catch(() => null);
    if (number === this.number && typeof found?.actor === "number") live.at(found.text, this.names);
  }

  /** Plays another move here, on the analysis board. */
  continueWith(/** @type {string} */ move) {
    const wish = new URLSearchParams({ table: this.table, number: String(this.number), play: move });
    location.assign(`/analyse?${wish}`);
  }

  /** The position before a move, with the better one drawn on it. */
  better(/** @type {import("./types.js").Verdict} */ verdict) {
    this.goto(verdict.number - 1);
    if (this.viewer !== verdict.seat) this.look(verdict.seat);
    if (this.live) this.live.draws = false;
    this.marks.show(verdict.stages);
    the("said").replaceChildren(make("b", { text: t("Better: {move}", { move: verdict.better }) }), " ", verdict.why);
    if (document.body.classList.contains("tall")) the("stage").scrollIntoView({ block: "start" });
  }

  sheet() {
    if (this.replay.result) sheet(this.replay.game.game, this.replay.result, this.names, []);
  }
}

/** All scenes, from the first one and the changes of each step. */
function scenes(/** @type {import("./types.js").Scene} */ start, /** @type {Step[]} */ steps) {
  const found = [start];
  for (const { pieces, texts, marks } of steps) {
    const before = found[found.length - 1];
    found.push({ pieces: changed(before.pieces, pieces), texts: changed(before.texts, texts), marks });
  }
  return found;
}

/** @param {Record<string, string>} before @param {Record<string, string | null>} changes @returns {Record<string, string>} */
function changed(before, changes) {
  const after = { ...before, ...changes };
  for (const [name, value] of Object.entries(changes)) if (value === null) delete after[name];
  return /** @type {Record<string, string>} */ (after);
}

async function main() {
  const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  try {
    new ReplayPage(table, await ask(`/api/tables/${encodeURIComponent(table)}/replay`));
  } catch (refusal) {
    the("said").textContent = /** @type {Error} */ (refusal).message;
  }
  dispatchEvent(new Event("listening"));
}

main();
