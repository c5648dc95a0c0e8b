"""Players and watchers who cheat: each test is an attack, by real clients on a real server with its usual limits.

The attacks use only the public protocol. To run them against another version of the server, name its program:
`AZULEJOS_PROGRAM=../other/.venv/bin/azulejos pytest tests/web/test_fairness.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from azulejos.core.contract import Problem
from azulejos.web.cluster import SingleServer
from azulejos.web.config import Config
from azulejos.web.entries import Clock, Seat, Setup
from azulejos.web.hub import Hub
from azulejos.web.store import Batch, open_store
from tests.web.live import AZUL, BOT, ME, OPEN, PATIENCE, Line, Player, Process, Running, running

PROGRAM = "AZULEJOS_PROGRAM"
SHORT = 0.5  # seconds of absence, where a test has to wait for it
LOOK_ALIKES = ["Ana", "ana", "A n a", "\u0410na", "An\u0430", "A\u200dna", "\uff21na", "Ana.", "\u3164Ana"]


@contextlib.contextmanager
def serving(db: Path | str, **settings: Any) -> Iterator[Running]:
    """A server in this process, or the program that the environment names (with its usual settings)."""
    if (program := os.environ.get(PROGRAM)) is None:
        with running(Config(db, **settings)) as found:
            yield found
        return
    process = Process(db, program=[program])
    try:
        yield process
    finally:
        process.end(signal.SIGTERM)


@pytest.fixture
def server(file: Path) -> Iterator[Running]:
    with serving(file) as found:
        yield found


def two(server: Running, **more: Any) -> tuple[Player, Player, str]:
    """Two people at a private table."""
    ana, rui = server.player("Ana"), server.player("Rui")
    table = ana.create(ME, OPEN, public=False, **more)
    rui.sit(table)
    return ana, rui, table


def play(first: Line, second: Line, moves: int) -> None:
    """Make moves in turn, starting with the first."""
    for i in range(moves):
        line, other = ((first, second), (second, first))[i % 2]
        assert line.play()["type"] == "ok"
        see(other, line.position["number"])


def see(line: Line, number: int) -> None:
    while line.position["number"] != number:
        line.receive()


def gone(line: Line, seat: int) -> None:
    """Wait until the line shows that a player is away."""
    while line.until("seats")["seats"][seat]["online"]:
        pass


def clocks(line: Line, seat: int) -> float:
    return float(line.position["clocks"]["left"][seat])


# -- taking back someone else's move


def test_a_dropped_connection_does_not_cost_the_seat_or_the_move(server: Running) -> None:
    ana, rui, table = two(server)
    with ana.socket(table) as first:
        with rui.socket(table) as second:
            play(first, second, 4)
        gone(first, 1)
        assert first.ask(undo=True, number=5)["code"] == "others_moved"
        assert first.ask(takeover=1).get("code") == "not_away", "Rui has been away for a moment only"
        assert first.ask(undo=True, number=5).get("code") == "others_moved"
    now = ana.look(table)
    assert (now["number"], now["seats"][1]["kind"]) == (5, "person")


def test_a_vote_right_after_a_restart_does_not_count(file: Path) -> None:
    with serving(file) as server:
        ana, rui, table = two(server)
    with serving(file) as server:
        again = server.player("Ana", ana.token)
        with again.socket(table) as first:
            assert first.ask(takeover=1).get("code") == "not_away", "Rui may be connecting right now"
        assert server.player("Rui", rui.token).look(table)["seats"][1]["kind"] == "person"


def test_another_server_sees_that_a_player_was_here(postgres: Any) -> None:
    """The cheater uses a server that has never seen the other player."""
    db = postgres.database()
    with serving(db) as server, serving(db) as another:
        ana, rui, table = two(server)
        with ana.socket(table) as first, rui.socket(table) as second:
            play(first, second, 2)
        with another.player("Ana", ana.token).socket(table) as line:
            assert line.ask(takeover=1).get("code") == "not_away"


def test_a_player_without_a_socket_is_not_away(server: Running) -> None:
    """Programs may play over HTTP alone; looking at the table is a sign of life, too."""
    ana, rui, table = two(server)
    with ana.socket(table) as first:
        first.play()
        assert rui.move(table, rui.look(table)["legal"][0], 2).status_code == 200
        assert first.ask(takeover=1).get("code") == "not_away"
        assert first.ask(undo=True, number=3).get("code") in ("others_moved", "stale")


def test_after_a_rightful_takeover_nobody_else_takes_the_move_back(file: Path) -> None:
    with serving(file, absence=SHORT) as server:
        ana, rui, table = two(server)
        with ana.socket(table) as first:
            with rui.socket(table) as second:
                play(first, second, 2)
            gone(first, 1)
            time.sleep(SHORT)
            assert first.ask(takeover=1)["type"] == "ok"
            assert first.ask(undo=True, number=3).get("code") == "others_moved"
            assert first.position["back"] is None
        assert ana.look(table)["number"] == 3
        with rui.socket(table) as second:  # it is still his
            assert second.ask(sit=None, name="Rui")["type"] == "ok"
            assert second.ask(undo=True, number=3)["type"] == "ok"


# -- clocks


def test_moves_that_are_taken_back_earn_no_time(server: Running) -> None:
    ana, _, table = two(server, clock={"seconds": 60, "increment": 30})
    with ana.socket(table) as first:
        for _ in range(10):
            assert first.play()["type"] == "ok"
            assert first.ask(undo=True, number=2)["type"] == "ok"
        assert clocks(first, 0) <= 60


def test_waiting_and_taking_back_costs_the_opponent_nothing(server: Running) -> None:
    ana, _, table = two(server, clock={"seconds": 120, "increment": 0})
    with ana.socket(table) as first:
        for i in range(1, 4):
            assert first.play()["type"] == "ok"
            time.sleep(1)
            assert first.ask(undo=True, number=2)["type"] == "ok"
            assert clocks(first, 1) == 120, "the opponent has not moved yet"
            assert clocks(first, 0) <= 120 - i, "the one who takes back pays"


def test_time_after_a_bots_move_is_not_given_back(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server looks for tables without a server, which would get their time back, but this one has it from the start."""
    looks: list[list[str]] = []
    orphans, claim = SingleServer.orphans, SingleServer.claim

    async def claim_late(self: SingleServer, table: str) -> bool:
        await asyncio.sleep(0.3)  # as on a busy machine
        return await claim(self, table)

    monkeypatch.setattr(SingleServer, "claim", claim_late)

    async def counted(self: SingleServer) -> list[str]:
        looks.append(await orphans(self))
        return looks[-1]

    monkeypatch.setattr(SingleServer, "orphans", counted)
    monkeypatch.setattr("azulejos.web.hub.LOOK", 0.02)
    with serving(file) as server:
        ana = server.player("Ana")
        with ana.socket(ana.create(ME, BOT, clock={"seconds": 60, "increment": 0})) as line:
            for _ in range(3):
                assert line.play()["type"] == "ok"
                line.my_turn()
                before, seen = clocks(line, 0), len(looks)
                while len(looks) < seen + 5:
                    time.sleep(0.02)
                assert line.ask(name="Ann")["type"] == "ok"
                assert clocks(line, 0) <= before
    with sqlite3.connect(file) as stored:
        assert stored.execute("SELECT count(*) FROM entries WHERE entry LIKE '%resume%'").fetchone() == (0,)


