// What the page says, in the language of whoever reads it: English is the message itself.

/** @type {Record<string, string>} */
let catalogue = {};

/**
 * A text in the reader's language, with the values in place of `{names}`.
 * @param {string} text @param {Record<string, unknown>} [values]
 */
export function t(text, values = {}) {
  return (catalogue[text] ?? text).replace(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole));
}

/**
 * The form of a text that fits the number `n`.
 * @param {string} one @param {string} more @param {number} n @param {Record<string, unknown>} [values]
 */
export function many(one, more, n, values = {}) {
  return t(n === 1 ? one : more, { n, ...values });
}

/** Translates what stands in the HTML: the texts of elements marked `data-t`, and the attributes that it lists. */
export function translate(/** @type {ParentNode} */ root) {
  for (const element of root.querySelectorAll("[data-t]")) {
    const attributes = (element.getAttribute("data-t") ?? "").split(" ").filter(Boolean);
    if (!attributes.length) element.textContent = t((element.textContent ?? "").trim());
    for (const name of attributes) element.setAttribute(name, t(element.getAttribute(name) ?? ""));
  }
}

/** Points with their sign, as people write them. */
export function signed(/** @type {number} */ points) {
  return points < 0 ? `−${-points}` : `+${points}`;
}
