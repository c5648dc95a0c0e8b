"""Analyses of finished games: computed once, move by move in worker processes, stored, and shown in any language."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, Literal, TypeVar

from msgspec import Struct

from azulejos import __version__, render
from azulejos.bots.analysis import GOOD, JUDGEMENTS, MoveReport, analyse_move, as_json, decisions, summed_up
from azulejos.bots.luck import Balance, ChanceReport, analyse_chance, chances, in_digits
from azulejos.bots.why import reason_from_json
from azulejos.core.contract import Deal, Json, Move, Problem, Refill, State
from azulejos.language import Language, language
from azulejos.record import Record
from azulejos.render.judgements import NAMES
from azulejos.render.luck import TERMS, decided, own_change, reach_of, so_far
from azulejos.render.plot import Curve, Dot, curves
from azulejos.render.reasons import because
from azulejos.web.budgets import Asker, asking
from azulejos.web.lengths import check_length
from azulejos.web.log import log
from azulejos.web.messages import names_of
from azulejos.web.scheduler import Scheduler, Urgency
from azulejos.web.store import Store
from azulejos.web.table import Table

BAD = tuple(name for _, name in JUDGEMENTS)
FORMAT = 3  # of stored analyses; older ones are made again
MOST_AT_ONCE = 200  # games
MOST_OF_AN_ADDRESS = 5  # games
UNWATCHED = 60.0  # seconds after which an analysis ends if no one asks for its progress
WRITING = 22.0  # in a plot that is shown at half its size

Found = TypeVar("Found")


class Verdict(Struct, frozen=True):
    """A mistake, by its number in the game, and the better move."""

    number: int
    seat: int
    judgement: str
    name: str
    lost_chance: float
    lost_points: float
    missed_bonus: int
    played: str
    better: str
    stages: list[list[str]]
    """The spots of the better move, as in choices."""
    line: list[str]
    """The probable continuation."""
    why: str
    """Why the better move is better, in a sentence or two."""


class Sum(Struct, frozen=True):
    """Why a seat won or lost (`azulejos.bots.luck.Balance`), rounded so that everything else adds up to `result`."""

    start: float
    luck: float
    own: float
    others: float
    result: float


class PlayerReport(Struct, frozen=True):
    """How well a seat played: its accuracy, the points that it lost in each phase, and why it won or lost."""

    accuracy: float
    counts: dict[str, int]
    lost: dict[str, float]
    balance: Sum
    """In chances to win."""
    balance_points: Sum
    """In points of lead."""


class Report(Struct, frozen=True):
    """The result of an analysis; the graphs are SVG."""

    effort: int
    chances: str
    margins: str
    luck: str
    """How lucky each seat was so far."""
    own: str
    """What each seat's own moves changed so far."""
    judgements: dict[str, str]
    terms: dict[str, str]
    """The names of the parts of a `Sum`."""
    decided: str
    """Whether the draws or the play decided the game."""
    players: list[PlayerReport]
    verdicts: list[Verdict]


class Analysis(Struct, frozen=True):
    """The progress of a game's analysis, and its report once it is done."""

    status: Literal["none", "running", "done"]
    done: int = 0
    total: int = 0
    report: Report | None = None


class _Unwatched(Exception):
    """No one waits for an analysis any more."""


class _Progress:
    def __init__(self, who: Asker, total: int) -> None:
        self.who = who
        self.done = 0
        self.total = total
        self.looked = time.monotonic()


