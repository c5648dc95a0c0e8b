"""A state as a row of numbers, seen from a seat: what each number means, and how to get them.

>>> from azulejos import Azul
>>> encoder = Encoder(Azul(players=2))
>>> encoder.size, encoder.explain(30)
(171, 'displays: display 3, joker; 1 is 4 tiles')

The `encoder` of each game writes the numbers; the tables here give their order. First comes what lies on the table, then a
board for each player: the viewer's, then those of the others in the order of turns. What a variant has no use for is left out
(what bars colours, of a wall whose colours are printed).
`python -m azulejos.env.observation_docs` prints the tables of `docs/environments.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from azulejos.core.contract import Problem, State
from azulejos.core.encoder import Buffers
from azulejos.core.game import Game
from azulejos.games.azul import Azul
from azulejos.games.pavilion import Pavilion

VERSION = 2
"""Goes up when the meaning of any number changes; learnt weights and data sets should note it."""

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]


class Part(NamedTuple):
    """Some numbers that belong together: an axis of names for each dimension."""

    name: str
    axes: tuple[tuple[str, ...], ...]
    meaning: str
    one: str = "yes"  # what a number of 1 means

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(map(len, self.axes))

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))


class Layout(NamedTuple):
    """The order of the numbers: the parts of the table, and those of each board."""

    table: tuple[Part, ...]
    board: tuple[Part, ...]


def numbered(name: str, n: int) -> tuple[str, ...]:
    """`line 1`, `line 2` …"""
    return tuple(f"{name} {i}" for i in range(1, n + 1))


def seats(players: int) -> tuple[str, ...]:
    """The players as the viewer counts them."""
    return ("viewer", *(f"{i} after the viewer" for i in range(1, players)))


def _common(game: Game) -> tuple[Part, Part]:
    return (
        Part("turn", (seats(game.players),), "whose turn it is; all 0 when it is nobody's"),
        Part("marker", (("centre", *seats(game.players)),), "where the first-player marker is"),
    )


def _sources(game: Game) -> tuple[Part, Part]:
    return (
        Part("centre", (game.colours,), "tiles in the centre of the table", "4 tiles"),
        Part("displays", (numbered("display", game.displays), game.colours), "tiles on the displays", "4 tiles"),
    )


def _azul(game: Game) -> Layout:
    assert isinstance(game, Azul)
    rows, columns = numbered("row", 5), numbered("column", 5)
    table = (
        *_common(game),
        Part("tiling", (("tiling",),), "whether walls are being tiled; else tiles are taken"),
        Part("round", (("round",),), "rounds dealt so far", "10 rounds"),
        *_sources(game),
        Part("bag", (game.colours,), "tiles in the bag", "20 tiles"),
        Part("lid", (game.colours,), "tiles in the lid, and those on floor lines that will go there", "20 tiles"),
    )
    board: tuple[Part, ...] = (
        Part("score", (("score",),), "points so far", "100 points"),
        Part("floor", (("floor",),), "tiles and marker on the floor line", "a full floor line (7)"),
        Part("penalty", (("penalty",),), "points that the floor line will cost", "14 points"),
        Part("lines", (numbered("line", 5), game.colours), "tiles in the pattern lines, by colour", "a full line"),
        Part("wall", (rows, columns), "places of the wall that are covered"),
    )
    if game.board == "grey" or game.jokers:
        meaning = "rows and columns of the wall that can take no more tiles of a colour"
        board += (Part("bars", (game.colours[:5], rows + columns), meaning),)
    if game.jokers:
        board += (Part("jokers", (rows, columns), "places of the wall that a joker covers"),)
    return Layout(table, board)


def _pavilion(game: Game) -> Layout:
    assert isinstance(game, Pavilion)
    stars = ("star 0 (the middle)", *(f"star {i}" for i in range(1, 7)))
    table = (
        *_common(game),
        Part("phase", (("acquire", "play", "bonus"),), "what is done now; all 0 when the game is over"),
        Part("round", (numbered("round", 6),), "the round; all 0 before the first deal"),
        Part("wild", (game.colours,), "the wild colour"),
        Part("owed", (("owed",),), "bonus tiles that the player to move has to take now", "3 tiles"),
        *_sources(game),
        Part("supply", (game.colours,), "tiles of the supply", "4 tiles"),
        Part("bag", (game.colours,), "tiles in the bag", "22 tiles"),
        Part("tower", (game.colours,), "tiles in the tower", "22 tiles"),
    )
    board = (
        Part("score", (("score",),), "points so far", "100 points"),
        Part("passed", (("passed",),), "whether the player has passed in this round"),
        Part("hand", (game.colours,), "tiles beside the board; in its corners once the player has passed", "4 tiles"),
        Part("colours", (stars if game.board == "grey" else stars[:1], game.colours), "the colours that lie in a star"),
        Part("spaces", (stars, numbered("space", 6)), "spaces that are covered"),
    )
    return Layout(table, board)


LAYOUTS: dict[str, Callable[[Game], Layout]] = {"azul": _azul, "pavilion": _pavilion}


def layout(game: Game) -> Layout:
    """The order of the numbers for a game, with all its options."""
    return LAYOUTS[game.name](game)


class Encoder:
    """Turns states of a game into observations and masks."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.layout = layout(game)
        self.table_size = sum(part.size for part in self.layout.table)
        self.board_size = sum(part.size for part in self.layout.board)
        self.size = self.table_size + game.players * self.board_size
        self.actions = len(game.moves)
        self._view = game.encoder()
        self._floats: Floats = np.zeros(self.size, np.float32)
        self._mask: Mask = np.zeros(self.actions, np.int8)
        self._view.aim(Buffers(self._floats, self._mask), 0)

    def encode(self, state: State, viewer: int) -> tuple[Floats, Mask]:
        """What a seat sees of a state, and the mask of the moves of whoever is to move (all 0 if nobody is)."""
        if state.game != self.game:
            raise Problem(f"this encoder is for {self.game!r}, not {state.game!r}", "bad_game")
        if not 0 <= viewer < self.game.players:
            raise Problem(f"`viewer` must be a seat from 0 to {self.game.players - 1}, not {viewer!r}", "bad_seat")
        self._view.set_up(state)  # type: ignore[arg-type]
        self._view.write(viewer)
        return self._floats.copy(), self._mask.copy()

    def observe(self, state: State, viewer: int) -> Floats:
        """What a seat sees of a state."""
        return self.encode(state, viewer)[0]

    def named(self, numbers: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """The parts of an observation by name, or of many (in the last dimension): views, not copies.

        The parts of boards have a dimension for the players first, the viewer at 0.
        """
        if numbers.shape[-1:] != (self.size,):
            raise Problem(f"an observation must have {self.size} numbers, not {numbers.shape[-1:]}", "bad_observation")
        many = numbers.shape[:-1]
        parts, at = {}, 0
        for part in self.layout.table:
            parts[part.name] = numbers[..., at : at + part.size].reshape(*many, *part.shape)
            at += part.size
        boards, at = numbers[..., at:].reshape(*many, self.game.players, self.board_size), 0
        for part in self.layout.board:
            parts[part.name] = boards[..., at : at + part.size].reshape(*many, self.game.players, *part.shape)
            at += part.size
        return parts

    def explain(self, index: int) -> str:
        """What the number at an index means."""
        if not 0 <= index < self.size:
            raise Problem(f"`index` must be 0 to {self.size - 1}, not {index!r}", "bad_index")
        parts, at, whose = self.layout.table, index, ""
        if index >= self.table_size:
            seat, at = divmod(index - self.table_size, self.board_size)
            parts, whose = self.layout.board, f"{seats(self.game.players)[seat]}, "
        for part in parts:
            if at < part.size:
                break
            at -= part.size
        names = [axis[i] for axis, i in zip(part.axes, np.unravel_index(at, part.shape), strict=True)]
        return f"{part.name}: {whose}{', '.join(names)}; 1 is {part.one}"
