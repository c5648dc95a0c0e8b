"""Summer Pavilion: its options here, its rules in `rules`, its moves, texts, drawings and explanations each in their file."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING

from azulejos.core import xorshift
from azulejos.core.blocks import ENGLISH
from azulejos.core.game import Game, GameText, OptionText, choice, order
from azulejos.core.message import Message
from azulejos.games.pavilion.moves import ALL_MOVES, COLOURS, LETTERS
from azulejos.games.pavilion.rules import PavilionState

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from azulejos.core.blocks import Speech
    from azulejos.core.contract import Generator
    from azulejos.games.pavilion.encoder import PavilionEncoder
    from azulejos.games.pavilion.heuristic import PavilionHeuristic
    from azulejos.lesson import LessonPart
    from azulejos.render.types import ScenePart
    from azulejos.tui.cells import TerminalPart


@dataclass(frozen=True)
class Pavilion(Game):
    """The game Summer Pavilion for 2–4 players, on the coloured or the grey (monochrome) side."""

    score_floor: int = choice(1, 0, 1)
    wild_order: tuple[str, ...] = order(*COLOURS)

    name = "pavilion"
    title = "Summer Pavilion"
    colours = COLOURS
    letters = LETTERS
    moves = ALL_MOVES
    editions = MappingProxyType({"big-box": {"score_floor": 1}, "mini-fr": {"score_floor": 0}, "mini-hu": {"score_floor": 1}})
    spelling_help = Message(
        "Write 3R to take red from factory 3 (0 is the centre), 2:4O+3 to place an orange tile on space 4 of star 2 with 3 wild"
        " tiles, +BBR to take bonus tiles, pass, or pass:GGGG to keep four green tiles."
    )

    @classmethod
    def description(cls, tr: Speech = ENGLISH) -> GameText:
        from azulejos.games.pavilion.description import description

        return description(cls, tr)

    def option_summary(self, option: OptionText, tr: Speech = ENGLISH) -> str:
        return tr("another wild order") if option.name == "wild_order" else super().option_summary(option, tr)

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
    def lesson(cls) -> LessonPart:
        from azulejos.games.pavilion import lesson

        return lesson

    @classmethod
    def folder(cls) -> Traversable:
        return files(__name__)
