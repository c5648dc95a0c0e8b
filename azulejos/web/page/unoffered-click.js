// Clicks on something that is not offered.

import { spotOf } from "./spots.js";

/**
 * The spot that was clicked, if it can't be chosen.
 * @param {import("./stage.js").Stage} stage @param {MouseEvent} event @returns {string | null}
 */
export function unofferedSpot(stage, event) {
  const under = document.elementsFromPoint(event.clientX, event.clientY).filter((node) => stage.svg.contains(node));
  if (under.some((node) => node.closest(".spot"))) return null;
  const node = under.map((one) => one.closest("[data-slot], [data-spot]")).find((one) => one !== null);
  if (!node) return null;
  const [slot, what] = [node.getAttribute("data-slot") ?? "", node.getAttribute("data-what") ?? ""];
  return node.getAttribute("data-spot") ?? spotOf(stage.game, slot, what);
}
