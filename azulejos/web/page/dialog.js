// Dialogs, with the browser's own element, so that Escape, focus and screen readers work as everywhere.

import { make } from "./dom.js";
import { t } from "./i18n.js";

/**
 * Opens a dialog and returns it; it is removed when it is closed.
 * @param {string} title @param {import("./dom.js").Child[]} content
 */
export function open(title, ...content) {
  const close = make("button", { class: "quiet close", type: "button", "aria-label": t("Close"), text: "×", onclick: () => box.close() });
  const box = /** @type {HTMLDialogElement} */ (
    make(
      "dialog",
      { "aria-label": title, tabindex: -1 },
      make("header", {}, make("h2", { text: title }), close),
      make("div", { class: "content" }, ...content),
    )
  );
  box.addEventListener("click", (event) => event.target === box && box.close());
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  /** @type {HTMLElement} */ (box.querySelector("footer .main, [autofocus]") ?? box).focus(); // not the button that closes it
  return box;
}

/**
 * Asks a yes/no question.
 * @param {string} title @param {string} text @param {string} yes @param {string} [no] @returns {Promise<boolean>}
 */
export function agree(title, text, yes, no = t("Not now")) {
  return new Promise((resolve) => {
    let answer = false;
    const done = () => {
      answer = true;
      box.close();
    };
    const box = open(
      title,
      make("p", { text }),
      make(
        "footer",
        {},
        make("button", { type: "button", text: no, onclick: () => box.close() }),
        make("button", { type: "button", class: "main", text: yes, onclick: done }),
      ),
    );
    box.addEventListener("close", () => resolve(answer));
  });
}

let fading = 0;

/** Shows a message that disappears by itself, with a link if there is more to read; above the bar, which may have buttons. */
export function toast(/** @type {string} */ text, /** @type {HTMLElement | null} */ link = null) {
  const line = /** @type {HTMLElement} */ (document.getElementById("toast") ?? make("div", { id: "toast", role: "status" }));
  if (!line.isConnected) document.body.append(line);
  line.replaceChildren(text, ...(link ? [" ", link] : []));
  const bar = document.getElementById("ask")?.getBoundingClientRect();
  line.style.bottom = bar?.height ? `${innerHeight - bar.top + 8}px` : "";
  line.classList.add("shown");
  clearTimeout(fading);
  fading = window.setTimeout(hush, 5000);
}

/** Removes the last message: it no longer matters. */
export function hush() {
  document.getElementById("toast")?.classList.remove("shown");
}
