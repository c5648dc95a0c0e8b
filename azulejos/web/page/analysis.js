// The analysis of a game: started on request, with its progress, then graphs, a summary, and the list of mistakes.

import { ask } from "./api.js";
import { drawing, make, the } from "./dom.js";
import { decimal, many, percent, t } from "./i18n.js";

/** @typedef {[string, (player: import("./types.js").PlayerReport) => string]} Row  its title, and the text for each player */

const EVERY = 500; // milliseconds between two requests for the progress
const SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!" };

export class AnalysisPanel {
  /**
   * @param {HTMLElement} host @param {import("./replay.js").ReplayPage} page
   * @param {boolean} now  whether to start at once
   */
  constructor(host, page, now) {
    this.panel = host;
    this.host = make("div", { class: "report" });
    host.append(this.host);
    this.page = page;
    this.path = `/api/tables/${page.table}/analysis`;
    this.busy = false;
    if (now) this.start();
    else
      ask(this.path).then(
        (found) => this.show(found),
        () => this.invite(),
      );
  }

  async start() {
    try {
      this.show(await ask(this.path, {}));
    } catch (refusal) {
      this.host.replaceChildren(make("p", { class: "loss", role: "alert", text: /** @type {Error} */ (refusal).message }));
    }
  }

  show(/** @type {import("./types.js").Analysis} */ { status, done, total, report }) {
    this.page.live?.hold(status === "running");
    if (status === "running") {
      this.busy = true;
      this.progress(done, total);
      setTimeout(
        () =>
          ask(this.path).then(
            (found) => this.show(found),
            () => this.invite(),
          ),
        EVERY,
      );
    } else if (status === "done") this.report(report);
    else if (!this.busy) this.invite();
    else this.invite(t("The analysis was interrupted."));
  }

  invite(text = t("The strongest bot checks every move: who was ahead when, and what would have been better.")) {
    this.busy = false;
    const over = this.page.replay.status === "finished";
    this.host.replaceChildren(
      make("p", { text: over ? text : t("You can analyse a game once it is over.") }),
      make("button", {
        type: "button",
        class: "main",
        "data-do": "analyse",
        disabled: !over,
        text: t("Analyse this game"),
        onclick: () => this.start(),
      }),
    );
  }

  progress(/** @type {number} */ done, /** @type {number} */ total) {
    const bar = this.host.querySelector("progress");
    if (!bar)
      this.host.replaceChildren(
        make("p", { role: "status", text: t("Analysing the game…") }),
        make("progress", { max: total, value: done, "aria-label": t("Analysis progress") }),
      );
    else bar.value = done;
  }

  report(/** @type {import("./types.js").Report} */ report) {
    const { chances, margins, luck, own, players, verdicts, judgements } = report;
    const plot = (/** @type {string} */ title, /** @type {string} */ svg) =>
      make("figure", {}, make("figcaption", { text: title }), ...drawing(svg));
    this.host.replaceChildren(
      plot(t("Chance to win"), chances),
      plot(t("Expected lead (points)"), margins),
      this.summary(players, judgements),
      make("h2", { text: t("Luck and skill") }),
      make("p", { text: report.decided }),
      this.sums(report),
      plot(t("Luck (chance to win)"), luck),
      plot(t("Own moves (chance to win)"), own),
      make("h2", { text: many("{n} mistake", "{n} mistakes", verdicts.length) }),
      make("ol", { class: "verdicts" }, ...verdicts.map((verdict) => this.verdict(verdict))),
    );
    this.host.onclick = (event) => {
      const step = /** @type {Element} */ (event.target).closest("[data-step]")?.getAttribute("data-step");
      if (step) this.page.goto(Number(step));
    };
    for (const { number, judgement } of verdicts) {
      const line = the("log").querySelector(`[data-number="${number}"]`);
      line?.classList.add(judgement);
      line?.querySelector(".n")?.setAttribute("data-sign", SIGNS[judgement]);
    }
    this.panel.dataset.done = "";
    this.point(this.page.number);
  }

