"""One address against everyone: its requests don't delay other people.

`AZULEJOS_PROGRAM="/path/to/other/azulejos"` runs these tests against another version of the program.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from azulejos import Azul
from azulejos.core.contract import CHANCE, Move
from azulejos.puzzles.collection import Wish, fitting
from azulejos.puzzles.puzzle import MOVE
from azulejos.record import Record
from azulejos.web.budgets import Asker, Budgets, asking
from azulejos.web.config import Config
from azulejos.web.damage import replayed_in_slices
from azulejos.web.entries import Entry, Seat, Setup, game_event
from azulejos.web.hub import Hub
from azulejos.web.limits import UNLIMITED, Limits, Rate
from azulejos.web.new_table import first_batch
from azulejos.web.owner import owner_of
from azulejos.web.review import events_of
from azulejos.web.sqlite import SqliteStore
from azulejos.web.store import Batch
from azulejos.web.table import Table
from tests.needs import not_here
from tests.web.live import AZUL, ME, PATIENCE, Line, Player, Process, children, running
from tests.web.records import played

BEGINNER = {"kind": "bot", "level": "beginner"}
MASTER = {"kind": "bot", "level": "master"}
MANY = 15


@pytest.fixture
def server(file: Path) -> Iterator[Process]:
    """A server with the usual limits and one worker for bots."""
    with served(file) as found:
        yield found


@contextlib.contextmanager
def served(file: Path) -> Iterator[Process]:
    server = Process(file, "--workers", "1")
    try:
        yield server
    finally:
        assert server.end(signal.SIGTERM) == 0


def at(server: Process, address: str) -> Player:
    """A player at another address: the server believes a proxy on its own machine."""
    player = server.player()
    player.headers["X-Forwarded-For"] = address
    return player


def answered(line: Line) -> int:
    """Make a move, and return the number of events after the bot's answer."""
    number = line.my_turn()["number"]
    assert line.play()["type"] == "ok"
    while line.my_turn() is not None and line.position["number"] < number + 2:
        line.receive()
    return int(line.position["number"])


def test_hints_of_one_address_do_not_delay_another_ones_bot(server: Process) -> None:
    eve, ana = at(server, "10.0.0.66"), at(server, "10.0.0.1")
    mine = ana.create(ME, BEGINNER)
    order: list[str] = []
    with contextlib.ExitStack() as open_lines, ana.socket(mine) as line:
        others = [open_lines.enter_context(eve.socket(eve.create(ME, ME))) for _ in range(MANY)]
        for other in others:
            other.say(hint=True, number=other.my_turn()["number"], id=1)

        def wait_for_hints() -> None:
            for other in others:
                while other.receive().get("re") != 1:
                    pass
            order.append("all hints")

        waiting = threading.Thread(target=wait_for_hints)
        waiting.start()
        answered(line)
        order.append("bot")
        waiting.join(PATIENCE)
        assert order == ["bot", "all hints"]


def moves_at(player: Player, table: str) -> int:
    """The number of moves in a game. The record may be downloaded without watching."""
    record = Record.load(player.ask("GET", f"/api/tables/{table}/record").content)
    return sum(isinstance(event, Move) for event in record.events)


def test_bots_play_among_themselves_only_while_someone_watches(server: Process) -> None:
    eve, ana = at(server, "10.0.0.66"), at(server, "10.0.0.1")
    alone = [eve.create(*[MASTER] * 4, game={**AZUL, "players": 4}) for _ in range(5)]
    mine = ana.create(ME, BEGINNER)
    with ana.socket(mine) as line:
        for _ in range(3):
            answered(line)
        assert [moves_at(eve, table) for table in alone] == [0] * len(alone)
        with eve.socket(alone[0]) as watching:  # they go on when someone comes
            for _ in range(2):
                watching.until("update")
        assert moves_at(eve, alone[0]) > 0


def test_one_who_watches_does_not_pay_for_the_bots_of_others(file: Path) -> None:
    """Otherwise someone without budget could slow them down."""

    async def work() -> set[str]:
        store = SqliteStore(file)
        hub = Hub(Config(file, limits=replace(UNLIMITED, work=Rate(1, 1))), store, "test")
        ana, eve = Asker("10.0.0.1", "ana"), Asker("10.0.0.66", "eve")
        asking.set(ana)
        seats = [Seat("person", "Ana", "ana"), Seat("bot", "Max", None, "beginner")]
        room = await hub.room(await hub.create(Setup(AZUL, seats, True, None, "ana")))
        for _ in range(2):
            asking.set(ana)
            move, number = room.table.state.legal_moves[0].text, room.table.number
            moving = asyncio.create_task(room.act(lambda table, at: table.move("ana", move, number, at)))  # noqa: B023
            await asyncio.sleep(0)
            asking.set(eve)
            room.keeper.look()
            await asyncio.gather(moving, room.act(lambda table, at: table.chat("eve", "Eve", "hello", at)))
            while room.table.to_move != 0:
                await asyncio.sleep(0.01)
        spent = hub.budgets.unsent()["work"]
        await hub.close()
        await store.close()
        return {*spent}

    assert asyncio.run(work()) == {"address 10.0.0.1", "owner ana"}


