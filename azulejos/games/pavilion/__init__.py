"""Summer Pavilion. The options are here, the rules in `rules`; moves, texts, drawings and explanations have their own files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING

from azulejos.core import places
from azulejos.core.blocks import ENGLISH
from azulejos.core.contract import Deal, Move, Refill
from azulejos.core.draw_plan import DrawPlan
from azulejos.core.game import GameText, OptionText, choice, order
from azulejos.core.message import Message
from azulejos.core.tile_game import StatePart, TileGame
from azulejos.games.pavilion.moves import ALL_MOVES, COLOURS, LETTERS
from azulejos.games.pavilion.rules import PavilionState

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable

    from azulejos.core.benchmark import BenchmarkPart
    from azulejos.core.blocks import Speech
    from azulejos.core.coach import CoachPart
    from azulejos.core.contract import Generator
    from azulejos.core.glance import Glance
    from azulejos.core.observation import ObservationPart
    from azulejos.games.pavilion.encoder import PavilionEncoder
    from azulejos.games.pavilion.heuristic import PavilionHeuristic
    from azulejos.lesson import LessonPart
    from azulejos.render.types import ScenePart
    from azulejos.tui.cells import TerminalPart


@dataclass(frozen=True)
class Pavilion(TileGame):
    """The game Summer Pavilion for 2–4 players, on the coloured or the grey (monochrome) side."""

    score_floor: int = choice(1, 0, 1)
    wild_order: tuple[str, ...] = order(*COLOURS)

    name = "pavilion"
    title = "Summer Pavilion"
    colours = COLOURS
    letters = LETTERS
    moves = ALL_MOVES
    any_starter = True
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
        return tr("different wild order") if option.name == "wild_order" else super().option_summary(option, tr)

    @staticmethod
    def draw_wild_order(rng: Generator) -> tuple[str, ...]:
        """An order of the wild colours, all 720 equally likely."""
        return Pavilion.option_types()["wild_order"].draw(rng)

    @property
    def most_moves(self) -> int:
        taken, spaces = places.TO_A_DISPLAY * self.displays, 42
        return 6 * (taken + self.players) + 2 * spaces * self.players

    def start(self) -> PavilionState:
        return PavilionState(self)

    def position(self, text: str) -> PavilionState:
        from azulejos.games.pavilion import position

        return position.from_text(self, text)

    @classmethod
    def of_text(cls, text: str) -> Pavilion:
        from azulejos.games.pavilion import position

        return position.game_of(text)

    @classmethod
    @cache  # it is needed for every text and drawing
    def state_part(cls) -> StatePart:
        from azulejos.games.pavilion import drawing, explain, position, refusal

        return StatePart(position.to_text, position.to_json, drawing.draw, explain.explain, refusal.refusal)

    def heuristic(self, state: PavilionState) -> PavilionHeuristic:
        from azulejos.games.pavilion.heuristic import PavilionHeuristic

        return PavilionHeuristic(state)

    def glance(self, state: PavilionState, move: Move) -> Glance:
        from azulejos.games.pavilion.glance import glance

        return glance(state, move)

    def encoder(self) -> PavilionEncoder:
        from azulejos.games.pavilion.encoder import PavilionEncoder

        return PavilionEncoder(self.start())

    def draw_plan(self, state: PavilionState) -> DrawPlan:
        from azulejos.games.pavilion.board import SUPPLY_SPACES

        if state.turn == places.REFILLING:
            wanted: tuple[int, ...] = (SUPPLY_SPACES - sum(state.supply),)
            return DrawPlan(state.bag_tiles, state.discard_tiles, wanted, lambda drawn: Refill(drawn[0]))
        wanted = (places.TO_A_DISPLAY,) * self.displays
        return DrawPlan(state.bag_tiles, state.discard_tiles, wanted, partial(Deal, state.rounds + 1))

    @classmethod
    def observation(cls) -> ObservationPart:
        from azulejos.games.pavilion import observation

        return observation

    @classmethod
    def benchmark(cls) -> BenchmarkPart:
        from azulejos.games.pavilion import benchmark

        return benchmark

    @classmethod
    def scene(cls) -> ScenePart:
        from azulejos.games.pavilion.scene import SCENE

        return SCENE

    @classmethod
    def terminal(cls) -> TerminalPart:
        from azulejos.games.pavilion import terminal

        return terminal

    @classmethod
    def coach(cls) -> CoachPart:
        from azulejos.games.pavilion.scene import coach

        return coach

    @classmethod
    def lessons(cls) -> Mapping[str, LessonPart]:
        from azulejos.games.pavilion.lessons import LESSONS

        return LESSONS

    @classmethod
    def folder(cls) -> Traversable:
        return files(__name__)
