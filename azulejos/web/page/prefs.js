// Preferences: stored in this browser only.

import { make } from "./dom.js";
import { languages } from "./languages.js";
import { t } from "./i18n.js";

const KEY = "azulejos";

/** Every preference and its default. */
const DEFAULTS = {
  look: "system",
  strong: false,
  speed: "normal",
  forced: true,
  warn: true,
  alone: false,
  sound: false,
  buzz: true,
  notify: false,
};

/**
 * The pace of each speed in milliseconds: how long a tile moves, or all of them to a different position; and how far the
 * table may lag behind.
 */
const PACES = {
  calm: { move: 600, jump: 250, behind: 2400 },
  normal: { move: 350, jump: 250, behind: 1000 },
  fast: { move: 60, jump: 60, behind: 200 },
  off: { move: 0, jump: 0, behind: 0 },
};

/** @typedef {typeof DEFAULTS} Preferences */

/** @returns {Preferences} */
function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const prefs = read();

/** Changes a preference; listeners to `prefs` on the window are notified. */
export function prefer(/** @type {string} */ name, /** @type {unknown} */ value) {
  Object.assign(prefs, { [name]: value });
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // private windows may refuse: then it lasts until the page is closed
  }
  dispatchEvent(new Event("prefs"));
}

addEventListener("storage", () => {
  Object.assign(prefs, read());
  dispatchEvent(new Event("prefs"));
});

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** How fast tiles move, respecting the preference for reduced motion. */
export function pace() {
  return PACES[still.matches ? "off" : /** @type {keyof typeof PACES} */ (prefs.speed)] ?? PACES.normal;
}

/** Switches notifications on, if the browser allows it; it asks only then. */
async function notifications(/** @type {Event & {target: HTMLInputElement}} */ { target }) {
  const may = target.checked && "Notification" in window && (await Notification.requestPermission()) === "granted";
  target.checked = may;
  prefer("notify", may);
}

/** The form for all preferences. */
export function preferences() {
  /** @param {"look" | "speed"} name @param {string} title @param {[string, string][]} values */
  const choice = (name, title, values) =>
    make(
      "fieldset",
      { class: "row" },
      make("legend", { text: title }),
      make(
        "div",
        { class: "pills" },
        ...values.map(([value, text]) =>
          make(
            "label",
            { class: "pill" },
            make("input", {
              type: "radio",
              name: `pref-${name}`,
              value,
              checked: prefs[name] === value,
              onchange: () => prefer(name, value),
            }),
            make("span", { text }),
          ),
        ),
      ),
    );
  /**
   * @param {keyof Preferences} name @param {string} title @param {string} about
   * @param {(event: Event & {target: HTMLInputElement}) => void} change
   */
  const yes = (name, title, about, change = ({ target }) => prefer(name, target.checked)) =>
    make(
      "label",
      { class: "check" },
      make("input", { type: "checkbox", name: `pref-${name}`, checked: prefs[name], onchange: change }),
      make("span", {}, make("b", { text: title }), make("small", { text: about })),
    );
  return make(
    "form",
    { class: "preferences" },
    make("label", { class: "row" }, make("b", { text: t("Language") }), languages()),
    choice("look", t("Theme"), [
      ["system", t("same as device")],
      ["light", t("light")],
      ["dark", t("dark")],
    ]),
    choice("speed", t("Animation"), [
      ["calm", t("slow")],
      ["normal", t("normal")],
      ["fast", t("fast")],
      ["off", t("off")],
    ]),
    yes("strong", t("High-contrast symbols"), t("Shows a clear symbol on each colour.")),
    yes("forced", t("Play forced moves"), t("If only one move is possible, it is played for you.")),
    yes("warn", t("Warnings"), t("Ask before you pass or make a move that costs three points or more.")),
    yes("alone", t("Table only"), t("Hide players, log and chat.")),
    yes("sound", t("Sounds"), t("When a tile is placed, when it's your turn, and at the end of the game.")),
    "vibrate" in navigator && yes("buzz", t("Vibration"), t("When you choose a tile, if your device can vibrate.")),
    yes("notify", t("Notifications"), t("When it's your turn and you're looking at something else."), notifications),
  );
}