class Analyses:
    """The analyses of all games: those in progress, and those in the store."""

    def __init__(
        self, store: Store, scheduler: Scheduler, effort: int, spawn: Callable[[Coroutine[Any, Any, None]], Any]
    ) -> None:
        self._store = store
        self._scheduler = scheduler
        self._effort = effort
        self._spawn = spawn
        self._running: dict[str, _Progress] = {}

    async def look(self, table: Table, tr: Language) -> Analysis:
        """Return the progress."""
        running = self._running.get(table.id)
        if running is not None:
            running.looked = time.monotonic()
            return Analysis("running", running.done, running.total)
        found = await self._store.analysis(table.id)
        if found is None or (found["effort"], found["version"], found.get("format")) != (self._effort, __version__, FORMAT):
            return Analysis("none")
        key = ("report", table.id, tr.code)
        report = await self._scheduler.run(report_in, found, table, tr.code, key=key, urgency=Urgency.TABLE, admitted=True)
        total = len(found["moves"]) + len(found["chances"])
        return Analysis("done", total, total, report)

    async def start(self, table: Table, tr: Language) -> Analysis:
        """Start an analysis, unless it is already running; requests for the same game share it."""
        if table.status != "finished":
            raise Problem("only a finished game can be analysed", "not_over")
        check_length(table.number)
        found = await self.look(table, tr)
        who, budgets = asking.get(), self._scheduler.budgets
        running = self._running.get(table.id)
        if running is not None and budgets.over("work", running.who) and not budgets.over("work", who):
            running.who = who  # it would have to wait for everyone else
        if found.status != "none" or running is not None:
            return found
        mine = sum(one.who.address == who.address for one in self._running.values())
        if mine >= MOST_OF_AN_ADDRESS or len(self._running) >= MOST_AT_ONCE:
            raise Problem("many games are being analysed; try again in a minute", "slow_down", wait=60)
        budgets.check("work", who)
        record = table.record()
        moves, deals = decisions(record), chances(record)
        self._running[table.id] = _Progress(who, len(moves) + len(deals))
        self._spawn(self._make(table, record, moves, deals))
        return Analysis("running", 0, len(moves) + len(deals))

    async def _make(
        self,
        table: Table,
        record: Record,
        moves: list[tuple[int, State, Move]],
        deals: list[tuple[int, State, Deal | Refill]],
    ) -> None:
        # Only a few moves of a game wait for a worker at a time; but one always does, or others would come in between.
        gate = asyncio.Semaphore(self._scheduler.processors + 1)
        progress = self._running[table.id]

        async def one(analyse: Callable[..., Found], *about: object) -> Found:
            async with gate:
                if time.monotonic() - progress.looked > UNWATCHED:
                    raise _Unwatched
                # Once started, an analysis goes on: its owner's budget was checked then.
                report = await self._scheduler.run(analyse, *about, self._effort, who=progress.who, admitted=True)
            progress.done += 1
            return report

        try:
            async with asyncio.TaskGroup() as group:
                made: list[asyncio.Task[MoveReport]] = [group.create_task(one(analyse_move, *move)) for move in moves]
                luck: list[asyncio.Task[ChanceReport]] = [group.create_task(one(analyse_chance, *deal)) for deal in deals]
            report = as_json(summed_up(record, [task.result() for task in made], [task.result() for task in luck]))
            about = {"effort": self._effort, "version": __version__, "format": FORMAT}
            await self._store.keep_analysis(table.id, {**about, **report})
        except* _Unwatched:
            log("analysis_left", table=table.id, done=progress.done, total=progress.total)
        finally:
            del self._running[table.id]


def report_in(found: Json, table: Table, code: str) -> Report:
    """Return a stored analysis in a language; runs in a worker."""
    tr = language(code)
    moves = found["moves"]
    seats = range(table.game.players)
    counts = [{name: sum(one["judgement"] == name for one in moves if one["player"] == seat) for name in BAD} for seat in seats]
    return Report(
        effort=found["effort"],
        chances=_chances(moves, table, tr),
        margins=_margins(moves, table, tr),
        luck=_so_far(tr("Luck (chance to win)"), [(one["event"] + 1, one["luck"]) for one in found["chances"]], table, tr),
        own=_so_far(tr("Own moves (chance to win)"), [(one["event"] + 1, _own(one)) for one in moves], table, tr),
        judgements={name: text(tr) for name, text in NAMES.items()},
        terms={name: text(tr) for name, text in TERMS.items()},
        decided=decided_in(found["balance"], tr),
        players=[
            PlayerReport(
                found["accuracy"][seat],
                counts[seat],
                {table.game.phase_title(phase, tr): points for phase, points in found["lost_points"][seat].items()},
                Sum(**in_digits(Balance(**found["balance"][seat]), 2)._asdict()),
                Sum(**in_digits(Balance(**found["balance_points"][seat]), 1)._asdict()),
            )
            for seat in seats
        ],
        verdicts=[_verdict(one, table, tr) for one in moves if one["judgement"] != GOOD],
    )


