"""What all environments have in common for Gymnasium: the spaces, the draws between moves, and the limit of rounds."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import spaces

from azulejos.core.contract import CHANCE, Deal, Problem, State
from azulejos.env.observation import Encoder

HIGHEST = 40.0  # no number of an observation is larger: 132 tiles of one hand, by 4


def observation_space(encoder: Encoder) -> spaces.Dict:
    """The numbers of an observation, and the mask of legal moves."""
    numbers = spaces.Box(0.0, HIGHEST, (encoder.size,), np.float32)
    mask = spaces.Box(0, 1, (encoder.actions,), np.int8)
    return spaces.Dict({"observation": numbers, "action_mask": mask})


def action_space(encoder: Encoder) -> spaces.Space[Any]:
    """The ids of all moves, legal or not."""
    return spaces.Discrete(encoder.actions)


def check_rounds(max_rounds: int | None) -> int | None:
    """The limit of rounds, if it is one; `None` is no limit but that of the rules."""
    if max_rounds is not None and not (type(max_rounds) is int and 1 <= max_rounds <= 1000):
        right = "a number from 1 to 1000, or None"
        raise Problem(f"`max_rounds` must be {right}, not {max_rounds!r}", "bad_option", option="max_rounds")
    return max_rounds


def drawn(state: State, dice: random.Random, max_rounds: int | None) -> tuple[State, bool]:
    """The state after all draws that come next, and whether the game is cut off before the deal of a round too many."""
    while state.actor is CHANCE:
        event = state.draw(dice)
        if max_rounds is not None and isinstance(event, Deal) and event.round > max_rounds:
            return state, True
        state = state.play(event)
    return state, False
