// Whose board is the large one: the player's own, or that of another player. On a phone another board is enlarged by a tap on its
// miniature, a swipe shows the next one, and a tap returns.

import { swipes } from "./swipe.js";

export class Looking {
  /** @param {import("./table.js").TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {number | null} */
    this.chosen = null; // the seat that the user chose to look from
    this.turned = -1; // the local seat that was last to move
    const { svg, host } = page.stage;
    svg.addEventListener("click", (event) => this.enlarge(event));
    swipes(
      host,
      () => this.onPhone,
      (way) => this.swipe(way),
    );
  }

  /** Forgets what was looked at: another table. */
  clear() {
    this.chosen = null;
    this.turned = -1;
  }

  /** Whether another board is enlarged on a phone. */
  get onPhone() {
    return this.chosen !== null && this.page.screen.size !== "";
  }

  /** The seat from which the table is shown: the user's choice, or else their own; if they have several, the one to move. */
  seat() {
    const { you } = this.page.welcome;
    if (this.chosen !== null) return this.chosen;
    const actor = this.page.now?.actor;
    if (typeof actor === "number" && you.includes(actor)) this.turned = actor;
    return you.length > 1 && you.includes(this.turned) ? this.turned : (you[0] ?? 0);
  }

  /** Shows the table from a seat; from one's own or the same seat again, it returns. */
  look(/** @type {number | null} */ seat) {
    const { you } = this.page.welcome;
    const own = you.length === 1 ? you[0] : null;
    this.chosen = seat === own || seat === this.chosen ? null : seat;
    this.page.arrange();
    this.page.refresh();
  }

  /** A click on a small board enlarges it. */
  enlarge(/** @type {MouseEvent} */ event) {
    if (event.defaultPrevented) return; // something was chosen
    const seat = this.page.stage.boardAt(event.clientX, event.clientY);
    if (seat !== null && seat !== this.seat()) this.look(seat);
  }

  /** While another board is enlarged on a phone, a tap returns, or shows the board that was tapped; returns whether it was one. */
  tapped(/** @type {MouseEvent} */ event) {
    if (!this.onPhone) return false;
    event.stopPropagation();
    const seat = this.page.stage.boardAt(event.clientX, event.clientY);
    const other = seat !== null && seat !== this.chosen && !this.page.isMine(seat);
    this.look(other ? seat : this.chosen);
    return true;
  }

  /** The next board, or the one before. */
  swipe(/** @type {1 | -1} */ way) {
    const count = this.page.welcome.seats.length;
    this.look((this.seat() + way + count) % count);
    this.page.stage.release(); // no click follows
  }
}
