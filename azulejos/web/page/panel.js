// Beside the table: the players with scores and clocks, the log of events, and the chat.

import { make, the } from "./dom.js";
import { levelName } from "./games.js";
import { nameOf } from "./names.js";
import { scored } from "./scored.js";
import { many, t } from "./i18n.js";

/**
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {import("./types.js").LogLine} LogLine
 * @typedef {import("./types.js").Clocks} Clocks
 */

export class Panel {
  /**
   * @param {(seat: number) => void} look  shows the table from a seat
   * @param {(seat: number) => void} replace  votes for a bot to take a seat
   * @param {(seat: number) => void} sit  takes an open seat, or returns to your own
   */
  constructor(look, replace, sit) {
    this.look = look;
    this.replace = replace;
    this.sit = sit;
    this.game = "";
    /** @type {((number: number) => void) | null} */
    this.again = null; // shows an event once more
    /** @type {Clocks} */
    this.clocks = null;
    this.since = 0;
    /** @type {{seats: Seat[], you: number[], votesFrom: (number | null)[]}} */
    this.seating = { seats: [], you: [], votesFrom: [] };
    this.atEnd = true; // a reader who has scrolled up wants to stay there
    const log = the("log");
    let top = 0;
    log.addEventListener(
      "scroll",
      () => {
        if (log.scrollTop < top) this.atEnd = false; // added lines only move it down
        if (log.scrollHeight - log.scrollTop - log.clientHeight < 40) this.atEnd = true;
        top = log.scrollTop;
      },
      { passive: true },
    );
    setInterval(() => this.tick(), 250);
  }

  /**
   * @param {object} now
   * @param {Seat[]} now.seats @param {number[]} now.you @param {number} now.viewer @param {number | string | null} now.actor
   * @param {string[]} now.scores @param {boolean} now.over @param {number[]} now.winners
   * @param {(number | null)[]} now.votesFrom  when others can vote for a bot at a seat; `null` if its player is here
   */
  players({ seats, you, viewer, actor, scores, over, winners, votesFrom }) {
    this.seating = { seats, you, votesFrom };
    const focused = document.activeElement?.closest("#players li")?.getAttribute("data-seat");
    the("players").replaceChildren(
      ...seats.map((seat, index) => {
        const mine = you.includes(index);
        const away = seat.kind === "person" && !seat.online && !mine;
        const about =
          seat.kind === "bot"
            ? seat.level
              ? levelName(seat.level)
              : t("bot")
            : seat.kind === "open"
              ? t("open seat")
              : mine
                ? t("you")
                : away
                  ? t("away")
                  : t("here");
        const line = make(
          "li",
          { "data-seat": index, class: [index === actor ? "turn" : "", winners.includes(index) ? "winner" : ""].join(" ") },
          make(
            "button",
            {
              type: "button",
              class: "player",
              "aria-pressed": String(index === viewer),
              title: t("View from this seat"),
              onclick: () => this.look(index),
            },
            make("span", { class: `dot ${away || seat.kind === "open" ? "off" : ""}`, "aria-hidden": "true" }),
            make("span", { class: "who" }, make("b", { text: nameOf(seat) }), make("small", { text: about })),
            make("span", { class: "clock", "data-clock": index }),
            make("span", { class: "score", text: scores[index] ?? "" }),
          ),
        );
        if (away && you.length && !over) {
          line.append(
            make("button", { type: "button", class: "small", "data-do": "takeover", "data-of": index, onclick: () => this.replace(index) }),
          );
        }
        if (seat.kind === "bot" && seat.was && mine && !over) {
          line.append(
            make("button", { type: "button", class: "small", "data-do": "return", onclick: () => this.sit(index), text: t("I'm back") }),
          );
        }
        return line;
      }),
    );
    if (focused) /** @type {HTMLElement | null} */ (document.querySelector(`#players [data-seat="${focused}"] button`))?.focus();
    this.tick();
  }

  clock(/** @type {Clocks} */ clocks) {
    this.clocks = clocks;
    this.since = performance.now();
    this.tick();
  }

  tick() {
    for (const place of document.querySelectorAll("[data-clock]")) {
      const seat = Number(place.getAttribute("data-clock"));
      const left = this.clocks?.left[seat];
      if (left === null || left === undefined) {
        place.textContent = "";
        continue;
      }
      const passed = this.clocks?.running === seat ? (performance.now() - this.since) / 1000 : 0;
      const seconds = Math.max(0, Math.ceil(left - passed));
      place.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      place.classList.toggle("short", seconds < 30);
    }
    for (const button of document.querySelectorAll("[data-do=takeover]")) this.tickVote(/** @type {HTMLButtonElement} */ (button));
  }

  /** A vote is possible once the player has really been away; then it takes the votes of all who have not. */
  tickVote(/** @type {HTMLButtonElement} */ button) {
    const { seats, you, votesFrom } = this.seating;
    const of = Number(button.dataset.of);
    const wait = (/** @type {number} */ seat) => ((votesFrom[seat] ?? Number.POSITIVE_INFINITY) - performance.now()) / 1000;
    const { votes } = seats[of];
    const missing = seats.some(
      ({ kind }, seat) => kind === "person" && seat !== of && !you.includes(seat) && !votes.includes(seat) && wait(seat) > 0,
    );
    const voted = votes.some((vote) => you.includes(vote)) && missing;
    const seconds = Math.max(0, Math.ceil(wait(of)));
    const text = voted
      ? t("waiting for the others")
      : seconds
        ? many("A bot can take over in {n} second.", "A bot can take over in {n} seconds.", seconds)
        : t("Let a bot take over");
    if (button.textContent !== text) button.textContent = text;
    button.disabled = voted || seconds > 0;
  }

  /** Replaces the log. */
  setLog(/** @type {LogLine[]} */ lines) {
    the("log").replaceChildren(...lines.map((line) => this.line(line)));
    this.scrollToEnd();
  }

  /** Adds a line to the log; replaces the lines from the same number on, which were taken back. */
  add(/** @type {LogLine} */ line) {
    this.cut(line.number);
    the("log").append(this.line(line));
    if (this.atEnd) requestAnimationFrame(() => this.scrollToEnd()); // measuring now would delay the move
  }

  scrollToEnd() {
    the("log").scrollTop = the("log").scrollHeight;
  }

  /** Removes the lines from a number on. */
  cut(/** @type {number} */ number) {
    const log = the("log");
    while (log.lastElementChild && Number(log.lastElementChild.getAttribute("data-number")) >= number) log.lastElementChild.remove();
  }

  line(/** @type {LogLine} */ { number, seat, text, gains }) {
    return make(
      "li",
      { "data-number": number, class: seat === null ? "chance" : `seat-${seat}` },
      this.again
        ? make("span", {
            class: "again",
            role: "button",
            tabindex: 0,
            title: t("Show this move again"),
            text,
            onclick: () => this.again?.(number),
            onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && this.again?.(number),
          })
        : make("span", { text }),
      ...(gains ?? []).map((gain) => scored(this.game, gain)),
    );
  }

  /** Adds a chat message. */
  say(/** @type {import("./types.js").ChatLine} */ { seat, name, text }) {
    const talk = the("talk");
    const said = seat !== null ? name : name ? t("{name} (guest)", { name }) : t("guest"); // nobody takes a guest for a player
    talk.append(make("li", { class: seat === null ? "guest" : `seat-${seat}` }, make("b", { text: said }), " ", make("span", { text })));
    talk.scrollTop = talk.scrollHeight;
  }
}
