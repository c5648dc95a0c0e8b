// Shows one scene after the other, so that every move can be followed, but never far behind.

import { pace } from "./prefs.js";

const SHORTEST = 50;

export class Queue {
  /** @param {(update: any, duration: number) => number} show  shows an update, and returns how long that takes */
  constructor(show) {
    this.show = show;
    /** @type {any[]} */
    this.waiting = [];
    this.busy = false;
  }

  push(/** @type {any} */ update) {
    this.waiting.push(update);
    if (!this.busy) this.next();
  }

  /** Drops what was not shown yet: something newer is available. */
  clear() {
    this.waiting = [];
    clearTimeout(this.timer);
    this.busy = false;
  }

  /** Shows everything at once: a player who moves has seen enough. */
  hurry() {
    const late = this.waiting;
    this.clear();
    for (const update of late) this.show(update, 0);
  }

  next() {
    const { move, behind } = pace();
    const update = this.waiting.shift();
    this.busy = update !== undefined;
    if (!this.busy) return;
    const share = this.waiting.length ? behind / (this.waiting.length + 1) : move;
    const duration = share < SHORTEST || document.hidden ? 0 : Math.min(move, share * 0.6);
    const time = this.show(update, duration);
    const pause = this.waiting.length ? Math.min(Math.max(time, duration * 1.4), share) : time;
    if (duration) this.timer = setTimeout(() => this.next(), pause);
    else this.next();
  }
}
