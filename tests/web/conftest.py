from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from azulejos.web.config import Config
from azulejos.web.limits import UNLIMITED
from tests.web.live import Running, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for everybody, without limits."""
    with running(Config(tmp_path_factory.mktemp("web") / "tables.db", limits=UNLIMITED)) as found:
        yield found


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"
