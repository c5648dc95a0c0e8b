"""Random games for the tests of pictures and sentences."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from azulejos import CHANCE, Event, Game, State


def steps(game: Game, seed: int) -> Iterator[tuple[State, Event]]:
    """Return every state of a random game with the event that follows; the final state is not included."""
    dice = random.Random(seed)
    state = game.start()
    while state.outcome is None:
        event = state.draw(dice) if state.actor is CHANCE else dice.choice(state.legal_moves)
        yield state, event
        state = state.play(event)


@cache
def states(game: Game, seed: int) -> list[State]:
    """Return all states of a random game."""
    *_, (last, event) = played = list(steps(game, seed))
    return [*(state for state, _ in played), last.play(event)]
