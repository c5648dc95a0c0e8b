// Puzzles: a position, the player's move on the board, and what is right or wrong with it.

import { ask } from "./api.js";
import { Chooser } from "./choose.js";
import { open, toast } from "./dialog.js";
import { make, the } from "./dom.js";
import { languages } from "./languages.js";
import { Marks } from "./marks.js";
import { pace, preferences } from "./prefs.js";
import { Queue } from "./queue.js";
import { Screen } from "./screen.js";
import { listen } from "./shortcuts.js";
import { Stage } from "./stage.js";
import { showText } from "./text-view.js";
import { percent, signed, t } from "./i18n.js";

/**
 * @typedef {import("./types.js").PuzzleInfo} PuzzleInfo
 * @typedef {import("./types.js").PuzzleAnswer} PuzzleAnswer
 * @typedef {import("./types.js").PuzzleOverview} PuzzleOverview
 */

const POLL = 500; // milliseconds between two looks at an analysis

class PuzzlePage {
  constructor() {
    this.stage = new Stage(the("stage"));
    this.marks = new Marks(this.stage);
    this.queue = new Queue((update, duration) => this.show(update, duration));
    this.chooser = new Chooser(this.stage, the("ask"), (move) => this.play(move));
    this.stage.arranged = () => this.arranged();
    /** @type {PuzzleInfo | null} */
    this.puzzle = null;
    this.path = ""; // where the puzzle comes from
    this.view = "taking"; // what the table is about now
    /** @type {string[]} */
    this.moves = [];
    /** @type {PuzzleAnswer | null} */
    this.answer = null;
    /** @type {PuzzleOverview | null} */
    this.overview = null;
    this.screen = new Screen(the("stage"), () => this.arrange());
    the("next").addEventListener("click", () => this.next());
    the("daily").addEventListener("click", () => this.open("/api/puzzles/daily"));
    the("again").addEventListener("click", () => this.begin());
    the("solution").addEventListener("click", () => this.solve());
    for (const id of ["board", "theme-of", "difficulty"]) the(id).addEventListener("change", () => this.filter(id));
  }

  async start() {
    const wish = new URLSearchParams(location.search);
    this.look();
    const table = wish.get("table");
    if (table) return this.mistake(table);
    if (wish.has("daily")) return this.open("/api/puzzles/daily");
    const id = wish.get("id");
    if (id) return this.open(`/api/puzzles/${encodeURIComponent(id)}`);
    return this.next();
  }

  /** Shows what there is, and how far the player has got. */
  async look() {
    try {
      this.overview = /** @type {PuzzleOverview} */ (await ask("/api/puzzles"));
    } catch (refusal) {
      return toast(/** @type {Error} */ (refusal).message);
    }
    const { rating, tried, solved, boards, difficulties } = this.overview;
    const known = tried ? t("Your rating: {rating} ± {deviation}", { rating: rating.rating, deviation: 2 * rating.deviation }) : "";
    const share = tried
      ? t("{solved} of {tried} puzzles solved", { solved, tried })
      : t("Each puzzle has a rating. Solve a few, and you will have one, too.");
    the("progress").textContent = [known, share].filter(Boolean).join(" · ");
    if (the("board").children.length) return;
    fill(
      "board",
      boards.map(({ game, board, title, n }) => [`${game} ${board}`, `${title} (${n})`]),
    );
    fill(
      "difficulty",
      difficulties.map(({ name, title, n }) => [name, `${title} (${n})`]),
    );
    this.themes();
  }

  /** The themes of the chosen board, or of all. */
  themes() {
    /** @type {Map<string, [string, number]>} */
    const found = new Map();
    for (const { game, board, themes } of this.overview?.boards ?? []) {
      if (![`${game} ${board}`, ""].includes(value("board"))) continue;
      for (const { name, title, n } of themes) found.set(name, [title, n + (found.get(name)?.[1] ?? 0)]);
    }
    const chosen = value("theme-of");
    fill(
      "theme-of",
      [...found].map(([name, [title, n]]) => [name, `${title} (${n})`]),
    );
    if (found.has(chosen)) /** @type {HTMLSelectElement} */ (the("theme-of")).value = chosen;
  }

