"""Azul (2017): its options here, its rules in `rules`, its moves, texts, drawings and explanations each in their file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from azulejos.core.azul.moves import ALL_MOVES, COLOURS, LETTERS
from azulejos.core.azul.rules import AzulState
from azulejos.core.game import Game, check

if TYPE_CHECKING:
    from azulejos.core.azul.judge import AzulJudge
    from azulejos.core.azul.view import AzulView


@dataclass(frozen=True)
class Azul(Game):
    """The game Azul for 2–4 players, on the coloured or the grey wall, with the Joker tiles or without."""

    jokers: bool = False
    round_limit: int = 50

    name = "azul"
    colours = COLOURS
    letters = LETTERS
    moves = ALL_MOVES
    spelling_help = (
        "write 3R2 (red from display 3 to line 2; display 0 is the centre, line 0 the floor), or r4c2 (row 4, column 2)"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        check("jokers", self.jokers, isinstance(self.jokers, bool), "true or false")
        good = type(self.round_limit) is int and 1 <= self.round_limit <= 1000
        check("round_limit", self.round_limit, good, "a number from 1 to 1000")

    def start(self) -> AzulState:
        return AzulState(self)

    def position(self, text: str) -> AzulState:
        from azulejos.core.azul import position

        return position.from_text(self, text)

    @classmethod
    def of_text(cls, text: str) -> Azul:
        from azulejos.core.azul import position

        return position.game_of(text)

    def judge(self, state: AzulState) -> AzulJudge:
        from azulejos.core.azul.judge import AzulJudge

        return AzulJudge(state)

    def view(self) -> AzulView:
        from azulejos.core.azul.view import AzulView

        return AzulView(self.start())
