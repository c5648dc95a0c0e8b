"""The base class of all games: their options, their parts, and how moves are written."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from azulejos.core.action import action_key, what_is_wrong
from azulejos.core.blocks import ENGLISH
from azulejos.core.contract import Json, Move, NotationError, Problem, State
from azulejos.core.game_options import Option, check, choice, number, option_of, order, switch
from azulejos.core.game_text import ChoiceText, ColourText, EditionText, GameText, OptionText
from azulejos.core.message import Message, either, quoted
from azulejos.core.registry import GAMES

if TYPE_CHECKING:
    # Types of the parts of a game. None of this is imported at run time.
    from importlib.resources.abc import Traversable

    from azulejos.core.benchmark import BenchmarkPart
    from azulejos.core.blocks import Speech
    from azulejos.core.coach import CoachPart
    from azulejos.core.draw_plan import DrawPlan
    from azulejos.core.encoder import GameEncoder
    from azulejos.core.glance import Glance
    from azulejos.core.heuristic import Heuristic
    from azulejos.core.observation import ObservationPart
    from azulejos.lesson import LessonPart
    from azulejos.render.types import ScenePart
    from azulejos.tui.cells import TerminalPart

__all__ = [
    "ChoiceText",
    "ColourText",
    "EditionText",
    "Game",
    "GameText",
    "Option",
    "OptionText",
    "check",
    "choice",
    "number",
    "order",
    "switch",
]

COMMON = ("players", "board", "starter")
"""The options that all games have."""


@dataclass(frozen=True)
class Game:
    """The rules with their options: immutable, hashable and comparable."""

    players: int = 2
    board: str = "coloured"
    starter: int = dataclasses.field(default=0, kw_only=True)
    """The seat that starts; only games with `any_starter` have another one than seat 0."""

    name: ClassVar[str]
    title: ClassVar[str]
    """The game's English title."""
    colours: ClassVar[tuple[str, ...]]
    letters: ClassVar[str]
    moves: ClassVar[Sequence[Move]]
    player_counts: ClassVar[tuple[int, ...]] = (2, 3, 4)
    boards: ClassVar[tuple[str, ...]] = ("coloured", "grey")
    """The boards to choose from, the default first."""
    any_starter: ClassVar[bool] = False
    """Whether any seat can start; a game that says so begins its first round with the seat `starter`."""
    editions: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """Published editions: name → option values."""

    def __init_subclass__(cls) -> None:
        if "name" in cls.__dict__:
            GAMES.enter(cls)

    def __post_init__(self) -> None:
        seats = self.player_counts
        check("players", self.players, type(self.players) is int and self.players in seats, either(seats))
        check("board", self.board, self.board in self.boards, either(self.boards))
        starters = range(self.players if self.any_starter else 1)
        check("starter", self.starter, type(self.starter) is int and self.starter in starters, either(starters))
        for name, option in self.option_types().items():
            value = getattr(self, name)
            check(name, value, option.accepts(value), option.right)

    @classmethod
    def option_types(cls) -> dict[str, Option]:
        """The options that only this game has, with the values they may have."""
        return {field.name: option_of(field) for field in dataclasses.fields(cls) if field.name not in COMMON}

    @classmethod
    def options(cls) -> dict[str, Any]:
        """The options that only this game has, with their defaults."""
        return {field.name: field.default for field in dataclasses.fields(cls) if field.name not in COMMON}

    @classmethod
    def edition(cls, name: str, players: int = 2, board: str | None = None, **options: Any) -> Self:
        """The game as a published edition has it; `editions` lists them. Options given here replace those of the edition."""
        cls._check_edition(name)
        return cls(players, cls.boards[0] if board is None else board, **{**cls.editions[name], **options})

    @classmethod
    def edition_options(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options with those of the edition that `edition` names in its place; raises if they contradict each other."""
        given = dict(options)
        if "edition" not in given or not cls.editions:
            return given
        name = given.pop("edition")
        cls._check_edition(name)
        for option, value in cls.editions[name].items():
            if given.setdefault(option, value) != value:
                message = Message(
                    "the edition {name} has {option}={value}, not {other}; leave one of them out",
                    name=quoted(name),
                    option=option,
                    value=str(value),
                    other=str(given[option]),
                )
                raise Problem(message, "bad_option", option=option)
        return given

    @classmethod
    def _check_edition(cls, name: object) -> None:
        if not (isinstance(name, str) and name in cls.editions):
            message = Message(
                "there is no edition {name} of {game}; choose {names}",
                name=quoted(name),
                game=Message(cls.title),
                names=either(cls.editions),
            )
            raise Problem(message, "bad_option", option="edition")

    @classmethod
    def description(cls, tr: Speech = ENGLISH) -> GameText:
        """Return the texts that present the game to players; this default uses the names in the code."""
        return GameText(
            name=cls.name,
            title=cls.title,
            about="",
            players=cls.player_counts,
            boards=tuple(ChoiceText(board, board, short=board) for board in cls.boards),
            options=tuple(
                OptionText(
                    name,
                    option.kind,
                    name,
                    "",
                    option.default,
                    tuple(ChoiceText(value, str(value), short=f"{name}: {value}") for value in option.values),
                    option.least,
                    option.most,
                )
                for name, option in cls.option_types().items()
            ),
            editions=tuple(EditionText(name, name, "", options) for name, options in cls.editions.items()),
            colours=tuple(ColourText(*one, one[0]) for one in zip(cls.colours, cls.letters, strict=False)),
        )

    def summary(self, tr: Speech = ENGLISH) -> tuple[str, ...]:
        """Return a short summary: the title, and all options that are not the default."""
        text = self.description(tr)
        words = [text.title]
        if self.board != self.boards[0]:
            words += [one.short for one in text.boards if one.value == self.board]
        words += [self.option_summary(one, tr) for one in text.options if getattr(self, one.name) != one.default]
        return tuple(filter(None, words))

    def legend(self, tr: Speech = ENGLISH) -> tuple[ColourText, ...]:
        """Return the colours of this game with their letters, as a legend for `state.drawing()`."""
        return self.description(tr).colours

    def option_summary(self, option: OptionText, tr: Speech = ENGLISH) -> str:
        """Return a short text for an option that is not the default."""
        value = getattr(self, option.name)
        if option.kind in ("switch", "choice"):
            return next(one.short for one in option.values if one.value == value)
        return f"{option.title}: {', '.join(map(str, value)) if isinstance(value, tuple) else value}"

    @classmethod
    def phase_title(cls, phase: str, tr: Speech = ENGLISH) -> str:
        """Return the title of a phase of a round."""
        return cls.description(tr).phases.get(phase, phase)

    @property
    def json(self) -> Json:
        """The game in the vocabulary of `docs/format.md`, options included; `starter` only if it is not seat 0."""
        spec: Json = {"game": self.name, "board": self.board, "players": self.players}
        if self.starter:
            spec["starter"] = self.starter
        for name in self.options():
            value = getattr(self, name)
            spec[name] = list(value) if isinstance(value, tuple) else value
        return spec

    @property
    def displays(self) -> int:
        """The number of factory displays."""
        return 2 * self.players + 1

    @property
    def most_moves(self) -> int:
        """An upper bound on the number of moves in a game."""
        return 1_000_000

    def start(self) -> State:
        """Return the state before the first deal."""
        raise NotImplementedError

    def position(self, text: str) -> State:
        """Parse a position's text, as in `state.text`."""
        raise NotImplementedError

    @classmethod
    def of_text(cls, text: str) -> Game:
        """Return the game of a position's text, with its options."""
        raise NotImplementedError

    # -- optional parts of a game; everything works without them

    def drawing(self, state: Any, colour: bool = False, tr: Speech = ENGLISH, names: Sequence[str] = ()) -> str:
        """Return the drawing of a state for a terminal; a game may show the players' names in it."""
        text: str = state.drawing(colour, tr)
        return text

    def heuristic(self, state: Any) -> Heuristic | None:
        """Return the heuristic for a state, for bots; without one they use playouts."""
        return None

    def glance(self, state: Any, move: Move) -> Glance | None:
        """Return what players see of a move at a glance, for bots that play like people; without it they see its points."""
        return None

    def encoder(self) -> GameEncoder | None:
        """Return an encoder of the game at its start, for learners; without one the environments encode `state.json`."""
        return None

    def draw_plan(self, state: Any) -> DrawPlan | None:
        """Return the next chance event tile by tile; OpenSpiel requires it."""
        return None

    @classmethod
    def observation(cls) -> ObservationPart | None:
        """Return the meaning of the encoder's numbers."""
        return None

    @classmethod
    def benchmark(cls) -> BenchmarkPart | None:
        """Return the variants that the benchmarks measure, and random games inside the core."""
        return None

    @classmethod
    def scene(cls) -> ScenePart | None:
        """Return drawings, choices and sentences; without them, pages show `state.drawing()` and a list of moves."""
        return None

    @classmethod
    def terminal(cls) -> TerminalPart | None:
        """Return the layout for a full-screen terminal; without one, `state.drawing()` is shown."""
        return None

    @classmethod
    def coach(cls) -> CoachPart | None:
        """Return what explains why a move is better; without it, there are no explanations."""
        return None

    @classmethod
    def lessons(cls) -> Mapping[str, LessonPart]:
        """Return the lessons by id, the main one first."""
        return {}

    @classmethod
    def folder(cls) -> Traversable | None:
        """Return the game's folder, which may have `rulebook/` and `weights/`."""
        return None

    @classmethod
    def move(cls, spelling: str | int | Json) -> Move:
        """Return the move with this text, id or JSON action (whose `player` is ignored)."""
        if isinstance(spelling, str):
            found = cls._by_text().get(spelling)
            if found is None:
                raise cls.unknown_move(spelling)
            return found
        if isinstance(spelling, dict):
            return cls._move_of_action(spelling)
        if type(spelling) is not int or not 0 <= spelling < len(cls.moves):
            raise NotationError(
                f"{spelling!r} is not a move id of {cls.title}: ids go from 0 to {len(cls.moves) - 1}", "unknown_move"
            )
        return cls.moves[spelling]

    spelling_help: ClassVar[str]
    """How moves are written: a sentence for error messages, a `Message` if it has translations."""

    @classmethod
    def unknown_move(cls, text: str) -> NotationError:
        """Return the error that a text is not a move of this game."""
        message = Message(
            "{text} is not a move in {game}. {help}", text=quoted(text), game=Message(cls.title), help=cls.spelling_help
        )
        return NotationError(message, "unknown_move")

    _texts: ClassVar[dict[type[Game], dict[str, Move]]] = {}
    _actions: ClassVar[dict[type[Game], dict[tuple[Any, ...], Move]]] = {}

    @classmethod
    def _by_text(cls) -> dict[str, Move]:
        table = cls._texts.get(cls)
        if table is None:
            table = cls._texts[cls] = {move.text: move for move in cls.moves}
        return table

    @classmethod
    def _move_of_action(cls, action: Json) -> Move:
        table = cls._actions.get(cls)
        if table is None:
            table = cls._actions[cls] = {action_key(move.action): move for move in cls.moves}
        bare = {name: value for name, value in action.items() if name != "player"}
        try:
            return table[action_key(bare)]
        except (KeyError, TypeError):
            raise NotationError(what_is_wrong(cls, bare), "unknown_move") from None
