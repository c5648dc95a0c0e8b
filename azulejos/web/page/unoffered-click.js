// A click on something that is not offered: what was meant by it.

/** The spot that a piece in a slot is pointed at by. */
function spotOf(/** @type {string} */ slot, /** @type {string} */ what) {
  const names = slot.split(".");
  switch (names[0]) {
    case "display": return `display.${names[1]}/${what}`;
    case "hand": return `hand.${names[1]}/${what}`;
    case "centre": case "supply": return `${names[0]}/${what}`;
    case "line": return names.slice(0, 3).join(".");
    case "floor": return names.slice(0, 2).join(".");
    default: return slot;
  }
}

/**
 * The spot that was clicked, if it is none of those that can be chosen.
 * @param {SVGElement} svg @param {MouseEvent} event @returns {string | null}
 */
export function elsewhere(svg, event) {
  const under = document.elementsFromPoint(event.clientX, event.clientY).filter((node) => svg.contains(node));
  if (under.some((node) => node.closest(".spot"))) return null;
  const node = under.map((one) => one.closest("[data-slot], [data-spot]")).find((one) => one !== null);
  return node ? (node.getAttribute("data-spot") ?? spotOf(node.getAttribute("data-slot") ?? "", node.getAttribute("data-what") ?? "")) : null;
}

/** The seat on whose board a spot is; `null` in the middle of the table. */
export function ownerOf(/** @type {string} */ spot) {
  const [kind, seat] = spot.split("/")[0].split(".");
  return ["line", "wall", "floor", "hand", "corner", "space"].includes(kind) ? Number(seat) : null;
}
