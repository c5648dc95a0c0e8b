// The keyboard shortcuts of the table, and the list of them.

import { open } from "./dialog.js";
import { make } from "./dom.js";
import { t } from "./i18n.js";

/** Shows the list of shortcuts. */
export function shortcuts() {
  const rows = [
    ["← → ↑ ↓", t("next option")],
    ["Tab", t("next element on the page")],
    [`${t("Enter")}, ${t("Space")}`, t("choose")],
    ["Esc", t("undo the last step of this move")],
    ["U", t("take back your last move")],
    ["H", t("ask for a hint")],
    ["C", t("write a message")],
    ["?", t("show this list")],
  ];
  return open(
    t("Keyboard"),
    make(
      "dl",
      { class: "keys" },
      ...rows.map(([key, text]) => make("div", {}, make("dt", {}, make("kbd", { text: key })), make("dd", { text }))),
    ),
  );
}

/** Makes single letters work like buttons, except in text fields. */
export function listen(/** @type {Record<string, () => void>} */ actions) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (/** @type {Element} */ (event.target).matches?.("input, select, textarea")) return;
    const action = event.key === "?" ? shortcuts : actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
