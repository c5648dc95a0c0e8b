"""Bots by name: specs, levels, entry points, budgets; and the errors for invalid specs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from azulejos import Azul, Move, Problem, State
from azulejos.bots import Bot, BotError, Budget, make_bot, registry
from azulejos.bots.levels import LEVELS


class Recorder(Bot):
    """Plays the first move, and records its arguments."""

    def __init__(self, *, seed: int, depth: int = 1, name: str = "", bold: bool = False) -> None:
        super().__init__(seed=seed)
        self.given = (depth, name, bold)
        self.budget = Budget()
        self.closed = False

    def choose(self, state: State, budget: Budget) -> Move:
        self.budget = budget
        return state.legal_moves[0]

    def close(self) -> None:
        self.closed = True


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Other packages that provide bots."""
    registry.bots.cache_clear()
    points = [
        EntryPoint("recorder", f"{__name__}:Recorder", registry.GROUP),
        EntryPoint("broken", "no_such_package:Bot", registry.GROUP),
        EntryPoint("greedy", f"{__name__}:Recorder", registry.GROUP),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    monkeypatch.setattr(EntryPoint, "load", _load)
    yield
    registry.bots.cache_clear()


def _load(point: EntryPoint) -> object:
    if point.value == f"{__name__}:Recorder":
        return Recorder
    module, _, name = point.value.partition(":")
    return getattr(__import__(module, fromlist=[name]), name)


def state() -> State:
    start = Azul().start()
    return start.play(start.draw(random.Random(1)))


def test_a_bot_of_another_package_is_found_by_its_entry_point() -> None:
    bot = make_bot("recorder:depth=3,name=Ana,bold=true", 7)
    assert isinstance(bot, Recorder)
    assert (bot.seed, bot.given) == (7, (3, "Ana", True))
    assert registry.about("recorder") == "Plays the first move, and records its arguments."


def test_built_in_bots_can_not_be_replaced() -> None:
    assert not isinstance(make_bot("greedy", 1), Recorder)


def test_a_bots_own_budget_overrides_that_of_the_match() -> None:
    bot = make_bot("recorder:effort=500", 1)
    assert isinstance(bot, registry.Limited)
    assert isinstance(bot.bot, Recorder)
    bot.choose(state(), Budget(seconds=0.3, threads=2))
    assert bot.bot.budget == Budget(effort=500, threads=2)
    bot.close()
    assert bot.bot.closed


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("nobody", "there is no bot 'nobody'; choose random, casual, greedy, planner"),
        ("recorder:deep=3", "recorder has no option 'deep'; its options are depth, name, bold, seconds, effort and threads"),
        ("recorder:depth", "NAME:OPTION=VALUE"),
        ("recorder:", "NAME:OPTION=VALUE"),
        ("recorder:effort=0", "recorder:effort=0: `effort` must be a whole number from 1, not 0"),
        ("recorder:seconds=no", "`seconds` must be a number above 0, not 'no'"),
        ("broken", "cannot load the bot 'broken' from no_such_package:Bot: ModuleNotFoundError"),
        ("apprentice:sees=1", "the level apprentice has no options; set them on its bot, casual:sees=0.75,minds=gain+loss"),
        ("program:", "program:COMMAND"),
        ("program:limit=2", "write program:COMMAND, not 'program:limit=2'"),
        ("program:limit=x bot", "`limit` must be a number above 0, not 'x'"),
        ("program:start=-1 bot", "`start` must be a number from 0 to 86400, not -1"),
        ("program:restart=never bot", "`restart` must be true or false, not 'never'"),
        ("program:effort=0 bot", "program:effort=0 bot: `effort` must be a whole number from 1, not 0"),
        ("program:'bot", "No closing quotation"),
    ],
)
def test_an_invalid_spec_is_refused(spec: str, message: str) -> None:
    with pytest.raises(BotError) as raised:
        make_bot(spec, 0)
    assert message in str(raised.value)


def test_there_are_five_levels_and_all_can_play() -> None:
    assert list(LEVELS) == ["beginner", "apprentice", "craftsman", "expert", "master"]
    for name in ("beginner", "apprentice", "craftsman"):
        assert make_bot(name, 1).choose(state(), Budget()) in state().legal_moves


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ({"seconds": 0}, "seconds"),
        ({"seconds": True}, "seconds"),
        ({"seconds": float("nan")}, "seconds"),
        ({"effort": 1.5}, "effort"),
        ({"threads": 0}, "threads"),
        ({"second": 1}, "budget"),
        ([], "budget"),
    ],
)
def test_an_invalid_budget_names_the_field(value: object, field: str) -> None:
    with pytest.raises(Problem) as raised:
        Budget.from_json(value)
    assert raised.value.details["field"] == field


def test_a_budget_reads_back() -> None:
    assert Budget.from_json(Budget(0.3, 5, 2).json) == Budget(0.3, 5, 2)
