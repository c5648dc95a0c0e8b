// Tabs: one of several parts of the page is shown; arrow keys move from tab to tab.

import { the } from "./dom.js";

/**
 * Sets up the tabs `tab-…` of some parts; returns a function that shows one of them.
 * @param {string[]} parts
 */
export function tabs(parts) {
  const tab = (/** @type {string} */ part) => /** @type {HTMLButtonElement} */ (the(`tab-${part}`));
  const choose = (/** @type {string} */ chosen) => {
    for (const part of parts) {
      the(part).hidden = part !== chosen;
      tab(part).setAttribute("aria-selected", String(part === chosen));
      tab(part).tabIndex = part === chosen ? 0 : -1;
    }
  };
  parts.forEach((part, index) => {
    tab(part).addEventListener("click", () => choose(part));
    tab(part).addEventListener("keydown", (event) => {
      const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!way) return;
      const next = parts[(index + way + parts.length) % parts.length];
      choose(next);
      tab(next).focus();
      event.preventDefault();
    });
  });
  return choose;
}
