"""The scheduler: who comes first, what is shared, and how jobs and workers end."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable, Coroutine, Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from azulejos.core.contract import Problem
from azulejos.web.assets import JSON, Asset
from azulejos.web.budgets import Asker, Budgets, asking
from azulejos.web.kept import MOST_BYTES, Kept
from azulejos.web.limits import UNLIMITED, Rate
from azulejos.web.scheduler import MOST_OF_AN_ADDRESS, Scheduler, Urgency
from azulejos.web.store import open_store
from tests.needs import not_here
from tests.web.live import PATIENCE
from tests.web.postgres import Postgres

ANA, RUI, EVE = Asker("10.0.0.1", "ana"), Asker("10.0.0.2", "rui"), Asker("10.0.0.66", "eve")


def do(work: Callable[[Scheduler], Coroutine[Any, Any, None]], budgets: Budgets | None = None, processors: int = 1) -> None:
    """Run a test with a scheduler."""

    async def run() -> None:
        scheduler = Scheduler(processors, budgets)
        try:
            await work(scheduler)
        finally:
            scheduler.close()

    asyncio.run(run())


def busy(seconds: float) -> None:
    """Use this much processor time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def in_parts(parts: int) -> Generator[Any, None, Any]:
    for number in range(parts):
        busy(0.01)
        yield number
    return "whole"


async def noted(order: list[str], name: str, job: Coroutine[Any, Any, object]) -> None:
    await job
    order.append(name)


async def settle(scheduler: Scheduler) -> None:
    """Wait until nothing runs."""
    while scheduler.running:
        await asyncio.sleep(0.01)


def test_results_and_errors() -> None:
    async def work(scheduler: Scheduler) -> None:
        assert await scheduler.run(pow, 2, 10, who=ANA) == 1024
        with pytest.raises(ZeroDivisionError):
            await scheduler.run(divmod, 1, 0, who=ANA)
        with pytest.raises(Exception, match="pickle"):
            await scheduler.run(lambda: 1, who=ANA)
        assert await scheduler.run(pow, 2, 3, who=ANA) == 8

    do(work)


def test_the_address_that_used_least_comes_first() -> None:
    async def work(scheduler: Scheduler) -> None:
        order: list[str] = []
        many = [asyncio.create_task(noted(order, "eve", scheduler.run(busy, 0.05, who=EVE))) for _ in range(10)]
        await asyncio.sleep(0)
        one = asyncio.create_task(noted(order, "ana", scheduler.run(busy, 0.05, who=ANA)))
        await asyncio.gather(*many, one)
        assert order.index("ana") <= 2, "before those who asked before, but not before the one that runs"

    do(work)


def test_an_address_gains_nothing_by_more_tokens() -> None:
    async def work(scheduler: Scheduler) -> None:
        order: list[str] = []
        eves = [Asker(EVE.address, f"eve {number}") for number in range(12)]
        many = [asyncio.create_task(noted(order, "eve", scheduler.run(busy, 0.03, who=eve))) for eve in eves]
        await asyncio.sleep(0)
        few = [asyncio.create_task(noted(order, "ana", scheduler.run(busy, 0.03, who=ANA))) for _ in range(4)]
        await asyncio.gather(*many, *few)
        assert [number for number, who in enumerate(order) if who == "ana"][-1] <= 9, order

    do(work)


def test_people_at_a_table_come_first_and_one_worker_is_always_left_for_them() -> None:
    async def work(scheduler: Scheduler) -> None:
        order: list[str] = []
        rest = [asyncio.create_task(noted(order, "rest", scheduler.run(busy, 0.3, who=who))) for who in (ANA, RUI, EVE)]
        await asyncio.sleep(0)
        assert scheduler.running == 1
        assert scheduler.waiting == {"rest": 2}
        await noted(order, "table", scheduler.run(pow, 2, 3, who=RUI, urgency=Urgency.TABLE))
        await asyncio.gather(*rest)
        assert order.index("table") <= 1

    do(work)


def test_one_address_never_holds_all_workers() -> None:
    async def work(scheduler: Scheduler) -> None:
        tasks = [asyncio.create_task(scheduler.run(busy, 0.1, who=EVE, urgency=Urgency.TABLE)) for _ in range(5)]
        await asyncio.sleep(0)
        assert scheduler.running == 2
        tasks.append(asyncio.create_task(scheduler.run(busy, 0.1, who=ANA, urgency=Urgency.TABLE)))
        await asyncio.sleep(0)
        assert scheduler.running == 3
        await asyncio.gather(*tasks)

    do(work, processors=2)


