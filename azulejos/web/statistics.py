"""Statistics of all finished games, or of a player's, from the sums updated when they ended (see `results`)."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from azulejos import render
from azulejos.bots.levels import LEVELS
from azulejos.core.registry import GAMES
from azulejos.language import Language
from azulejos.render.plot import Bar, bars, columns
from azulejos.web.endpoint import Call, Operation, Query, one_of, whole
from azulejos.web.entries import Best, Fortune
from azulejos.web.names import LONGEST_NAME, clean
from azulejos.web.results import STEP
from azulejos.web.store import EVERYBODY

BESTS = 5
MOST_ANALYSED = 200  # games that were analysed; of more of them, the last ones count


class Source(Struct, frozen=True):
    """A source of points: how many of them per game, on average."""

    text: str
    points: float


class Duel(Struct, frozen=True):
    """Results against bots of a level: how many were beaten, tied with, lost to."""

    level: str
    above: int
    even: int
    below: int


class LuckSum(Struct, frozen=True):
    """Luck and skill over all games of a name that were analysed, in chances to win: sums, and the average accuracy."""

    games: int
    luck: float
    own: float
    accuracy: float


class Statistics(Struct, frozen=True):
    """The statistics of a game and a number of players (0: any), for one name or for everyone; plots are SVG."""

    name: str | None
    game: str
    players: int
    games: int
    wins: int | None
    average: float
    rounds: float
    best: list[Best]
    sources: list[Source]
    duels: list[Duel]
    luck: LuckSum | None
    plots: dict[str, str]


async def show_statistics(call: Call) -> Statistics:
    name = clean(call.request.query_params.get("name", ""))[: LONGEST_NAME + 1] or EVERYBODY
    game = one_of(call, "game", tuple(GAMES))
    wanted = whole(call, "players", 0, 4, 0)
    found = await call.hub.store.totals(name, game)
    counted = {players: counts for players, counts in found.items() if wanted in (0, players)}
    best: list[Best] = []
    for players in counted:
        best += await call.hub.store.bests(name, game, players, BESTS)
    best = sorted(best, key=lambda one: -one.score)[:BESTS]
    fortunes = [] if name == EVERYBODY else await call.hub.store.fortunes(name, game, MOST_ANALYSED)
    luck = _luck([one for one in fortunes if wanted in (0, one.players)])
    return statistics(name, game, wanted, counted, best, luck, call.tr)


def _luck(found: list[Fortune]) -> LuckSum | None:
    if not found:
        return None
    luck, own = sum(one.luck for one in found), sum(one.own for one in found)
    return LuckSum(len(found), round(luck, 4), round(own, 4), round(sum(one.accuracy for one in found) / len(found), 4))


def statistics(
    name: str,
    game: str,
    wanted: int,
    counted: dict[int, dict[str, int]],
    best: list[Best],
    luck: LuckSum | None,
    tr: Language,
) -> Statistics:
    """Return the statistics for some numbers of players."""
    sums: Counter[str] = Counter()
    for counts in counted.values():
        sums.update(counts)  # adds, and keeps counts below 0
    seats = sums["seats"]
    games = sum(counts.get("seats", 0) // (max(players, 1) if name == EVERYBODY else 1) for players, counts in counted.items())
    sources = _sources(game, sums, tr)
    duels = {level: [sums[f"{how}.{level}"] for how in ("above", "even", "below")] for level in LEVELS}
    return Statistics(
        name=None if name == EVERYBODY else name,
        game=game,
        players=wanted,
        games=games,
        wins=None if name == EVERYBODY else sums["wins"],
        average=round(sums["points"] / max(seats, 1), 2),
        rounds=round(sums["rounds"] / max(seats, 1), 2),
        best=best,
        sources=sources,
        duels=[Duel(level, *found) for level, found in duels.items() if any(found)],
        luck=luck,
        plots=_plots(game, sums, sources, tr) if seats else {},
    )


def _plots(game: str, sums: Counter[str], sources: list[Source], tr: Language) -> dict[str, str]:
    drawn = [Bar(one.text, one.points, tr.decimal(one.points, "+")) for one in sources]
    return {
        "scores": _distribution(sums, tr),
        "sources": bars(tr("Points per game by source"), drawn),
        "colours": _colours(game, sums, tr),
    }


def _sources(game: str, sums: Counter[str], tr: Language) -> list[Source]:
    """Return the rows of the scoring sheet, averaged per game."""
    kind = GAMES[game]()
    points = {what.removeprefix("from."): n for what, n in sums.items() if what.startswith("from.")}
    rows = render.sentences(kind).sheet(kind, [points], tr)
    start = kind.start().scores[0]
    first = [Source(tr("At the start"), float(start))] if start else []
    return first + [Source(row.text, round(row.points[0] / max(sums["seats"], 1), 2)) for row in rows]


def _distribution(sums: Counter[str], tr: Language) -> str:
    found = {int(what.removeprefix("score.")): n for what, n in sums.items() if what.startswith("score.")}
    steps = range(min(found), max(found) + 1, STEP) if found else ()
    return columns(tr("Score distribution"), {str(low): found.get(low, 0) for low in steps})


def _colours(game: str, sums: Counter[str], tr: Language) -> str:
    colours = GAMES[game].description(tr).colours
    taken = {colour: sums[f"colour.{colour.name}"] for colour in colours if f"colour.{colour.name}" in sums}
    every = sum(taken.values()) or 1
    drawn = [Bar(colour.title, n / every, tr.percent(n / every), f"p-{colour.name}") for colour, n in taken.items()]
    return bars(tr("Tiles taken by colour"), drawn)


_NAME = Query("The player's name; default: everyone.", {"type": "string"})
_GAME = Query("Which game.", {"enum": list(GAMES), "default": next(iter(GAMES))})
_PLAYERS = Query("The number of players; 0 for any.", {"type": "integer", "minimum": 0, "maximum": 4, "default": 0})

OPERATIONS = [
    Operation(
        "GET",
        "/api/statistics",
        "Statistics of all finished games, or of one player's.",
        show_statistics,
        Statistics,
        None,
        (400,),
        200,
        {"name": _NAME, "game": _GAME, "players": _PLAYERS},
    )
]
"""The endpoints for statistics."""
