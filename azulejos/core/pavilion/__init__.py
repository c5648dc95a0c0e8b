"""Summer Pavilion: its options here, its rules in `rules`, its moves, texts, drawings and explanations each in their file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from azulejos.core import words
from azulejos.core.contract import Problem
from azulejos.core.game import Game, check
from azulejos.core.pavilion.moves import ALL_MOVES, COLOURS, LETTERS
from azulejos.core.pavilion.rules import PavilionState

if TYPE_CHECKING:
    from azulejos.core.contract import Generator
    from azulejos.core.pavilion.judge import PavilionJudge
    from azulejos.core.pavilion.view import PavilionView

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
        dice = words.stir(rng.getrandbits(64), 0)
        left, order = list(COLOURS), []
        while left:
            dice = words.roll(dice)
            order.append(left.pop(words.below(dice, len(left))))
        return tuple(order)

    def start(self) -> PavilionState:
        return PavilionState(self)

    def position(self, text: str) -> PavilionState:
        from azulejos.core.pavilion import position

        return position.from_text(self, text)

    @classmethod
    def of_text(cls, text: str) -> Pavilion:
        from azulejos.core.pavilion import position

        return position.game_of(text)

    def judge(self, state: PavilionState) -> PavilionJudge:
        from azulejos.core.pavilion.judge import PavilionJudge

        return PavilionJudge(state)

    def view(self) -> PavilionView:
        from azulejos.core.pavilion.view import PavilionView

        return PavilionView(self.start())
