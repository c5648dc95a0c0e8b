"""The browsers of the tests: `python -m tests.browser.versions` starts each that is installed, and prints its version."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser.driver import chromium, serving
from tests.browser.firefox import firefox
from tests.browser.webkit import webkit
from tests.needs import NEEDS


@contextmanager
def _chromium(_folder: Path) -> Iterator[str]:
    with chromium() as browser:
        yield browser.version


@contextmanager
def _firefox(folder: Path) -> Iterator[str]:
    with firefox(folder) as browser:
        yield browser.version


@contextmanager
def _webkit(folder: Path) -> Iterator[str]:
    (folder / "server").mkdir()
    with serving(folder / "server") as server, webkit(folder) as browser:
        browser.arrive(server.url)
        yield browser.version


def main() -> None:
    for key, started in (("chromium", _chromium), ("firefox", _firefox), ("webkit", _webkit)):
        need = NEEDS[key]
        if not need.found():
            print(f"{key}: missing; to install it: {need.remedy()}")
            continue
        with tempfile.TemporaryDirectory(prefix="azulejos-") as folder, started(Path(folder)) as version:
            print(f"{key} {version}")


if __name__ == "__main__":
    main()
