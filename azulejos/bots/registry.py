"""Bots by name: the built-in ones, the levels, and those that other packages provide through the entry point `azulejos.bots`.

A bot is described by a *spec*:

    greedy                          a bot
    greedy:blur=2.5                … with an option
    master:effort=500               … with its own budget, which overrides the one for a move
    expert                          a level (see `levels`)
    program:python3 bot.py          a program in any language (see `program`)
    program:seconds=2 ./bot         … with its own budget
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
from azulejos.core.message import Message, either, listed, quoted

GROUP = "azulejos.bots"
PROGRAM = "program"

BUILT_IN = {
    "random": "azulejos.bots.simple:Random",
    "casual": "azulejos.bots.casual:Casual",
    "greedy": "azulejos.bots.simple:Greedy",
    "planner": "azulejos.bots.simple:Planner",
    "master": "azulejos.bots.master:Master",
}


ABOUT = {
    "random": Message("Plays any legal move, all equally likely."),
    "casual": Message(
        "Plays what looks best of what it notices: sees=0.5 overlooks half of the table, minds=gain+loss forgets the future."
    ),
    "greedy": Message("Plays the move that brings the most points right away; blur=N makes it misjudge by about N points."),
    "planner": Message("Also considers what the others can do next, and its own next turn or two."),
    "master": Message("Searches to the end of the round, and judges the rest with a network trained on its own games."),
}
"""What the built-in bots do, in a line."""


class BotError(Problem):
    """A spec that names no bot; the message says how to write one."""

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message, "bad_bot", **details)


class Spec(NamedTuple):
    """A parsed spec: the name, the options as written, and the command of a program."""

    name: str
    options: Mapping[str, str]
    command: str = ""


def read_spec(spec: str) -> Spec:
    """Return the parts of a spec; raises a `BotError` if it is not valid."""
    name, colon, rest = spec.partition(":")
    if name == PROGRAM:
        if not rest.strip():
            raise BotError(Message("write program:COMMAND, not {text}", text=quoted(spec)), bot=spec)
        return Spec(name, {}, rest.strip())
    options: dict[str, str] = {}
    for option in rest.split(",") if colon else []:
        key, equals, value = option.partition("=")
        if not (key and equals and value):
            raise BotError(Message("write a bot as NAME or NAME:OPTION=VALUE,…, not {text}", text=quoted(spec)), bot=spec)
        options[key] = value
    return Spec(name, options)


@cache  # installed packages are looked up on disk
def bots() -> Mapping[str, EntryPoint]:
    """Return every bot that a spec can name, except programs, and where it comes from; built-in names can't be replaced."""
    found = {point.name: point for point in entry_points(group=GROUP)}
    built_in = {name: EntryPoint(name, value, GROUP) for name, value in BUILT_IN.items()}
    there = {name: point for name, point in built_in.items() if importlib.util.find_spec(point.module)}
    return {**there, **{name: point for name, point in sorted(found.items()) if name not in BUILT_IN}}


def about(name: str) -> str:
    """Return what a bot does, in a line; for bots of other packages the first line of their documentation."""
    return ABOUT.get(name) or (inspect.getdoc(_load(bots()[name])) or "").partition("\n")[0]


def make_bot(spec: str, seed: int) -> Bot:
    """Return the bot of a spec, for one game."""
    name, options, command = read_spec(spec)
    if name == PROGRAM:
        from azulejos.bots.program import Program

        program = Program(command, seed=seed)
        return _limited(spec, program, program.own)
    known = bots()
    level = LEVELS.get(name)
    if level is not None and level.spec != name:
        if options:
            message = Message("the level {name} has no options; set them on its bot, {bot}", name=name, bot=level.spec)
            raise BotError(message, bot=spec)
        return make_bot(level.spec, seed)
    if name not in known:
        names = either([*known, *(level for level in LEVELS if level not in known), f"{PROGRAM}:COMMAND"])
        raise BotError(Message("there is no bot {name}; choose {names}", name=quoted(name), names=names), bot=spec)
    values = {key: option_value(text) for key, text in options.items()}
    own = {key: values.pop(key) for key in BUDGET_FIELDS if key in values}
    return _limited(spec, _make(spec, _load(known[name]), values, seed), own)


def _limited(spec: str, bot: Bot, own: Mapping[str, Any]) -> Bot:
    """Return the bot with its own budget, if there is one."""
    try:
        Budget.from_json(dict(own))
    except Problem as problem:
        raise BotError(Message("{spec}: {reason}", spec=spec, reason=problem.message), bot=spec) from None
    return Limited(bot, own) if own else bot


def check_spec(spec: str) -> None:
    """Raise a `BotError` if the spec is not valid."""
    make_bot(spec, 0).close()


class Limited(Bot):
    """A bot with its own budget."""

    def __init__(self, bot: Bot, own: Mapping[str, Any]) -> None:
        super().__init__(seed=bot.seed)
        self.bot = bot
        self.own = own

    def choose(self, state: State, budget: Budget) -> Move:
        # With a limit of its own, it is not subject to the other limit of the match.
        if "seconds" in self.own or "effort" in self.own:
            budget = replace(budget, seconds=None, effort=None)
        return self.bot.choose(state, replace(budget, **self.own))

    def cpu_time(self) -> float | None:
        return self.bot.cpu_time()

    def close(self) -> None:
        self.bot.close()


def _load(point: EntryPoint) -> Callable[..., Bot]:
    try:
        made: Callable[..., Bot] = point.load()
    except Exception as error:  # a third-party package
        cause = f"{type(error).__name__}: {error}"
        message = Message(
            "cannot load the bot {name} from {place}: {cause}", name=quoted(point.name), place=point.value, cause=cause
        )
        raise BotError(message) from error
    return made


def _make(spec: str, kind: Callable[..., Bot], options: Mapping[str, Any], seed: int) -> Bot:
    known = [name for name in inspect.signature(kind).parameters if name != "seed"]
    for option in options:
        if option not in known:
            message = Message(
                "{game} has no option {name}; its options are {names}",
                game=spec.partition(":")[0],
                name=quoted(option),
                names=listed([*known, *BUDGET_FIELDS]),
            )
            raise BotError(message, bot=spec, option=option)
    try:
        return kind(seed=seed, **options)
    except BotError:
        raise
    except (Problem, TypeError, ValueError) as error:
        reason = error.message if isinstance(error, Problem) else str(error)
        raise BotError(Message("{spec}: {reason}", spec=spec, reason=reason), bot=spec) from error


def option_value(text: str) -> int | float | bool | str:
    """Return the number, boolean or word in an option's text."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text == "true" if text in ("true", "false") else text
