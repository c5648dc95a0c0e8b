"""How much processor time a program used, and how long it had to wait for a processor: itself and its child processes.

Linux only, from /proc; other systems have nothing that the standard library can read.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
NANOSECONDS = 1e-9
TIMES = slice(11, 15)  # in `stat`, after the command: user and system time, own and of children that have ended
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class ProcessorTime(NamedTuple):
    """The seconds that a program used on processors, and that each of its threads waited for one, since they started."""

    used: float
    waits: Mapping[int, float]

    def waited_since(self, before: ProcessorTime) -> float:
        """Return the longest time that a thread waited for a processor."""
        return max((waited - before.waits.get(thread, 0.0) for thread, waited in self.waits.items()), default=0.0)


def processor_time(pid: int) -> ProcessorTime | None:
    """Return the times of a process and its descendants; `None` if the process has ended or the system doesn't say."""
    used = seconds_used(pid)
    if used is None:
        return None
    waits: dict[int, float] = {}
    left = [pid]
    while left:
        one = left.pop()
        try:
            used += (seconds_used(one) or 0.0) if one != pid else 0.0
            left += _look_at_threads(one, waits)
        except (OSError, ValueError, IndexError):  # it has just ended
            continue
    return ProcessorTime(used, waits)


def seconds_used(pid: int) -> float | None:
    """Return the processor time of a process, and of its child processes that have ended; `None` as above."""
    try:
        after_name = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
        return sum(map(int, after_name[TIMES])) / TICKS
    except (OSError, ValueError, IndexError):
        return None


def _look_at_threads(pid: int, waits: dict[int, float]) -> list[int]:
    """Add the waits of a process's threads, and return its children."""
    children: list[int] = []
    for thread in (PROC / str(pid) / "task").iterdir():
        waits[int(thread.name)] = int((thread / "schedstat").read_text().split()[1]) * NANOSECONDS
        children += map(int, (thread / "children").read_text().split())
    return children