def test_a_question_that_another_address_has_asked_before_does_not_wait_longer() -> None:
    async def work(scheduler: Scheduler) -> None:
        order: list[str] = []
        await scheduler.run(busy, 0.2, who=EVE)
        running = [asyncio.create_task(scheduler.run(busy, 0.3, who=RUI)) for _ in range(2)]
        jobs = [noted(order, f"eve {n}", scheduler.run(busy, 0.01, who=EVE, key=n)) for n in range(6)]
        waiting = [*running, *(asyncio.create_task(job) for job in jobs)]
        await asyncio.sleep(0)
        waiting.append(asyncio.create_task(noted(order, "ana", scheduler.run(busy, 0.01, who=ANA, key=5))))
        await asyncio.gather(*waiting)
        assert {*order[:2]} == {"ana", "eve 5"}

    do(work)


def test_equal_questions_are_asked_once() -> None:
    async def work(scheduler: Scheduler) -> None:
        pids = await asyncio.gather(*(scheduler.run(time.monotonic, who=who, key="same") for who in (ANA, RUI, EVE)))
        assert len(set(pids)) == 1
        assert await scheduler.run(time.monotonic, who=ANA, key="same") != pids[0], "it was not kept"

    do(work)


def test_a_job_ends_with_the_last_one_who_waits_for_it() -> None:
    async def work(scheduler: Scheduler) -> None:
        first, second = (asyncio.create_task(scheduler.run(busy, 1000.0, who=EVE, key="long")) for _ in range(2))
        waits = asyncio.create_task(scheduler.run(os.getpid, who=EVE))
        await asyncio.sleep(0.1)
        first.cancel()
        await asyncio.sleep(0.1)
        assert scheduler.running == 1
        assert not waits.done()
        second.cancel()
        await waits

    do(work)


@not_here(sys.platform == "win32", "has no such signals")
def test_a_job_that_can_not_be_interrupted_is_killed() -> None:
    async def work(scheduler: Scheduler) -> None:
        pid = await scheduler.run(os.getpid, who=EVE)
        await scheduler.run(ignore_interrupts, who=EVE)
        task = asyncio.create_task(scheduler.run(busy, 1000.0, who=EVE))
        await asyncio.sleep(0.1)
        task.cancel()
        assert await scheduler.run(os.getpid, who=EVE) != pid

    do(work)


def ignore_interrupts() -> None:
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)


def test_a_job_that_takes_too_long_is_given_up() -> None:
    async def work(scheduler: Scheduler) -> None:
        pid = await scheduler.run(os.getpid, who=EVE)
        with pytest.raises(Problem, match="took more than"):
            await scheduler.run(busy, 1000.0, who=EVE, step=0.2)
        assert await scheduler.run(os.getpid, who=EVE) != pid
        with pytest.raises(Problem, match="took more than"):
            await scheduler.run(in_parts, 100_000, who=EVE, total=0.1)

    do(work)


@not_here(sys.platform != "linux", "has no processor time of other processes")
def test_a_job_that_waits_for_a_processor_has_more_time_by_the_clock() -> None:
    async def work(scheduler: Scheduler) -> None:
        pid = await scheduler.run(slow, 0.0, who=EVE)  # its worker imports this module
        assert await scheduler.run(slow, 3.0, who=EVE, step=2.0) == pid, "it used hardly any processor time"
        with pytest.raises(Problem, match="took more than"):
            await scheduler.run(slow, 100.0, who=EVE, step=0.2)
        await scheduler.run(slow, 0.0, who=EVE)  # a new worker has more time
        with pytest.raises(Problem, match="took more than"):
            await scheduler.run(slow, 100.0, who=EVE, step=0.2, urgency=Urgency.TABLE)

    do(work)


