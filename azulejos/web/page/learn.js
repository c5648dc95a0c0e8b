// A guided first game: the guide says what to do, the table offers just that, and clicks elsewhere get an explanation.

import { ask } from "./api.js";
import { Chooser } from "./choose.js";
import { open, toast } from "./dialog.js";
import { make, the } from "./dom.js";
import { games } from "./games.js";
import { languages } from "./languages.js";
import { pace, preferences } from "./prefs.js";
import { Queue } from "./queue.js";
import { Screen } from "./screen.js";
import { listen } from "./shortcuts.js";
import { Stage } from "./stage.js";
import { showText } from "./text-view.js";
import { unofferedSpot } from "./unoffered-click.js";
import { t } from "./i18n.js";

class Lesson {
  /** @param {string} game @param {string} path  where the lesson comes from @param {import("./types.js").Lesson} lesson */
  constructor(game, path, lesson) {
    this.game = game;
    this.path = path;
    this.lesson = lesson;
    this.at = 0;
    this.stage = new Stage(the("stage"));
    this.queue = new Queue((update, duration) => this.show(update, duration));
    this.chooser = new Chooser(this.stage, the("ask"), () => this.done());
    this.chooser.refused = (spot) => this.explain(spot);
    this.stage.arranged = () => this.arranged();
    this.stage.svg.addEventListener("click", (event) => this.clicked(event), { capture: true });
    this.screen = new Screen(the("stage"), () => this.arrange());
    the("next").addEventListener("click", () => this.done());
    the("before").addEventListener("click", () => this.go(this.at - 1));
  }

  get step() {
    return this.lesson.steps[this.at];
  }

  async start() {
    await this.arrange();
    for (const view of ["taking", "placing"]) this.stage.fetch(this.game, this.layoutFor(view)).catch(() => {}); // then it is fetched later
    this.stage.call(this.lesson.names);
    the("what").textContent = this.lesson.title;
    this.go(0);
  }

  /** Lays out the table for what is shown, in the form that fits the window. */
  arrange(scene = this.step.scene, duration = 0) {
    return this.screen ? this.stage.arrange(this.game, this.layoutFor(scene.texts.view), duration) : null;
  }

  /** After a new layout: offers and highlights the same as before. */
  arranged() {
    this.chooser.refresh();
    if (!document.body.classList.contains("showing")) this.chooser.offer.hint(this.step.look);
  }

  layoutFor(view = "taking") {
    const { key, version, seat } = this.lesson;
    return `/layout/${key}/${seat}/${this.screen?.form(view)}?v=${version}`;
  }

  /** Goes to a step: shows its table, what the guide says, and what to do. */
  go(/** @type {number} */ number) {
    this.at = number;
    const { step } = this;
    const { steps } = this.lesson;
    document.body.dataset.number = String(number);
    if (step.reset) this.stage.clear();
    this.queue.clear();
    this.arrange(step.scene, step.reset ? 0 : pace().jump);
    this.stage.show(step.scene, [], step.reset || number === 0 ? 0 : pace().jump);
    showText(this.game, step.scene, this.lesson.names);
    the("says").textContent = step.text;
    the("why").hidden = true;
    the("count").textContent = t("Step {n} of {all}", { n: number + 1, all: steps.length });
    const bar = /** @type {HTMLProgressElement} */ (the("progress"));
    [bar.value, bar.max] = [number + 1, steps.length];
    /** @type {HTMLButtonElement} */ (the("before")).disabled = number === 0;
    the("next").hidden = step.move !== null || number === steps.length - 1;
    this.chooser.only = step.move;
    if (step.move === null) this.chooser.rest("");
    else this.chooser.ask(step.choices, step.buttons, false);
    this.chooser.offer.hint(step.look);
    if (number === steps.length - 1) this.end();
    else the("turn").querySelector(".end")?.remove();
  }

  /** Finishes the step: shows what follows on the table, then the next step. */
  done() {
    if (this.at === this.lesson.steps.length - 1 || document.body.classList.contains("showing")) return;
    const { updates } = this.step;
    this.chooser.rest("");
    this.chooser.offer.hint([]);
    the("log").replaceChildren();
    const typing = this.chooser.keys.typing || document.activeElement === the("next");
    document.body.classList.add("showing");
    for (const update of updates) this.queue.push(update);
    this.queue.push({ arrive: () => this.arrived(typing) });
  }

  arrived(/** @type {boolean} */ typing) {
    document.body.classList.remove("showing");
    this.go(this.at + 1);
    if (typing && !the("next").hidden) the("next").focus();
  }

  /** Shows an update, and returns how long that takes. */
  show(/** @type {any} */ update, /** @type {number} */ duration) {
    if (update.arrive) {
      update.arrive();
      return 0;
    }
    this.arrange(update.scene, duration && pace().jump);
    const time = this.stage.show(update.scene, update.last, duration);
    /** @type {import("./types.js").LessonUpdate} */
    const { text, gains } = update;
    const scored = gains.map((gain) => make("li", { class: gain.points < 0 ? "loss" : "gain", text: gain.text }));
    the("log").append(make("li", { text }), ...scored);
    for (const { seat, points } of gains) this.stage.gain(seat, points);
    return time + duration * 2; // time to see it
  }

  /** Explains a click on something that is not offered. */
  clicked(/** @type {MouseEvent} */ event) {
    const spot = unofferedSpot(this.stage, event);
    if (spot === null) return;
    event.stopPropagation();
    this.explain(spot);
  }

  async explain(/** @type {string} */ spot) {
    if (document.body.classList.contains("showing") || this.chooser.clicks.includes(spot)) return;
    const { at } = this;
    const asked = new URLSearchParams({ step: String(at) });
    for (const one of [...this.chooser.clicks, spot]) asked.append("spot", one);
    const { text, rule } = await ask(`${this.path}/why?${asked}`);
    if (at !== this.at) return;
    const more = rule ? [" ", make("a", { href: `/rules/${this.game}#${rule}`, target: "_blank", text: t("The rule") })] : [];
    the("why").replaceChildren(text, ...more);
    the("why").hidden = false;
  }

  /** Shows what was learnt, and what to do next: a real game, another lesson, or another game. */
  end() {
    const { learnt, lessons, id } = this.lesson;
    const button = (/** @type {string} */ href, /** @type {string} */ text) => make("a", { class: "button", href, text });
    const others = games.filter(({ name, lesson }) => lesson && name !== this.game);
    the("turn").append(
      make(
        "div",
        { class: "end" },
        make("ul", { class: "learnt" }, ...learnt.map((text) => make("li", { text }))),
        make("a", { class: "button main", href: "/", text: t("Play a real game") }),
        ...lessons.filter((lesson) => lesson.id !== id).map((lesson) => button(`/learn/${this.game}/${lesson.id}`, lesson.title)),
        ...others.map(({ name, title }) => button(`/learn/${name}`, t("Learn {game}", { game: title }))),
      ),
    );
  }
}

async function main() {
  const [, , game, which] = location.pathname.split("/");
  const path = `/api/lessons/${[game, which].filter(Boolean).join("/")}`;
  the("languages").replaceChildren(languages());
  the("prefs").addEventListener("click", () => open(t("Settings"), preferences()));
  listen({});
  try {
    await new Lesson(game, path, await ask(path)).start();
  } catch (refusal) {
    toast(/** @type {Error} */ (refusal).message);
  }
  dispatchEvent(new Event("listening"));
}

main();
