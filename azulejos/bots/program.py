"""A program in any language as a player: one JSON object per line, requests on its standard input, answers on its output.

    {"id": 1, "game": {…}, "position": "azul …", "state": {…}, "seat": 0, "legal": [action, …], "budget": {…}, "seed": 7}
    {"id": 1, "move": "3R2"}        or the move's id, or its action

`docs/engine-protocol.md` has the details. A program that hangs, crashes, or answers nonsense fails with a `BotFailed` that says
what it did, and is killed with all its child processes; the caller decides what that means for the game.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from typing import IO, Any

from azulejos.bots.base import Bot, BotFailed, Budget
from azulejos.bots.registry import BotError
from azulejos.core.contract import Json, Move, Problem, State
from azulejos.core.message import Message, quoted
from azulejos.notation import parse_json

LIMIT = 10.0
"""Seconds for an answer if the budget sets none."""

GRACE = 1.0
"""Extra seconds for an answer on top of the budget: for pipes, and for a busy machine."""

START = 10.0
"""Extra seconds for the first answer: interpreters start, networks are loaded."""

KINDNESS = 0.2
"""Seconds in which a program may end by itself when its input ends."""

LONGEST_ANSWER = 100_000
"""Maximum bytes in a line of a program; no real answer comes close."""

LONGEST_QUOTE = 200
LAST_WORDS = 20  # lines of its error output to keep
AHEAD = 8  # lines to read ahead

_running: set[subprocess.Popen[bytes]] = set()


class Program(Bot):
    """A program that chooses moves.

    The command may start with time limits in seconds: `limit=2` for an answer if the budget sets none, `start=30` extra for
    the first one.
    """

    def __init__(self, command: str, *, seed: int) -> None:
        super().__init__(seed=seed)
        self.limit, self.start, self.command = _read_command(command)
        self.process: _Process | None = None
        self.asked = 0

    def choose(self, state: State, budget: Budget) -> Move:
        first = self.process is None
        if self.process is None:
            self.process = _Process(self.command)
        self.asked += 1
        within = (self.limit if budget.seconds is None else budget.seconds) + GRACE + first * self.start
        try:
            self.process.write(json.dumps(self._request(state, budget)).encode())
            return _move(state, self._answer(self.process.read(within)))
        except BotFailed:
            self.close()
            raise

    def close(self) -> None:
        if self.process is not None:
            self.process.end()
            self.process = None

    def _request(self, state: State, budget: Budget) -> Json:
        return {
            "id": self.asked,
            "game": state.game.json,
            "position": state.text,
            "state": state.json,
            "seat": state.actor,
            "legal": [move.action for move in state.legal_moves],
            "budget": budget.json,
            "seed": self.seed,
        }

    def _answer(self, line: bytes) -> Any:
        """Return the move in a line, in any of its spellings."""
        try:
            answer = parse_json(line.decode())
        except (UnicodeDecodeError, Problem) as problem:
            raise BotFailed(f"answered {_quote(line)}: {problem}", "nonsense") from None
        if not isinstance(answer, dict):
            raise BotFailed(f"answered {_quote(line)}, which is not a JSON object", "nonsense")
        if "error" in answer:
            raise BotFailed(f"answered with an error: {_quote(answer['error'])}", "error")
        if type(answer.get("id")) is not int or answer["id"] != self.asked:
            raise BotFailed(f"answered {_quote(line)}, but `id` must be {self.asked}", "wrong_id")
        if "move" not in answer:
            raise BotFailed(f"answered {_quote(line)}, without a `move`", "nonsense")
        return answer["move"]


def kill_all() -> None:
    """Kill all programs that were started here: for a process that is about to exit abruptly."""
    for process in list(_running):
        _kill(process)


class _Process:
    """A running program: threads pass lines in and out, so that nothing it does or fails to do can block us."""

    def __init__(self, command: list[str]) -> None:
        self.command = command[0]
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that its child processes can be killed with it
            )
        except OSError as error:
            raise BotFailed(f"cannot start {self.command}: {error.strerror}", "crashed") from None
        _running.add(self.process)
        self.questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.answers: queue.Queue[bytes] = queue.Queue(AHEAD)
        self.last_words: deque[bytes] = deque(maxlen=LAST_WORDS)
        self.ended = False
        self.threads = [
            threading.Thread(target=work, args=(pipe,), daemon=True)
            for work, pipe in (
                (self._feed, self.process.stdin),
                (self._listen, self.process.stdout),
                (self._overhear, self.process.stderr),
            )
        ]
        for thread in self.threads:
            thread.start()

    def write(self, line: bytes) -> None:
        """Queue a line to send."""
        self.questions.put(line + b"\n")

    def read(self, within: float) -> bytes:
        """Return the next line; raises a `BotFailed` if none comes within this many seconds."""
        begin = time.monotonic()
        try:
            line = self.answers.get(timeout=within)
        except queue.Empty:
            raise BotFailed(f"did not answer within {time.monotonic() - begin:.1f} s{self._said()}", "timeout") from None
        if not line:
            raise BotFailed(f"{self._how_it_ended()}{self._said()}", "crashed")
        if len(line) > LONGEST_ANSWER:
            raise BotFailed(f"answered {_quote(line)}, which is longer than {LONGEST_ANSWER} bytes", "nonsense")
        return line

    def end(self) -> None:
        """End the program: gently if it responds, at once if it does not."""
        self.ended = True
        self.questions.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(KINDNESS)
        _kill(self.process)
        for thread in self.threads:
            thread.join(1.0)
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe:
                pipe.close()

    def _feed(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), pipe:
            while (line := self.questions.get()) is not None:
                pipe.write(line)
                pipe.flush()

    def _listen(self, pipe: IO[bytes]) -> None:
        line = b"?"
        while line and not self.ended:
            line = pipe.readline(LONGEST_ANSWER + 1)
            while not self.ended:  # a program that writes too much waits until its output is read
                with contextlib.suppress(queue.Full):
                    self.answers.put(line, timeout=0.1)
                    break

    def _overhear(self, pipe: IO[bytes]) -> None:
        while line := pipe.readline(LONGEST_QUOTE):
            self.last_words.append(line)

    def _how_it_ended(self) -> str:
        try:
            code = self.process.wait(1.0)
        except subprocess.TimeoutExpired:
            return "closed its output without an answer"
        self.threads[2].join(1.0)  # its last words
        if code < 0:
            return f"was killed by signal {signal.Signals(-code).name}"
        return f"ended with exit code {code} instead of an answer"

    def _said(self) -> str:
        words = [line.decode(errors="replace").strip() for line in self.last_words]
        last = next((line for line in reversed(words) if line), "")
        return f"; its last line on standard error: {_quote(last)}" if last else ""


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)  # its process group, which outlives it
        else:  # Windows
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True)
            process.kill()
    process.wait()
    _running.discard(process)


def _read_command(text: str) -> tuple[float, float, list[str]]:
    """Return the limit and start-up time in seconds, and the words of the command."""
    try:
        words = shlex.split(text.replace("\\", "\\\\") if os.name == "nt" else text)  # keep the backslashes of Windows paths
    except ValueError as error:
        raise BotError(Message("{spec}: {reason}", spec=f"program:{text}", reason=str(error))) from None
    times = {"limit": LIMIT, "start": START}
    while words and words[0].partition("=")[0] in times and "=" in words[0]:
        name, _, value = words.pop(0).partition("=")
        try:
            times[name] = float(value)
        except ValueError:
            reason = Message(
                "`{option}` must be {right}, not {value}", option=name, right=Message("a number above 0"), value=quoted(value)
            )
            raise BotError(Message("{spec}: {reason}", spec=f"program:{text}", reason=reason)) from None
    if not words:
        raise BotError(Message("write program:COMMAND, not {text}", text=quoted(f"program:{text}")))
    return times["limit"], times["start"], words


def _move(state: State, spelling: Any) -> Move:
    if isinstance(spelling, bool) or not isinstance(spelling, (str, int, dict)):
        raise BotFailed(f"answered the move {_quote(spelling)}, but a move must be a text, an id or an action", "nonsense")
    try:
        return state.game.move(spelling)
    except Problem as problem:
        raise BotFailed(f"answered the move {_quote(spelling)}: {problem}", "nonsense") from None


def _quote(value: object) -> str:
    text = value.decode(errors="replace").strip() if isinstance(value, bytes) else value
    quoted = ascii(text)
    return quoted if len(quoted) <= LONGEST_QUOTE else f"{quoted[:LONGEST_QUOTE]}…"
