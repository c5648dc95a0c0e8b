// Downloads from a game, and ways to continue it: records, pictures, an animation, a link, a table that starts from here.

import { ask, myName } from "./api.js";
import { toast } from "./dialog.js";
import { make } from "./dom.js";
import { levels, defaultLevel } from "./games.js";
import { prefs } from "./prefs.js";
import { t } from "./i18n.js";

/**
 * Fills a part of the replay page; returns a function to call when another move is shown.
 * @param {HTMLElement} host @param {import("./replay.js").ReplayPage} page
 */
export function files(host, page) {
  const table = `/api/tables/${page.table}`;
  const link = (/** @type {string} */ text, /** @type {string} */ about, /** @type {string} */ name) =>
    make(
      "a",
      { class: "button", download: name, "data-file": name.split(".").at(-1) },
      make("span", { text }),
      make("small", { text: about }),
    );
  const text = link(t("Record"), t("text"), `${page.table}.txt`);
  const json = link(t("Record"), "JSON", `${page.table}.json`);
  const svg = link(t("This position"), "SVG", `${page.table}.svg`);
  const png = link(t("This position"), "PNG", `${page.table}.png`);
  const film = make(
    "button",
    { type: "button", "data-file": "gif", onclick: () => make_film() },
    make("span", { text: t("The whole game") }),
    make("small", { text: "GIF" }),
  );
  const copy = make("button", { type: "button", "data-do": "copy", text: t("Copy a link to this move"), onclick: () => copied() });
  const position = make("a", { class: "button", "data-do": "position", text: t("Analyse this position") });
  const seat = /** @type {HTMLSelectElement} */ (
    make(
      "select",
      { name: "seat" },
      ...page.names.map((name, index) => make("option", { value: index, text: name, selected: index === page.viewer })),
    )
  );
  const level = /** @type {HTMLSelectElement} */ (
    make(
      "select",
      { name: "level" },
      ...levels.map(({ name, title }) => make("option", { value: name, text: title, selected: name === defaultLevel })),
    )
  );
  const go = /** @type {HTMLButtonElement} */ (
    make("button", { type: "submit", class: "main", "data-do": "branch", text: t("Play from here") })
  );
  const form = make(
    "form",
    { class: "branch", onsubmit: (event) => play(event) },
    make("h2", { text: t("Play from here") }),
    make("p", { class: "soft", text: t("Opens a new table with this position; bots take the other seats.") }),
    make("label", { class: "field" }, make("span", { text: t("I play") }), seat),
    make("label", { class: "field" }, make("span", { text: t("Bots") }), level),
    go,
  );
  const scores = page.replay.result ? make("button", { type: "button", text: t("Scoring sheet"), onclick: () => page.sheet() }) : null;
  host.replaceChildren(
    form,
    make("h2", { text: t("Download") }),
    make("div", { class: "grid" }, text, json, svg, png, film),
    make("h2", { text: t("More") }),
    make("div", { class: "grid" }, copy, position, scores),
  );
  text.setAttribute("href", `${table}/record`);
  json.setAttribute("href", `${table}/record.json`);

  function look() {
    const kept = document.documentElement.dataset.look === "dark" ? "dark" : "light";
    return prefs.strong ? `${kept}-strong` : kept;
  }

  async function make_film() {
    film.setAttribute("disabled", "");
    toast(t("Making the animation; this can take a minute."));
    try {
      const answer = await fetch(`${table}/film.gif?viewer=${page.viewer}&theme=${look()}`);
      if (!answer.ok) throw new Error((await answer.json()).error.message);
      const address = URL.createObjectURL(await answer.blob());
      make("a", { href: address, download: `${page.table}.gif` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 60000);
    } catch (error) {
      toast(/** @type {Error} */ (error).message);
    } finally {
      film.removeAttribute("disabled");
    }
  }

  function copied() {
    const address = `${location.origin}/r/${page.table}#${page.number}`;
    navigator.clipboard?.writeText(address).then(
      () => toast(t("Copied: {link}", { link: address })),
      () => toast(address),
    ) ?? toast(address);
  }

  async function play(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    const seats = page.names.map((_, index) => (index === Number(seat.value) ? { kind: "me" } : { kind: "bot", level: level.value }));
    try {
      const made = await ask(`${table}/branches`, { number: page.number, seats, name: myName() || t("Guest") });
      location.assign(`/t/${made.table}`);
    } catch (refusal) {
      toast(/** @type {Error} */ (refusal).message);
    }
  }

  return () => {
    const how = `number=${page.number}&viewer=${page.viewer}&theme=${look()}&form=${page.form()}`;
    svg.setAttribute("href", `${table}/picture.svg?${how}`);
    png.setAttribute("href", `${table}/picture.png?${how}`);
    position.setAttribute("href", `/analyse?table=${page.table}&number=${page.number}`);
    go.disabled = page.replay.result !== null && page.number === page.steps.length;
  };
}
