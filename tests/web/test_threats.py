"""The threat model in docs/security.md: each line names tests, and these exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINES = [line for line in (ROOT / "docs" / "security.md").read_text("utf-8").splitlines() if line.startswith("| ")][2:]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.split(" | ")[0].strip("| "))
def test_each_threat_has_tests(line: str) -> None:
    named = re.findall(r"`(tests/[^`]+)::([^`]+)`", line.split(" | ")[2])
    assert named
    for path, name in named:
        assert re.search(rf"^(async def|def|class) {name}\b", (ROOT / path).read_text("utf-8"), re.MULTILINE), f"{path}::{name}"
