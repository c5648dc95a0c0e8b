// The languages of the pages, and how to change the language.

import { dropPages } from "./app.js";
import { make } from "./dom.js";
import { language, t } from "./i18n.js";

const LANGUAGES = { en: "English", fr: "Français", de: "Deutsch", hu: "Magyar" };
const YEAR = 365 * 24 * 3600;

/** Changes the language; the server does the rest, for pages, log and messages alike. */
async function choose(/** @type {string} */ code) {
  document.cookie = `language=${code}; path=/; max-age=${5 * YEAR}; samesite=lax`;
  await dropPages();
  location.reload();
}

/** A select element with the languages, each by its own name. */
export function languages() {
  return make(
    "select",
    { class: "languages", "aria-label": t("Language"), onchange: (event) => choose(event.target.value) },
    ...Object.entries(LANGUAGES).map(([code, name]) =>
      make("option", { value: code, lang: code, text: name, selected: code === language }),
    ),
  );
}
