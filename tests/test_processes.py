"""The pool of worker processes: results, errors, processes that die, and its end."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError

import pytest

from azulejos.processes import Processes

PATIENCE = 120


def begin(*_args: object) -> None:
    """What each process does first: nothing."""


@pytest.fixture
def two() -> Iterator[Processes]:
    pool = Processes(2, begin)
    yield pool
    pool.close()


def test_tasks_use_all_processes(two: Processes) -> None:
    assert [one.result(PATIENCE) for one in [two.submit(pow, 2, n) for n in range(10)]] == [2**n for n in range(10)]
    found = {one.result(PATIENCE) for one in [two.submit(os.getpid) for _ in range(20)]}
    assert 1 <= len(found) <= 2
    assert os.getpid() not in found


def test_one_task_after_another_needs_one_process(two: Processes) -> None:
    assert len({two.submit(os.getpid).result(PATIENCE) for _ in range(10)}) == 1


def test_an_error_of_the_task_is_raised(two: Processes) -> None:
    with pytest.raises(ZeroDivisionError):
        two.submit(divmod, 1, 0).result(PATIENCE)
    assert two.submit(divmod, 7, 2).result(PATIENCE) == (3, 1)


def test_a_result_that_can_not_be_sent_is_an_error_too(two: Processes) -> None:
    with pytest.raises(Exception, match="pickle"):
        two.submit(lambda: 1).result(PATIENCE)
    with pytest.raises(RuntimeError, match="the answer can't be sent"):
        two.submit(threading.Lock).result(PATIENCE)
    assert two.submit(divmod, 7, 2).result(PATIENCE) == (3, 1)


def test_a_process_that_dies_at_work_breaks_its_own_task_only(two: Processes) -> None:
    slow, dies = two.submit(time.sleep, 1), two.submit(os._exit, 3)
    with pytest.raises(BrokenExecutor):
        dies.result(PATIENCE)
    assert slow.result(PATIENCE) is None
    assert two.submit(divmod, 7, 2).result(PATIENCE) == (3, 1)


def test_a_process_that_was_killed_while_idle_is_replaced(two: Processes) -> None:
    pid = two.submit(os.getpid).result(PATIENCE)
    os.kill(pid, signal.SIGTERM)
    two._slots[0]._worker._process.join(PATIENCE)  # type: ignore[union-attr]
    assert two.submit(os.getpid).result(PATIENCE) != pid


def test_closing_ends_running_tasks_and_cancels_waiting_ones() -> None:
    pool = Processes(1, begin)
    pool.submit(os.getpid).result(PATIENCE)
    works, waits = pool.submit(time.sleep, 1000), pool.submit(os.getpid)
    while not works.running():
        time.sleep(0.01)
    pool.close()
    with pytest.raises(BrokenExecutor):
        works.result(0)
    with pytest.raises(CancelledError):
        waits.result(0)
    with pytest.raises(RuntimeError, match="closed"):
        pool.submit(os.getpid)


def test_no_semaphores_are_needed(two: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A container without a writable /dev/shm has none."""

    def refused(*_args: object) -> None:
        raise PermissionError

    monkeypatch.setattr("_multiprocessing.SemLock", refused)
    assert two.submit(divmod, 7, 2).result(PATIENCE) == (3, 1)
