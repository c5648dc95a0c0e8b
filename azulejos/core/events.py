"""Events, which lead from one state to the next. A `Deal` or a `Refill` is chance, a `Move` is a decision.

Compiled, because games driven from Python use an event for every move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from azulejos.core.contract import Bunch, Json


class Deal:
    """A chance event: tiles are dealt onto the displays for a round."""

    __slots__ = ("displays", "round")

    def __init__(self, round: int, displays: tuple[Bunch, ...]) -> None:
        self.round = round
        self.displays = displays

    def __eq__(self, other: object) -> bool:
        return type(other) is Deal and (self.round, self.displays) == (other.round, other.displays)

    def __hash__(self) -> int:
        return hash((self.round, self.displays))

    def __repr__(self) -> str:
        return f"Deal(round={self.round!r}, displays={self.displays!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Deal, (self.round, self.displays)


class Refill:
    """A chance event: tiles are drawn onto the supply spaces."""

    __slots__ = ("tiles",)

    def __init__(self, tiles: Bunch) -> None:
        self.tiles = tiles

    def __eq__(self, other: object) -> bool:
        return type(other) is Refill and self.tiles == other.tiles

    def __hash__(self) -> int:
        return hash(self.tiles)

    def __repr__(self) -> str:
        return f"Refill(tiles={self.tiles!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Refill, (self.tiles,)


class Move:
    """A decision in its three spellings: a small `id`, a short `text`, a JSON `action`.

    The moves of a game are created once (`Azul.moves`), so equal moves are the same object.
    """

    __slots__ = ("action", "game", "id", "text")

    def __init__(self, game: str, id: int, text: str, action: Json) -> None:
        self.game = game
        self.id = id
        self.text = text
        self.action = action

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"{self.game.capitalize()}.move({self.text!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _same_move, (self.game, self.id)


def _same_move(game: str, id: int) -> Move:
    from azulejos.core.registry import GAMES

    return GAMES[game].moves[id]
