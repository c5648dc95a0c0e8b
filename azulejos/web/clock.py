"""The clock of a server: the time of day when it started and the seconds since. It does not jump when the system's does."""

from __future__ import annotations

import time

_START = time.time() - time.monotonic()


def now() -> float:
    """Seconds since 1970."""
    return round(_START + time.monotonic(), 3)
