"""Observations of a game without an encoder: the values in the JSON of its states, by their paths.

The paths are found by playing some random games, always the same ones. A number stands for itself; a text, a boolean or a
null is 1 or 0 for each value that was seen. Values that never occurred in those games are left out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from azulejos.core.contract import CHANCE, State
from azulejos.core.game import Game
from azulejos.core.observation import Layout, Part, seats, turn

GAMES, MOST_EVENTS = 30, 400
HIGHEST = 40.0  # as in `azulejos.env.spaces`


@lru_cache(16)
def paths(game: Game) -> tuple[str, ...]:
    """Return the paths of all values seen in some random games: `boards.0.score`, `phase=offer`."""
    found: set[str] = set()
    for seed in range(GAMES):
        dice, state = random.Random(seed), game.start()
        for _ in range(MOST_EVENTS):
            found.update(path for path, _ in _values(state.json, ""))
            if state.outcome is not None:
                break
            state = state.play(state.draw(dice) if state.actor is CHANCE else dice.choice(state.legal_moves))
    return tuple(sorted(found))


def layout(game: Game) -> Layout:
    """The order of the numbers."""
    who = Part("viewer", (tuple(f"player {seat}" for seat in range(game.players)),), "who is looking")
    return Layout((turn(game), who, Part("values", (paths(game),), "values in the JSON of the state", "1")), ())


def numbers(state: State, viewer: int) -> list[float]:
    """Return what a seat sees of a state."""
    players = state.game.players
    acts = [(viewer + after) % players == state.actor for after in range(len(seats(players)))]
    values = dict(_values(state.json, ""))
    seen = [min(max(values.get(path, 0.0), 0.0), HIGHEST) for path in paths(state.game)]
    return [*map(float, acts), *(float(seat == viewer) for seat in range(players)), *seen]


def _values(value: Any, path: str) -> Iterator[tuple[str, float]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _values(inner, f"{path}.{name}" if path else str(name))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _values(inner, f"{path}.{number}")
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path, float(value)
    else:
        yield f"{path}={value}", 1.0
