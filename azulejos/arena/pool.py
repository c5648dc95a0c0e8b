"""Games on the processors of this machine: tasks go in, results come out as games end.

A pool is a function that takes tasks and returns an iterator of results. It takes a task only when a processor is free for it,
and ends everything that it started when the iterator is closed.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from itertools import islice
from typing import TypeVar

from azulejos.arena.game import Played, Task, play
from azulejos.bots.child import end_programs, keep_programs, kill_all, programs_kept
from azulejos.core.contract import Problem
from azulejos.processes import Processes

Given = TypeVar("Given")
Made = TypeVar("Made")
Pool = Callable[[Iterator[Task]], Generator[Played]]

AHEAD = 1
"""Tasks that wait for each process, so that none is idle; few, so that a decided match stops soon."""


def in_process(tasks: Iterator[Task]) -> Generator[Played]:
    """Play in this process, one game after the other."""
    with programs_kept():
        for task in tasks:
            yield play(task)


def on_processes(processes: int) -> Pool:
    """Return a pool with this many processes."""
    return workers(processes, play)


def workers(processes: int, work: Callable[[Given], Made]) -> Callable[[Iterator[Given]], Generator[Made]]:
    """Return a pool with this many processes for any kind of task: `work` is called with each."""

    def run(tasks: Iterator[Given]) -> Generator[Made]:
        pool = Processes(processes, _begin)
        running: set[Future[Made]] = {pool.submit(work, task) for task in islice(tasks, processes * (1 + AHEAD))}
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                running |= {pool.submit(work, task) for task in islice(tasks, len(done))}
                for future in done:
                    yield future.result()
        except BrokenExecutor:
            raise Problem("a worker process was killed; run the same command again to resume", "broken_pool") from None
        finally:
            pool.close()

    return run


def _begin() -> None:
    """Prepare a process of the pool."""
    keep_programs()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    signal.signal(signal.SIGTERM, lambda *_: _leave())
    threading.Thread(target=_go_with_parent, daemon=True).start()


def _go_with_parent() -> None:
    """End this process when its parent has ended for any reason: otherwise a pool would stay, and wait for tasks."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        _leave()


def _leave() -> None:
    end_programs()
    kill_all()
    os._exit(1)
