"""One game between bots, from the deal to the result; a bot that fails forfeits it."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from azulejos.bots import Bot, BotFailed, Budget, CannotStart, make_bot
from azulejos.core.contract import Deal, Event, Json, Move, Problem, Refill
from azulejos.core.game import Game
from azulejos.record import Record

LONGEST_REASON = 500


@dataclass(frozen=True)
class Task:
    """A game to play, fully specified: the result is the same wherever it is played (unless a clock limits a bot)."""

    number: int
    game: Game
    entrants: tuple[int, ...]
    names: tuple[str, ...]
    specs: tuple[str, ...]
    seed: int
    dice: int
    budget: Budget


@dataclass(frozen=True)
class Forfeit:
    """A forfeit: which seat, what kind of failure, what happened, and the end of a program's standard error."""

    seat: int
    code: str
    reason: str
    stderr: str = ""


@dataclass(frozen=True)
class Played:
    """The result of a task; all lists are by seat.

    `seconds` and `slowest` (for one move) are wall-clock times. `cpu` is processor time, `None` where it is not known, and
    empty in journals of version 0.1.
    """

    number: int
    entrants: tuple[int, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    forfeit: Forfeit | None
    rounds: int
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    slowest: tuple[float, ...]
    record: str
    cpu: tuple[float | None, ...] = ()

    @property
    def points(self) -> tuple[float, ...]:
        """The share of each seat in the win: 1 for a sole winner."""
        winners = self.ranks.count(1)
        return tuple(1 / winners if rank == 1 else 0.0 for rank in self.ranks)

    @property
    def json(self) -> Json:
        """Return the line of a journal; the record is in a separate file."""
        return {
            "number": self.number,
            "entrants": self.entrants,
            "scores": self.scores,
            "ranks": self.ranks,
            "forfeit": None if self.forfeit is None else vars(self.forfeit),
            "rounds": self.rounds,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "slowest": self.slowest,
            "cpu": self.cpu,
        }

    @classmethod
    def from_json(cls, line: Json) -> Played:
        """Return the result in a line of a journal (without the record)."""
        parts: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in line.items()}
        forfeit = None if line["forfeit"] is None else Forfeit(**line["forfeit"])
        return cls(**{**parts, "forfeit": forfeit, "record": ""})


def derive(*parts: object) -> int:
    """Return a seed that is different for different parts."""
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:8]) >> 1


def play(task: Task) -> Played:
    """Play the game. A bot that fails forfeits it, but a program that can't be started raises a `CannotStart`."""
    bots: list[Bot] = []
    try:
        sitting = _Sitting(task)
        for seat, spec in enumerate(task.specs):
            bots.append(make_bot(spec, derive(task.seed, "bot", seat)))
        forfeit = sitting.play(bots)
        return sitting.result(forfeit)
    finally:
        for bot in bots:
            bot.close()


class _Sitting:
    """A game in progress, and the time that each player takes."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.state = task.game.start()
        self.events: list[Event] = []
        self.decisions = [0] * task.game.players
        self.seconds = [0.0] * task.game.players
        self.slowest = [0.0] * task.game.players
        self.cpu: list[float | None] = [0.0] * task.game.players

    def play(self, bots: Sequence[Bot]) -> Forfeit | None:
        """Play to the end, or until a bot forfeits."""
        while self.state.outcome is None:
            seat = self.state.actor
            if not isinstance(seat, int):
                self._add(self._draw())
                continue
            used = bots[seat].cpu_time()
            begin = time.perf_counter()
            try:
                move = bots[seat].choose(self.state, self.task.budget)
                took = time.perf_counter() - begin
                self._count(seat, used, bots[seat].cpu_time())
                if not isinstance(move, Move):
                    raise BotFailed(f"returned {ascii(move)[:LONGEST_REASON]}, which is not a move", "nonsense")
                self._add(move)
            except CannotStart as problem:
                raise CannotStart(f"{self.task.names[seat]}: {problem}", problem.code, **problem.details) from None
            except Problem as problem:
                stderr = str(problem.details.get("stderr", ""))
                return Forfeit(seat, problem.code, str(problem)[:LONGEST_REASON], stderr)
            except Exception as error:  # whatever a bot does, the match continues
                return Forfeit(seat, "crashed", f"{type(error).__name__}: {error}"[:LONGEST_REASON])
            self.decisions[seat] += 1
            self.seconds[seat] += took
            self.slowest[seat] = max(self.slowest[seat], took)
        return None

    def result(self, forfeit: Forfeit | None) -> Played:
        """Return the result; the seat that forfeits is last, and the others share the first place."""
        task, state = self.task, self.state
        if forfeit is not None:
            ranks = tuple(state.game.players if seat == forfeit.seat else 1 for seat in range(state.game.players))
        else:
            assert state.outcome is not None
            ranks = state.outcome.ranks
        return Played(
            number=task.number,
            entrants=task.entrants,
            scores=state.scores,
            ranks=ranks,
            forfeit=forfeit,
            rounds=state.round,
            decisions=tuple(self.decisions),
            seconds=tuple(round(seconds, 6) for seconds in self.seconds),
            slowest=tuple(round(seconds, 6) for seconds in self.slowest),
            record=Record(task.game, tuple(self.events), task.names, task.dice).text,
            cpu=tuple(None if used is None else round(used, 6) for used in self.cpu),
        )

    def _count(self, seat: int, before: float | None, after: float | None) -> None:
        """Add the processor time of a move."""
        total = self.cpu[seat]
        self.cpu[seat] = None if total is None or before is None or after is None else total + after - before

    def _add(self, event: Event) -> None:
        self.state = self.state.play(event)
        self.events.append(event)

    def _draw(self) -> Deal | Refill:
        # The dice of a deal depend only on the round, not on what happened before, so that rotated games are dealt the same
        # tiles as far as their bags allow.
        event = self.state.draw(random.Random(f"{self.task.dice} {len(self.events)}"))
        if isinstance(event, Deal):
            event = self.state.draw(random.Random(f"{self.task.dice} round {event.round}"))
        return event
