// The card over the table: take a seat, wait for friends, see the result, go to the rematch.

import { myName } from "./api.js";
import { make } from "./dom.js";
import { defaultLevel } from "./games.js";
import { link, qr } from "./invite.js";
import { t } from "./i18n.js";

export class Cards {
  /** @param {HTMLElement} host @param {import("./table.js").TablePage} page */
  constructor(host, page) {
    this.host = host;
    this.page = page;
    /** @type {string | null} */
    this.next = null; // the table of the rematch
    this.kind = "";
    this.watching = false;
  }

  /** Shows the right card, and leaves it alone if it is already there: the user may be typing in it. */
  refresh() {
    const { seats, you, host } = this.page.welcome;
    const open = seats.some((seat) => seat.kind === "open");
    const over = this.page.now?.result;
    let kind = "";
    if (open && !you.length && !this.watching) kind = "sit";
    else if (open && you.length) kind = host ? "host" : "wait";
    else if (over) kind = this.next ? "next" : "over";
    else if (!you.length) kind = "watch";
    kind = `${this.page.id} ${kind}`;
    if (kind === this.kind) return;
    this.kind = kind;
    const card = { sit: this.sit, host: this.wait, wait: this.wait, over: this.over, next: this.over, watch: this.watch }[
      kind.split(" ")[1]
    ];
    this.host.replaceChildren(...(card ? [card.call(this)] : []));
  }

  /** Announces the rematch; players go there automatically. */
  rematch(/** @type {string} */ table) {
    const { you } = this.page.welcome;
    if (you.length) {
      document.querySelector("dialog[open]")?.remove();
      this.page.goto(table);
    } else {
      this.next = table;
      this.refresh();
    }
  }

  sit() {
    const name = make("input", {
      name: "name",
      value: myName(),
      maxlength: 24,
      required: true,
      autocomplete: "nickname",
      "aria-label": t("Your name"),
      placeholder: t("Your name"),
    });
    const sit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.page.sit(null, /** @type {HTMLInputElement} */ (name).value.trim());
    };
    const watch = () => {
      this.watching = true;
      this.refresh();
    };
    return make(
      "form",
      { class: "card", onsubmit: sit },
      make("h2", { text: t("Open seat") }),
      name,
      make(
        "div",
        { class: "buttons" },
        make("button", { class: "main", type: "submit", "data-do": "sit", text: t("Take a seat") }),
        make("button", { class: "quiet", type: "button", onclick: watch, text: t("Just watch") }),
      ),
    );
  }

  wait() {
    const { host } = this.page.welcome;
    return make(
      "section",
      { class: "card" },
      make("h2", { text: t("Waiting for players") }),
      make("p", { text: t("Send this link, or let others scan the code:") }),
      link(this.page.id),
      qr(this.page.id),
      host
        ? make("button", {
            type: "button",
            "data-do": "fill",
            onclick: () => this.page.send({ fill: defaultLevel }),
            text: t("Fill the open seats with bots"),
          })
        : null,
    );
  }

  over() {
    const again = this.next
      ? make("button", { type: "button", class: "main", onclick: () => this.page.goto(this.next ?? ""), text: t("Go to the rematch") })
      : this.page.welcome.you.length
        ? make("button", {
            type: "button",
            class: "main",
            "data-do": "rematch",
            onclick: () => this.page.send({ rematch: true }),
            text: t("Rematch"),
          })
        : null;
    const replay = make("a", { class: "button", "data-do": "replay", href: `/r/${this.page.id}`, text: t("Replay") });
    return make(
      "section",
      { class: "strip" },
      replay,
      make("button", { type: "button", "data-do": "result", onclick: () => this.page.result(), text: t("Scoring sheet") }),
      again,
    );
  }

  watch() {
    return make("p", { class: "strip soft", text: t("You are watching.") });
  }
}
