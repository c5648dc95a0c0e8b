"""Games of a fleet side by side, without Python's lock, so that other threads go on meanwhile.

This module is never compiled: the compiled fleet uses the C twin `abreast.pxd`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azulejos.core.batch import Batch


def begin(fleet: Batch) -> None:
    """Begins all games."""
    for i in range(fleet.games):
        fleet._begin(fleet.views[i], i)


def step(fleet: Batch) -> int:
    """Plays the actions in all games; gives the last game whose action was illegal, -1 if there was none."""
    refused = -1
    for i in range(fleet.games):
        if not fleet._step(fleet.views[i], i):
            refused = i
    return refused


def sample(fleet: Batch) -> None:
    """Chooses an action by lot in each game."""
    for i in range(fleet.games):
        fleet.actions[i] = fleet.views[i].choose()
