// The rules: pictures in the preferred theme, and the choice of language.

import { the } from "./dom.js";
import { languages } from "./languages.js";
import { prefs } from "./prefs.js";

/** If the theme differs from the device's, the pictures follow the theme. */
function draw() {
  const name = `${document.documentElement.dataset.look}${prefs.strong ? "-strong" : ""}`;
  for (const figure of document.querySelectorAll("figure[data-example]")) {
    figure.querySelector("source")?.remove();
    const picture = /** @type {HTMLImageElement} */ (figure.querySelector("img"));
    picture.src = `/example/${figure.getAttribute("data-example")}/${name}.svg`;
  }
}

the("languages").replaceChildren(languages());
addEventListener("prefs", draw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
draw();
dispatchEvent(new Event("listening"));
