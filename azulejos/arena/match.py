"""A match in progress, and its result.

>>> from azulejos import Azul
>>> from azulejos.arena import Match, entrants_of, in_process, match_plan
>>> from azulejos.bots import Budget
>>> plan = match_plan(Azul(), entrants_of(["greedy", "random"]), seed=7, budget=Budget())
>>> match = Match(plan, games=10)
>>> match.play(in_process)
>>> match.result().standings[0].score.value
1.0
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from azulejos.arena.game import Played
from azulejos.arena.journal import Journal
from azulejos.arena.plan import Plan
from azulejos.arena.pool import Pool
from azulejos.arena.stats import Estimate, Sprt, elo, mean, score
from azulejos.core.contract import Json, Problem

Progress = Callable[["Match"], None]
"""Called after each game of the match."""


class Match:
    """A number of games of each line-up of a plan (rounded up to whole groups), some of which may already be played.

    If the journal already has more games, they all count.
    """

    def __init__(self, plan: Plan, games: int, journal: Journal | None = None, sprt: Sprt | None = None) -> None:
        if games < 1:
            raise Problem(f"a match must have at least 1 game, not {games}", "bad_match")
        if sprt is not None and (len(plan.lineups) > 1 or plan.players > 2):
            raise Problem("a sequential test needs exactly two bots", "bad_match")
        self.plan = plan
        self.journal = journal
        self.sprt = sprt
        self.played: dict[int, Played] = dict(journal.played) if journal else {}
        self.groups = max(plan.groups(games), self._whole_groups())
        self.done = sum(number < self.groups * plan.group_size for number in self.played)
        self.whole = 0  # consecutive whole groups from the first on
        self.verdict: str | None = None
        self._means: list[float] = []  # of the first bot, in these groups
        self._count_groups()

    @property
    def games(self) -> int:
        """The total number of games."""
        return self.groups * self.plan.group_size

    @property
    def over(self) -> bool:
        """Whether all games are played, or the test is decided."""
        return self.whole >= self.groups

    def play(self, pool: Pool, progress: Progress | None = None) -> None:
        """Play the missing games; each is stored as soon as it is over, so this may be interrupted at any time."""
        if self.over:
            return
        missing = [number for number in range(self.games) if number not in self.played]
        with contextlib.closing(pool(self.plan.tasks(missing))) as results:
            for played in results:
                if self.journal is not None:
                    self.journal.add(played)
                self.played[played.number] = played
                self.done += 1
                self._count_groups()
                if progress is not None:
                    progress(self)
                if self.over:
                    return

    def _whole_groups(self) -> int:
        """Return the number of consecutive whole groups, from the first on, that are played."""
        numbers = itertools.count()
        return next(number for number in numbers if number not in self.played) // self.plan.group_size

    def result(self) -> Result:
        """Return the result so far, of whole groups only, so that it does not depend on which games were faster."""
        games = min(self.whole, self.groups) * self.plan.group_size
        return Result(self.plan, tuple(self.played[number] for number in range(games)), self.sprt, self.verdict)

    def _count_groups(self) -> None:
        """Count the groups that are complete now. The sequential test sees them in order, whenever they ended."""
        size = self.plan.group_size
        while self.whole < self.groups and all(self.whole * size + i in self.played for i in range(size)):
            group = [self.played[self.whole * size + i] for i in range(size)]
            self.whole += 1
            if self.sprt is not None:
                self._means.append(sum(one.points[one.entrants.index(0)] for one in group) / size)
                self.verdict = self.sprt.verdict(self._means)
                if self.verdict is not None:
                    self.groups = self.whole


@dataclass(frozen=True)
class Standing:
    """An entrant's performance: games by result, score (wins, draws half), points per game, lead over the best opponent."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    forfeits: int
    score: Estimate
    points: Estimate
    lead: Estimate


class Times(NamedTuple):
    """An entrant's moves and their times in seconds: average and longest by the clock, average of processor time."""

    moves: int
    seconds: float
    slowest: float
    cpu: float | None


