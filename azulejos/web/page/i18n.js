// The texts of the page, in the reader's language: the English text is the message id.

/** The language of the page, which the server has chosen; texts in the HTML are already translated. */
export const language = document.documentElement.lang || "en";

/** @type {Record<string, string | string[]>} */
const catalogue = language === "en" ? {} : await fetched(versioned(`/language/${language}.json`));

/** For dates and numbers; "en" alone would be American. */
export const locale = language === "en" ? "en-GB" : language;

const plural = new Intl.PluralRules(language);
const list = new Intl.ListFormat(locale, { type: "conjunction" });

/** The address of a file that stays the same as long as the server has the version of this page. */
export function versioned(/** @type {string} */ path) {
  return `${path}?v=${document.documentElement.dataset.version}`;
}

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

/** Names in a sentence: "Ana, Rui and Eva". */
export function listed(/** @type {string[]} */ names) {
  return list.format(names);
}

/** A number with one decimal, as the language writes it; with `sign`, also if it is above 0. */
export function decimal(/** @type {number} */ number, sign = false) {
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: sign ? "always" : "auto",
  });
  return format.format(number).replace("-", "−");
}

/** A share as a percentage, as the language writes it; with `sign`, also if it is above 0. */
export function percent(/** @type {number} */ share, digits = 0, sign = false) {
  const format = new Intl.NumberFormat(locale, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: sign ? "always" : "auto",
  });
  return format.format(share).replace("-", "−");
}

/** Points with their sign. */
export function signed(/** @type {number} */ points) {
  return points < 0 ? `−${-points}` : `+${points}`;
}
