"""Bots that think in processes of their own, so that the server goes on meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing.connection import wait

from azulejos.bots.base import Budget
from azulejos.bots.registry import make_bot
from azulejos.core.contract import Move, Problem, State
from azulejos.core.game import position
from azulejos.web.log import log

STRONGEST = "master"
SIMPLEST = "apprentice"
TRIES = 3


def usual_workers() -> int:
    """As many workers as leave the server a processor of its own."""
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, there - 1)


class Bots:
    """Workers that choose moves; one that dies is replaced, and its question asked again."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool = self._start()
        self._closed = False

    async def choose(self, level: str, state: State, seed: int) -> Move:
        """The move of a level; whatever happens to the worker, there is one."""
        for attempt in range(TRIES):
            pool = self._pool
            try:
                found = await asyncio.wrap_future(pool.submit(_choose, level, state.text, seed))
                return state.game.moves[found]
            except BrokenExecutor:
                log("worker_died", level=level, attempt=attempt)
                self._replace(pool)
            except Problem as problem:
                log("bot_failed", level=level, attempt=attempt, error=str(problem), position=state.text)
            if attempt == TRIES - 2:
                level = SIMPLEST
        return state.legal_moves[0]

    def warm_up(self) -> None:
        """Starts a worker, so that the first move does not wait for it."""
        self._pool.submit(os.getpid)

    def close(self) -> None:
        """Ends all workers, also those that think."""
        self._closed = True
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            with contextlib.suppress(OSError, ValueError):
                process.terminate()
        for process in processes:
            process.join()

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        if self._pool is broken and not self._closed:
            broken.shutdown(wait=False)
            self._pool = self._start()

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"), _begin)


# -- in the worker


def _begin() -> None:
    """A worker leaves Ctrl-C to the server, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def _choose(level: str, text: str, seed: int) -> int:
    bot = make_bot(level, seed)
    try:
        return bot.choose(position(text), Budget()).id  # as long as the level usually thinks: a second at most
    finally:
        bot.close()