  filter(/** @type {string} */ id) {
    if (id === "board") this.themes();
    this.next();
  }

  next() {
    const [game, board] = value("board").split(" ");
    const asked = new URLSearchParams({ game, board: board ?? "", theme: value("theme-of"), difficulty: value("difficulty") });
    return this.open(`/api/puzzles/next?${asked}`);
  }

  /** Opens a puzzle; `path` is where its answers go, if not to the usual place. */
  async open(/** @type {string} */ address, path = "") {
    try {
      this.puzzle = /** @type {PuzzleInfo} */ (await ask(address));
    } catch (refusal) {
      return toast(/** @type {Error} */ (refusal).message);
    }
    const { id, day } = this.puzzle;
    this.path = path || `/api/puzzles/${id}`;
    if (!path) history.replaceState(null, "", day ? "/puzzles?daily" : `/puzzles?id=${id}`);
    this.stage.clear();
    this.view = this.puzzle.scene.texts.view ?? "taking";
    await this.arrange();
    this.begin();
  }

  /** The biggest mistake of a game as a puzzle; the game is analysed first. */
  async mistake(/** @type {string} */ table) {
    const path = `/api/tables/${encodeURIComponent(table)}`;
    try {
      let analysis = await ask(`${path}/analysis`, {});
      while (analysis.status === "running") {
        the("says").textContent = t("Analysing the game: {done} of {total}", analysis);
        await new Promise((resolve) => setTimeout(resolve, POLL));
        analysis = await ask(`${path}/analysis`);
      }
      const { number } = await ask(`${path}/mistake`);
      return this.open(`${path}/mistakes/${number}`, `${path}/mistakes/${number}`);
    } catch (refusal) {
      the("says").textContent = /** @type {Error} */ (refusal).message;
    }
  }

  /** Lays out the table in the form that fits the window, and what the player does now. */
  arrange() {
    if (!this.puzzle) return Promise.resolve();
    const { game, key, version, seat } = this.puzzle;
    return this.stage.arrange(game.game, `/layout/${key}/${seat}/${this.screen.form(this.view)}?v=${version}`);
  }

  /** Puts a scene on the table, in the layout for it. */
  set(/** @type {import("./types.js").Scene} */ scene, /** @type {string[]} */ last, /** @type {number} */ duration) {
    const view = scene.texts.view ?? "taking";
    if (view !== this.view) {
      this.view = view;
      this.arrange();
    }
    return this.stage.show(scene, last, duration);
  }

  arranged() {
    this.chooser.refresh();
    this.marks.again();
  }

  /** Starts the puzzle, or starts again. */
  begin() {
    if (!this.puzzle) return;
    const { id, names, scene, task, theme, difficulty, rating, done, day, choices, buttons } = this.puzzle;
    this.moves = [];
    this.answer = null;
    this.queue.clear();
    this.marks.clear();
    this.stage.call(names);
    this.set(scene, [], pace().jump);
    showText(this.puzzle.game.game, scene, names);
    the("what").textContent = day ? t("Puzzle of the day") : t("Puzzles");
    the("says").textContent = task;
    const before = done === null ? "" : done ? t("You have solved it before.") : t("You have tried it before.");
    the("about").textContent = [difficulty, String(rating), before].filter(Boolean).join(" · ");
    the("about").dataset.theme = theme;
    this.buttons(false, false);
    the("why").hidden = true;
    the("log").replaceChildren();
    /** @type {HTMLAnchorElement} */ (the("analyse")).href = `/analyse?position=${encodeURIComponent(this.puzzle.position)}`;
    document.body.dataset.puzzle = id;
    document.body.dataset.number = "0";
    document.body.dataset.verdict = "";
    this.chooser.ask(choices, buttons, false);
  }