def long_record(rounds: int = 1000) -> Record:
    """A game in which nobody ever finishes a row: all tiles go to the floor."""
    game, dice = Azul(2, round_limit=rounds), random.Random(1)
    state, events = game.start(), []
    while state.actor is not None:
        floor = (move for move in state.legal_moves if move.action["line"] == 0)
        event = state.draw(dice) if state.actor is CHANCE else next(floor)
        events.append(event)
        state = state.play(event)
    return Record(game, tuple(events), ("Eve", "Eve"))


def test_a_very_long_record_is_refused(server: Process) -> None:
    record = long_record()
    assert len(record.events) > 5000
    eve = at(server, "10.0.0.66")
    answer = eve.ask("POST", "/api/records", content=record.text.encode())
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "game_too_long"
    assert str(len(record.events)) in answer.json()["error"]["message"]


def store_old_table(file: Path, record: Record, owner: str) -> str:
    """Store a long game, as an older version let everyone do."""
    id = "abcdefghjkmn"
    setup = Setup(record.game.json, [Seat("person", "Eve", owner), Seat("person", "Eva", owner)], True, None, owner)
    entries = [Entry(0.0, setup), *(Entry(0.0, game_event(event)) for event in events_of(record))]
    table = Table.of(id, entries)

    async def work() -> None:
        store = SqliteStore(file)
        await store.append(Batch(1, entries, table.summary("azul-2-coloured"), [owner], False))
        await store.close()

    asyncio.run(work())
    return id


def test_a_very_long_game_is_shown_in_part(file: Path) -> None:
    token = "t" * 30
    table = store_old_table(file, long_record(), owner_of(token))
    with served(file) as server:
        eve = server.player(token=token)
        with eve.socket(table, "scene", max_size=None) as line:
            assert 100 <= len(line.welcome["log"]) <= 500
            assert line.welcome["log"][-1]["number"] == line.welcome["number"], "the last events"
            assert line.ask(name="Evelyn")["type"] == "ok"
        for path in ("replay", "film.gif"):
            answer = eve.ask("GET", f"/api/tables/{table}/{path}")
            assert (answer.status_code, answer.json()["error"]["code"]) == (422, "game_too_long")
        answer = eve.ask("POST", f"/api/tables/{table}/analysis")
        assert answer.json()["error"]["code"] == "game_too_long"
        assert len(Record.load(eve.ask("GET", f"/api/tables/{table}/record").content).events) > 5000, "it can be downloaded"


def test_a_long_game_that_was_played_here_can_be_replayed(file: Path) -> None:
    token = "t" * 30
    record = long_record(100)
    assert 500 < len(record.events) < 2000
    table = store_old_table(file, record, owner_of(token))
    with served(file) as server:
        assert len(server.player(token=token).get(f"/api/tables/{table}/replay")["steps"]) == len(record.events)


