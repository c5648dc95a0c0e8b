// Statistics of all games, or of one player's: numbers, plots, the best games, and the results against the bots.

import { ask, myName } from "./api.js";
import { open } from "./dialog.js";
import { drawing, make, the } from "./dom.js";
import { games, levelName } from "./games.js";
import { preferences } from "./prefs.js";
import { decimal, locale, many, percent, t } from "./i18n.js";

const name = /** @type {HTMLInputElement} */ (the("name"));
/** @type {Record<string, string>} */
const wish = { game: games[0].name, players: "0", ...Object.fromEntries(new URLSearchParams(location.search)) };

/** A select element. */
function pills(/** @type {"game" | "players"} */ part, /** @type {[string, string][]} */ values) {
  the(`pick-${part}`).replaceChildren(
    ...values.map(([value, text]) =>
      make(
        "label",
        { class: "pill" },
        make("input", { type: "radio", name: part, value, checked: wish[part] === value, onchange: () => show({ [part]: value }) }),
        make("span", { text }),
      ),
    ),
  );
}

/** Fetches the statistics; the filter is in the URL, so that it can be bookmarked. */
async function show(/** @type {Record<string, string>} */ change) {
  Object.assign(wish, change);
  const asked = new URLSearchParams(Object.entries(wish).filter(([, value]) => value !== "" && value !== "0"));
  history.replaceState(null, "", `?${asked}`);
  name.value = wish.name ?? "";
  try {
    const found = await ask(`/api/statistics?${asked}`);
    the("found").replaceChildren(...(found.games ? sections(found) : [make("p", { class: "card", text: nothing(found) })]));
    the("found").dataset.games = String(found.games);
  } catch (refusal) {
    the("found").replaceChildren(make("p", { class: "card loss", text: /** @type {Error} */ (refusal).message }));
  }
}

function nothing(/** @type {import("./types.js").Statistics} */ found) {
  return found.name ? t("{name} hasn't finished a game like this yet.", { name: found.name }) : t("No games like this yet.");
}

function sections(/** @type {import("./types.js").Statistics} */ found) {
  const figure = (/** @type {string | number} */ value, /** @type {string} */ text) =>
    make("div", {}, make("b", { text: value }), make("span", { text }));
  const plot = (/** @type {string} */ title, /** @type {string} */ part) =>
    make("section", { class: "card" }, make("h2", { text: title }), ...drawing(found.plots[part]));
  return [
    make(
      "section",
      { class: "card" },
      make("h2", { text: found.name ?? t("All games") }),
      make(
        "div",
        { class: "figures" },
        figure(found.games, many("game", "games", found.games)),
        found.wins === null ? null : figure(percent(found.wins / found.games), t("won")),
        figure(decimal(found.average), t("average score")),
        found.name && found.best.length ? figure(found.best[0].score, t("best score")) : null,
        figure(decimal(found.rounds), t("average rounds")),
      ),
    ),
    make(
      "div",
      { class: "cards2" },
      plot(t("Score distribution"), "scores"),
      plot(t("Points per game by source"), "sources"),
      plot(t("Tiles taken by colour"), "colours"),
      bests(found),
      found.duels.length ? duels(found) : null,
      found.luck ? luck(found.luck) : null,
    ),
  ];
}

function bests(/** @type {import("./types.js").Statistics} */ { best }) {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
  return make(
    "section",
    { class: "card" },
    make("h2", { text: t("Best games") }),
    best.length
      ? make(
          "table",
          { class: "sheet" },
          make(
            "tbody",
            {},
            ...best.map((one) =>
              make(
                "tr",
                {},
                make("th", { scope: "row" }, make("a", { href: `/r/${one.table}`, text: one.name })),
                make("td", { text: many("{n} player", "{n} players", one.players) }),
                make("td", { text: day.format(one.at * 1000) }),
                make("td", {}, make("b", { text: one.score })),
              ),
            ),
          ),
        )
      : make("p", { class: "soft", text: t("Public games only.") }),
  );
}

/** Luck and skill over all games that were analysed. */
function luck(/** @type {{games: number, luck: number, own: number, accuracy: number}} */ sum) {
  const row = (/** @type {string} */ title, /** @type {string} */ text) =>
    make("tr", {}, make("th", { scope: "row", text: title }), make("td", { text }));
  return make(
    "section",
    { class: "card", "data-part": "luck" },
    make("h2", { text: t("Luck and skill") }),
    make("p", { class: "soft", text: many("{n} game was analysed.", "{n} games were analysed.", sum.games) }),
    make(
      "table",
      { class: "sheet" },
      make(
        "tbody",
        {},
        row(t("Accuracy"), percent(sum.accuracy, 1)),
        row(t("Luck, in games won"), decimal(sum.luck, true)),
        row(t("Luck per game (chance to win)"), percent(sum.luck / sum.games, 1, true)),
        row(t("Own moves per game (chance to win)"), percent(sum.own / sum.games, 1, true)),
      ),
    ),
  );
}

function duels(/** @type {import("./types.js").Statistics} */ { duels: found, name: whose }) {
  return make(
    "section",
    { class: "card" },
    make("h2", { text: whose ? t("Against bots") : t("People against bots") }),
    make(
      "table",
      { class: "sheet" },
      make(
        "thead",
        {},
        make("tr", {}, make("td"), ...[t("ahead"), t("even"), t("behind")].map((text) => make("th", { scope: "col", text }))),
      ),
      make(
        "tbody",
        {},
        ...found.map(({ level, above, even, below }) =>
          make(
            "tr",
            {},
            make("th", { scope: "row", text: levelName(level) }),
            make("td", { text: above }),
            make("td", { text: even }),
            make("td", { text: below }),
          ),
        ),
      ),
    ),
  );
}

const counts = [...new Set(games.flatMap(({ players }) => players))].sort().map(String);
pills(
  "game",
  games.map(({ name: value, title }) => [value, title]),
);
pills("players", [["0", t("any number")], ...counts.map((count) => /** @type {[string, string]} */ ([count, count]))]);
the("wish").addEventListener("submit", (event) => {
  event.preventDefault();
  show({ name: name.value.trim() });
});
the("all").addEventListener("click", () => show({ name: "" }));
the("mine").hidden = !myName();
the("mine").textContent = t("Games by {name}", { name: myName() });
the("mine").addEventListener("click", () => show({ name: myName() }));
the("prefs").addEventListener("click", () => open(t("Settings"), preferences()));
dispatchEvent(new Event("listening"));
show({});
