// The rules: pictures in the colours that the reader prefers, and the choice of the language.

import { the } from "./dom.js";
import { languages } from "./languages.js";
import { prefs } from "./prefs.js";

/** The look may be another than the device's: then the pictures follow it. */
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
