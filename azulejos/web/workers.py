"""Worker processes, for everything that would keep the server from responding.

A worker that dies is replaced, and its caller gets `BrokenExecutor`. All workers end with the server, however it ends.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import wait
from typing import ParamSpec, TypeVar

from azulejos.processes import Processes

Given = ParamSpec("Given")
Made = TypeVar("Made")


def usual_workers() -> int:
    """Return the number of workers that leaves the server a processor to itself."""
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, there - 1)


class Workers:
    """Processes that run functions; they are started when there is something to do."""

    def __init__(self, count: int, nice: int = 0) -> None:
        self.count = count
        self._processes = Processes(count, _begin, nice)

    async def run(self, work: Callable[Given, Made], *args: Given.args, **kwargs: Given.kwargs) -> Made:
        """Return the result of a module's function, called in a worker."""
        return await asyncio.wrap_future(self._processes.submit(work, *args, **kwargs))

    def warm_up(self) -> None:
        """Start a worker, so that the first caller does not have to wait for it."""
        self._processes.submit(os.getpid)

    def close(self) -> None:
        """Stop all workers, even those that are busy."""
        self._processes.close()


# -- in the worker


def _begin(nice: int) -> None:
    """Leave Ctrl-C to the server, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
