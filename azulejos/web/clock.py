"""The clock of a server: the time of day when it started, plus the seconds since. It never jumps."""

from __future__ import annotations

import time

_start = [time.time() - time.monotonic()]


def now() -> float:
    """Seconds since 1970."""
    return round(_start[0] + time.monotonic(), 3)


def agree(there: float) -> None:
    """Set the time of day: servers that share a database use the database's clock."""
    _start[0] = there - time.monotonic()
