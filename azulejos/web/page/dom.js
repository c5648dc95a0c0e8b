// Creating elements. Texts become text nodes, so names and chat can't inject HTML.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {{[name: `on${string}`]: (event: any) => void, [name: string]: unknown}} Attributes
 *   `class`, `text`, any attribute, and `onclick` and the like
 * @typedef {Node | string | number | null | undefined | false} Child
 */

/**
 * An HTML element.
 * @param {string} tag @param {Attributes} [attributes] @param {Child[]} children
 */
export function make(tag, attributes = {}, ...children) {
  return /** @type {HTMLElement} */ (filled(document.createElement(tag), attributes, children));
}

/**
 * An SVG element.
 * @param {string} tag @param {Attributes} [attributes] @param {Child[]} children
 */
export function draw(tag, attributes = {}, ...children) {
  return /** @type {SVGGraphicsElement} */ (filled(document.createElementNS(SVG, tag), attributes, children));
}

/** The elements of an SVG text. */
export function drawing(/** @type {string} */ markup) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
  return [...document.importNode(parsed.documentElement, true).children];
}

/** The element of the page with that id, which must exist. */
export function the(/** @type {string} */ id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** Does something once the next frame is on the screen: what a player waits for comes first. */
export function afterFrame(/** @type {() => void} */ act) {
  requestAnimationFrame(() => setTimeout(act));
}

/** Scrolls a list, but not the page, so that a line of it is visible. */
export function into(/** @type {HTMLElement} */ list, /** @type {HTMLElement} */ line) {
  const top = line.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
  if (top < list.scrollTop || top + line.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 3;
}

/** @param {Element} element @param {Attributes} attributes @param {Child[]} children */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === "text") element.textContent = String(value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(/** @type {Node} */ (child));
  return element;
}
