"""The clock of a server: the time of day when it started and the seconds since. It does not jump when the system's does."""

from __future__ import annotations

import time

_start = [time.time() - time.monotonic()]


def now() -> float:
    """Seconds since 1970."""
    return round(_start[0] + time.monotonic(), 3)


def agree(there: float) -> None:
    """Goes by another time of day from now on: servers of one database share that of the database."""
    _start[0] = there - time.monotonic()
