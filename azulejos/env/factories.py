"""Functions named after games, created on demand: `azulejos.env.vector.azul` is one of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from azulejos.core.contract import Generator
from azulejos.core.game import COMMON, Game
from azulejos.core.game_json import RANDOM, game_of_options
from azulejos.core.registry import GAMES

T = TypeVar("T")


def factory(module: dict[str, Any], name: str, make: Callable[..., T], what: str) -> Callable[..., T]:
    """Return the function `name` of a module (given by its `globals()`), which creates a game's environment.

    It becomes an attribute of the module, so that it can be pickled like any other function.
    """
    kind = GAMES.get(name)
    if kind is None:
        raise AttributeError(f"module {module['__name__']!r} has no attribute {name!r}")

    def made(**options: Any) -> T:
        return make(kind, **options)

    made.__name__ = made.__qualname__ = name
    made.__module__ = module["__name__"]
    made.__doc__ = f"{kind.title}, {what}; the options are {', '.join(_options(kind))} and those of the environment."
    module[name] = made
    return made


def _options(kind: type[Game]) -> list[str]:
    return [*COMMON, *kind.options(), *(["edition"] if kind.editions else [])]


Draw = Callable[[Generator], Game]
"""Returns the game of the next reset."""


def game_and_draw(kind: type[Game], options: Mapping[str, Any]) -> tuple[Game, Draw | None]:
    """The game with these options; if some of them are `"random"`, an example of it, and what draws the game of each reset."""
    if not any(isinstance(value, str) and value == RANDOM for value in options.values()):
        return game_of_options(kind, options), None
    return game_of_options(kind, options, random.Random(0)), partial(game_of_options, kind, options)
