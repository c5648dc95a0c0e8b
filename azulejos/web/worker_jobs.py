"""Work that takes seconds (analysis, GIFs, pictures), in separate processes with a lower priority than bots and server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import BrokenExecutor
from typing import Any, ParamSpec, TypeVar

from azulejos.core.contract import Problem
from azulejos.web.log import log
from azulejos.web.workers import Workers

NICE = 10
TRIES = 2
MOST_WAITING = 30

Given = ParamSpec("Given")
Made = TypeVar("Made")


class Jobs:
    """Workers for what is not urgent, and the results that several requests wait for."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._workers = Workers(workers, NICE)
        self._waiting = 0
        self._shared: dict[Hashable, asyncio.Task[Any]] = {}

    async def run(self, work: Callable[Given, Made], *args: Given.args, **kwargs: Given.kwargs) -> Made:
        """Return the result of a module's function, called in a worker; if the worker dies, the call is repeated once."""
        if self._waiting >= MOST_WAITING:
            raise Problem("the server is busy; try again in a minute", "slow_down")
        self._waiting += 1
        try:
            for attempt in range(TRIES):
                try:
                    return await self._workers.run(work, *args, **kwargs)
                except BrokenExecutor:
                    log("worker_died", work=getattr(work, "__name__", ""), attempt=attempt)
        finally:
            self._waiting -= 1
        raise Problem("this could not be made: its worker process died", "internal")

    async def share(self, key: Hashable, make: Callable[[], Awaitable[Made]]) -> Made:
        """Return what is made under a key: once for all requests that wait for it, even if one of them is cancelled."""
        task = self._shared.get(key)
        if task is None:
            task = self._shared[key] = asyncio.ensure_future(make())
            task.add_done_callback(lambda _: self._shared.pop(key, None))
        made: Made = await asyncio.shield(task)
        return made

    def close(self) -> None:
        """Stop all workers, even those that are busy."""
        for task in list(self._shared.values()):
            task.cancel()
        self._workers.close()
