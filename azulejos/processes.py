"""Worker processes that need nothing but pipes.

`concurrent.futures.ProcessPoolExecutor` needs named semaphores, and containers without a writable /dev/shm have none. It also
drops all tasks when one process dies; here only that process's task fails, and a new process replaces it.

A `Worker` is one process at a time; `Processes` is a simple pool of them. The web server has its own scheduler for workers.
"""

from __future__ import annotations

import contextlib
import inspect
import multiprocessing
import os
import queue
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Literal, NamedTuple, ParamSpec, TypeAlias, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")

Calling: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]
Task: TypeAlias = tuple[Future[Any], Calling]

# Fresh processes, because a fork would copy the caller's locks and other state.
SPAWN = multiprocessing.get_context("spawn")
INTERRUPT: int | None = getattr(signal, "SIGUSR1", None)


class Answer(NamedTuple):
    """The outcome of one step of a task: its result, an error, or a part of its result.

    Or it was interrupted: on request, or because its process died between two steps. Then it has to be started again.
    """

    kind: Literal["result", "error", "part", "interrupted"]
    value: Any
    seconds: float
    """The processor time of this step."""


class Worker:
    """A process that runs tasks one step at a time; if it has died, the next task gets a new process.

    A task whose function is a generator makes a step for each part that it yields, and stays in the process in between:
    other tasks can have their steps meanwhile. `step` blocks, so it belongs in a thread; the other methods do not.
    """

    def __init__(self, begin: Callable[..., None], *args: Any) -> None:
        """`begin` is what each process calls first."""
        self._begin = (begin, args)
        self._lock = threading.Lock()
        self._ended = False
        self._process: BaseProcess | None = None
        self._line: Connection | None = None

    @property
    def pid(self) -> int | None:
        """The current process, if there is one."""
        return None if self._process is None else self._process.pid

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.is_alive()

    @property
    def stopped(self) -> bool:
        """Whether the process is stopped (as by SIGSTOP) and would not even notice that it has a task."""
        if self._process is None or self._process.pid is None or not hasattr(os, "WSTOPPED"):
            return False
        try:
            return os.waitid(os.P_PID, self._process.pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None
        except ChildProcessError:
            return False

    def step(self, task: int, call: Calling | None, dropped: tuple[int, ...] = ()) -> Answer:
        """Start a task, or (without a call) resume it; drop the tasks to forget first. `EOFError` if the process dies."""
        with self._lock:
            if self._ended:
                raise EOFError
            if self.stopped and self._process is not None:
                self._process.kill()
                self._process.join()
            if self._process is None or not self._process.is_alive():
                self._start()
            line, process = self._line, self._process
        assert line is not None
        assert process is not None
        try:
            line.send((task, call, dropped))
            answer = line.recv()
        except (EOFError, OSError):
            process.kill()  # its end of the pipe is closed, but it may still seem to be alive
            process.join()
            raise
        assert isinstance(answer, Answer)
        return answer

    def interrupt(self) -> None:
        """Interrupt the current step, as soon as the process runs Python code; does nothing on Windows."""
        with self._lock:
            if INTERRUPT is not None and self._process is not None and self._process.is_alive():
                assert self._process.pid is not None
                os.kill(self._process.pid, INTERRUPT)

    def kill(self) -> None:
        """Kill the process, even if it is stopped."""
        with self._lock:
            if self._process is not None:
                self._process.kill()

    def end(self) -> None:
        """Terminate the process, and start no other."""
        with self._lock:
            self._ended = True
            if self._process is not None:
                self._process.terminate()  # it may have programs to end

    def join(self) -> None:
        """Wait until the process has ended, after `end`."""
        if self._line is not None:
            self._line.close()
        if self._process is not None:
            self._process.join()

    def _start(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line, theirs = SPAWN.Pipe()
        # A daemon, so that it ends with this program even if the worker is not ended.
        self._process = SPAWN.Process(target=_serve, args=(theirs, *self._begin), daemon=True)
        self._process.start()
        theirs.close()  # so that the pipe closes when the process ends


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
                self._slots.append(_Slot(self._tasks, Worker(self._begin[0], *self._begin[1])))
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
    """A thread that passes tasks to its own worker."""

    def __init__(self, tasks: queue.SimpleQueue[Task | None], worker: Worker) -> None:
        self._tasks = tasks
        self._worker = worker
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """End the process and wait until it has ended."""
        self._worker.end()
        self._thread.join()

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            future, call = task
            if future.set_running_or_notify_cancel():
                try:
                    answer = self._worker.step(0, call)
                except (EOFError, OSError):
                    future.set_exception(BrokenExecutor("the worker process died"))
                except Exception as error:  # it can't be pickled
                    future.set_exception(error)
                else:
                    if answer.kind == "result":
                        future.set_result(answer.value)
                    else:
                        future.set_exception(answer.value)
        self._worker.join()


# -- in the worker process


class _Interrupted(BaseException):
    """The step was interrupted."""


_working = False


def _interrupted(_number: int, _frame: object) -> None:
    if _working:
        raise _Interrupted


def _serve(line: Connection, begin: Callable[..., None], args: tuple[Any, ...]) -> None:
    """Run tasks from the pipe until it is closed."""
    if INTERRUPT is not None:
        signal.signal(INTERRUPT, _interrupted)
    begin(*args)
    resting: dict[int, Any] = {}  # generators
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            task, call, dropped = line.recv()
            for one in dropped:
                resting.pop(one, None)
            answer = _step(task, call, resting)
            try:
                line.send(answer)
            except ConnectionError:
                raise
            except Exception as error:
                line.send(Answer("error", RuntimeError(f"the answer can't be sent: {error}"), answer.seconds))


def _step(task: int, call: Calling | None, resting: dict[int, Any]) -> Answer:
    global _working
    start = time.process_time()

    def answer(kind: Literal["result", "error", "part", "interrupted"], value: Any) -> Answer:
        return Answer(kind, value, time.process_time() - start)

    try:
        _working = True
        if call is None:
            made: Any = resting.pop(task, None)
            if made is None:
                return answer("interrupted", None)
        else:
            work, given, named = call
            made = work(*given, **named)
        if inspect.isgenerator(made):
            try:
                part = next(made)
            except StopIteration as end:
                made = end.value
            else:
                resting[task] = made
                _working = False
                return answer("part", part)
        _working = False
        return answer("result", made)
    except _Interrupted:
        return answer("interrupted", None)
    except Exception as problem:
        return answer("error", problem)
    finally:
        _working = False


__all__ = ["Answer", "Processes", "Worker"]
