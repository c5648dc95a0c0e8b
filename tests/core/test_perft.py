"""The counts of `perft.json`: they reveal a move generator with a missing or an extra move."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from azulejos import State, game_from_json
from azulejos.notation import event_from_json
from azulejos.perft import perft

POSITIONS: list[dict[str, Any]] = json.loads((Path(__file__).parent.parent / "data" / "perft.json").read_text(encoding="utf-8"))
NAMES = [f"{i}-{one['game']}-{one['board']}-{one['about'].replace(' ', '_')}" for i, one in enumerate(POSITIONS)]
AFFORDABLE = 2000  # states that the uncompiled rules can visit quickly per position


@pytest.mark.parametrize("position", POSITIONS, ids=NAMES)
def test_counts_of_small_depth(position: dict[str, Any]) -> None:
    counts = position["counts"]
    depth = 1
    while depth < len(counts) and counts[depth - 1] <= AFFORDABLE:
        depth += 1
    assert perft(start(position), depth) == counts[:depth]


@pytest.mark.compiled
@pytest.mark.compiled
@pytest.mark.parametrize("position", POSITIONS, ids=NAMES)
def test_all_counts(position: dict[str, Any]) -> None:
    assert perft(start(position), len(position["counts"])) == position["counts"]


def start(position: dict[str, Any]) -> State:
    game = game_from_json({name: value for name, value in position.items() if name not in ("about", "events", "counts")})
    state: State = game.start()
    for one in position["events"]:
        event, seat = event_from_json(game, one)
        assert seat is None or seat == state.actor
        state = state.play(event)
    return state
