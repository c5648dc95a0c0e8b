"""A running program that answers lines. It can stay alive from game to game.

Threads pass lines in and out, so that nothing that a program does or fails to do can block us.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from typing import IO

from azulejos.bots.base import BotFailed
from azulejos.bots.processor_time import ProcessorTime, processor_time

KINDNESS = 0.2
"""Seconds in which a program may end by itself when its input ends."""

LONGEST_ANSWER = 100_000
"""Maximum bytes in a line of a program; no real answer comes close."""

LONGEST_QUOTE = 200
LAST_WORDS, LONGEST_WORDS = 100, 4000  # lines and characters of its error output to keep
AHEAD = 8  # lines to read ahead

_running: set[subprocess.Popen[bytes]] = set()
_idle: dict[tuple[str, ...], list[Child]] = {}
_keeping = False


class Child:
    """A running program."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = tuple(command)
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that its child processes can be killed with it
            )
        except OSError as error:
            raise BotFailed(f"cannot start {command[0]}: {error.strerror}", "crashed") from None
        _running.add(self.process)
        self.asked = 0
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

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    @property
    def time(self) -> ProcessorTime | None:
        """The processor time of the program and its child processes."""
        return processor_time(self.process.pid)

    def ask(self, line: bytes, within: float, threads: int = 1) -> bytes:
        """Send a line and return the next one; raises a `BotFailed` if none comes within this many seconds.

        The time that the program (or this process) waits for a processor that others use doesn't count, until the program
        has used this much processor time on each of its threads.
        """
        ours = processor_time(os.getpid())
        theirs = self.time
        begin = time.monotonic()
        self.questions.put(line + b"\n")
        starved = 0.0
        while True:
            try:
                answer = self.answers.get(timeout=max(within + starved - (time.monotonic() - begin), 0.01))
                break
            except queue.Empty:
                now = self.time
                starved = _waited(ours, processor_time(os.getpid())) + _waited(theirs, now)
                took, used = time.monotonic() - begin, _used(theirs, now)
                if took >= within and (took >= within + starved or used >= within * threads):
                    spent = f", with {used:.1f} s of processor time" if theirs is not None else ""
                    raise BotFailed(f"did not answer within {took:.1f} s{spent}", "timeout") from None
        if not answer:
            raise BotFailed(self._how_it_ended(), "crashed")
        if len(answer) > LONGEST_ANSWER:
            raise BotFailed(f"answered {quote(answer)}, which is longer than {LONGEST_ANSWER} bytes", "nonsense")
        return answer

    def end(self) -> None:
        """End the program: gently if it responds, at once if it does not."""
        self.say_goodbye()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(KINDNESS)
        _kill(self.process)
        for thread in self.threads:
            thread.join(1.0)
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe:
                pipe.close()

    def say_goodbye(self) -> None:
        """Close its input."""
        self.ended = True
        self.questions.put(None)

    def said(self) -> str:
        """Return the end of what it wrote to standard error in this game."""
        return b"".join(self.last_words).decode(errors="replace").strip()[-LONGEST_WORDS:]

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
        while line := pipe.readline(LONGEST_WORDS):
            self.last_words.append(line)

    def _how_it_ended(self) -> str:
        try:
            code = self.process.wait(1.0)
        except subprocess.TimeoutExpired:
            return "closed its output without an answer"
        if code < 0:
            return f"was killed by signal {signal.Signals(-code).name}"
        return f"ended with exit code {code} instead of an answer"


def obtain(command: Sequence[str]) -> Child:
    """Return a program that waits for its next game, or start it."""
    waiting = _idle.get(tuple(command), [])
    while waiting:
        child = waiting.pop()
        if child.alive:
            child.last_words.clear()
            return child
        child.end()
    return Child(command)


def release(child: Child, keep: bool = True) -> None:
    """Let a program wait for its next game, if programs are kept here; otherwise end it."""
    if keep and _keeping and child.alive:
        _idle.setdefault(child.command, []).append(child)
    else:
        child.end()


def keep_programs() -> None:
    """From now on, programs stay alive between games, until `end_programs`."""
    global _keeping
    _keeping = True


def end_programs() -> None:
    """End the programs that wait for a game, and keep no more."""
    global _keeping
    _keeping = False
    waiting = [child for children in _idle.values() for child in children]
    _idle.clear()
    for child in waiting:
        child.say_goodbye()  # to all of them first, so that they end at the same time
    for child in waiting:
        child.end()


@contextlib.contextmanager
def programs_kept() -> Iterator[None]:
    """Keep programs alive between games inside; at the end, they are ended."""
    keep_programs()
    try:
        yield
    finally:
        end_programs()


def kill_all() -> None:
    """Kill all programs that were started here: for a process that is about to exit abruptly."""
    for process in list(_running):
        _kill(process)


def quote(value: object) -> str:
    """Return a value of a program for an error message."""
    text = value.decode(errors="replace").strip() if isinstance(value, bytes) else value
    quoted = ascii(text)
    return quoted if len(quoted) <= LONGEST_QUOTE else f"{quoted[:LONGEST_QUOTE]}…"


def _used(before: ProcessorTime | None, now: ProcessorTime | None) -> float:
    return now.used - before.used if before is not None and now is not None else 0.0


def _waited(before: ProcessorTime | None, now: ProcessorTime | None) -> float:
    return now.waited_since(before) if before is not None and now is not None else 0.0


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)  # its process group, which outlives it
        else:  # Windows
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True)
            process.kill()
    process.wait()
    _running.discard(process)
