// The texts of the page, in the reader's language: the English text is the message id.

/** The language of the page, which the server has chosen; texts in the HTML are already translated. */
export const language = document.documentElement.lang || "en";

/** @type {Record<string, string | string[]>} */
const catalogue = language === "en" ? {} : await fetched(`/language/${language}.json`);

const plural = new Intl.PluralRules(language);

async function fetched(/** @type {string} */ address) {
  try {
    return await (await fetch(address)).json();
  } catch {
    return {}; // English is better than nothing
  }
}

/**
 * A text in the reader's language, with the values in place of `{names}`.
 * @param {string} text @param {Record<string, unknown>} [values]
 */
export function t(text, values = {}) {
  const found = catalogue[text] ?? text;
  return fill(typeof found === "string" ? found : found[0], values);
}

/**
 * The singular or plural form for the number `n`.
 * @param {string} one @param {string} more @param {number} n @param {Record<string, unknown>} [values]
 */
export function many(one, more, n, values = {}) {
  const forms = [catalogue[one] ?? [one, more]].flat();
  return fill(forms[plural.select(n) === "one" ? 0 : forms.length - 1], { n, ...values });
}

function fill(/** @type {string} */ text, /** @type {Record<string, unknown>} */ values) {
  return text.replace(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole));
}

/** Points with their sign. */
export function signed(/** @type {number} */ points) {
  return points < 0 ? `−${-points}` : `+${points}`;
}
