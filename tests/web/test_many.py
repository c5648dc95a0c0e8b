"""A store is filled with realistic games, and queried like by the pages."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from azulejos.bench import fill, store
from azulejos.cli import main
from azulejos.web.inspection import check
from azulejos.web.store import EVERYBODY, Store, open_store
from azulejos.web.transfer import add
from tests.needs import not_here
from tests.web.postgres import Postgres

Got = TypeVar("Got")
GAMES = 40


def with_store(db: Path | str, work: Callable[[Store], Awaitable[Got]]) -> Got:
    async def inside() -> Got:
        found = open_store(db)
        try:
            return await work(found)
        finally:
            await found.close()

    return asyncio.run(inside())


@pytest.fixture(autouse=True)
def few_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most games are copies, and come in several transactions."""
    monkeypatch.setattr(fill, "PATTERNS", 8)
    monkeypatch.setattr(fill, "TOGETHER", 15)


def test_a_filled_store_looks_as_if_the_games_were_played(db: Path | str, tmp_path: Path) -> None:
    asyncio.run(fill.fill(str(db), 0, 25))
    asyncio.run(fill.fill(str(db), 25, GAMES))
    assert with_store(db, lambda found: check(found, lambda _: None)) == GAMES
    played = tmp_path / "played.db"
    with_store(played, lambda found: add(found, [fill.packed(number) for number in range(GAMES)]))

    async def looked_at(found: Store) -> object:
        tables = [await found.log(fill.table_of(number)) for number in range(GAMES)]
        lists = [await found.public("finished", 50, None), await found.uncounted(9), await found.needing_server()]
        names = [EVERYBODY, *map(fill.name_of, range(fill.NAMES))]
        sums = [await found.totals(name, game) for name in names for game in ("azul", "pavilion")]
        return tables, lists, sums, {one.score for one in await found.bests(EVERYBODY, "azul", 2, 5)}

    assert with_store(db, looked_at) == with_store(played, looked_at)


@not_here(not hasattr(os, "sched_setaffinity"), "pins servers to processor cores")
def test_typical_requests_are_measured(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(store, "FEW", 10)
    monkeypatch.setattr(store, "ASKED", 3)
    assert main(["bench", "store", "--games", "20", "--json", "--db", postgres.database()]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [(one["store"], one["games"]) for one in report["stores"]] == [
        ("SQLite", 10),
        ("SQLite", 20),
        ("PostgreSQL", 10),
        ("PostgreSQL", 20),
    ]
    for one in report["stores"]:
        assert [answer["question"] for answer in one["answers"]] == list(store.QUESTIONS)
        assert all(0 < answer["median_ms"] <= answer["p95_ms"] for answer in one["answers"])
    store.main(10)
    assert "SQLite, 10 games" in capsys.readouterr().out


def test_meaningless_options_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "web", "--db", "postgresql:///empty"]) == 2
    assert "--db only works with `azulejos bench growth`, `azulejos bench store`" in capsys.readouterr().err