  summary(/** @type {import("./types.js").PlayerReport[]} */ players, /** @type {Record<string, string>} */ judgements) {
    const phases = [...new Set(players.flatMap(({ lost }) => Object.keys(lost)))];
    return this.sheet(players, [
      [t("Accuracy"), ({ accuracy }) => percent(accuracy, 1)],
      ...Object.entries(judgements).map(([key, name]) => /** @type {Row} */ ([name, ({ counts }) => String(counts[key])])),
      ...phases.map((phase) => /** @type {Row} */ ([t("Points lost: {phase}", { phase }), ({ lost }) => decimal(lost[phase] ?? 0)])),
    ]);
  }

  /** Why each player won or lost: terms that add up to the result, in chances to win and in points. */
  sums(/** @type {import("./types.js").Report} */ { players, terms }) {
    const plain = ["start", "result"]; // the others are changes
    const rows = Object.entries(terms).map(
      ([key, name]) =>
        /** @type {Row} */ ([
          name,
          ({ balance, balance_points }) => `${percent(balance[key], 0, !plain.includes(key))} (${decimal(balance_points[key], true)})`,
        ]),
    );
    const table = this.sheet(players, rows);
    table.classList.add("sums");
    return table;
  }

  /** A table with a column for each player. */
  sheet(/** @type {import("./types.js").PlayerReport[]} */ players, /** @type {Row[]} */ rows) {
    return make(
      "div",
      { class: "scroll", tabindex: 0 },
      make(
        "table",
        { class: "sheet" },
        make("thead", {}, make("tr", {}, make("td"), ...this.page.names.map((name) => make("th", { scope: "col", text: name })))),
        make(
          "tbody",
          {},
          ...rows.map(([title, cell]) =>
            make("tr", {}, make("th", { scope: "row", text: title }), ...players.map((player) => make("td", { text: cell(player) }))),
          ),
        ),
      ),
    );
  }

  verdict(/** @type {import("./types.js").Verdict} */ verdict) {
    const { number, seat, judgement, name, lost_chance, lost_points, missed_bonus, played, better, line, why } = verdict;
    const lost = [
      t("{chance} chance to win", { chance: percent(-lost_chance, 0, true) }),
      t("{n} points", { n: decimal(-lost_points, true) }),
    ];
    if (missed_bonus) lost.push(many("{n} bonus tile missed", "{n} bonus tiles missed", missed_bonus));
    return make(
      "li",
      { class: `${judgement} seat-${seat}`, "data-verdict": number },
      make(
        "button",
        { type: "button", class: "step", onclick: () => this.page.goto(number) },
        make("span", { class: "n", text: number, "data-sign": SIGNS[judgement] }),
        make("span", {}, make("b", { text: name }), ` ${played}`, make("small", { class: "loss", text: lost.join(", ") })),
      ),
      make(
        "button",
        { type: "button", class: "step better", "data-do": "better", onclick: () => this.page.better(verdict) },
        make("span", { class: "n", "aria-hidden": "true", text: "→" }),
        make("span", {}, t("Better: {move}", { move: better }), why ? make("small", { class: "why", text: why }) : null),
      ),
      line.length ? continuation(line) : null,
    );
  }

  /** Marks the move on display in the graphs and the list. */
  point(/** @type {number} */ number) {
    for (const node of this.host.querySelectorAll(".p-step"))
      node.classList.toggle("on", node.getAttribute("data-step") === String(number));
    for (const node of this.host.querySelectorAll("[data-verdict]"))
      node.toggleAttribute("aria-current", node.getAttribute("data-verdict") === String(number));
  }
}

/** The continuation after a move, in words. */
export function continuation(/** @type {string[]} */ line) {
  return make("details", {}, make("summary", { text: t("Continuation") }), make("ol", {}, ...line.map((text) => make("li", { text }))));
}
