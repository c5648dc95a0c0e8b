"""Bots by name: the built-in ones, the levels, and those that other packages bring by the entry point `azulejos.bots`.

A bot is told by a *spec*:

    greedy                          a bot
    greedy:blur=2.5                … with an option of its own
    master:effort=500               … with a budget of its own, which goes before the one it is given for a move
    expert                          a level (see `levels`)
    program:python3 bot.py          a program in any language (see `program`)
"""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NamedTuple

from azulejos.bots.base import BUDGET_FIELDS, Bot, Budget
from azulejos.bots.levels import LEVELS
from azulejos.core.contract import Move, Problem, State

GROUP = "azulejos.bots"
PROGRAM = "program"

BUILT_IN = {
    "random": "azulejos.bots.simple:Random",
    "greedy": "azulejos.bots.simple:Greedy",
    "planner": "azulejos.bots.simple:Planner",
    "master": "azulejos.bots.master:Master",
}


class BotError(Problem):
    """A spec that tells no bot; the message says what would be one."""

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message, "bad_bot", **details)


class Spec(NamedTuple):
    """A spec taken apart: the name, the options as written, and for a program its command."""

    name: str
    options: Mapping[str, str]
    command: str = ""


def read_spec(spec: str) -> Spec:
    """The parts of a spec; raises a `BotError` if it has none."""
    name, colon, rest = spec.partition(":")
    if name == PROGRAM:
        if not rest.strip():
            raise BotError(f"a program is given as {PROGRAM}:COMMAND, not {spec!r}", bot=spec)
        return Spec(name, {}, rest.strip())
    options: dict[str, str] = {}
    for option in rest.split(",") if colon else []:
        key, equals, value = option.partition("=")
        if not (key and equals and value):
            raise BotError(f"a bot is given as NAME or NAME:OPTION=VALUE,OPTION=VALUE, not {spec!r}", bot=spec)
        options[key] = value
    return Spec(name, options)


@cache  # what is installed is looked up on the disk
def bots() -> Mapping[str, EntryPoint]:
    """Every bot that a spec can name (besides programs), and where it comes from; nobody takes the name of a built-in one."""
    found = {point.name: point for point in entry_points(group=GROUP)}
    built_in = {name: EntryPoint(name, value, GROUP) for name, value in BUILT_IN.items()}
    there = {name: point for name, point in built_in.items() if importlib.util.find_spec(point.module)}
    return {**there, **{name: point for name, point in sorted(found.items()) if name not in BUILT_IN}}


def about(name: str) -> str:
    """What a bot is, in a line: the first one of its documentation."""
    return (inspect.getdoc(_load(bots()[name])) or "").partition("\n")[0]


def make_bot(spec: str, seed: int) -> Bot:
    """The bot that a spec tells, for one game."""
    name, options, command = read_spec(spec)
    if name == PROGRAM:
        from azulejos.bots.program import Program

        return Program(command, seed=seed)
    known = bots()
    level = LEVELS.get(name)
    if level is not None and level.spec != name:
        if options:
            raise BotError(f"{name} is a level, {level.spec}, and takes no options of its own", bot=spec)
        return make_bot(level.spec, seed)
    if name not in known:
        names = ", ".join([*known, *(level for level in LEVELS if level not in known)])
        raise BotError(f"there is no bot {name!r}; there are {names}, and {PROGRAM}:COMMAND", bot=spec)
    values = {key: _value(text) for key, text in options.items()}
    own = {key: values.pop(key) for key in BUDGET_FIELDS if key in values}
    bot = _make(spec, _load(known[name]), values, seed)
    try:
        Budget.from_json(own)
    except Problem as problem:
        raise BotError(f"{spec}: {problem}", bot=spec) from None
    return Limited(bot, own) if own else bot


def check_spec(spec: str) -> None:
    """Raises a `BotError` if the spec tells no bot."""
    make_bot(spec, 0).close()


class Limited(Bot):
    """A bot with a budget of its own."""

    def __init__(self, bot: Bot, own: Mapping[str, Any]) -> None:
        super().__init__(seed=bot.seed)
        self.bot = bot
        self.own = own

    def choose(self, state: State, budget: Budget) -> Move:
        # Told one limit of its own, it does not fall under the other one of the match.
        if "seconds" in self.own or "effort" in self.own:
            budget = replace(budget, seconds=None, effort=None)
        return self.bot.choose(state, replace(budget, **self.own))

    def close(self) -> None:
        self.bot.close()


def _load(point: EntryPoint) -> Callable[..., Bot]:
    try:
        made: Callable[..., Bot] = point.load()
    except Exception as error:  # somebody else's package
        raise BotError(f"the bot {point.name!r} can't be loaded from {point.value}: {type(error).__name__}: {error}") from error
    return made


def _make(spec: str, kind: Callable[..., Bot], options: Mapping[str, Any], seed: int) -> Bot:
    known = [name for name in inspect.signature(kind).parameters if name != "seed"]
    for option in options:
        if option not in known:
            there = ", ".join([*known, *BUDGET_FIELDS])
            raise BotError(f"{spec}: there is no option {option!r}; there are {there}", bot=spec, option=option)
    try:
        return kind(seed=seed, **options)
    except BotError:
        raise
    except (Problem, TypeError, ValueError) as error:
        raise BotError(f"{spec}: {error}", bot=spec) from error


def _value(text: str) -> int | float | bool | str:
    """The number, truth value or word that an option's text spells."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text == "true" if text in ("true", "false") else text
