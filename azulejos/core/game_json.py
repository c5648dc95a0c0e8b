"""Games and positions from what people and programs write: a game's JSON or options, a position's text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from azulejos.core import xorshift
from azulejos.core.contract import Json, NotationError, Problem, State
from azulejos.core.game import COMMON, Game
from azulejos.core.message import Message, as_json, either, listed, quoted
from azulejos.core.registry import GAMES, BrokenGame, game_class

if TYPE_CHECKING:
    from azulejos.core.contract import Generator

RANDOM = "random"
"""What a game's JSON says instead of a value that is to be drawn."""


def game_from_json(spec: Json, rng: Generator | None = None) -> Game:
    """The game that a JSON object describes; anything unknown in it is refused.

    `edition` stands for the options of a published edition. With `rng`, `starter` and options that are an order may be
    `"random"`, and are drawn.
    """
    if not isinstance(spec, dict):
        first = next(iter(GAMES))
        raise NotationError(
            f'a game must be an object like {{"game": "{first}", "players": 2}}, not {as_json(spec)}', "bad_game"
        )
    kind = game_class(spec.get("game"))
    return game_of_options(kind, {key: value for key, value in spec.items() if key != "game"}, rng)


def game_of_options(kind: type[Game], options: Mapping[str, Any], rng: Generator | None = None) -> Game:
    """The game with these options, as in its JSON."""
    given = kind.edition_options(options)
    known = [*COMMON, *kind.options()]
    for key, value in given.items():
        if key not in known:
            message = Message(
                "{game} has no option {name}; its options are {names}",
                game=Message(kind.title),
                name=quoted(key),
                names=listed(known),
            )
            raise NotationError(message, "unknown_option", option=key)
        if isinstance(value, list):
            given[key] = tuple(value)
    try:
        return kind(**given if rng is None else _drawn(kind, given, rng))
    except Problem as problem:
        raise _as_written(problem, options) from None
    except TypeError as error:  # an unhashable value where a plain one belongs
        raise NotationError(f"{kind.title}: {error}", "bad_option") from None


def _as_written(problem: Problem, options: Mapping[str, Any]) -> Problem:
    """The problem with the value of an option as JSON has it."""
    message, option = problem.message, str(problem.details.get("option"))
    if not isinstance(message, Message) or "value" not in message.values or option not in options:
        return problem
    values = {**message.values, "value": as_json(options[option])}
    return type(problem)(Message(message.template, **values), problem.code, **problem.details)


def _drawn(kind: type[Game], given: Mapping[str, Any], rng: Generator) -> dict[str, Any]:
    """The options with everything drawn that is to be; what cannot be drawn stays, and the game refuses it."""
    drawn = dict(given)
    for name, option in kind.option_types().items():
        if option.kind == "order" and drawn.get(name) == RANDOM:
            drawn[name] = option.draw(rng)
    if drawn.get("starter") == RANDOM:
        players = drawn.get("players", kind.players)
        right = kind.any_starter and players in kind.player_counts
        drawn["starter"] = xorshift.below(xorshift.stir(rng.getrandbits(64), 0), players) if right else 0
    return drawn


def position(text: str) -> State:
    """Parse a position's text, of any game."""
    name = str(text).partition(" ")[0]
    try:
        kind = GAMES[name]
    except BrokenGame:
        raise
    except KeyError:
        message = Message("a position must begin with {names}, not {text}", names=either(GAMES), text=quoted(name))
        raise NotationError(message, "bad_position") from None
    return kind.of_text(text).position(text)
