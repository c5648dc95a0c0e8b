"""The meaning of the numbers in an observation: named parts in a fixed order. Each game has its own `observation.py`.

First come the parts of the table, then a board for each player: the viewer's, then the others' in turn order.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from azulejos.core.game import Game


class Part(NamedTuple):
    """Some numbers that belong together: an axis of names for each dimension."""

    name: str
    axes: tuple[tuple[str, ...], ...]
    meaning: str
    one: str = "yes"  # the meaning of a 1

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(map(len, self.axes))

    @property
    def size(self) -> int:
        return prod(self.shape)


class Layout(NamedTuple):
    """The order of the numbers: the parts of the table, and those of each board."""

    table: tuple[Part, ...]
    board: tuple[Part, ...]

    def size(self, players: int) -> int:
        """The number of values in an observation."""
        return sum(part.size for part in self.table) + players * sum(part.size for part in self.board)


class ObservationPart(Protocol):
    """The module `observation` of a game."""

    VARIANTS: dict[str, dict[str, Any]]
    """Variants with different boards, by their title in the documentation."""

    def layout(self, game: Any, /) -> Layout:
        """Return the order of the numbers for a game with its options."""
        ...


def numbered(name: str, n: int) -> tuple[str, ...]:
    """`line 1`, `line 2` …"""
    return tuple(f"{name} {i}" for i in range(1, n + 1))


def seats(players: int) -> tuple[str, ...]:
    """Return the names of the players, relative to the viewer."""
    return ("viewer", *(f"{i} after the viewer" for i in range(1, players)))


def turn(game: Game) -> Part:
    """The part for whose turn it is."""
    return Part("turn", (seats(game.players),), "whose turn it is; all 0 when no seat is to move")


def marker(game: Game) -> Part:
    """The part for where the starting player marker is."""
    return Part("marker", (("centre", *seats(game.players)),), "where the starting player marker is")


def sources(game: Game) -> tuple[Part, Part]:
    """The parts for the tiles in the centre and on the displays."""
    return (
        Part("centre", (game.colours,), "tiles in the centre of the table", "4 tiles"),
        Part("displays", (numbered("display", game.displays), game.colours), "tiles on the displays", "4 tiles"),
    )
