// The start page: what to play, who plays, and the list of tables.

import { ask, keepName, myName } from "./api.js";
import { install } from "./app.js";
import { open, toast } from "./dialog.js";
import { the } from "./dom.js";
import { first } from "./games.js";
import { languages } from "./languages.js";
import { Lobby } from "./lobby.js";
import { preferences } from "./prefs.js";
import { Seating } from "./seating.js";
import { Setup } from "./setup.js";
import { t } from "./i18n.js";

const KEY = "azulejos.setup";

/** Creates a table and goes there; the button that was pressed shows that it is being done. */
async function create(/** @type {Record<string, unknown>} */ order, /** @type {HTMLElement} */ button) {
  const name = /** @type {HTMLInputElement} */ (the("name")).value.trim();
  if (name) keepName(name);
  button.setAttribute("aria-busy", "true");
  try {
    const { table } = await ask("/api/tables", { name: name || t("Guest"), public: true, clock: null, ...order });
    location.assign(`/t/${table}`);
  } catch (refusal) {
    button.removeAttribute("aria-busy");
    toast(/** @type {Error} */ (refusal).message);
  }
}

/** The level against which the player would win about half of the games, which the button says; the weakest one if it is not known. */
async function rightOpponent() {
  try {
    const { level, text, why } = /** @type {import("./types.js").Opponent} */ (await ask(`/api/opponent?game=${first.game.game}`));
    /** @type {HTMLElement} */ (the("now").querySelector("small")).textContent = text;
    the("opponent").textContent = why;
    the("now").dataset.level = level;
    return level;
  } catch {
    return null; // without a connection
  }
}

/** The seats of the first table, with bots of a level. */
function seatsAgainst(/** @type {string | null} */ level) {
  return first.seats.map((seat) => (seat.kind === "bot" && level ? { ...seat, level } : seat));
}

/** The last choice. */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") ?? {};
  } catch {
    return {};
  }
}

function main() {
  const before = remembered();
  const seating = new Seating(the("seats"), before.seats);
  const setup = new Setup(before.game, (game) => seating.seat(game));
  seating.resized = (players) => setup.resize(players);
  const name = /** @type {HTMLInputElement} */ (the("name"));
  name.value = myName();
  name.addEventListener("change", () => keepName(name.value.trim()));
  const opponent = rightOpponent();
  the("now").addEventListener("click", async () => create({ game: first.game, seats: seatsAgainst(await opponent) }, the("now")));
  the("prefs").addEventListener("click", () => open(t("Settings"), preferences()));
  the("setup").addEventListener("submit", (event) => {
    event.preventDefault();
    const [seconds, increment] = /** @type {HTMLSelectElement} */ (the("clock")).value.split(" ").map(Number);
    const order = { game: setup.game, seats: seating.seats };
    try {
      localStorage.setItem(KEY, JSON.stringify(order));
    } catch {
      // then it is not remembered
    }
    const clock = seconds ? { seconds, increment } : null;
    create({ ...order, clock, public: /** @type {HTMLInputElement} */ (the("public")).checked }, the("start"));
  });
  the("languages").replaceChildren(languages());
  new Lobby();
  install();
  dispatchEvent(new Event("listening"));
}

main();
