from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from azulejos.web.config import Config
from azulejos.web.limits import UNLIMITED
from tests.needs import skip_without
from tests.web.live import Running, running
from tests.web.postgres import Postgres, running_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL server."""
    skip_without("postgres")
    with running_postgres() as found:
        yield found


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all tests, without limits."""
    with running(Config(tmp_path_factory.mktemp("web") / "tables.db", limits=UNLIMITED)) as found:
        yield found


@pytest.fixture(scope="session")
def postgres_server(postgres: Postgres) -> Iterator[Running]:
    """Another one, which shares its database with a third."""
    db = postgres.database()
    with running(Config(db, limits=UNLIMITED)) as found, running(Config(db, limits=UNLIMITED)):
        yield found


@pytest.fixture(params=["sqlite_server", "postgres_server"])
def server(request: pytest.FixtureRequest) -> Running:
    """One server after the other: each test runs with both kinds of store."""
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Running)
    return found


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The store of a single server."""
    return tmp_path / "tables.db"


@pytest.fixture(params=["sqlite", "postgres"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """An empty store: each test runs with SQLite and with PostgreSQL."""
    return tmp_path / "tables.db" if request.param == "sqlite" else str(request.getfixturevalue("postgres").database())
