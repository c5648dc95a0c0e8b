"""What all games have in common: the table of games, their options, and the spellings of their moves."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from azulejos.core.contract import Json, Move, NotationError, Problem, State

if TYPE_CHECKING:
    # The contract names the types of all parts of a game; nothing of this is imported when the program runs.
    from importlib.resources.abc import Traversable

    from azulejos.core.encoder import GameEncoder
    from azulejos.core.heuristic import Heuristic
    from azulejos.lesson import LessonPart
    from azulejos.render.types import ScenePart
    from azulejos.tui.cells import TerminalPart

BOARDS = ("coloured", "grey")

GAMES: dict[str, type[Game]] = {}
"""Every game by its name; a game enters it by being defined."""


@dataclass(frozen=True)
class Game:
    """The rules with their options: immutable, hashable; two equal ones give the same game."""

    players: int = 2
    board: str = "coloured"

    name: ClassVar[str]
    title: ClassVar[str]
    colours: ClassVar[tuple[str, ...]]
    letters: ClassVar[str]
    moves: ClassVar[Sequence[Move]]

    def __init_subclass__(cls) -> None:
        GAMES[cls.name] = cls

    def __post_init__(self) -> None:
        check("players", self.players, type(self.players) is int and 2 <= self.players <= 4, "2, 3 or 4")
        check("board", self.board, self.board in BOARDS, '"coloured" or "grey"')

    @classmethod
    def options(cls) -> dict[str, Any]:
        """The options of this game besides players and board, with their defaults."""
        return {field.name: field.default for field in dataclasses.fields(cls) if field.name not in ("players", "board")}

    @property
    def json(self) -> Json:
        """The game in the vocabulary of `docs/format.md`, options included."""
        spec: Json = {"game": self.name, "board": self.board, "players": self.players}
        for name in self.options():
            value = getattr(self, name)
            spec[name] = list(value) if isinstance(value, tuple) else value
        return spec

    @property
    def displays(self) -> int:
        """How many factory displays lie on the table."""
        return 2 * self.players + 1

    def start(self) -> State:
        """The state before anything is dealt."""
        raise NotImplementedError

    def position(self, text: str) -> State:
        """The state that `state.text` spells."""
        raise NotImplementedError

    @classmethod
    def of_text(cls, text: str) -> Game:
        """The game that a position's text belongs to, with its options."""
        raise NotImplementedError

    def heuristic(self, state: Any) -> Heuristic:
        """Somebody who knows what moves and boards of this game are worth, to think about a state."""
        raise NotImplementedError

    def encoder(self) -> GameEncoder:
        """A game at its start as numbers, for learners."""
        raise NotImplementedError

    # -- the parts that a game may have; without one, its users do without

    @classmethod
    def scene(cls) -> ScenePart | None:
        """How the game is drawn, pointed at and put into sentences."""
        return None

    @classmethod
    def terminal(cls) -> TerminalPart | None:
        """Where things are on a full-screen terminal."""
        return None

    @classmethod
    def lessons(cls) -> Mapping[str, LessonPart]:
        """The guided games by id, the main one first."""
        return {}

    @classmethod
    def folder(cls) -> Traversable | None:
        """The game's folder, with `rulebook/` and `weights/` if it has them."""
        return None

    @classmethod
    def move(cls, spelling: str | int | Json) -> Move:
        """The move with this text, id or JSON action (a `player` in it is passed over)."""
        if isinstance(spelling, str):
            found = cls._by_text().get(spelling)
            if found is None:
                raise NotationError(f"{spelling!r} is no move of {cls.name}: {cls.spelling_help}", "unknown_move")
            return found
        if isinstance(spelling, dict):
            return cls._move_of_action(spelling)
        if type(spelling) is not int or not 0 <= spelling < len(cls.moves):
            raise NotationError(
                f"{spelling!r} is no move id of {cls.name}: ids go from 0 to {len(cls.moves) - 1}", "unknown_move"
            )
        return cls.moves[spelling]

    spelling_help: ClassVar[str]
    """How moves are written, in one line, for messages."""

    _texts: ClassVar[dict[str, dict[str, Move]]] = {}
    _actions: ClassVar[dict[str, dict[tuple[Any, ...], Move]]] = {}

    @classmethod
    def _by_text(cls) -> dict[str, Move]:
        table = cls._texts.get(cls.name)
        if table is None:
            table = cls._texts[cls.name] = {move.text: move for move in cls.moves}
        return table

    @classmethod
    def _move_of_action(cls, action: Json) -> Move:
        table = cls._actions.get(cls.name)
        if table is None:
            table = cls._actions[cls.name] = {_action_key(move.action): move for move in cls.moves}
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
    """The first field that makes this action no move of the game, and what could stand there."""
    kinds: dict[str, list[Json]] = {}
    for move in game.moves:
        kinds.setdefault(move.action["type"], []).append(move.action)
    kind = action.get("type")
    if not isinstance(kind, str) or kind not in kinds:
        return f"an action of {game.name} has a `type` of {_either(kinds)}, not {kind!r}"
    known = kinds[kind]
    fields = list(dict.fromkeys(name for one in known for name in one))
    for name in fields:
        if name not in action and all(name in one for one in known):
            return f"a {kind!r} action needs `{name}`; it has {_either(action)}"
    for name in action:
        if name not in fields:
            return f"a {kind!r} action has no `{name}`; it has {_either(fields)}"
    for name in fields:
        values = [one[name] for one in known if name in one]
        if name in action and action[name] not in values:
            if isinstance(values[0], dict):
                most = max(sum(bunch.values()) for bunch in values)
                return (
                    f"`{name}` of a {kind!r} action is a bunch of at most {most} tiles by colour"
                    f" ({', '.join(game.colours)}), counts above 0, not {action[name]!r}"
                )
            return f"`{name}` of a {kind!r} action is {_either(dict.fromkeys(values))}, not {action[name]!r}"
    return f"no {kind!r} action of {game.name} is {action!r}"


def _either(values: Any) -> str:
    names = [repr(value) for value in values]
    return " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names) or "nothing"


def check(name: str, value: object, good: bool, right: str) -> None:
    """Raises the `Problem` that an option has a wrong value."""
    if not good:
        raise Problem(f"`{name}` is {right}, not {value!r}", "bad_option", option=name)


def game_from_json(spec: Json) -> Game:
    """The game that a JSON object describes; anything unknown in it is refused."""
    if not isinstance(spec, dict):
        raise NotationError(f'a game is an object like {{"game": "azul", "players": 2}}, not {spec!r}', "bad_game")
    name = spec.get("game")
    if not isinstance(name, str) or name not in GAMES:
        raise NotationError(f"`game` is {_either(GAMES)}, not {name!r}", "bad_game")
    kind = GAMES[name]
    known = ["players", "board", *kind.options()]
    given = {key: value for key, value in spec.items() if key != "game"}
    for key, value in given.items():
        if key not in known:
            raise NotationError(f"{name} has no option `{key}`; it has {', '.join(known)}", "unknown_option", option=key)
        if isinstance(value, list):
            given[key] = tuple(value)
    try:
        return kind(**given)
    except TypeError as error:  # an unhashable value where a plain one belongs
        raise NotationError(f"{name}: {error}", "bad_option") from None


def position(text: str) -> State:
    """The state that a text spells, of whatever game it is."""
    name = str(text).partition(" ")[0]
    if name not in GAMES:
        raise NotationError(f"a position begins with {_either(GAMES)}, not {name[:40]!r}", "bad_position")
    return GAMES[name].of_text(text).position(text)
