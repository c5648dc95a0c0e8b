"""A pool of worker processes that needs nothing but pipes.

`concurrent.futures.ProcessPoolExecutor` needs named semaphores, and containers without a writable /dev/shm have none. It also
drops all tasks when one process dies; here only that process's task fails, and a new process replaces it.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import queue
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")

Task = tuple[Future[Any], tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]]

# Fresh processes, because a fork would copy the caller's locks and other state.
SPAWN = multiprocessing.get_context("spawn")


class Processes:
    """Up to `count` processes, started when needed. Each first calls `begin`."""

    def __init__(self, count: int, begin: Callable[..., None], *args: Any) -> None:
        self.count = count
        self._begin = (begin, args)
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._slots: list[_Slot] = []
        self._lock = threading.Lock()
        self._unfinished = 0
        self._closed = False

    def submit(self, work: Callable[Given, Made], *args: Given.args, **kwargs: Given.kwargs) -> Future[Made]:
        """Call a function of a module in a process. If that process dies, the future raises `BrokenExecutor`."""
        future: Future[Made] = Future()
        future.add_done_callback(self._finished)
        with self._lock:
            if self._closed:
                raise RuntimeError("these processes were closed")
            self._unfinished += 1
            if self._unfinished > len(self._slots) < self.count:
                self._slots.append(_Slot(self._tasks, *self._begin))
            self._tasks.put((future, (work, args, kwargs)))
        return future

    def close(self) -> None:
        """Kill all processes at once, even busy ones, and cancel waiting tasks."""
        with self._lock:
            self._closed = True
        with contextlib.suppress(queue.Empty):
            while True:
                task = self._tasks.get_nowait()
                if task is not None:
                    task[0].cancel()
        for _ in self._slots:
            self._tasks.put(None)
        for slot in self._slots:
            slot.end()

    def _finished(self, _future: Future[Any]) -> None:
        with self._lock:
            self._unfinished -= 1


class _Slot:
    """A thread that passes tasks to its own process, and replaces that process if it dies."""

    def __init__(self, tasks: queue.SimpleQueue[Task | None], begin: Callable[..., None], args: tuple[Any, ...]) -> None:
        self._tasks = tasks
        self._begin = (begin, args)
        self._lock = threading.Lock()
        self._ended = False
        self._process: BaseProcess | None = None
        self._line: Connection | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Kill the process and wait until it has ended."""
        with self._lock:
            self._ended = True
            if self._process is not None:
                self._process.terminate()
        self._thread.join()

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            future, call = task
            if future.set_running_or_notify_cancel():
                try:
                    made, problem = self._do(call)
                except (EOFError, OSError):
                    future.set_exception(BrokenExecutor("the worker process died"))
                except Exception as error:  # it can't be pickled
                    future.set_exception(error)
                else:
                    if problem is None:
                        future.set_result(made)
                    else:
                        future.set_exception(problem)
        if self._line is not None:
            self._line.close()
        if self._process is not None:
            self._process.join()

    def _do(self, call: Any) -> Any:
        with self._lock:
            if self._ended:
                raise EOFError
            if self._process is None or not self._process.is_alive():
                self._start()
            line = self._line
        assert line is not None
        line.send(call)
        return line.recv()

    def _start(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line, theirs = SPAWN.Pipe()
        # A daemon, so that it ends with this program even if the pool is not closed.
        self._process = SPAWN.Process(target=_serve, args=(theirs, *self._begin), daemon=True)
        self._process.start()
        theirs.close()  # so that the pipe closes when the process ends


def _serve(line: Connection, begin: Callable[..., None], args: tuple[Any, ...]) -> None:
    """Run tasks from the pipe until it is closed; this runs in the worker process."""
    begin(*args)
    with contextlib.suppress(EOFError):
        while True:
            work, given, named = line.recv()
            answer: tuple[Any, Exception | None]
            try:
                answer = (work(*given, **named), None)
            except Exception as problem:
                answer = (None, problem)
            try:
                line.send(answer)
            except Exception as error:
                line.send((None, RuntimeError(f"the answer can't be sent: {error}")))


__all__ = ["Processes"]
