"""Several servers with one database: any serves any table, and nothing is done twice."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest

from azulejos.core.contract import Move, State
from azulejos.web import bots, clock, hub
from azulejos.web.budgets import Asker
from azulejos.web.config import Config
from azulejos.web.limits import UNLIMITED
from azulejos.web.scheduler import Urgency
from tests.web.live import BOT, ME, OPEN, PATIENCE, Running, running
from tests.web.postgres import Postgres


@pytest.fixture
def three(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Running]]:
    """Three servers with one database."""
    monkeypatch.setattr(hub, "LOOK", 0.2)
    config = Config(postgres.database(), limits=UNLIMITED, absence=0.2)
    with ExitStack() as stack:
        yield [stack.enter_context(running(config)) for _ in range(3)]


def test_events_on_one_server_are_sent_by_the_others(three: list[Running]) -> None:
    ana = three[0].player()
    bea = three[1].player("Bea")
    table = ana.create(ME, OPEN)
    with ana.socket(table) as here, three[2].player("Eve").socket(table) as watching:
        assert bea.sit(table) == [1]
        with bea.socket(table) as there:
            while not all(seat["online"] for seat in watching.until("seats")["seats"]):
                pass
            for turn in (here, there, here, there):
                turn.play()
            watching.until("update")
            while watching.position["number"] < 5:
                watching.receive()
            assert watching.position["state"] == there.position["state"]
            assert here.ask(takeover=1)["code"] == "not_away"  # Bea is there, through another server
        while watching.until("seats")["seats"][1]["online"]:
            pass
        while (answer := here.ask(takeover=1))["type"] != "ok":
            assert answer["code"] == "not_away"  # she was there just now


def test_a_stopped_server_holds_no_leases(postgres: Postgres) -> None:
    db = postgres.database()
    with running(Config(db, limits=UNLIMITED)) as server:
        ana = server.player()
        with ana.socket(ana.create(ME, ME, clock={"seconds": 100, "increment": 0})), psycopg.connect(db) as eyes:
            while not all(kept(eyes)):
                time.sleep(0.01)
    with psycopg.connect(db) as eyes:
        assert kept(eyes) == (0, 0), "the others need not wait until its session has ended"


def kept(eyes: psycopg.Connection[Any]) -> tuple[int, int]:
    """Return how many tables are leased, and how many people are online."""
    found = eyes.execute("SELECT (SELECT count(*) FROM keepers), (SELECT count(*) FROM presence)").fetchone()
    eyes.rollback()
    assert found is not None
    return found[0], found[1]


def test_of_two_simultaneous_moves_one_is_accepted(postgres: Postgres) -> None:
    """The same owner at two servers at the same moment."""
    config = Config(postgres.database(), limits=UNLIMITED)
    with running(config) as one, running(config) as two:
        ana = one.player()
        again = two.player(token=ana.token)
        table = ana.create(ME, ME)
        for _ in range(10):
            now = ana.look(table)
            answers: list[int] = []
            barrier = threading.Barrier(2)

            def move(player: Any, pick: int, now: Any = now, answers: list[int] = answers, at: Any = barrier) -> None:
                at.wait()
                answers.append(player.move(table, now["legal"][pick % len(now["legal"])], now["number"]).status_code)

            threads = [threading.Thread(target=move, args=args) for args in ((ana, 0), (again, 1))]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(PATIENCE)
            assert sorted(answers) == [200, 409]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often bots of any server were asked for a move, by position."""
    found: Counter[str] = Counter()
    choose = bots.Bots.choose

    async def counted(self: bots.Bots, level: str, state: State, seed: int, who: Asker, urgency: Urgency) -> Move:
        found[state.text] += 1
        return await choose(self, level, state, seed, who, urgency)

    monkeypatch.setattr(bots.Bots, "choose", counted)
    return found


def test_a_bots_turn_is_taken_by_one_server(three: list[Running], asked: Counter[str]) -> None:
    ana = three[0].player()
    table = ana.create(BOT, BOT)
    for server in three[1:]:
        server.player().look(table)  # they have it in memory too
    while ana.look(table)["status"] != "finished":
        time.sleep(0.05)
    assert asked
    assert set(asked.values()) == {1}


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that start after this hear nothing of each other."""
    monkeypatch.setattr(hub.Hub, "_hear", lambda *_: None)


@pytest.mark.usefixtures("deaf")
def test_a_server_that_takes_over_knows_what_was_played(asked: Counter[str], three: list[Running]) -> None:
    """Even if it has not heard of it: then its position is one of the past, in which bots have already moved."""
    ana, bea = three[0].player(), three[1].player()
    table = ana.create(BOT, BOT)
    while not asked:  # the first server plays for the bots
        ana.look(table)
    bea.look(table)  # the second has it in memory
    while ana.look(table)["status"] != "finished":
        time.sleep(0.05)
    while bea.look(table)["status"] != "finished":
        time.sleep(0.05)
    assert set(asked.values()) == {1}


def test_a_table_of_a_lost_server_is_adopted_by_another(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "LOOK", 0.2)
    config = Config(postgres.database(), limits=UNLIMITED)
    with running(config) as stays:
        with running(config) as goes:
            ana = goes.player()
            table = ana.create(*[BOT] * 4, game={"game": "azul", "players": 4})
        bea = stays.player()
        while bea.look(table)["status"] != "finished":  # without being asked to
            time.sleep(0.05)


def test_clock_jumps_have_no_effect(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(Config(file, limits=UNLIMITED)) as server:
        ana = server.player()
        table = ana.create(ME, ME, clock={"seconds": 60, "increment": 0})
        with ana.socket(table) as line:
            really = time.time
            for jump in (3600, -3600, 10_000_000):
                monkeypatch.setattr(time, "time", lambda jump=jump: really() + jump)
                before = line.position["clocks"]["left"]
                assert line.play()["type"] == "ok"
                left = line.position["clocks"]["left"]
                assert sum(before) - sum(left) < 30
            monkeypatch.undo()
            assert {seat["kind"] for seat in ana.look(table)["seats"]} == {"person"}


def test_servers_use_the_clock_of_their_database(postgres: Postgres) -> None:
    clock.agree(time.time() + 3600)  # this machine's clock is an hour fast
    with running(Config(postgres.database(), limits=UNLIMITED)) as server:
        ana = server.player()
        table = ana.create(ME, ME)
        [listed] = [one for one in ana.get("/api/tables?show=mine")["tables"] if one["table"] == table]
        assert abs(listed["updated"] - time.time()) < 600
