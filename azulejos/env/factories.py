"""Functions named after games, created on demand: `azulejos.env.vector.azul` is one of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from azulejos.core.game import GAMES, Game

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
    return ["players", "board", *kind.options()]
