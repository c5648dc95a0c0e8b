"""What the page needs to know about games and bots, so that its scripts need not name any."""

from __future__ import annotations

import random
from dataclasses import asdict
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct
from starlette.responses import Response

from azulejos import render
from azulejos.bots.levels import level_texts
from azulejos.core.contract import CHANCE
from azulejos.core.game import Game
from azulejos.core.game_json import RANDOM
from azulejos.core.game_text import ChoiceText, ColourText, EditionText, OptionText
from azulejos.core.registry import GAMES
from azulejos.language import LANGUAGES, Language, language
from azulejos.rulebook import has_rulebook
from azulejos.web.assets import ASK_AGAIN, JSON, Asset
from azulejos.web.endpoint import Call, Operation
from azulejos.web.opponents import opponent
from azulejos.web.ratings import NEW

FIRST_LEVEL = "craftsman"
"""The default bot."""


class Choice(Struct, frozen=True):
    """A value of an option, with the URL of a picture of what it changes."""

    value: Any
    title: str
    about: str
    picture: str


class Option(Struct, frozen=True):
    """An option of a game; the `main` ones are offered when a table is created."""

    name: str
    kind: str
    title: str
    about: str
    default: Any
    main: bool
    values: list[Choice]
    least: int | None
    most: int | None


class PlaceInfo(Struct, frozen=True):
    """The name of a kind of place, and how to point at it; see `azulejos.render.types.PlaceWords`."""

    spot: str
    text: str
    parts: int
    by_colour: bool
    owned: bool
    exact: bool


class PromptInfo(Struct, frozen=True):
    """The prompt when only these kinds of places are offered; see `azulejos.render.types.Prompt`."""

    kinds: list[str]
    first: str
    then: str
    done: str | None
    after: list[str]


class GameInfo(Struct, frozen=True):
    """A game: how to choose it, what its parts are called, and which pages it has."""

    name: str
    title: str
    about: str
    picture: str
    players: list[int]
    boards: list[Choice]
    options: list[Option]
    editions: list[EditionText]
    any_starter: bool
    colours: list[ColourText]
    pieces: dict[str, str]
    places: dict[str, PlaceInfo]
    prompts: list[PromptInfo]
    lesson: bool
    rules: bool
    scene: bool
    editable: bool
    example: str


class LevelText(Struct, frozen=True):
    """A level of bots, and its name."""

    name: str
    title: str
    about: str


class FirstTable(Struct, frozen=True):
    """A quick-start table: its name, and the request that creates it."""

    text: str
    game: dict[str, Any]
    seats: list[dict[str, Any]]


class Games(Struct, frozen=True):
    """All games, all levels of bots (weakest first), and the quick-start tables."""

    games: list[GameInfo]
    levels: list[LevelText]
    level: str
    first: FirstTable


@lru_cache(len(LANGUAGES))
def games(tr: Language) -> Games:
    """Return the games and bots in a language."""
    levels = [LevelText(name, text.title, text.about) for name, text in level_texts(tr).items()]
    return Games([_game(kind, tr) for kind in GAMES.values()], levels, FIRST_LEVEL, _first(tr))


def _game(kind: type[Game], tr: Language) -> GameInfo:
    text, words, plain = kind.description(tr), render.vocabulary(kind.name, tr), _plain(kind)
    return GameInfo(
        name=text.name,
        title=text.title,
        about=text.about,
        picture=_picture(plain),
        players=list(text.players),
        boards=[_choice(one, _with(plain, board=one.value)) for one in text.boards],
        options=[_option(one, plain) for one in text.options],
        editions=list(text.editions),
        any_starter=kind.any_starter,
        colours=list(text.colours),
        pieces=words.pieces,
        places={name: PlaceInfo(**place._asdict()) for name, place in words.places.items()},
        prompts=[PromptInfo(list(one.kinds), one.first, one.then, one.done, list(one.after)) for one in words.prompts],
        lesson=bool(kind.lessons()),
        rules=has_rulebook(kind.name),
        scene=kind.scene() is not None,
        editable=render.part(kind).edit is not None,
        example=_example(plain),
    )


def _plain(kind: type[Game]) -> Game:
    return kind(players=kind.player_counts[0], board=kind.boards[0])


def _option(option: OptionText, plain: Game) -> Option:
    pictured = option.kind in ("switch", "choice")
    values = [_choice(one, _with(plain, **{option.name: one.value}) if pictured else plain) for one in option.values]
    return Option(
        *(option.name, option.kind, option.title, option.about, option.default, option.main, values, option.least, option.most)
    )


def _choice(one: ChoiceText, game: Game) -> Choice:
    return Choice(one.value, one.title, one.about, _picture(game))


def _with(game: Game, **options: Any) -> Game:
    return type(game)(**{**asdict(game), **options})


def _picture(game: Game) -> str:
    return f"/picture/{render.layout_key(game)}.svg"


def _example(game: Game) -> str:
    """A start position: the first decision of a game."""
    state, dice = game.start(), random.Random(1)
    while state.actor is CHANCE:
        state = state.play(state.draw(dice))
    return state.text


def _first(tr: Language) -> FirstTable:
    kind = next(iter(GAMES.values()))
    game = _plain(kind)
    found = opponent(kind, NEW, tr)
    bots = [{"kind": "bot", "level": found.level}] * (game.players - 1)
    starter = {"starter": RANDOM} if kind.any_starter else {}
    return FirstTable(found.text, {**game.json, **starter}, [{"kind": "me"}, *bots])


@lru_cache(len(LANGUAGES))
def games_file(code: str) -> Asset:
    """Return the games and bots in a language, for the page."""
    return Asset(msgspec.json.encode(games(language(code))), JSON)


async def show(call: Call) -> Response:
    answer = games_file(call.tr.code).answer(call.request, ASK_AGAIN)
    answer.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
    answer.headers["Content-Language"] = call.tr.code
    return answer


OPERATIONS = [Operation("GET", "/api/games", "The games with their options, and the levels of the bots.", show, Games)]
"""The endpoints about games."""
