"""A program in any language as a player: one JSON object per line, requests on its standard input, answers on its output.

    {"id": 1, "game": {…}, "position": "azul …", "state": {…}, "seat": 0, "legal": [action, …], "budget": {…}, "seed": 7}
    {"id": 1, "move": "3R2"}        or the move's id, or its action

`docs/engine-protocol.md` has the details. A program that hangs, crashes, or answers nonsense fails with a `BotFailed` that says
what it did, and is killed with all its child processes; the caller decides what that means for the game.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable
from typing import Any, NamedTuple

from azulejos.bots.base import BUDGET_FIELDS, Bot, BotFailed, Budget, CannotStart
from azulejos.bots.child import Child, kill_all, obtain, quote, release
from azulejos.bots.registry import BotError, option_value
from azulejos.core.contract import Json, Move, Problem, State
from azulejos.core.message import Message, quoted
from azulejos.notation import parse_json

LIMIT = 10.0
"""Seconds for an answer if the budget sets none."""

GRACE = 1.0
"""Extra seconds for an answer on top of the budget: for pipes, and for a busy machine."""

START = 10.0
"""Extra seconds for the first answer: interpreters start, networks are loaded."""

LONGEST_START = 86400
"""The most seconds that a program may be given."""

_answered: set[tuple[str, ...]] = set()
"""The commands whose programs have answered here at least once."""


class Program(Bot):
    """A program that chooses moves.

    The command may start with settings: `limit=2` seconds for an answer if the budget sets none, `start=30` more for the first
    one, `restart=true` to start the program again for each game, and a budget as in `seconds=0.3` (see `own`).
    """

    def __init__(self, command: str, *, seed: int) -> None:
        super().__init__(seed=seed)
        settings, self.command = _read_command(command)
        self.limit, self.start = settings["limit"], settings["start"]
        self.restart: bool = settings["restart"]
        self.own: Json = {name: settings[name] for name in BUDGET_FIELDS if name in settings}
        """The program's own budget, which overrides that of the match."""
        self.process: Child | None = None
        self._cpu_before = 0.0  # the processor time of its earlier games

    def choose(self, state: State, budget: Budget) -> Move:
        if self.process is None:
            try:
                self.process = obtain(self.command)
            except BotFailed as failure:
                raise self._failed(failure, "") from None
            self._cpu_before = self._cpu_of(self.process) or 0.0 if self.process.asked else 0.0
        child = self.process
        first = not child.asked
        child.asked += 1
        within = (self.limit if budget.seconds is None else budget.seconds) + GRACE + first * self.start
        try:
            line = child.ask(json.dumps(self._request(state, budget)).encode(), within, budget.threads)
            answer = self._answer(line, child.asked)
            _answered.add(child.command)
            self.restart = self.restart or answer.get("restart") is True
            return _move(state, answer["move"])
        except BotFailed as failure:
            self._end()
            raise self._failed(failure, child.said()) from None

    def cpu_time(self) -> float | None:
        if self.process is None:
            return 0.0  # not started yet
        used = self._cpu_of(self.process)
        return None if used is None else used - self._cpu_before

    def close(self) -> None:
        if self.process is not None:
            release(self.process, not self.restart)
            self.process = None

    @staticmethod
    def _cpu_of(child: Child) -> float | None:
        spent = child.time
        return None if spent is None else spent.used

    def _end(self) -> None:
        if self.process is not None:
            self.process.end()
            self.process = None

    def _failed(self, failure: BotFailed, said: str) -> BotFailed:
        """Return the failure with the program's last words. If it has never answered, something is wrong with its start."""
        never = tuple(self.command) not in _answered and failure.code in ("crashed", "timeout")
        last = said.rpartition("\n")[2].strip()
        words = f"; its last line on standard error: {quote(last)}" if last else ""
        return (CannotStart if never else BotFailed)(f"{failure}{words}", failure.code, stderr=said)

    def _request(self, state: State, budget: Budget) -> Json:
        assert self.process is not None
        return {
            "id": self.process.asked,
            "game": state.game.json,
            "position": state.text,
            "state": state.json,
            "seat": state.actor,
            "legal": [move.action for move in state.legal_moves],
            "budget": budget.json,
            "seed": self.seed,
        }

    @staticmethod
    def _answer(line: bytes, id: int) -> Json:
        """Return the answer in a line: an object with a `move`."""
        try:
            answer = parse_json(line.decode())
        except (UnicodeDecodeError, Problem) as problem:
            raise BotFailed(f"answered {quote(line)}: {problem}", "nonsense") from None
        if not isinstance(answer, dict):
            raise BotFailed(f"answered {quote(line)}, which is not a JSON object", "nonsense")
        if "error" in answer:
            raise BotFailed(f"answered with an error: {quote(answer['error'])}", "error")
        if type(answer.get("id")) is not int or answer["id"] != id:
            raise BotFailed(f"answered {quote(line)}, but `id` must be {id}", "wrong_id")
        if "move" not in answer:
            raise BotFailed(f"answered {quote(line)}, without a `move`", "nonsense")
        return answer


class _Setting(NamedTuple):
    """A setting before the command: the default (or none), the valid values, and what to say about them."""

    default: Any
    right: Callable[[Any], bool]
    words: str


def _is_time(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value <= LONGEST_START


SETTINGS = {
    "limit": _Setting(LIMIT, lambda value: _is_time(value) and value > 0, Message("a number above 0")),
    "start": _Setting(START, _is_time, Message("a number from {least} to {most}", least=0, most=LONGEST_START)),
    "restart": _Setting(False, lambda value: isinstance(value, bool), Message("true or false")),
    **{name: _Setting(None, lambda _: True, "") for name in BUDGET_FIELDS},  # checked with the budget
}
"""What may come before the command."""


def _read_command(text: str) -> tuple[Json, list[str]]:
    """Return the settings, and the words of the command."""
    spec = f"program:{text}"
    try:
        words = shlex.split(text.replace("\\", "\\\\") if os.name == "nt" else text)  # keep the backslashes of Windows paths
    except ValueError as error:
        raise BotError(Message("{spec}: {reason}", spec=spec, reason=str(error))) from None
    settings: Json = {name: setting.default for name, setting in SETTINGS.items() if setting.default is not None}
    while words and words[0].partition("=")[0] in SETTINGS and "=" in words[0]:
        name, _, written = words.pop(0).partition("=")
        value, setting = option_value(written), SETTINGS[name]
        if not setting.right(value):
            reason = Message("`{option}` must be {right}, not {value}", option=name, right=setting.words, value=quoted(value))
            raise BotError(Message("{spec}: {reason}", spec=spec, reason=reason))
        settings[name] = value
    if not words:
        raise BotError(Message("write program:COMMAND, not {text}", text=quoted(spec)))
    return settings, words


def _move(state: State, spelling: Any) -> Move:
    if isinstance(spelling, bool) or not isinstance(spelling, (str, int, dict)):
        raise BotFailed(f"answered the move {quote(spelling)}, but a move must be a text, an id or an action", "nonsense")
    try:
        return state.game.move(spelling)
    except Problem as problem:
        raise BotFailed(f"answered the move {quote(spelling)}: {problem}", "nonsense") from None


__all__ = ["GRACE", "LIMIT", "START", "Program", "kill_all"]
