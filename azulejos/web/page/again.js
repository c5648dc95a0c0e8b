// Showing a move of the log again: the table goes back to before it, plays it, and returns to the present.

import { ask } from "./api.js";
import { pace } from "./prefs.js";

const SLOWER = 1.8; // than when it was made
const PAUSE = 900;

/** @typedef {import("./types.js").Scene} Scene */

export class Again {
  /** @param {import("./table.js").TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Map<number, Scene>} */
    this.scenes = new Map(); // by the number of events
    this.table = "";
  }

  /** Remembers a position. */
  keep(/** @type {number} */ number, /** @type {Scene} */ scene) {
    this.stop();
    if (this.table !== this.page.id) this.scenes.clear();
    this.table = this.page.id;
    this.scenes.set(number, scene);
  }

  /** Positions from before this page was opened come from the replay. */
  async fetch() {
    /** @type {import("./types.js").Replay} */
    const { start, steps } = await ask(`/api/tables/${this.page.id}/replay`);
    let scene = start;
    this.scenes.set(0, scene);
    for (const { number, pieces, texts, marks } of steps) {
      scene = { pieces: changed(scene.pieces, pieces), texts: changed(scene.texts, texts), marks };
      if (!this.scenes.has(number)) this.scenes.set(number, scene);
    }
  }

  async show(/** @type {number} */ number) {
    if (!this.scenes.has(number - 1) || !this.scenes.has(number)) await this.fetch().catch(() => {});
    const [before, after] = [this.scenes.get(number - 1), this.scenes.get(number)];
    if (!before || !after) return;
    this.stop();
    const { stage } = this.page;
    const last = Object.keys(after.pieces).filter((slot) => after.pieces[slot] !== before.pieces[slot]);
    stage.svg.classList.add("showing-again");
    stage.show(before, [], 0);
    const time = stage.show(after, last, SLOWER * pace().move);
    this.timer = window.setTimeout(() => this.stop(), time + PAUSE);
  }

  /** Returns to the present. */
  stop() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = 0;
    const { stage, now } = this.page;
    if (now) stage.show(now.scene, now.last ?? [], pace().jump);
    stage.svg.classList.remove("showing-again");
  }
}

/** @param {Record<string, string>} before @param {Record<string, string | null>} changes */
function changed(before, changes) {
  const all = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null);
  return /** @type {Record<string, string>} */ (Object.fromEntries(all));
}
