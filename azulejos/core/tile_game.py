"""A game of the family: how its states are written, drawn and explained."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from azulejos.core.blocks import ENGLISH
from azulejos.core.game import Game

if TYPE_CHECKING:
    from azulejos.core.blocks import Speech
    from azulejos.core.contract import Gain, IllegalMove, Json


@dataclass(frozen=True)
class StatePart:
    """Everything about a state that is not rules; functions of the game's modules, which take the state first."""

    text: Callable[[Any], str]
    json: Callable[[Any], Json]
    drawing: Callable[..., str]
    explain: Callable[..., list[Gain]]
    refusal: Callable[[Any, object], IllegalMove]


class TileGame(Game):
    """A game with a bag, displays and a centre, whose states are `TileState`s."""

    def drawing(self, state: Any, colour: bool = False, tr: Speech = ENGLISH, names: Sequence[str] = ()) -> str:
        return self.state_part().drawing(state, colour, tr, names)

    @classmethod
    def state_part(cls) -> StatePart:
        """Return how states are written, drawn and explained; imported when first used."""
        raise NotImplementedError
