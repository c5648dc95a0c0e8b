// A light where a finger touches something that can be chosen. It is a layer of its own, so that the browser can show it at once,
// without drawing the table again; the choice itself is shown when the finger goes up.

import { make } from "./dom.js";

const LIGHT = [{ opacity: 0.5 }, { opacity: 0.4, offset: 0.4 }, { opacity: 0 }];
const DURATION = 450; // milliseconds

/** @param {HTMLElement} host  where it is drawn */
export function lights(host) {
  const light = make("div", { class: "press", "aria-hidden": "true" });
  host.append(light);
  document.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    if (!(/** @type {Element} */ (event.target).closest(".spot, #ask button"))) return;
    light.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
    light.animate(LIGHT, DURATION);
  });
}
