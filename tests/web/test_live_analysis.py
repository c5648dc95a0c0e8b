"""The socket of the analysis board: results stream in, best first, and end when nobody needs them any more."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections.abc import Generator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from azulejos import Azul, Pavilion
from azulejos.core.game import Game
from azulejos.web.budgets import Asker
from azulejos.web.config import Config
from azulejos.web.limits import UNLIMITED, Rate
from azulejos.web.scheduler import MOST_BEGUN, Scheduler, Urgency
from tests.web.live import PATIENCE, Line, Player, Running, running
from tests.web.records import played
from tests.web.test_scheduler import ANA, EVE, RUI, busy, do, noted

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(Config(tmp_path_factory.mktemp("board") / "tables.db", limits=UNLIMITED, workers=1)) as found:
        yield found


@contextlib.contextmanager
def board(player: Player, language: str = "en") -> Iterator[Line]:
    """The socket of an analysis board."""
    address = f"ws://127.0.0.1:{player.server.port}/api/positions/socket"
    headers = {**player.headers, "Accept-Language": language}
    with connect(address, additional_headers=headers, open_timeout=PATIENCE, ping_interval=None) as connection:
        yield Line(connection)


def some_position(game: Game, moves: int = 3) -> str:
    *_, state = played(game, moves=moves).states()
    return state.text


def jobs_running(server: Running) -> int:
    found = re.search(r"^azulejos_jobs_running (\S+)", server.get("/metrics").text, re.MULTILINE)
    assert found is not None
    return int(float(found[1]))


def nothing_runs(server: Running) -> None:
    """Wait until no worker is busy."""
    until = time.monotonic() + PATIENCE
    while jobs_running(server):
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.parametrize("game", [Azul(2), Pavilion(3)], ids=str)
def test_results_stream_in_and_improve_best_first(server: Running, game: Game) -> None:
    text = some_position(game)
    names = ["Ana", "Rui", "Eva"][: game.players]
    with board(server.player()) as line:
        assert line.welcome["seconds"] > 0
        assert line.ask(think=text, names=names)["type"] == "ok"
        updates = [line.until("thinking") for _ in range(5)]
        assert line.ask(stop=True)["type"] == "ok"
    assert {update["text"] for update in updates} == {text}
    for name in ("visits", "seconds"):
        values = [update[name] for update in updates]
        assert values == sorted(values)
        assert values[-1] > values[0]
    for update in updates:
        assert not update["done"]
        chances = [move["win"] for move in update["moves"]]
        assert chances == sorted(chances, reverse=True)
        assert all(move["text"].startswith(tuple(names)) and move["stages"] for move in update["moves"])
        assert not any(move["why"] for move in update["moves"][1:])


def test_another_position_a_stop_or_a_closed_socket_ends_it(server: Running) -> None:
    first, second = some_position(Azul(2)), some_position(Azul(2), 4)
    with board(server.player()) as line:
        line.say(think=first)
        line.until("thinking")
        assert line.ask(think=second)["type"] == "ok"
        while line.until("thinking")["text"] != second:
            pass
        assert {line.until("thinking")["text"] for _ in range(4)} == {second}, "only the latest position"
        assert line.ask(stop=True)["type"] == "ok"
        nothing_runs(server)
        assert line.ask(stop=True)["type"] == "ok", "nothing to stop"
        line.say(ping=7)
        while (message := line.receive())["type"] == "thinking":
            pass
        assert message == {"type": "pong", "pong": 7}
        line.say(think=first)
        line.until("thinking")
    nothing_runs(server)


def test_what_can_not_be_searched_is_refused(server: Running) -> None:
    start = Azul(2).start().text
    with board(server.player(), "de") as line:
        for message, code in (
            ({"think": "chess"}, "bad_position"),
            ({"think": start}, "not_a_decision"),
            ({"think": start, "stop": True}, "bad_request"),
            ({}, "bad_request"),
            ({"move": "0R1"}, "bad_request"),
            ({"think": 5}, "bad_request"),
            ({"think": "x" * 3000}, "bad_position"),
        ):
            line.say(**message)
            answer = line.until("error")
            assert answer["code"] == code, (message, answer)
        assert line.ask(think="chess")["type"] == "error", "with the id of the message"
        line.connection.send(b"{}")
        assert line.until("error")["code"] == "not_json"
        line.connection.send("{")
        assert line.until("error")["code"] == "not_json"


def test_a_used_up_budget_is_said_in_the_language_of_the_page(file: Path) -> None:
    limits = replace(UNLIMITED, work=Rate(0.01, 0.001))
    with running(Config(file, limits=limits, workers=1)) as poor, board(poor.player(), "de") as line:
        text = some_position(Azul(2))
        line.say(think=text)
        line.until("thinking")
        line.ask(stop=True)
        line.say(think=text)
        error = line.until("error")
        assert error["code"] == "slow_down"
        assert "Rechenzeit" in error["message"]
        assert error["wait"] > 0


def test_moves_at_other_tables_do_not_wait_for_it(server: Running) -> None:
    eve, ana = server.player("Eve"), server.player()
    with board(eve) as line:
        line.say(think=some_position(Pavilion(2)))
        line.until("thinking")
        table = ana.create({"kind": "me"}, {"kind": "bot", "level": "beginner"})
        with ana.socket(table) as at_table:
            for _ in range(3):
                at_table.play()
                at_table.my_turn()
        seen = json.loads(line.connection.recv(PATIENCE))
        assert seen["type"] == "thinking", "and it goes on meanwhile"


# -- the scheduler


def in_steps() -> Generator[Any, None, Any]:
    while True:
        busy(0.02)
        yield "part"


def test_people_at_a_table_come_before_a_live_analysis() -> None:
    async def work(scheduler: Scheduler) -> None:
        order: list[str] = []
        people = [Asker(f"10.0.1.{number}", "someone") for number in range(4)]
        await asyncio.gather(*(scheduler.run(busy, 0.1, who=who, urgency=Urgency.TABLE) for who in people[:2]))  # starts both
        live = [
            asyncio.create_task(
                scheduler.run(in_steps, who=who, urgency=Urgency.LIVE, total=1000.0, on_part=lambda _: order.append("part"))
            )
            for who in (ANA, RUI)
        ]
        while len(order) < 3:
            await asyncio.sleep(0.01)
        assert scheduler.running == 1, "one worker is left for tables"
        order.clear()
        await asyncio.gather(
            *(noted(order, "table", scheduler.run(busy, 0.1, who=who, urgency=Urgency.TABLE)) for who in people)
        )
        third = [number for number, what in enumerate(order) if what == "table"][2]
        assert order[:third].count("part") <= 2, "only the step that was running, and what came before the question"
        for task in live:
            task.cancel()

    do(work)


def test_the_first_result_comes_before_the_rest_and_then_it_waits_its_turn() -> None:
    async def work(scheduler: Scheduler) -> None:
        order: list[str] = []
        rest = [asyncio.create_task(noted(order, "rest", scheduler.run(busy, 0.05, who=EVE))) for _ in range(6)]
        await asyncio.sleep(0)
        live = asyncio.create_task(
            scheduler.run(in_steps, who=ANA, urgency=Urgency.LIVE, total=1000.0, on_part=lambda _: order.append("live"))
        )
        await asyncio.gather(*rest)
        live.cancel()
        assert order.index("live") <= 1, "only the job that was running came before it"
        assert order.count("rest") == 6, "and the others went on"

    do(work)


def test_a_live_analysis_does_not_delay_what_the_same_person_asks_for_meanwhile() -> None:
    async def work(scheduler: Scheduler) -> None:
        parts: list[Any] = []
        live = asyncio.create_task(scheduler.run(in_steps, who=ANA, urgency=Urgency.LIVE, total=1000.0, on_part=parts.append))
        while len(parts) < 3:
            await asyncio.sleep(0.01)
        parts.clear()
        for _ in range(3):
            await scheduler.run(busy, 0.02, who=ANA)
        assert len(parts) <= 4, "at most one step in between"
        live.cancel()

    do(work)


def test_many_live_analyses_of_an_address_do_not_keep_others_out() -> None:
    async def work(scheduler: Scheduler) -> None:
        eves, anas = list[Any](), list[Any]()
        tasks = [
            asyncio.create_task(scheduler.run(in_steps, who=EVE, urgency=Urgency.LIVE, total=1000.0, on_part=eves.append))
            for _ in range(MOST_BEGUN)
        ]
        while len(eves) < 2 * MOST_BEGUN:
            await asyncio.sleep(0.01)
        tasks.append(
            asyncio.create_task(scheduler.run(in_steps, who=ANA, urgency=Urgency.LIVE, total=1000.0, on_part=anas.append))
        )
        while len(anas) < 3:
            await asyncio.sleep(0.01)
        for task in tasks:
            task.cancel()

    do(work)
