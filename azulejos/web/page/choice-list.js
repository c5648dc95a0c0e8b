// The options as a list of large buttons: for touch, because spots on the picture of a phone may be small.

import { open } from "./dialog.js";
import { draw, make } from "./dom.js";
import { parts } from "./spots.js";
import { t } from "./i18n.js";

const finger = matchMedia("(pointer: coarse)");

/**
 * The button that opens the list of these spots; none with a mouse.
 * @param {import("./offer.js").Offer} offer @param {string[]} spots @param {(spot: string) => void} choose
 */
export function lister(offer, spots, choose) {
  if (!finger.matches || !spots.length) return null;
  const show = () => {
    const pick = (/** @type {string} */ spot) => () => {
      box.close();
      choose(spot);
    };
    const box = open(
      t("Your options"),
      make(
        "div",
        { class: "list" },
        ...spots.map((spot) => {
          const { colour } = parts(spot);
          return make(
            "button",
            { type: "button", "data-choose": spot, onclick: pick(spot) },
            colour ? offer.stage.icon(colour) : null,
            make("span", { text: offer.find(spot)?.getAttribute("aria-label") ?? "" }),
          );
        }),
      ),
    );
  };
  return make(
    "button",
    { type: "button", class: "quiet", "data-do": "list", "aria-label": t("Show as list"), title: t("Show as list"), onclick: show },
    draw(
      "svg",
      { class: "glyph", viewBox: "0 0 24 24", "aria-hidden": "true" },
      draw("path", { d: "M9 6h11M9 12h11M9 18h11M4 6h.5M4 12h.5M4 18h.5" }),
    ),
  );
}
