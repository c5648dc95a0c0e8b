"""A server and a browser for the tests of each file, with players; any error in the console fails the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.driver import WAIT_SECONDS, Player, Server, arrivals, chromium, serving

expect.set_options(timeout=WAIT_SECONDS * 1000)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a file: as long as there is one, Playwright's event loop runs, and no test can run its own."""
    with chromium(light=True) as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests of a file: it has its usual limits, and all players have the same address."""
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that the test may kill."""
    with serving(tmp_path) as server:
        yield server


@pytest.fixture
def arrive(browser: Browser, server: Server) -> Iterator[Callable[..., Player]]:
    """Return a function that creates a player: `arrive()`, `arrive("Ana", size=PHONE)`.

    Without a worker, which would fetch every page again for each player; `**WORKER` allows it."""

    def make(name: str = "Ana", **how: Any) -> Player:
        return Player(browser, how.pop("url", server.url), name, **{"service_workers": "block", **how})

    with arrivals(make) as arrive:
        yield arrive
