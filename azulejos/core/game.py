"""The base class of all games: the registry, their options, and how moves are written."""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, ClassVar, Self

from azulejos.core import xorshift
from azulejos.core.blocks import ENGLISH
from azulejos.core.contract import Json, Move, NotationError, Problem, State
from azulejos.core.game_options import Option, check, choice, number, option_of, order, switch
from azulejos.core.game_text import ChoiceText, ColourText, EditionText, GameText, OptionText
from azulejos.core.message import Message, either, listed, quoted

if TYPE_CHECKING:
    # Types of the parts of a game. None of this is imported at run time.
    from importlib.resources.abc import Traversable

    from azulejos.core.benchmark import BenchmarkPart
    from azulejos.core.blocks import Speech
    from azulejos.core.contract import Generator
    from azulejos.core.draw_plan import DrawPlan
    from azulejos.core.encoder import GameEncoder
    from azulejos.core.heuristic import Heuristic
    from azulejos.core.observation import ObservationPart
    from azulejos.lesson import LessonPart
    from azulejos.render.types import ScenePart
    from azulejos.tui.cells import TerminalPart

__all__ = [
    "GAMES",
    "GROUP",
    "BrokenGame",
    "ChoiceText",
    "ColourText",
    "EditionText",
    "Game",
    "GameText",
    "Option",
    "OptionText",
    "check",
    "choice",
    "game_class",
    "game_from_json",
    "number",
    "order",
    "position",
    "switch",
]

COMMON = ("players", "board", "starter")
"""The options that all games have."""

RANDOM = "random"
"""What a game's JSON says instead of a value that is to be drawn."""

GROUP = "azulejos.games"
"""The entry-point group in which a package lists its games: `mygame = mypackage:MyGame`."""


class Registry(Mapping[str, "type[Game]"]):
    """Every game by its name: those defined in this process, then those of installed packages.

    A package is imported when its game is first used. If the import fails, iteration skips the game with a warning, and a
    lookup raises a `BrokenGame` that names the package.
    """

    def __init__(self) -> None:
        self._defined: dict[str, type[Game]] = {}
        self._broken: dict[str, BrokenGame] = {}

    @cached_property  # looking up installed packages reads the disk
    def _installed(self) -> dict[str, EntryPoint]:
        return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}

    def enter(self, kind: type[Game]) -> None:
        """Register a game; raise an error if its name is taken."""
        there = self._defined.get(kind.name)
        if there is not None and (there.__module__, there.__qualname__) != (kind.__module__, kind.__qualname__):
            raise Problem(f"the name {kind.name!r} is already taken by {there.__module__}.{there.__qualname__}", "bad_game")
        self._defined[kind.name] = kind

    def leave(self, kind: type[Game]) -> None:
        """Unregister a game that was defined in this process."""
        self._defined.pop(kind.name, None)

    def __getitem__(self, name: str) -> type[Game]:
        found = self._defined.get(name)
        return self._load(name) if found is None else found

    def _load(self, name: str) -> type[Game]:
        if name in self._broken:
            raise self._broken[name]
        point = self._installed[name]
        try:
            kind = point.load()
            if not (isinstance(kind, type) and issubclass(kind, Game) and getattr(kind, "name", None) == name):
                raise TypeError(f"it is not a subclass of `azulejos.Game` with the name {name!r}")
        except Exception as error:  # third-party code can raise anything
            package = point.dist.name if point.dist else "a package"
            cause = f"{type(error).__name__}: {error}"
            self._broken[name] = BrokenGame(
                Message(
                    "cannot load the game {game} of {package} from {place}: {cause}",
                    game=quoted(name),
                    package=package,
                    place=point.value,
                    cause=cause,
                )
            )
            raise self._broken[name] from error
        self._defined[name] = kind
        return kind

    def __iter__(self) -> Iterator[str]:
        for name in self._installed:
            if name not in self._defined and name not in self._broken:
                try:
                    self._load(name)
                except BrokenGame as error:
                    warnings.warn(str(error), RuntimeWarning, stacklevel=2)
        return iter(tuple(self._defined))

    def __len__(self) -> int:
        return len(tuple(iter(self)))

    def __repr__(self) -> str:
        return f"<games {', '.join(self)}>"


