"""A chance event tile by tile: from where its tiles are drawn, and onto which places."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from azulejos.core.contract import Bunch, Deal, Refill


class DrawPlan(NamedTuple):
    """The next chance event: its tiles come from the bag and, once that is empty, from the discard."""

    bag: Bunch
    discard: Bunch
    wanted: tuple[int, ...]
    """How many tiles each place gets, one place after the other; fewer if there are no more."""
    event: Callable[[tuple[Bunch, ...]], Deal | Refill]
    """The event that brings these tiles to the places."""
