"""The toy game is registered while its tests run, and not in others: many of those iterate over all games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from azulejos import GAMES


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    from tests.games.toy import Toy  # which registers it, the first time

    GAMES.enter(Toy)
    yield
    GAMES.leave(Toy)
