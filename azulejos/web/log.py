"""Structured logging: a JSON object per line on standard error. Lines that repeat too often are counted instead."""

from __future__ import annotations

import contextlib
import logging
import sys
import time
from typing import Any

import msgspec

PERIOD = 10.0  # seconds
MOST_LINES = 20  # of a kind in a period
LONGEST = 2000  # characters of a library's message


class Throttle:
    """Lets some lines of each kind through in a period, and counts the others."""

    def __init__(self) -> None:
        self._since = 0.0
        self._seen: dict[str, int] = {}

    def passes(self, kind: str) -> bool:
        """Return whether a line of this kind should be written."""
        self._seen[kind] = self._seen.get(kind, 0) + 1
        return self._seen[kind] <= MOST_LINES

    def left_out(self, now: float) -> dict[str, int]:
        """Begin a new period if this one is over; return how many lines of each kind were left out in it."""
        if now - self._since < PERIOD:
            return {}
        found = {kind: seen - MOST_LINES for kind, seen in self._seen.items() if seen > MOST_LINES}
        self._since = now
        self._seen.clear()
        return found


_throttle = Throttle()


def log(what: str, **fields: Any) -> None:
    """Write an event and its details."""
    _log(what, what, fields)


def log_always(what: str, **fields: Any) -> None:
    """Write an event that must not be left out, and does not repeat."""
    _write({"what": what, **fields})


def log_left_out() -> None:
    """Write which lines were left out, if it is time to."""
    for kind, times in _throttle.left_out(time.monotonic()).items():
        _write({"what": "repeated", "line": kind, "times": times})


def _log(kind: str, what: str, fields: dict[str, Any]) -> None:
    log_left_out()
    if _throttle.passes(kind):
        _write({"what": what, **fields})


def _write(fields: dict[str, Any]) -> None:
    try:
        line = msgspec.json.encode({"at": round(time.time(), 3), **fields})
    except UnicodeEncodeError:  # a text that can't be written as it is, such as half a surrogate pair
        line = msgspec.json.encode({"at": round(time.time(), 3), "what": fields["what"], "details": ascii(fields)})
    if sys.stderr is not None:
        with contextlib.suppress(OSError):  # if the disk is full, games continue without a log
            sys.stderr.write(line.decode() + "\n")
            sys.stderr.flush()


class Lines(logging.Handler):
    """Writes what libraries log in the same form."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        details = {} if error is None else {"error": f"{type(error).__name__}: {error}"}
        message = record.getMessage().strip()[:LONGEST]
        # The messages of a kind differ in their details only, such as a port.
        kind = f"{record.name}: {str(record.msg)[:40]}"
        _log(kind, "logged", {"by": record.name, "level": record.levelname, "message": message, **details})
