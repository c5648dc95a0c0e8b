"""The registry: every game by its name, whether defined in this process or installed with a package."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from azulejos.core.contract import NotationError, Problem
from azulejos.core.message import Message, as_json, either, quoted

if TYPE_CHECKING:
    from azulejos.core.game import Game

GROUP = "azulejos.games"
"""The entry-point group in which a package lists its games: `mygame = mypackage:MyGame`."""


class Registry(Mapping[str, "type[Game]"]):
    """Every game by its name: those defined in this process, then those of installed packages.

    A package is imported when its game is first used. If the import fails, iteration skips the game with a warning, and a
    lookup raises a `BrokenGame` that names the package.
    """

    def __init__(self) -> None:
        self._defined: dict[str, type[Game]] = {}
        self._broken: dict[str, BrokenGame] = {}

    @cached_property  # looking up installed packages reads the disk
    def _installed(self) -> dict[str, EntryPoint]:
        return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}

    def enter(self, kind: type[Game]) -> None:
        """Register a game; raise an error if its name is taken."""
        there = self._defined.get(kind.name)
        if there is not None and (there.__module__, there.__qualname__) != (kind.__module__, kind.__qualname__):
            raise Problem(f"the name {kind.name!r} is already taken by {there.__module__}.{there.__qualname__}", "bad_game")
        self._defined[kind.name] = kind

    def leave(self, kind: type[Game]) -> None:
        """Unregister a game that was defined in this process."""
        self._defined.pop(kind.name, None)

    def __getitem__(self, name: str) -> type[Game]:
        found = self._defined.get(name)
        return self._load(name) if found is None else found

    def _load(self, name: str) -> type[Game]:
        if name in self._broken:
            raise self._broken[name]
        from azulejos.core.game import Game  # which registers itself here

        point = self._installed[name]
        try:
            kind = point.load()
            if not (isinstance(kind, type) and issubclass(kind, Game) and getattr(kind, "name", None) == name):
                raise TypeError(f"it is not a subclass of `azulejos.Game` with the name {name!r}")
        except Exception as error:  # third-party code can raise anything
            package = point.dist.name if point.dist else "a package"
            cause = f"{type(error).__name__}: {error}"
            self._broken[name] = BrokenGame(
                Message(
                    "cannot load the game {game} of {package} from {place}: {cause}",
                    game=quoted(name),
                    package=package,
                    place=point.value,
                    cause=cause,
                )
            )
            raise self._broken[name] from error
        self._defined[name] = kind
        return kind

    def __iter__(self) -> Iterator[str]:
        for name in self._installed:
            if name not in self._defined and name not in self._broken:
                try:
                    self._load(name)
                except BrokenGame as error:
                    warnings.warn(str(error), RuntimeWarning, stacklevel=2)
        return iter(tuple(self._defined))

    def __len__(self) -> int:
        return len(tuple(iter(self)))

    def __repr__(self) -> str:
        return f"<games {', '.join(self)}>"


class BrokenGame(Problem, KeyError):
    """The package of this game cannot be imported."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "broken_game")

    __str__ = ValueError.__str__  # KeyError's own would quote the message


GAMES = Registry()
"""Every game by its name. Defining a game registers it, and so does the entry-point group `azulejos.games`."""


def game_class(name: object) -> type[Game]:
    """Return the class of the game with this name; raise a `Problem` if there is none."""
    if isinstance(name, str):
        try:
            return GAMES[name]
        except BrokenGame:
            raise
        except KeyError:
            pass
    message = Message("there is no game {name}; choose {names}", name=as_json(name), names=either(GAMES))
    raise NotationError(message, "bad_game")
