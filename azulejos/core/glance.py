"""What players see of a move at a glance, for bots that play like people."""

from __future__ import annotations

from typing import NamedTuple


class Glance(NamedTuple):
    """What a move brings at once, and what it costs at once, in points or what feels like them; both are at least 0."""

    gain: float
    loss: float
