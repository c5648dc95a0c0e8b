"""Whatever fails: every acknowledged move is there once, every game replays, and clients recover by themselves.

`scenario` starts real servers and clients, and checks at the end what became of all moves.
"""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.scenario import Scenario, scenario
from tests.needs import not_here
from tests.web.postgres import Postgres

pytestmark = [
    not_here(sys.platform != "linux", "finds processes in /proc"),
    pytest.mark.compiled,
]


@contextlib.contextmanager
def surviving(db: Path | str, postgres: Postgres | None = None, **more: Any) -> Iterator[Scenario]:
    """A scenario after which nothing is missing and nothing is duplicated."""
    with scenario(db, postgres, **more) as found:
        yield found
    assert found.verdict.tables
    assert not found.verdict.lost
    assert not found.verdict.doubled
    assert not found.verdict.robbed


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path | str, Postgres | None]:
    """An empty store, and its database server, if there is one."""
    if request.param == "sqlite":
        return tmp_path / "tables.db", None
    postgres = request.getfixturevalue("postgres")
    assert isinstance(postgres, Postgres)
    return postgres.database(), postgres


def test_one_of_three_servers_behind_a_proxy_is_killed_under_load(postgres: Postgres) -> None:
    with surviving(postgres.database(), servers=3, clients=4) as found:
        found.go_on()
        found.servers[0].end(signal.SIGKILL)
        found.go_on()  # with the other two
        found.servers[0] = found.start()
        found.proxy.ports[0] = found.servers[0].port
        found.go_on()


def test_a_server_and_a_worker_are_killed_during_writes(db: Path | str) -> None:
    with surviving(db) as found:
        found.go_on(3)
        found.kill_worker()
        found.go_on(3)
        found.kill_server()
        found.go_on(3)


def test_postgres_is_killed_and_started_again(postgres: Postgres) -> None:
    with surviving(postgres.database(), postgres, servers=2, clients=3) as found:
        found.go_on(3)
        found.kill_postgres()
        found.go_on()


def test_the_disk_is_full_for_a_while_and_the_last_write_torn(place: tuple[Path | str, Postgres | None]) -> None:
    with surviving(*place) as found:
        found.go_on(3)
        found.fill_disk()
        found.go_on(3)
        found.tear()
        found.go_on(3)


def test_clock_jumps_simultaneous_moves_and_clients_that_do_not_read(place: tuple[Path | str, Postgres | None]) -> None:
    with surviving(*place, servers=1 if place[1] is None else 2) as found:
        for _ in range(3):
            found.jump()
            found.stop_reading()
            found.race()
            found.go_on(3)
