"""Whatever fails: every acknowledged move is there once, every game replays, and clients go on by themselves.

`scenario` starts real servers and clients, and verifies all of that at its end.
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from tests.faults.report import one_run, report
from tests.faults.scenario import scenario
from tests.web.live import Process
from tests.web.postgres import Postgres

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="kills processes by what /proc tells"),
    pytest.mark.compiled,
]


def test_one_of_three_servers_behind_a_proxy_is_killed_under_load(postgres: Postgres) -> None:
    with scenario(postgres.database(), servers=3, clients=4) as found:
        found.go_on()
        found.servers[0].end(signal.SIGKILL)
        found.go_on()  # with the other two
        found.servers[0] = Process(found.db)
        found.proxy.ports[0] = found.servers[0].port
        found.go_on()


def test_a_server_and_a_worker_are_killed_during_writes(db: Path | str) -> None:
    with scenario(db) as found:
        found.go_on(3)
        found.kill_worker()
        found.go_on(3)
        found.kill_server()
        found.go_on(3)


def test_postgres_is_killed_and_started_again(postgres: Postgres) -> None:
    with scenario(postgres.database(), postgres, servers=2, clients=3) as found:
        found.go_on(3)
        found.kill_postgres()
        found.go_on()


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_faults_at_random(store: str, request: pytest.FixtureRequest) -> None:
    counted = one_run(7, request.getfixturevalue("postgres") if store == "postgres" else None, faults=2)
    assert counted["lost moves"] == 0
    assert counted["faults"] == 2
    assert f"{counted['acknowledged moves']:,}" in report(counted, store)
