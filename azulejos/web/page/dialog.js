// Windows over the page: the browser's own, so that Escape, focus and screen readers work as everywhere.

import { make } from "./dom.js";
import { t } from "./words.js";

/**
 * Opens a window and gives it back; it goes away when it is closed.
 * @param {string} title @param {import("./dom.js").Child[]} content
 */
export function open(title, ...content) {
  const close = make("button", { class: "quiet close", type: "button", "aria-label": t("Close"), text: "×", onclick: () => box.close() });
  const box = /** @type {HTMLDialogElement} */ (make("dialog", { "aria-label": title },
    make("header", {}, make("h2", { text: title }), close),
    make("div", { class: "content" }, ...content)));
  box.addEventListener("click", (event) => event.target === box && box.close());
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

/**
 * Asks a question that has two answers.
 * @param {string} title @param {string} text @param {string} yes @param {string} [no] @returns {Promise<boolean>}
 */
export function agree(title, text, yes, no = t("Not now")) {
  return new Promise((resolve) => {
    let answer = false;
    const done = () => ((answer = true), box.close());
    const box = open(title, make("p", { text }), make("footer", {},
      make("button", { type: "button", text: no, onclick: () => box.close() }),
      make("button", { type: "button", class: "main", text: yes, onclick: done })));
    box.addEventListener("close", () => resolve(answer));
  });
}

let fading = 0;

/** Says something that goes away by itself. */
export function toast(/** @type {string} */ text) {
  const line = /** @type {HTMLElement} */ (document.getElementById("toast") ?? make("div", { id: "toast", role: "status" }));
  if (!line.isConnected) document.body.append(line);
  line.textContent = text;
  line.classList.add("shown");
  clearTimeout(fading);
  fading = window.setTimeout(() => line.classList.remove("shown"), 5000);
}