  async play(/** @type {string} */ move) {
    const { puzzle } = this;
    const moves = [...this.moves, move];
    this.chooser.rest(t("One moment…"));
    this.marks.clear();
    the("why").hidden = true;
    try {
      const answer = /** @type {PuzzleAnswer} */ (await ask(`${this.path}/answer`, { moves }));
      if (puzzle !== this.puzzle) return;
      this.moves = moves;
      this.answer = answer;
      for (const update of answer.updates) this.queue.push(update);
      this.queue.push({ arrive: () => this.judged(answer) });
    } catch (refusal) {
      toast(/** @type {Error} */ (refusal).message);
      this.begin();
    }
  }

  /** Shows an update, and returns how long that takes. */
  show(/** @type {any} */ update, /** @type {number} */ duration) {
    if (update.arrive) {
      update.arrive();
      return 0;
    }
    const time = this.set(update.scene, update.last, duration);
    const scored = update.gains.map((/** @type {import("./types.js").Gain} */ gain) =>
      make("li", { class: gain.points < 0 ? "loss" : "gain", text: gain.text }),
    );
    the("log").append(make("li", { text: update.text }), ...scored);
    for (const { seat, points } of update.gains) this.stage.gain(seat, points);
    return time + duration; // time to see it
  }

  /** Shows what became of the answer. */
  judged(/** @type {PuzzleAnswer} */ answer) {
    const { solved, lost, best, why, choices, buttons } = answer;
    if (solved === null) {
      this.chooser.ask(choices, buttons, false);
      this.say("", t("Good. Keep going."), lost >= 0.005 ? t("Lost so far: {share}", { share: percent(lost) }) : "");
    } else if (solved) {
      this.say("right", t("Right!"), why);
      this.chooser.rest(t("Right!"));
    } else {
      const cost = t("This loses {share} of the chance to win.", { share: percent(lost) });
      this.say("wrong", t("Not the best move."), cost, t("Better: {move}", { move: best }), why);
      this.chooser.rest(t("Not the best move."));
    }
    this.buttons(solved === false, solved !== null);
    document.body.dataset.verdict = solved === null ? "goes-on" : solved ? "right" : "wrong";
    document.body.dataset.number = String(this.moves.length);
    if (solved !== null) {
      the("next").focus({ preventScroll: true });
      this.look();
    }
  }

  /** Says a verdict, and how the rating has changed. */
  say(/** @type {string} */ kind, /** @type {string} */ title, /** @type {string[]} */ ...texts) {
    const { before, after } = this.answer ?? {};
    const change =
      before && after ? t("Rating {rating} ({change})", { rating: after.rating, change: signed(after.rating - before.rating) }) : "";
    const lines = texts.filter(Boolean).map((text) => make("span", { text }));
    if (change) lines.push(make("span", { class: "change", text: change }));
    the("why").className = kind;
    the("why").replaceChildren(make("b", { text: title }), ...lines);
    the("why").hidden = false;
  }

  buttons(/** @type {boolean} */ failed, /** @type {boolean} */ over) {
    the("again").hidden = !over;
    the("solution").hidden = !failed;
    the("analyse").hidden = !over;
  }

  /** Goes back to the position before the last move, and plays the best one there. */
  solve() {
    const { answer } = this;
    if (!answer) return;
    this.queue.clear();
    the("log").replaceChildren();
    this.set(answer.scene, [], pace().jump);
    this.marks.show(answer.stages);
    document.body.dataset.verdict = "showing";
    for (const update of answer.line) this.queue.push(update);
    this.queue.push({ arrive: () => this.shown() });
  }

  shown() {
    this.marks.clear();
    document.body.dataset.verdict = "shown";
  }
}

/** The value of a select. */
function value(/** @type {string} */ id) {
  return /** @type {HTMLSelectElement} */ (the(id)).value;
}

/** Fills a select; the first option is everything. */
function fill(/** @type {string} */ id, /** @type {string[][]} */ options) {
  the(id).replaceChildren(
    make("option", { value: "", text: t("all") }),
    ...options.map(([value, text]) => make("option", { value, text })),
  );
}

function main() {
  the("languages").replaceChildren(languages());
  the("prefs").addEventListener("click", () => open(t("Settings"), preferences()));
  listen({});
  new PuzzlePage().start();
  dispatchEvent(new Event("listening"));
}

main();