def test_an_undo_that_the_own_clock_can_not_pay_is_refused(server: Running) -> None:
    ana, _, table = two(server, clock={"seconds": 2, "increment": 60})
    with ana.socket(table) as first:
        assert first.play()["type"] == "ok"  # she has 62 s now, of which 60 are for this move
        rest = clocks(first, 1)
        assert 0 < rest <= 2
        first.until("seats")  # Rui is out of time
        assert first.ask(undo=True, number=first.position["number"]).get("code") == "out_of_time"


def test_a_time_out_that_can_not_be_stored_is_stored_later(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the game would stop: the player is out of time, and no bot takes over."""
    monkeypatch.setattr("azulejos.web.keeper.PAUSE", 0.05)

    async def work() -> None:
        store = open_store(file)
        hub = Hub(Config(file), store, "test")
        seats = [Seat("person", "Ana", "ana"), Seat("person", "Rui", "rui")]
        room = await hub.room(await hub.create(Setup(AZUL, seats, True, Clock(1, 0), "ana")))
        append = store.append
        refused: list[tuple[Batch, ...]] = []

        async def full(*batches: Batch) -> None:
            if len(refused) < 3:
                refused.append(batches)
                raise Problem("the disk is full", "not_stored")
            await append(*batches)

        monkeypatch.setattr(store, "append", full)
        async with asyncio.timeout(PATIENCE):
            while room.table.seats[0].kind != "bot":
                await asyncio.sleep(0.01)
        assert len(refused) == 3
        await hub.close()
        await store.close()

    asyncio.run(work())


def test_after_a_time_out_the_code_says_so(server: Running) -> None:
    ana, rui, table = two(server, clock={"seconds": 1, "increment": 0})
    with ana.socket(table) as first, rui.socket(table) as second:
        number, move = first.position["number"], first.my_turn()["legal"][0]
        while second.until("seats")["seats"][0]["kind"] != "bot":
            pass
        codes = [
            first.ask(move=move, number=number).get("code"),
            first.ask(undo=True, number=number).get("code"),
            first.ask(sit=0, name="Ana").get("code"),
            ana.move(table, move, number).json()["error"]["code"],
        ]
        assert codes == ["out_of_time"] * 4


# -- names and chat


@pytest.mark.parametrize("name", LOOK_ALIKES)
def test_watchers_can_not_chat_under_the_name_of_a_player(server: Running, name: str) -> None:
    ana, _, table = two(server)
    with ana.socket(table) as first, server.player("Eve").socket(table) as eve, Player(server, "", "").socket(table) as nobody:
        for watcher in (eve, nobody):
            assert watcher.ask(name=name).get("code") == "name_taken"
            assert watcher.ask(chat="I resign")["type"] == "ok"
            assert first.until("chat")["name"] == ""


def test_a_player_who_comes_later_has_the_name(server: Running) -> None:
    ana, eve = server.player("Ana"), server.player("Eve")
    table = ana.create(ME, OPEN, public=False)
    with eve.socket(table) as watcher:
        assert watcher.ask(name="Rui")["type"] == "ok"
        server.player("Rui").sit(table)
        assert watcher.ask(chat="I am Rui").get("code") == "name_taken"


@pytest.mark.parametrize("name", LOOK_ALIKES[1:])
def test_players_can_not_take_the_name_of_another(server: Running, name: str) -> None:
    ana = server.player("Ana")
    table = ana.create(ME, OPEN, public=False)
    server.player(name).sit(table)
    assert ana.look(table)["seats"][1]["name"].endswith(" 2")


def test_made_up_tokens_do_not_multiply_the_chat_allowance(server: Running) -> None:
    ana, _, table = two(server)
    with ExitStack() as stack:
        lines = [stack.enter_context(server.player("Eve").socket(table)) for _ in range(20)]
        said = [line.ask(chat=f"spam {i}")["type"] for i in range(5) for line in lines]
        assert 0 < said.count("ok") < 50
        with ana.socket(table) as first:
            assert first.ask(chat="hello")["type"] == "ok", "players have their own allowance"


def test_one_watcher_does_not_silence_the_others(server: Running) -> None:
    _, _, table = two(server)
    with Player(server, "", "").socket(table) as one, Player(server, "", "").socket(table) as other:
        assert [one.ask(chat=f"{i}")["type"] for i in range(6)] == ["ok"] * 5 + ["error"]
        assert other.ask(chat="may I?")["type"] == "ok"


def test_the_allowance_of_an_address_is_its_own(server: Running) -> None:
    """The test comes from a trusted proxy, so it can speak for several addresses."""
    _, _, table = two(server)
    with ExitStack() as stack:
        for i in range(4):
            eve = server.player("Eve")
            eve.headers["X-Forwarded-For"] = "192.0.2.1"
            line = stack.enter_context(eve.socket(table))
            said = [line.ask(chat=f"{n}")["type"] for n in range(5)]
            assert i < 2 or "error" in said
        nobody = Player(server, "", "")
        nobody.headers["X-Forwarded-For"] = "192.0.2.2"
        assert stack.enter_context(nobody.socket(table)).ask(chat="hello")["type"] == "ok"


# -- seats and renames


def take(player: Player, table: str, seat: int | None = None) -> bool:
    return player.ask("POST", f"/api/tables/{table}/seats", {"name": player.name, "seat": seat}).status_code == 200


def test_one_token_can_not_take_all_open_seats_of_a_public_table(server: Running) -> None:
    table = server.player("Ana").create(ME, OPEN, OPEN, OPEN, game={**AZUL, "players": 4})
    eve = server.player("Eve")
    assert [take(eve, table, seat) for seat in (1, 2, 3)] == [True, False, False]
    with eve.socket(table) as line:
        assert line.ask(sit=2, name="Eve").get("code") == "seated"


def test_one_token_can_not_take_the_open_seats_of_all_public_tables(server: Running) -> None:
    hosts = [server.player("Ana") for _ in range(10)]
    tables = [host.create(ME, OPEN) for host in hosts]
    eve = server.player("Eve")
    assert sum(take(eve, table) for table in tables) == 4
    with hosts[0].socket(tables[0]) as first, eve.socket(tables[0]) as second:
        assert second.ask(sit=None, name="Eve").get("code") == "seated"
        play(first, second, 2)
    assert [take(eve, table) for table in tables[4:]].count(True) == 1, "she plays at one of them now"


def test_made_up_tokens_can_not_take_the_open_seats_of_all_public_tables(server: Running) -> None:
    tables = [server.player("Ana").create(ME, OPEN) for _ in range(20)]
    assert sum(take(server.player("Eve"), table) for table in tables) == 12
    private = server.player("Ana").create(ME, OPEN, public=False)
    assert take(server.player("Rui"), private), "an invitation can always be accepted"


def test_a_seat_asked_for_twice_still_counts(file: Path) -> None:
    """Eve asks for each seat twice at the same moment, so that the second request is refused."""

    async def work() -> list[bool]:
        store = open_store(file)
        hub = Hub(Config(file), store, "test")
        found = []
        for _ in range(8):
            seats = [Seat("person", "Ana", "ana"), Seat("open")]
            room = await hub.room(await hub.create(Setup(AZUL, seats, True, None, "ana")))
            asked = [room.sit("eve", "192.0.2.1", "Eve", None) for _ in range(2)]
            found.append(None in await asyncio.gather(*asked, return_exceptions=True))
        await hub.close()
        await store.close()
        return found

    assert asyncio.run(work()) == [True] * 4 + [False] * 4


def test_renames_are_limited_and_equal_ones_are_not_shown(server: Running) -> None:
    ana, rui, table = two(server)
    with ana.socket(table) as first, ana.socket(table) as again, rui.socket(table) as second:
        first.ask(name="Ana")
        assert shown(second) == []
        answers = [line.ask(name=f"Ana {i}")["type"] for i in range(30) for line in (first, again)]
        assert answers.count("ok") < 10
        assert len(shown(second)) < 10


def shown(line: Line) -> list[str]:
    """Return the names of the first seat that were sent since the last call."""
    line.say(ping=1)
    found = []
    while (message := line.receive())["type"] != "pong":
        if message["type"] == "seats":
            found.append(message["seats"][0]["name"])
    return found
