"""A state as a row of numbers, seen from a seat: what each number means, and how to get them.

>>> from azulejos import Azul
>>> encoder = Encoder(Azul(players=2))
>>> encoder.size, encoder.explain(30)
(171, 'displays: display 3, joker; 1 is 4 tiles')

The `encoder` of each game writes the numbers, its `observation` defines their order. First comes the shared table, then a
board for each player: the viewer's, then those of the others in turn order. A game without an encoder is encoded from
the JSON of its states (`json_encoder`).
`python -m azulejos.env.observation_docs` prints the tables of `docs/environments.md`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from azulejos.core.contract import Problem, State
from azulejos.core.encoder import Buffers
from azulejos.core.game import Game
from azulejos.core.observation import Layout, Part, seats
from azulejos.env import json_encoder

VERSION = 2
"""Increases when the meaning of any number changes; trained weights and data sets should record it."""

__all__ = ["VERSION", "Encoder", "Floats", "Layout", "Mask", "Part", "layout"]

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]


def layout(game: Game) -> Layout:
    """Return the order of the numbers for a game, with all its options."""
    part = game.observation()
    return json_encoder.layout(game) if part is None or game.encoder() is None else part.layout(game)


class Encoder:
    """Turns states of a game into observations and masks."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.layout = layout(game)
        self.table_size = sum(part.size for part in self.layout.table)
        self.board_size = sum(part.size for part in self.layout.board)
        self.size = self.table_size + game.players * self.board_size
        self.actions = len(game.moves)
        self._floats: Floats = np.zeros(self.size, np.float32)
        self._mask: Mask = np.zeros(self.actions, np.int8)
        self._writer = game.encoder()
        if self._writer is not None:
            assert self._writer.width == self.size, f"{game.name}: `encoder` and `observation` disagree on the size"
            self._writer.aim(Buffers(self._floats, self._mask), 0)

    def encode(self, state: State, viewer: int) -> tuple[Floats, Mask]:
        """Return what a seat sees of a state, and the mask of the legal moves of the seat to move (all 0 if there is none)."""
        if state.game != self.game:
            raise Problem(f"this encoder is for {self.game!r}, not {state.game!r}", "bad_game")
        if not 0 <= viewer < self.game.players:
            raise Problem(f"`viewer` must be a seat from 0 to {self.game.players - 1}, not {viewer!r}", "bad_seat")
        if self._writer is None:
            self._floats[:] = json_encoder.numbers(state, viewer)
            self._mask[:] = 0
            self._mask[[move.id for move in state.legal_moves]] = 1
        else:
            self._writer.set_up(state)  # type: ignore[arg-type]
            self._writer.write(viewer)
        return self._floats.copy(), self._mask.copy()

    def observe(self, state: State, viewer: int) -> Floats:
        """Return what a seat sees of a state."""
        return self.encode(state, viewer)[0]

    def named(self, numbers: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """Return the parts of an observation by name, or of many (in the last dimension): views, not copies.

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
        """Return what the number at an index means."""
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
