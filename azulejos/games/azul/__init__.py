"""Azul (2017). The options are here, the rules in `rules`; moves, texts, drawings and explanations have their own files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from typing import TYPE_CHECKING

from azulejos.core import places
from azulejos.core.blocks import ENGLISH
from azulejos.core.contract import Deal, Move
from azulejos.core.draw_plan import DrawPlan
from azulejos.core.game import ColourText, GameText, OptionText, number, switch
from azulejos.core.message import Message
from azulejos.core.tile_game import StatePart, TileGame
from azulejos.games.azul.board import JOKER
from azulejos.games.azul.moves import ALL_MOVES, COLOURS, LETTERS
from azulejos.games.azul.rules import AzulState

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable

    from azulejos.core.benchmark import BenchmarkPart
    from azulejos.core.blocks import Speech
    from azulejos.core.coach import CoachPart
    from azulejos.core.glance import Glance
    from azulejos.core.observation import ObservationPart
    from azulejos.games.azul.encoder import AzulEncoder
    from azulejos.games.azul.heuristic import AzulHeuristic
    from azulejos.lesson import LessonPart
    from azulejos.render.types import ScenePart
    from azulejos.tui.cells import TerminalPart


@dataclass(frozen=True)
class Azul(TileGame):
    """The game Azul for 2–4 players, on the coloured or the grey wall, with the Joker tiles or without."""

    jokers: bool = switch(False)
    round_limit: int = number(50, least=1, most=1000)

    name = "azul"
    title = "Azul"
    colours = COLOURS
    letters = LETTERS
    moves = ALL_MOVES
    any_starter = True
    spelling_help = Message(
        "Write 3R2 to take red from factory 3 to pattern line 2 (0 is the centre or the floor line), or r4c2 to tile row 4,"
        " column 2."
    )

    def legend(self, tr: Speech = ENGLISH) -> tuple[ColourText, ...]:
        return tuple(colour for colour in super().legend(tr) if self.jokers or colour.name != COLOURS[JOKER])

    @classmethod
    def description(cls, tr: Speech = ENGLISH) -> GameText:
        from azulejos.games.azul.description import description

        return description(cls, tr)

    def option_summary(self, option: OptionText, tr: Speech = ENGLISH) -> str:
        if option.name == "round_limit":
            return tr.many("{n} round", "{n} rounds", self.round_limit)
        return super().option_summary(option, tr)

    @property
    def most_moves(self) -> int:
        return self.round_limit * (places.TO_A_DISPLAY * self.displays + 5 * self.players)

    def start(self) -> AzulState:
        return AzulState(self)

    def position(self, text: str) -> AzulState:
        from azulejos.games.azul import position

        return position.from_text(self, text)

    @classmethod
    def of_text(cls, text: str) -> Azul:
        from azulejos.games.azul import position

        return position.game_of(text)

    @classmethod
    @cache  # it is needed for every text and drawing
    def state_part(cls) -> StatePart:
        from azulejos.games.azul import drawing, explain, position, refusal

        return StatePart(position.to_text, position.to_json, drawing.draw, explain.explain, refusal.refusal)

    def heuristic(self, state: AzulState) -> AzulHeuristic:
        from azulejos.games.azul.heuristic import AzulHeuristic

        return AzulHeuristic(state)

    def glance(self, state: AzulState, move: Move) -> Glance:
        from azulejos.games.azul.glance import glance

        return glance(state, move)

    def encoder(self) -> AzulEncoder:
        from azulejos.games.azul.encoder import AzulEncoder

        return AzulEncoder(self.start())

    def draw_plan(self, state: AzulState) -> DrawPlan:
        wanted = (places.TO_A_DISPLAY,) * self.displays
        return DrawPlan(state.bag_tiles, state.discard_tiles, wanted, partial(Deal, state.rounds + 1))

    @classmethod
    def observation(cls) -> ObservationPart:
        from azulejos.games.azul import observation

        return observation

    @classmethod
    def benchmark(cls) -> BenchmarkPart:
        from azulejos.games.azul import benchmark

        return benchmark

    @classmethod
    def scene(cls) -> ScenePart:
        from azulejos.games.azul.scene import SCENE

        return SCENE

    @classmethod
    def terminal(cls) -> TerminalPart:
        from azulejos.games.azul import terminal

        return terminal

    @classmethod
    def coach(cls) -> CoachPart:
        from azulejos.games.azul.scene import coach

        return coach

    @classmethod
    def lessons(cls) -> Mapping[str, LessonPart]:
        from azulejos.games.azul.lessons import LESSONS

        return LESSONS

    @classmethod
    def folder(cls) -> Traversable:
        return files(__name__)