class BrokenGame(Problem, KeyError):
    """The package of this game cannot be imported."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "broken_game")

    __str__ = ValueError.__str__  # KeyError's own would quote the message


GAMES = Registry()
"""Every game by its name. Defining a game registers it, and so does the entry-point group `azulejos.games`."""


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

    def heuristic(self, state: Any) -> Heuristic | None:
        """Return the heuristic for a state, for bots; without one they use playouts."""
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
            table = cls._actions[cls] = {_action_key(move.action): move for move in cls.moves}
        bare = {name: value for name, value in action.items() if name != "player"}
        try:
            return table[_action_key(bare)]
        except (KeyError, TypeError):
            raise NotationError(_what_is_wrong(cls, bare), "unknown_move") from None


def _action_key(action: Json) -> tuple[Any, ...]:
    # 1 == True == 1.0 in Python, but not in JSON: the type is part of the key.
    return tuple(
        (name, frozenset((c, n, type(n)) for c, n in value.items()) if isinstance(value, dict) else (value, type(value)))
        for name, value in sorted(action.items())
    )


def _what_is_wrong(game: type[Game], action: Json) -> str:
    """Return the first wrong field of an action, and its allowed values."""
    kinds: dict[str, list[Json]] = {}
    for move in game.moves:
        kinds.setdefault(move.action["type"], []).append(move.action)
    kind = action.get("type")
    if not isinstance(kind, str) or kind not in kinds:
        return f"`type` of an action of {game.title} must be {_either(kinds)}, not {kind!r}"
    known = kinds[kind]
    fields = list(dict.fromkeys(name for one in known for name in one))
    for name in fields:
        if name not in action and all(name in one for one in known):
            return f"a {kind!r} action needs `{name}`; this one has {_either(action)}"
    for name in action:
        if name not in fields:
            return f"a {kind!r} action has no `{name}`; its fields are {_either(fields)}"
    for name in fields:
        values = [one[name] for one in known if name in one]
        if name in action and action[name] not in values:
            if isinstance(values[0], dict):
                most = max(sum(bunch.values()) for bunch in values)
                return (
                    f"`{name}` of a {kind!r} action must be at most {most} tiles by colour"
                    f" ({', '.join(game.colours)}), without zeros, not {action[name]!r}"
                )
            return f"`{name}` of a {kind!r} action must be {_either(dict.fromkeys(values))}, not {action[name]!r}"
    return f"{action!r} is not a {kind!r} action of {game.title}"


def _either(values: Any) -> str:
    names = [repr(value) for value in values]
    return " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names) or "nothing"


def game_class(name: object) -> type[Game]:
    """Return the class of the game with this name; raise a `Problem` if there is none."""
    if isinstance(name, str):
        try:
            return GAMES[name]
        except BrokenGame:
            raise
        except KeyError:
            pass
    message = Message("there is no game {name}; choose {names}", name=quoted(name), names=either(GAMES))
    raise NotationError(message, "bad_game")


def game_from_json(spec: Json, rng: Generator | None = None) -> Game:
    """The game that a JSON object describes; anything unknown in it is refused.

    `edition` stands for the options of a published edition. With `rng`, `starter` and options that are an order may be
    `"random"`, and are drawn.
    """
    if not isinstance(spec, dict):
        first = next(iter(GAMES))
        raise NotationError(f'a game must be an object like {{"game": "{first}", "players": 2}}, not {spec!r}', "bad_game")
    kind = game_class(spec.get("game"))
    return game_of_options(kind, {key: value for key, value in spec.items() if key != "game"}, rng)


def game_of_options(kind: type[Game], options: Mapping[str, Any], rng: Generator | None = None) -> Game:
    """The game with these options, as in its JSON."""
    given = kind.edition_options(options)
    known = [*COMMON, *kind.options()]
    for key, value in given.items():
        if key not in known:
            message = Message(
                "{game} has no option {name}; its options are {names}",
                game=Message(kind.title),
                name=quoted(key),
                names=listed(known),
            )
            raise NotationError(message, "unknown_option", option=key)
        if isinstance(value, list):
            given[key] = tuple(value)
    try:
        return kind(**given if rng is None else _drawn(kind, given, rng))
    except TypeError as error:  # an unhashable value where a plain one belongs
        raise NotationError(f"{kind.title}: {error}", "bad_option") from None


def _drawn(kind: type[Game], given: Mapping[str, Any], rng: Generator) -> dict[str, Any]:
    """The options with everything drawn that is to be; what cannot be drawn stays, and the game refuses it."""
    drawn = dict(given)
    for name, option in kind.option_types().items():
        if option.kind == "order" and drawn.get(name) == RANDOM:
            drawn[name] = option.draw(rng)
    if drawn.get("starter") == RANDOM:
        players = drawn.get("players", kind.players)
        right = kind.any_starter and players in kind.player_counts
        drawn["starter"] = xorshift.below(xorshift.stir(rng.getrandbits(64), 0), players) if right else 0
    return drawn


def position(text: str) -> State:
    """Parse a position's text, of any game."""
    name = str(text).partition(" ")[0]
    try:
        kind = GAMES[name]
    except BrokenGame:
        raise
    except KeyError:
        message = Message("a position must begin with {names}, not {text}", names=either(GAMES), text=quoted(name))
        raise NotationError(message, "bad_position") from None
    return kind.of_text(text).position(text)
