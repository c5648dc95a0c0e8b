"""Azul (2017): its options here, its rules in `rules`, its moves, texts, drawings and explanations each in their file."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from azulejos.core.game import Game, check
from azulejos.games.azul.moves import ALL_MOVES, COLOURS, LETTERS
from azulejos.games.azul.rules import AzulState

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable

    from azulejos.games.azul.encoder import AzulEncoder
    from azulejos.games.azul.heuristic import AzulHeuristic
    from azulejos.lesson import LessonPart
    from azulejos.render.types import ScenePart
    from azulejos.tui.cells import TerminalPart


@dataclass(frozen=True)
class Azul(Game):
    """The game Azul for 2–4 players, on the coloured or the grey wall, with the Joker tiles or without."""

    jokers: bool = False
    round_limit: int = 50

    name = "azul"
    title = "Azul"
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
        from azulejos.games.azul import position

        return position.from_text(self, text)

    @classmethod
    def of_text(cls, text: str) -> Azul:
        from azulejos.games.azul import position

        return position.game_of(text)

    def heuristic(self, state: AzulState) -> AzulHeuristic:
        from azulejos.games.azul.heuristic import AzulHeuristic

        return AzulHeuristic(state)

    def encoder(self) -> AzulEncoder:
        from azulejos.games.azul.encoder import AzulEncoder

        return AzulEncoder(self.start())

    @classmethod
    def scene(cls) -> ScenePart:
        from azulejos.games.azul.scene import SCENE

        return SCENE

    @classmethod
    def terminal(cls) -> TerminalPart:
        from azulejos.games.azul import terminal

        return terminal

    @classmethod
    def lessons(cls) -> Mapping[str, LessonPart]:
        from azulejos.games.azul.lessons import LESSONS

        return LESSONS

    @classmethod
    def folder(cls) -> Traversable:
        return files(__name__)
