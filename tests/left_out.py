"""The skipped tests of a run: `python -m tests.left_out FOLDER` lists them with the command that installs what is missing.

Runs of pytest write what they skipped into the folder `AZULEJOS_LEFT_OUT`. With `--fail`, as in CI, the exit code is 1 if
anything was skipped.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.needs import NEEDS, NEEDS_PREFIX, NOT_HERE_PREFIX


class Recorder:
    """A pytest plugin that stores the reasons of skipped tests."""

    def __init__(self) -> None:
        self.reasons: Counter[str] = Counter()

    def add(self, reason: str) -> None:
        if not reason.startswith(NOT_HERE_PREFIX):
            self.reasons[reason] += 1

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            self._skipped(report.longrepr)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self._skipped(report.longrepr)

    def _skipped(self, longrepr: object) -> None:
        reason = longrepr[2] if isinstance(longrepr, tuple) else str(longrepr)
        self.add(reason.removeprefix("Skipped: "))

    def pytest_sessionfinish(self) -> None:
        folder = os.environ.get("AZULEJOS_LEFT_OUT")
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            (Path(folder) / f"{os.getpid()}.json").write_text(json.dumps(self.reasons), "utf-8")


def read(folder: Path) -> Counter[str]:
    """Return how often each reason occurred, in all runs that wrote into the folder."""
    found: Counter[str] = Counter()
    for file in sorted(folder.glob("*.json")):
        found.update(json.loads(file.read_text("utf-8")))
    return found


def block(reasons: Counter[str]) -> str:
    """Return the list as text."""
    if not reasons:
        return "Nothing was left out."
    lines = ["Left out, because this machine lacks:"]
    for reason in sorted(reasons):
        need = NEEDS.get(reason.removeprefix(NEEDS_PREFIX))
        if need is None:
            lines.append(f"  - {reason} ({reasons[reason]} tests)")
        else:
            lines += [f"  - {need.name} ({need.used_by}). To install it:", f"        {need.remedy()}"]
    return "\n".join(lines)


def main(folder: str, *options: str) -> int:
    reasons = read(Path(folder))
    print(block(reasons))
    return 1 if reasons and "--fail" in options else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
