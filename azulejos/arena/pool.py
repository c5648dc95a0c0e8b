"""Games on the processors of this machine: tasks go in, results come out as games end.

A pool is a function that takes tasks and gives an iterator of results. It asks for a task only when a processor is free for it,
and ends all that it started when the iterator is closed.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from azulejos.arena.game import Played, Task, play
from azulejos.bots.program import kill_all
from azulejos.core.contract import Problem

Pool = Callable[[Iterator[Task]], Generator[Played]]

AHEAD = 1
"""Tasks that wait for each process, so that none stands idle; few, so that a match that is decided stops soon."""


def in_process(tasks: Iterator[Task]) -> Generator[Played]:
    """Plays in this process, one game after the other."""
    for task in tasks:
        yield play(task)


def on_processes(processes: int) -> Pool:
    """A pool of so many processes."""

    def run(tasks: Iterator[Task]) -> Generator[Played]:
        others = set(multiprocessing.active_children())
        # Fresh processes: a fork would copy threads' locks and whatever else the caller has going on.
        executor = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _begin)
        running: set[Future[Played]] = {executor.submit(play, task) for task in islice(tasks, processes * (1 + AHEAD))}
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                running |= {executor.submit(play, task) for task in islice(tasks, len(done))}
                for future in done:
                    yield future.result()
        except BrokenProcessPool:
            raise Problem("a worker process was killed; run the same command again to resume", "broken_pool") from None
        finally:
            executor.shutdown(wait=False, cancel_futures=True)
            if running:  # closed before its time: nobody waits for these games
                for process in set(multiprocessing.active_children()) - others:
                    process.terminate()

    return run


def _begin() -> None:
    """Prepares a process of the pool."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started us
    signal.signal(signal.SIGTERM, lambda *_: _leave())
    threading.Thread(target=_go_with_parent, daemon=True).start()


def _go_with_parent() -> None:
    """Ends this process when its parent has ended, by whatever: a pool by itself would stay, and wait for tasks."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        _leave()


def _leave() -> None:
    kill_all()
    os._exit(1)
