"""The right opponent: the level against which an owner would win about half of the games, and what to do after a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from azulejos.bots.levels import LEVELS
from azulejos.core.contract import Problem
from azulejos.core.game import Game
from azulejos.core.registry import GAMES
from azulejos.glicko import Rating
from azulejos.language import Language
from azulejos.web.endpoint import Call, Operation, Query, one_of
from azulejos.web.ratings import BOTS_DEVIATION, NEW, Rated, against_bots

AGAINST: dict[str, Callable[[Language, str], str]] = {
    "beginner": lambda tr, game: tr("{game} against a beginner", game=game),
    "apprentice": lambda tr, game: tr("{game} against an apprentice", game=game),
    "craftsman": lambda tr, game: tr("{game} against a craftsman", game=game),
    "expert": lambda tr, game: tr("{game} against an expert", game=game),
    "master": lambda tr, game: tr("{game} against a master", game=game),
}


class Opponent(Struct, frozen=True):
    """A level of bots for you: why this one, your rating against bots, and the share of games that you would win."""

    level: str
    text: str
    why: str
    rating: int
    games: int
    share: float


class LessonLink(Struct, frozen=True):
    """A lesson."""

    href: str
    title: str


class NextSteps(Struct, frozen=True):
    """What to do after a game: the next opponent, and a lesson that fits."""

    opponent: Opponent | None
    """`None` if no bot played."""
    game: dict[str, Any]
    seats: list[dict[str, Any]]
    """The seats of the next game."""
    lesson: LessonLink | None


def level_for(rated: Rated) -> str:
    """Return the level that is about as strong as a player; the weakest one at first."""
    if rated.n == 0:
        return next(iter(LEVELS))
    return min(LEVELS, key=lambda level: abs(LEVELS[level].rating - rated.rating.rating))


def opponent(game: type[Game], rated: Rated, tr: Language) -> Opponent:
    """Return the next opponent of a player."""
    level = level_for(rated)
    share = rated.rating.expected(Rating(LEVELS[level].rating, BOTS_DEVIATION))
    if rated.n == 0:
        why = tr("You start against the weakest bot. Your results decide who comes next.")
    else:
        why = tr("You would win about {share} of the games against this bot.", share=tr.percent(round(share, 1)))
    return Opponent(level, against(game, level, tr), why, round(rated.rating.rating), rated.n, round(share, 3))


def against(game: type[Game], level: str, tr: Language) -> str:
    """Return what is played against whom."""
    return AGAINST[level](tr, game.description(tr).title)


async def show_opponent(call: Call) -> Opponent:
    name = one_of(call, "game", tuple(GAMES))
    return opponent(GAMES[name], await _rated(call, name), call.tr)


async def _rated(call: Call, game: str) -> Rated:
    return NEW if call.owner is None else await call.hub.store.rating(call.owner, against_bots(game))


async def next_steps(call: Call) -> NextSteps:
    table = (await call.hub.room(call.table)).table
    if table.outcome is None:
        raise Problem("the game is not over yet", "not_over")
    kind, rated = type(table.game), await _rated(call, table.game.name)
    mine, bots = table.owned(call.owner), [seat.kind == "bot" and seat.replaced is None for seat in table.seats]
    found = opponent(kind, rated, call.tr) if len(mine) == 1 and any(bots) else None
    level = None if found is None else found.level
    seats = [{"kind": "bot", "level": level} if bot else {"kind": "me" if n in mine else "open"} for n, bot in enumerate(bots)]
    return NextSteps(found, table.game.json, seats if found else [], _lesson(table.game, rated, call.tr) if mine else None)


def _lesson(game: Game, rated: Rated, tr: Language) -> LessonLink | None:
    """Return the lesson for the board or an option of the game; for players who are not stronger than a beginner, the first."""
    lessons = game.lessons()
    fits = [name for name in lessons if name == game.board or getattr(game, name, None) is True]
    if not fits and level_for(rated) == next(iter(LEVELS)):
        fits = list(lessons)
    return LessonLink(f"/learn/{game.name}/{fits[0]}", lessons[fits[0]].title(tr)) if fits else None


_GAME = Query("Which game.", {"enum": list(GAMES), "default": next(iter(GAMES))})

OPERATIONS = [
    Operation(
        "GET",
        "/api/opponent",
        "The bot against which you would win about half of the games.",
        show_opponent,
        Opponent,
        None,
        (400,),
        200,
        {"game": _GAME},
    ),
    Operation("GET", "/api/tables/{table}/next", "What to do after a game.", next_steps, NextSteps, None, (404, 410, 422)),
]
"""The endpoints for the next opponent."""
