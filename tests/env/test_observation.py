"""Observations: the core writes what the tables document, for every variant, from every seat."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejos import CHANCE, Azul, Game, Pavilion, Problem, State
from azulejos.core.encoder import Buffers
from azulejos.env.observation import VERSION, Encoder, layout
from azulejos.env.observation_docs import tables
from tests.variants import VARIANTS

DOCS = Path(__file__).parents[2] / "docs" / "environments.md"


def states(game: Game, seed: int) -> Iterator[State]:
    """Return all states of a random game."""
    dice, state = random.Random(seed), game.start()
    while True:
        yield state
        if state.outcome is not None:
            return
        state = state.play(state.draw(dice) if state.actor is CHANCE else dice.choice(state.legal_moves))


def one_hot(n: int, *which: int) -> list[float]:
    return [float(i in which) for i in range(n)]


def expected_table(state: Any, viewer: int) -> dict[str, Any]:
    """Return what is on the table, from the human-readable parts of the contract."""
    players = state.game.players
    after = [(seat - viewer) % players for seat in range(players)]
    actor = state.actor if isinstance(state.actor, int) else None
    at_seat = state.marker if state.marker < players else None
    found = {
        "turn": one_hot(players, after[actor]) if actor is not None else one_hot(players),
        "marker": one_hot(players + 1, 0 if at_seat is None else 1 + after[at_seat]),
        "centre": np.array(state.centre) / 4,
        "displays": np.array(state.displays) / 4,
    }
    if isinstance(state.game, Azul):
        lid = np.array(state.discard_tiles)
        for seat in range(players):
            for what in state.board(seat).floor:
                if what < 6:
                    lid[what] += 1
        found |= {"tiling": [float(state.phase == "tiling")], "round": [state.rounds / 10]}
        return found | {"bag": np.array(state.bag_tiles) / 20, "lid": lid / 20}
    phases = ("acquire", "play", "bonus")
    return found | {
        "phase": [float(state.phase == phase) for phase in phases],
        "round": one_hot(6, state.rounds - 1),
        "wild": one_hot(6, state.wild),
        "owed": [state.owed / 3],
        "supply": np.array(state.supply) / 4,
        "bag": np.array(state.bag_tiles) / 22,
        "tower": np.array(state.discard_tiles) / 22,
    }


FLOOR = (0, 1, 2, 4, 6, 8, 11, 14)


def expected_bars(game: Azul, wall: Any, colour: int) -> list[bool]:
    """A tile blocks its colour in its row and, on the grey wall, in its column; on a printed wall its space is taken."""
    if game.board == "grey":
        return [*(wall == colour).any(1), *(wall == colour).any(0)]
    return [*(wall[row, (colour + row) % 5] >= 0 for row in range(5)), *[False] * 5]


def expected_board(state: Any, seat: int) -> dict[str, Any]:
    board = state.board(seat)
    if isinstance(state.game, Azul):
        lines = np.zeros((5, 6))
        for line, held in enumerate(board.lines, 1):
            if held:
                colour, plain, jokers = held
                lines[line - 1, colour] += plain / line
                lines[line - 1, 5] += jokers / line
        wall = np.array(board.wall)
        return {
            "score": [board.score / 100],
            "floor": [len(board.floor) / 7],
            "penalty": [FLOOR[len(board.floor)] / 14],
            "lines": lines,
            "wall": wall >= 0,
            "bars": [expected_bars(state.game, wall, colour) for colour in range(5)],
            "jokers": wall == 5,
        }
    stars = np.array(board.stars)
    return {
        "score": [board.score / 100],
        "passed": [float(board.passed)],
        "hand": np.add(board.hand, board.corners) / 4,
        "spaces": stars >= 0,
        "colours": [one_hot(6, *star) for star in stars[: 7 if state.game.board == "grey" else 1]],
    }


def same(found: Any, expected: Any) -> bool:
    right = np.asarray(expected, np.float32)
    return bool(found.shape == right.shape and abs(found - right).max() < 1e-6)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_numbers_match_the_tables(name: str) -> None:
    game = VARIANTS[name]
    encoder = Encoder(game)
    for number, state in enumerate(states(game, seed=3)):
        viewer = number % game.players
        numbers, mask = encoder.encode(state, viewer)
        assert np.flatnonzero(mask).tolist() == [move.id for move in state.legal_moves]
        assert mask.max() <= 1
        parts = encoder.named(numbers)
        for part, value in expected_table(state, viewer).items():
            assert same(parts[part], value), part
        for place in range(game.players):
            board = expected_board(state, (viewer + place) % game.players)
            for one in layout(game).board:
                assert same(parts[one.name][place], board[one.name]), one.name


@pytest.mark.parametrize("name", VARIANTS)
def test_the_core_and_the_tables_agree_on_the_size(name: str) -> None:
    game = VARIANTS[name]
    writer = game.encoder()
    assert writer is not None
    assert writer.width == layout(game).size(game.players) == Encoder(game).size
    assert writer.moves == Encoder(game).actions == len(game.moves)


def test_every_index_is_explained() -> None:
    encoder = Encoder(Pavilion(players=3, board="grey"))
    texts = [encoder.explain(index) for index in range(encoder.size)]
    assert len(set(texts)) == encoder.size
    assert texts[0] == "turn: viewer; 1 is yes"
    assert texts[-1] == "spaces: 2 after the viewer, star 6, space 6; 1 is yes"


def test_the_documentation_has_these_tables() -> None:
    assert tables() in DOCS.read_text("utf-8")
    assert VERSION == 2


def test_many_observations_have_named_parts_too() -> None:
    encoder = Encoder(Azul())
    many = np.arange(3 * encoder.size, dtype=np.float32).reshape(3, encoder.size)
    parts = encoder.named(many)
    assert parts["lines"].shape == (3, 2, 5, 6)
    parts["wall"][2, 1, 4, 4] = -1.0
    assert many[2, -1] == -1.0, "they are views"


def test_mismatches_are_refused() -> None:
    encoder = Encoder(Azul())
    state = Azul().start()
    with pytest.raises(Problem, match="`viewer` must be a seat from 0 to 1, not 2"):
        encoder.encode(state, 2)
    with pytest.raises(Problem, match="this encoder is for Azul"):
        encoder.encode(Pavilion().start(), 0)
    with pytest.raises(Problem, match="171 numbers"):
        encoder.named(np.zeros(3))
    with pytest.raises(Problem, match="`index` must be 0 to 170"):
        encoder.explain(171)


def test_an_encoder_writes_only_into_its_row() -> None:
    view = Azul().encoder()
    floats, marks = np.full(3 * view.width, 7, np.float32), np.full(3 * view.moves, 7, np.int8)
    view.aim(Buffers(floats, marks), 1)
    for state in states(Azul(), seed=1):
        view.set_up(state)  # type: ignore[arg-type]
        view.write(0)
    for row, width in ((floats, view.width), (marks, view.moves)):
        assert (row[:width] == 7).all()
        assert (row[2 * width :] == 7).all()
        assert (row[width : 2 * width] != 7).all()
    with pytest.raises(ValueError, match="too few for row 3"):
        view.aim(Buffers(floats, marks), 3)
    with pytest.raises(ValueError, match="cannot encode"):
        view.set_up(Azul(players=3).start())
    with pytest.raises(IndexError, match="`viewer` must be 0 to 1"):
        view.write(2)
