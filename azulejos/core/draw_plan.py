"""A chance event tile by tile: where its tiles come from, and where they go."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from azulejos.core.contract import Bunch, Deal, Refill


class DrawPlan(NamedTuple):
    """The next chance event: its tiles come from the bag and, when that is empty, from the discard."""

    bag: Bunch
    discard: Bunch
    wanted: tuple[int, ...]
    """The number of tiles for each place, in order; fewer if tiles run out."""
    event: Callable[[tuple[Bunch, ...]], Deal | Refill]
    """Return the event that puts these tiles on the places."""
