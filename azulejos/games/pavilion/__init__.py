"""Summer Pavilion: its options here, its rules in `rules`, its moves, texts, drawings and explanations each in their file."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from azulejos.core import xorshift
from azulejos.core.contract import Problem
from azulejos.core.game import Game, check
from azulejos.games.pavilion.moves import ALL_MOVES, COLOURS, LETTERS
from azulejos.games.pavilion.rules import PavilionState

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable

    from azulejos.core.contract import Generator
    from azulejos.games.pavilion.encoder import PavilionEncoder
    from azulejos.games.pavilion.heuristic import PavilionHeuristic
    from azulejos.lesson import LessonPart
    from azulejos.render.types import ScenePart
    from azulejos.tui.cells import TerminalPart

EDITIONS = {
    "big-box": {"score_floor": 1},
    "mini-fr": {"score_floor": 0},
    "mini-hu": {"score_floor": 1},
}
"""What the published editions say where they differ."""


@dataclass(frozen=True)
class Pavilion(Game):
    """The game Summer Pavilion for 2–4 players, on the coloured or the grey (monochrome) side."""

    score_floor: int = 1
    wild_order: tuple[str, ...] = COLOURS

    name = "pavilion"
    title = "Summer Pavilion"
    colours = COLOURS
    letters = LETTERS
    moves = ALL_MOVES
    spelling_help = (
        "write 3R (red from display 3; 0 is the centre), 2:4O+3 (star 2, space 4, orange with 3 wild tiles),"
        " +BBR (bonus tiles), pass or pass:GGGG (and keep four green)"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        floor_ok = type(self.score_floor) is int and self.score_floor in (0, 1)
        check("score_floor", self.score_floor, floor_ok, "0 or 1")
        order = self.wild_order
        order_ok = isinstance(order, tuple) and all(isinstance(one, str) for one in order) and sorted(order) == sorted(COLOURS)
        check("wild_order", order, order_ok, "the six colours, each once: " + ", ".join(COLOURS))

    @classmethod
    def edition(cls, name: str, players: int = 2, board: str = "coloured", wild_order: tuple[str, ...] = COLOURS) -> Pavilion:
        """The game as a published edition has it: `big-box`, `mini-fr` or `mini-hu`."""
        if name not in EDITIONS:
            raise Problem(f"an edition is one of {', '.join(EDITIONS)}, not {name!r}", "bad_option", option="edition")
        return cls(players, board, wild_order=wild_order, **EDITIONS[name])

    @staticmethod
    def draw_wild_order(rng: Generator) -> tuple[str, ...]:
        """An order of the wild colours, all 720 equally likely."""
        dice = xorshift.stir(rng.getrandbits(64), 0)
        left, order = list(COLOURS), []
        while left:
            dice = xorshift.roll(dice)
            order.append(left.pop(xorshift.below(dice, len(left))))
        return tuple(order)

    def start(self) -> PavilionState:
        return PavilionState(self)

    def position(self, text: str) -> PavilionState:
        from azulejos.games.pavilion import position

        return position.from_text(self, text)

    @classmethod
    def of_text(cls, text: str) -> Pavilion:
        from azulejos.games.pavilion import position

        return position.game_of(text)

    def heuristic(self, state: PavilionState) -> PavilionHeuristic:
        from azulejos.games.pavilion.heuristic import PavilionHeuristic

        return PavilionHeuristic(state)

    def encoder(self) -> PavilionEncoder:
        from azulejos.games.pavilion.encoder import PavilionEncoder

        return PavilionEncoder(self.start())

    @classmethod
    def scene(cls) -> ScenePart:
        from azulejos.games.pavilion.scene import SCENE

        return SCENE

    @classmethod
    def terminal(cls) -> TerminalPart:
        from azulejos.games.pavilion import terminal

        return terminal

    @classmethod
    def lessons(cls) -> Mapping[str, LessonPart]:
        from azulejos.games.pavilion.lessons import LESSONS

        return LESSONS

    @classmethod
    def folder(cls) -> Traversable:
        return files(__name__)