def test_what_is_stored_counts_not_what_is_sent(file: Path) -> None:
    record = long_record(150)
    assert len(record.text) < 60_000 < 100_000 < 100 * len(record.events)
    with running(Config(file, limits=replace(UNLIMITED, storage=Rate(100_000, 0.001)))) as server:
        eve = server.player()
        answers = [eve.ask("POST", "/api/records", content=record.text.encode()) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [201, 429]
        assert answers[1].json()["error"]["details"]["limit"] == "storage"


def test_idle_rooms_are_limited_by_the_length_of_their_games(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = long_record(150)
    monkeypatch.setattr("azulejos.web.hub.MOST_IDLE_EVENTS", 2 * len(record.events))
    monkeypatch.setattr("azulejos.web.hub.SWEEP", 0.1)
    with running(Config(file, limits=UNLIMITED)) as server:
        eve = server.player()
        tables = [eve.ask("POST", "/api/records", content=record.text.encode()).json()["table"] for _ in range(4)]
        assert eve.get("/healthz")["rooms"] == 0, "nobody has looked at them"
        for table in tables:
            assert eve.get(f"/api/tables/{table}")["number"] == len(record.events)
        deadline = time.monotonic() + PATIENCE
        while eve.get("/healthz")["rooms"] > 2:
            assert time.monotonic() < deadline


def test_a_long_game_is_read_in_slices() -> None:
    record = long_record(150)
    setup = Setup(record.game.json, [Seat("person", "Eve"), Seat("person", "Eva")], False, None, "eve", 0, True)
    entries = first_batch("a" * 12, setup, 1.0, events_of(record)).entries

    async def work() -> int:
        budgets, rounds = Budgets(Limits()), 0
        asking.set(Asker("192.0.2.66", None))
        reading = asyncio.create_task(budgets.in_slices(replayed_in_slices("a" * 12, entries)))
        while not reading.done():
            rounds += 1
            await asyncio.sleep(0)
        assert reading.result().number == len(record.events)
        assert budgets.unsent()["service"]["address 192.0.2.66"] > 0
        return rounds

    assert asyncio.run(work()) > len(entries) / 50


def test_answers_to_puzzles_need_storage(file: Path) -> None:
    with running(Config(file, limits=replace(UNLIMITED, storage=Rate(1, 0.001)))) as server:
        eve = server.player()
        puzzle = next(one for one in fitting(Wish()) if one.kind == MOVE)  # a single move is a whole answer
        answers = [eve.ask("POST", f"/api/puzzles/{puzzle.id}/answer", {"moves": [puzzle.solution]}) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 429]
        assert answers[1].json()["error"]["details"]["limit"] == "storage"


def test_pictures_of_one_address_do_not_stop_another_ones_analysis(server: Process) -> None:
    pytest.importorskip("resvg_py")
    eve, ana = at(server, "10.0.0.66"), at(server, "10.0.0.1")
    record = played(Azul(2, round_limit=1))
    tables = [one.ask("POST", "/api/records", content=record.text.encode()).json()["table"] for one in (eve, ana)]
    numbers = [(number, theme) for theme in ("light", "dark") for number in range(len(record.events))]
    end = threading.Event()
    pool = httpx.Limits(max_connections=None)
    with httpx.Client(base_url=server.url, headers=eve.headers, timeout=PATIENCE, limits=pool) as client:

        def ask(number: int, theme: str) -> None:
            with contextlib.suppress(httpx.HTTPError, RuntimeError):  # the client is closed at the end
                while not end.is_set():
                    client.get(f"/api/tables/{tables[0]}/picture.png?width=4000&number={number}&theme={theme}")

        for one in numbers[:60]:
            threading.Thread(target=ask, args=one, daemon=True).start()
        assert ana.ask("POST", f"/api/tables/{tables[1]}/analysis").json()["status"] == "running"
        deadline = time.monotonic() + PATIENCE
        while (found := ana.get(f"/api/tables/{tables[1]}/analysis"))["status"] == "running":
            assert time.monotonic() < deadline
            time.sleep(0.1)
        end.set()
        assert found["status"] == "done"


def workers_of(server: Process) -> list[int]:
    found: list[int] = []
    for child in children(server.process.pid):
        with contextlib.suppress(OSError):
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(child)
    return found


@not_here(sys.platform != "linux", "looks for processes in /proc")
def test_bots_go_on_when_workers_are_stopped(server: Process) -> None:
    ana = at(server, "10.0.0.1")
    with ana.socket(ana.create(ME, BEGINNER)) as line:
        answered(line)
        stopped = workers_of(server)
        assert stopped
        for worker in stopped:
            os.kill(worker, signal.SIGSTOP)
        number = line.my_turn()["number"]
        assert line.play()["type"] == "ok"
        done = threading.Event()

        def wait_for_bot() -> None:
            with contextlib.suppress(Exception):
                while line.position["number"] < number + 2:
                    line.receive()
                done.set()

        waiting = threading.Thread(target=wait_for_bot, daemon=True)
        waiting.start()
        moved = done.wait(90)
        for worker in stopped:
            with contextlib.suppress(ProcessLookupError):  # it was replaced
                os.kill(worker, signal.SIGCONT)
        assert moved, "no bot moves while a worker is stopped"


def test_a_budget_that_is_used_up_says_when_to_try_again(file: Path) -> None:
    limits = replace(UNLIMITED, work=Rate(0.0001, 0.001))
    with running(Config(file, limits=limits)) as server:
        ana = server.player()
        table = ana.create(ME, ME)
        assert ana.ask("GET", f"/api/tables/{table}/picture.svg").status_code == 200
        refused: Any = ana.ask("GET", f"/api/tables/{table}/picture.svg?theme=dark")
        assert refused.status_code == 429
        error = refused.json()["error"]
        assert (error["code"], error["details"]["limit"]) == ("slow_down", "work")
        assert int(refused.headers["Retry-After"]) == error["details"]["wait"] >= 1
        assert f"try again in {error['details']['wait']} s" in error["message"]
        assert ana.ask("GET", f"/api/tables/{table}/picture.svg").status_code == 200, "it is kept, and costs nothing"