@dataclass(frozen=True)
class Result:
    """The games of a match in order, and their statistics. Only `times` and `seconds` depend on clocks, unless bots do."""

    plan: Plan
    played: tuple[Played, ...]
    sprt: Sprt | None = None
    verdict: str | None = None

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """One for each entrant, in the order of the plan."""
        return tuple(self._standing(entrant) for entrant in range(len(self.plan.entrants)))

    @property
    def forfeits(self) -> list[tuple[str, Played]]:
        """The forfeited games, and who forfeited them."""
        return [
            (self.plan.entrants[one.entrants[one.forfeit.seat]].name, one) for one in self.played if one.forfeit is not None
        ]  # fmt: skip

    def by_group(self, entrant: int, value: Callable[[Played, int], float]) -> list[list[float]]:
        """Return the mean value of an entrant's games per group; `value` computes it from a game and a seat."""
        groups: dict[int, list[float]] = {}
        for one in self.played:
            if entrant in one.entrants:
                groups.setdefault(self.plan.group(one.number), []).append(value(one, one.entrants.index(entrant)))
        return list(groups.values())

    def pairing(self, first: int, second: int) -> Estimate | None:
        """Return the score of one entrant against another: the share of their games in which it ranks higher, ties half."""
        groups: dict[int, list[float]] = {}
        for one in self.played:
            if first in one.entrants and second in one.entrants:
                mine, theirs = (one.ranks[one.entrants.index(entrant)] for entrant in (first, second))
                groups.setdefault(self.plan.group(one.number), []).append((mine < theirs) + 0.5 * (mine == theirs))
        return score(list(groups.values())) if groups else None

    def seconds(self, entrant: int) -> tuple[float, float]:
        """Return the wall-clock time of an entrant per move: average and maximum."""
        times = self.times(entrant)
        return times.seconds, times.slowest

    def times(self, entrant: int) -> Times:
        """Return the times of an entrant."""
        seats = [(one, one.entrants.index(entrant)) for one in self.played if entrant in one.entrants]
        moves = sum(one.decisions[seat] for one, seat in seats)
        spent = sum(one.seconds[seat] for one, seat in seats)
        cpu = [one.cpu[seat] if one.cpu else None for one, seat in seats]
        known = [used for used in cpu if used is not None]
        return Times(
            moves,
            spent / max(moves, 1),
            max((one.slowest[seat] for one, seat in seats), default=0.0),
            sum(known) / max(moves, 1) if len(known) == len(cpu) else None,
        )

    @property
    def times_json(self) -> Json:
        """Return the times of all entrants as a JSON object. They are not part of `json`, which is reproducible."""
        found = {entrant.name: self.times(number)._asdict() for number, entrant in enumerate(self.plan.entrants)}
        return {
            name: {key: round(value, 6) if isinstance(value, float) else value for key, value in times.items()}
            for name, times in found.items()
        }

    def _standing(self, entrant: int) -> Standing:
        points = self.by_group(entrant, lambda one, seat: one.points[seat])
        flat = [value for group in points for value in group]
        return Standing(
            name=self.plan.entrants[entrant].name,
            games=len(flat),
            wins=flat.count(1.0),
            draws=sum(0 < value < 1 for value in flat),
            losses=flat.count(0.0),
            forfeits=sum(by == self.plan.entrants[entrant].name for by, _ in self.forfeits),
            score=score(points),
            points=_of_groups(self.by_group(entrant, lambda one, seat: _played_out(one, one.scores[seat]))),
            lead=_of_groups(self.by_group(entrant, lambda one, seat: _played_out(one, _lead(one, seat)))),
        )

    @property
    def json(self) -> Json:
        """Return the result as a JSON object."""
        standings = [{**vars(one), **{name: _json(getattr(one, name)) for name in ESTIMATES}} for one in self.standings]
        answer: Json = {**self.plan.json, "games": len(self.played), "standings": standings}
        if self.plan.players == 2 and len(self.plan.entrants) == 2:
            answer["elo"] = _json(elo(self.standings[0].score))
        if self.sprt is not None:
            means = [sum(group) / len(group) for group in self.by_group(0, lambda one, seat: one.points[seat])]
            answer["sprt"] = {**vars(self.sprt), "ratio": round(self.sprt.ratio(means), 4), "verdict": self.verdict}
        answer["forfeits"] = [
            {
                "number": one.number,
                "bot": name,
                "code": one.forfeit.code,
                "reason": one.forfeit.reason,
                "stderr": one.forfeit.stderr,
            }
            for name, one in self.forfeits
            if one.forfeit is not None
        ]
        return answer


ESTIMATES = ("score", "points", "lead")


def _lead(one: Played, seat: int) -> int:
    return one.scores[seat] - max(score for other, score in enumerate(one.scores) if other != seat)


def _played_out(one: Played, value: float) -> float:
    """Return the value, if the game was played to its end; a forfeited game has no meaningful points."""
    return value if one.forfeit is None else math.nan


def _of_groups(groups: Iterable[Iterable[float]]) -> Estimate:
    kept = [[value for value in group if not math.isnan(value)] for group in groups]
    return mean([sum(group) / len(group) for group in kept if group])


def _json(estimate: Estimate) -> Json:
    """Return an estimate as JSON, which has no infinities: they are null."""
    return {name: round(value, 4) if math.isfinite(value) else None for name, value in estimate._asdict().items()}