def _verdict(one: Json, table: Table, tr: Language) -> Verdict:
    state = table.states[one["event"]]
    best = state.game.move(one["best"]["move"])
    line = in_words(state, [state.game.move(text) for text in one["best"]["line"]] or [best], names_of(table, tr), tr)
    return Verdict(
        number=one["event"] + 1,
        seat=one["player"],
        judgement=one["judgement"],
        name=NAMES[one["judgement"]](tr),
        lost_chance=one["lost_chance"],
        lost_points=one["lost_points"],
        missed_bonus=one["missed_bonus"],
        played=in_words(state, [state.game.move(one["played"]["move"])], names_of(table, tr), tr)[0],
        better=line[0],
        stages=pointed_at(state, best, tr),
        line=line[1:],
        why=because(table.game, [reason_from_json(reason) for reason in one["reasons"]], names_of(table, tr), tr),
    )


def in_words(state: State, line: list[Move], names: tuple[str, ...], tr: Language) -> list[str]:
    """Return consecutive moves, up to the next chance event."""
    said = []
    for move in line:
        if not isinstance(state.actor, int):
            break
        said.append(render.sentences(state.game).event(state, move, names, tr))
        state = state.play(move)
    return said


def pointed_at(state: State, move: Move, tr: Language) -> list[list[str]]:
    """Return the spots of a move."""
    found = next((one.stages for one in render.choices(state, tr) if one.move == move.text), ())
    return [list(stage) for stage in found]


def decided_in(balance: list[Json], tr: Language) -> str:
    """Return whether the draws or the play decided a game."""
    winner = max(balance, key=lambda one: float(one["result"]))
    return decided(winner["luck"], winner["own"] + winner["others"], tr)


Steps = list[tuple[int, list[float]]]
"""Some events by their number, and what each changes for every seat."""


def _own(move: Json) -> list[float]:
    return own_change(move["player"], move["change"])


def _so_far(title: str, steps: Steps, table: Table, tr: Language) -> str:
    """Return a plot of the sums up to each event, in percent."""
    drawn = so_far(steps, names_of(table, tr), table.number)
    return curves(title, drawn, table.number, reach_of(drawn), " %", _rounds(table, tr), size=WRITING)


def _chances(moves: list[Json], table: Table, tr: Language) -> str:
    drawn = _curves(moves, table, lambda one: 100 * one["played"]["win"], lambda chance: 100 - chance, tr)
    return curves(tr("Chance to win"), drawn, table.number, (0, 100), " %", _rounds(table, tr), size=WRITING)


def _margins(moves: list[Json], table: Table, tr: Language) -> str:
    drawn = _curves(moves, table, lambda one: one["played"]["margin"], lambda margin: -margin, tr)
    reach = max([10.0, *(abs(value) for curve in drawn for _, value in curve.points)])
    return curves(tr("Expected lead (points)"), drawn, table.number, (-reach, reach), "", _rounds(table, tr), size=WRITING)


def _curves(
    moves: list[Json], table: Table, value: Callable[[Json], float], other: Callable[[float], float], tr: Language
) -> list[Curve]:
    """Return a line per seat through its moves; with two players each move is a point on both lines."""
    drawn = []
    for seat, name in enumerate(names_of(table, tr)):
        mine = [one for one in moves if one["player"] == seat]
        points = [(one["event"] + 1, value(one)) for one in mine]
        if table.game.players == 2:
            points += [(one["event"] + 1, other(value(one))) for one in moves if one["player"] != seat]
        dots = [
            Dot(one["event"] + 1, value(one), f"{one['event'] + 1}. {NAMES[one['judgement']](tr)}", one["judgement"])
            for one in mine
            if one["judgement"] in BAD[:2]
        ]
        drawn.append(Curve(name, sorted(points), dots))
    return drawn


def _rounds(table: Table, tr: Language) -> dict[int, str]:
    """Return where each round begins; only the first has room for the word."""
    begun: dict[int, int] = {}
    for number, state in enumerate(table.states[1:], 1):
        begun.setdefault(state.round, number)
    return {number: tr("Round {n}", n=n) if n == 1 else str(n) for n, number in begun.items() if n}
