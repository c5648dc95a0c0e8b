"""Ray: the same results as from processes. Skipped if Ray is not installed."""

from __future__ import annotations

import sys

import pytest

from azulejos import Azul, Problem
from azulejos.arena import Match, entrants_of, here, match_plan
from azulejos.arena.ray_pool import on_ray
from azulejos.bots import Budget
from tests.needs import needs

PLAN = match_plan(Azul(), entrants_of(["greedy", "random"]), 1, Budget())


def test_without_ray_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Problem, match=r"pip install 'azulejos\[ray\]'"):
        on_ray(2)


@needs("ray", "shared memory")
@pytest.mark.filterwarnings("ignore")
def test_ray_returns_the_same_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", ":".join(sys.path))
    one = Match(PLAN, 6)
    one.play(here)
    other = Match(PLAN, 6)
    other.play(on_ray(2))
    assert other.result().json == one.result().json
    assert [game.record for game in other.result().played] == [game.record for game in one.result().played]
