"""Databases, exports, records and clients of commit 79c6ae3 (before the redesign of November 2026) still work.

`tests/data/79c6ae3` was written by that version: a database with tables of both games, running and finished, with chat, undo,
takeovers by vote and by clock, a rematch, bots, an uploaded record and a branch; the same as an export; two records; and in
`about.json` the answers of its API for each table.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from azulejos.record import Record
from azulejos.web.config import Config
from azulejos.web.inspection import check
from azulejos.web.limits import UNLIMITED
from azulejos.web.store import open_store
from azulejos.web.transfer import pack
from tests.web.live import PATIENCE, Player, Running, running

DATA = Path(__file__).parents[1] / "data" / "79c6ae3"
ABOUT: dict[str, Any] = json.loads(gzip.decompress((DATA / "about.json.gz").read_bytes()))
TABLES = {name: about for name, about in ABOUT.items() if isinstance(about, dict) and "table" in about}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A copy of the database."""
    db = tmp_path / "tables.db"
    db.write_bytes(gzip.decompress((DATA / "tables.sqlite.gz").read_bytes()))
    return db


@pytest.fixture
def server(old: Path) -> Iterator[Running]:
    with running(Config(old, limits=UNLIMITED, seed=7)) as found:
        yield found


def player(server: Running, name: str) -> Player:
    return server.player(name, f"{name.lower()}-token-0123456789-abcdef")


def test_an_old_database_is_exported_as_the_old_version_did(old: Path) -> None:
    async def work() -> bytes:
        store = open_store(old)
        try:
            lines: list[bytes] = []
            assert await check(store, lambda _: None) == len(TABLES)
            assert (await pack(store, lines.append, lambda _: None)).found == len(TABLES)
            return b"".join(lines)
        finally:
            await store.close()

    assert asyncio.run(work()) == gzip.decompress((DATA / "tables.jsonl.gz").read_bytes())


def test_all_old_tables_are_unchanged(server: Running) -> None:
    ana = player(server, "Ana")
    for name, before in TABLES.items():
        now = ana.look(before["table"])
        for seat in (*now["seats"], *before["seats"]):
            seat.pop("online", None)
        for key in before.keys() - {"record"}:
            assert now[key] == before[key], (name, key)
        assert ana.ask("GET", f"/api/tables/{before['table']}/record").text == before["record"]
    with ana.socket(TABLES["running"]["table"]) as line:
        assert [[chat["name"], chat["text"]] for chat in line.welcome["chat"]] == ABOUT["chats"]
    before, now = numbers(ABOUT["statistics"]), {}
    deadline = time.monotonic() + PATIENCE
    while now != before and time.monotonic() < deadline:  # a server counts old games after it has started
        found = numbers(ana.get("/api/statistics?game=pavilion"))
        now = {key: found[key] for key in before}
        time.sleep(0.05)
    assert now == before


def numbers(answer: Any) -> Any:
    """Return an answer without its texts and pictures, which may change from version to version."""
    if isinstance(answer, dict):
        return {key: numbers(value) for key, value in answer.items() if key not in ("text", "plots")}
    return [numbers(value) for value in answer] if isinstance(answer, list) else answer


def test_old_games_continue(server: Running) -> None:
    ana, rui, eva = (player(server, name) for name in ("Ana", "Rui", "Eva"))
    table = TABLES["running"]["table"]
    with ana.socket(table) as first, rui.socket(table, "scene") as second:
        one = first if first.position["actor"] == 0 else second
        one.play()
        assert one.ask(undo=True, number=one.position["number"])["type"] == "ok"
    play_out(table, ana, rui)  # without the sockets: those that don't read for long are cut off
    with ana.socket(table) as line:
        assert line.position["result"] is not None
        assert line.ask(rematch=True)["type"] == "rematch"
    table = TABLES["takeover"]["table"]
    assert eva.sit(table) == [2], "she comes back to the seat that a bot had taken over"
    play_out(table, ana, rui, eva)
    for name in ("rematch", "filled", "continued"):
        play_out(TABLES[name]["table"], ana)
    rui.sit(TABLES["open"]["table"])
    play_out(TABLES["open"]["table"], ana, rui)
    with ana.socket(TABLES["jokers"]["table"]) as line:
        assert line.ask(rematch=True)["type"] == "rematch"


def play_out(table: str, *players: Player) -> None:
    """Play a game to its end; bots make their own moves."""
    seats = {seat: one for one in players for seat in one.look(table)["you"]}
    deadline = time.monotonic() + PATIENCE
    while (now := players[0].look(table))["result"] is None:
        assert time.monotonic() < deadline
        if now["actor"] in seats:
            assert seats[now["actor"]].move(table, now["legal"][0], now["number"]).status_code == 200
        else:
            time.sleep(0.02)


def test_old_records_round_trip() -> None:
    text = (DATA / "record.txt").read_text("utf-8")
    assert Record.from_text(text).text == text
    spelt = (DATA / "record.json").read_text("utf-8")
    assert Record.from_json(json.loads(spelt)).json_text == spelt
