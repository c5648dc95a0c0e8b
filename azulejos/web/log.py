"""Structured logging: a JSON object per line on standard error."""

from __future__ import annotations

import contextlib
import logging
import sys
import time
from typing import Any

import msgspec


def log(what: str, **fields: Any) -> None:
    """Write an event and its details."""
    line = msgspec.json.encode({"at": round(time.time(), 3), "what": what, **fields})
    if sys.stderr is not None:
        with contextlib.suppress(OSError):  # if the disk is full, games continue without a log
            sys.stderr.write(line.decode() + "\n")
            sys.stderr.flush()


class Lines(logging.Handler):
    """Writes what libraries log in the same form."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        details = {} if error is None else {"error": f"{type(error).__name__}: {error}"}
        log("logged", by=record.name, level=record.levelname, message=record.getMessage().strip(), **details)
