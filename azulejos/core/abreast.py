"""Games of a fleet side by side, without Python's lock, so that other threads go on meanwhile.

This module is never compiled: the compiled fleet uses the C twin `abreast.pxd`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azulejos.core.fleet import Fleet


def begin(fleet: Fleet, first: int, last: int) -> None:
    """Begins the games from the first up to the last."""
    for i in range(first, last):
        fleet._begin(fleet.views[i], i)


def step(fleet: Fleet, first: int, last: int) -> int:
    """Plays the actions in these games; gives the last game whose action was illegal, -1 if there was none."""
    refused = -1
    for i in range(first, last):
        if not fleet._step(fleet.views[i], i):
            refused = i
    return refused


def sample(fleet: Fleet, first: int, last: int) -> None:
    """Chooses an action by lot in each of these games."""
    for i in range(first, last):
        fleet.actions[i] = fleet.views[i].choose()