def slow(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


@not_here(sys.platform == "win32", "has no such signals")
def test_a_stopped_worker_is_replaced_at_rest_and_at_work() -> None:
    async def work(scheduler: Scheduler) -> None:
        pid = await scheduler.run(os.getpid, who=ANA)
        os.kill(pid, signal.SIGSTOP)
        again = await scheduler.run(os.getpid, who=ANA)
        assert again != pid
        assert await scheduler.run(stop_once, again, who=ANA) != again

    do(work)


def stop_once(pid: int) -> int:
    """Stop this process, unless it is another one; return it."""
    if os.getpid() == pid:
        os.kill(pid, signal.SIGSTOP)
    return os.getpid()


def test_a_worker_that_dies_is_replaced_and_its_job_repeated_once(tmp_path: Path) -> None:
    async def work(scheduler: Scheduler) -> None:
        assert await scheduler.run(die_once, tmp_path / "died", who=ANA) == "alive"
        with pytest.raises(Problem, match="its worker process died"):
            await scheduler.run(os._exit, 3, who=ANA)
        assert await scheduler.run(pow, 2, 3, who=ANA) == 8

    do(work)


def die_once(mark: Path) -> str:
    if not mark.exists():
        mark.touch()
        os._exit(3)
    return "alive"


def test_a_job_in_parts_leaves_others_a_turn() -> None:
    async def work(scheduler: Scheduler) -> None:
        order: list[str] = []
        parts: list[int] = []
        long = asyncio.create_task(noted(order, "long", scheduler.run(in_parts, 50, who=EVE, on_part=parts.append)))
        while not parts:
            await asyncio.sleep(0.005)
        await noted(order, "short", scheduler.run(pow, 2, 3, who=ANA))
        await long
        assert order == ["short", "long"]
        assert parts == list(range(50))

    do(work)


def test_a_job_in_parts_starts_again_if_its_worker_dies() -> None:
    async def work(scheduler: Scheduler) -> None:
        parts: list[int] = []
        long: asyncio.Task[Any] = asyncio.create_task(scheduler.run(in_parts, 20, who=EVE, on_part=parts.append))
        while len(parts) < 3:
            await asyncio.sleep(0.005)
        for slot in scheduler._slots:
            slot.worker.kill()
        assert await long == "whole"
        assert parts[-20:] == list(range(20))

    do(work)


def test_an_address_that_used_up_its_budget_is_refused_and_its_bots_come_last() -> None:
    budgets = Budgets(replace(UNLIMITED, work=Rate(0.05, 0.001)))

    async def work(scheduler: Scheduler) -> None:
        await scheduler.run(busy, 0.2, who=EVE)
        with pytest.raises(Problem) as refused:
            await scheduler.run(pow, 2, 3, who=EVE)
        assert refused.value.code == "slow_down"
        assert refused.value.details["wait"] > 1
        with pytest.raises(Problem):
            await scheduler.run(pow, 2, 3, who=Asker("10.0.0.99", EVE.owner))
        assert await scheduler.run(pow, 2, 3, who=Asker("10.0.0.99", "someone")) == 8
        order: list[str] = []
        eve = Asker(EVE.address, "another token")
        tasks = [
            asyncio.create_task(noted(order, name, scheduler.run(busy, 0.01, who=who, urgency=urgency, admitted=True)))
            for name, who, urgency in (
                ("running", RUI, Urgency.REST),
                ("eve's bot", eve, Urgency.TABLE),
                ("watched", ANA, Urgency.REST),
            )
        ]
        await asyncio.gather(*tasks)
        assert order.index("watched") < order.index("eve's bot")

    do(work, budgets)


def test_an_address_may_not_fill_the_queue() -> None:
    async def work(scheduler: Scheduler) -> None:
        tasks = [asyncio.create_task(scheduler.run(busy, 0.5, who=EVE)) for _ in range(MOST_OF_AN_ADDRESS + 5)]
        await asyncio.sleep(0)
        refused = [task for task in tasks if task.done()]
        assert 1 <= len(refused) < 5
        assert all(isinstance(task.exception(), Problem) for task in refused)
        assert await scheduler.run(pow, 2, 3, who=ANA, urgency=Urgency.TABLE) == 8
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await settle(scheduler)
        assert not scheduler.waiting

    do(work)


def made(size: int) -> Asset:
    return Asset(os.urandom(size), JSON)


def test_results_are_kept_as_long_as_there_is_room() -> None:
    async def work(scheduler: Scheduler) -> None:
        kept = Kept(scheduler)
        first = await kept.get("first", made, 1000)
        assert (await kept.get("first", made, 1000)).body == first.body
        for number in range(12):
            await kept.get(number, made, MOST_BYTES // 20)
        assert kept.bytes <= MOST_BYTES
        assert (await kept.get("first", made, 1000)).body != first.body, "the oldest has gone"
        await kept.get("large", made, MOST_BYTES)
        assert kept.bytes <= MOST_BYTES

    do(work)


def test_an_address_takes_turns_in_the_event_loop_within_its_budget() -> None:
    async def work() -> None:
        budgets = Budgets(replace(UNLIMITED, service=Rate(0.01, 0.05)))
        order: list[str] = []

        async def request(name: str, who: Asker) -> None:
            await budgets.turn(who)
            budgets.spend("service", who, 0.004)
            order.append(name)

        many = [asyncio.create_task(request("eve", EVE)) for _ in range(8)]
        await asyncio.sleep(0)
        await request("ana", ANA)
        assert order.count("eve") <= 3
        await asyncio.gather(*many)
        assert order.count("eve") == 8
        many = [asyncio.create_task(request("eve", EVE)) for _ in range(100)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        refused = [task for task in many if task.done() and task.exception()]
        assert refused
        for task in many:
            task.cancel()
        await asyncio.gather(*many, return_exceptions=True)

    asyncio.run(work())


def test_work_in_threads_is_charged_and_one_at_a_time() -> None:
    async def work() -> None:
        budgets = Budgets(replace(UNLIMITED, service=Rate(0.01, 1)))
        running: list[int] = []
        most = 0

        def in_a_thread() -> None:
            nonlocal most
            running.append(1)
            most = max(most, len(running))
            busy_thread(0.02)
            running.pop()

        async def request(who: Asker) -> None:
            asking.set(who)
            await budgets.in_thread(in_a_thread)

        await asyncio.gather(*(asyncio.create_task(request(EVE)) for _ in range(4)))
        assert most == 1
        await asyncio.sleep(0)
        assert budgets.over("service", EVE)
        assert not budgets.over("service", ANA)

    asyncio.run(work())


def busy_thread(seconds: float) -> None:
    """Use this much processor time in a thread."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_tables_are_counted_by_all_servers() -> None:
    here, there = (Budgets(replace(UNLIMITED, creations=Rate(3, 0.01))) for _ in range(2))
    for _ in range(3):
        here.take("tables", EVE, 1)
    with pytest.raises(Problem) as refused:
        here.take("tables", EVE, 1)
    assert refused.value.details == {"limit": "tables", "wait": 100}
    there.take("tables", EVE, 1)
    there.hear(here.unsent())
    with pytest.raises(Problem):
        there.take("tables", Asker(EVE.address, "another token"), 1)
    there.take("tables", ANA, 1)


def test_servers_tell_each_other_what_was_spent() -> None:
    here, there = (Budgets(replace(UNLIMITED, work=Rate(1, 0.01))) for _ in range(2))
    here.spend("work", EVE, 3)
    assert not there.over("work", EVE)
    sent = here.unsent()
    there.hear(sent)
    assert there.over("work", EVE)
    assert there.over("work", Asker(EVE.address, "another token"))
    assert not there.over("work", ANA)
    assert here.unsent() == {}, "it is sent once"
    assert there.unsent() == {}, "and not sent on"


def test_what_is_spent_at_one_server_is_charged_at_the_other(postgres: Postgres) -> None:
    db = postgres.database()

    async def work() -> None:
        budgets = [Budgets(replace(UNLIMITED, work=Rate(1, 0.01))) for _ in range(2)]
        stores = [open_store(db) for _ in budgets]
        clusters = [store.cluster for store in stores]
        for cluster, one in zip(clusters, budgets, strict=True):
            await cluster.start(lambda _table, _length: None, one.hear)
        for number in range(500):  # more than fits into one notification: the largest amounts are sent
            budgets[0].spend("work", Asker(f"10.1.{number}", f"{number}" * 32), 0.01)
        budgets[0].spend("work", EVE, 3)
        await clusters[0].tell_spent(budgets[0].unsent())
        async with asyncio.timeout(PATIENCE):
            while not budgets[1].over("work", EVE):
                await asyncio.sleep(0.05)
        assert not budgets[1].over("work", ANA)
        for store in stores:
            await store.cluster.close()
            await store.close()

    asyncio.run(work())
