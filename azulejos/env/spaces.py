"""The common parts of all environments: the spaces, the draws between moves, and the round limit."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import spaces

from azulejos.core.contract import CHANCE, Deal, Problem, State
from azulejos.env.observation import Encoder

HIGHEST = 40.0  # no number of an observation is larger: 132 tiles of one hand, divided by 4


def observation_space(encoder: Encoder) -> spaces.Dict:
    """Return the space of observations, with the mask of legal moves."""
    numbers = spaces.Box(0.0, HIGHEST, (encoder.size,), np.float32)
    mask = spaces.Box(0, 1, (encoder.actions,), np.int8)
    return spaces.Dict({"observation": numbers, "action_mask": mask})


def action_space(encoder: Encoder) -> spaces.Space[Any]:
    """Return the space of the ids of all moves, legal or not."""
    return spaces.Discrete(encoder.actions)


def check_rounds(max_rounds: int | None) -> int | None:
    """Return the round limit, if it is valid; `None` means only the limit of the rules."""
    if max_rounds is not None and not (type(max_rounds) is int and 1 <= max_rounds <= 1000):
        right = "a number from 1 to 1000, or None"
        raise Problem(f"`max_rounds` must be {right}, not {max_rounds!r}", "bad_option", option="max_rounds")
    return max_rounds


def drawn(state: State, dice: random.Random, max_rounds: int | None) -> tuple[State, bool]:
    """Return the state after all pending draws, and whether the game is truncated before the deal of a round over the limit."""
    while state.actor is CHANCE:
        event = state.draw(dice)
        if max_rounds is not None and isinstance(event, Deal) and event.round > max_rounds:
            return state, True
        state = state.play(event)
    return state, False
