"""Analysis: the best moves of a position, and what every move and every deal of a game changed.

Everything here is data (`as_json` converts it to JSON); terminal and pages decide how to show it. `luck` has the chance events
and the sum that explains a result, `why` the reasons for a move.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from azulejos.bots.luck import (
    Balance,
    ChanceReport,
    Decision,
    analyse_chance,
    balance_json,
    balances,
    chance_json,
    chances,
    course,
)
from azulejos.bots.thinking import Finding, Thinking
from azulejos.bots.why import MORE_PLAYOUTS, reason_json, why
from azulejos.core.coach import Reason
from azulejos.core.contract import Json, Move, State
from azulejos.core.search import Search
from azulejos.record import Record

USUAL_EFFORT = 2000

# The loss of winning chance from which a move gets each name. From games of the levels (`azulejos.bots.calibration`).
BLUNDER, MISTAKE, INACCURACY = 0.2, 0.1, 0.05
JUDGEMENTS = ((BLUNDER, "blunder"), (MISTAKE, "mistake"), (INACCURACY, "inaccuracy"))
GOOD = "good"
SCALE = 0.1  # a move that loses this much of the winning chance has an accuracy of 37 %
EQUAL = 0.01  # if the others lose less than this on average, the choice does not count
SERIOUS = 20  # a move with a 20th of the visits of the most visited one has a value that can be trusted
FIRST = 4  # and the best one must have a quarter of them
LONGER = (1.25, 1.75)
"""Times the effort, for two players: more simulations of each search for a mistake that is explained, and for the best move.
The second part is only searched if it is still a mistake after the first. With more players there are fewer."""
SECOND = 1 << 40  # added to the seed for a second search


class MoveReport(NamedTuple):
    """A move compared with the best one: what it lost in winning chance and in points, and its name."""

    number: int
    round: int
    phase: str
    seat: int
    played: Finding
    best: Finding
    lost_chance: float
    lost_points: float
    judgement: str
    missed_bonus: int
    counts: bool = True
    """Whether it mattered which move was chosen; only then it counts for the accuracy."""
    change: tuple[float, ...] = ()
    """By how much it changed the chance to win of every seat, judging by the searches before and after it (see `luck`)."""
    reasons: tuple[Reason, ...] = ()
    """Why the best move is better than a mistake."""


class GameReport(NamedTuple):
    """The moves and chance events of a game, and for each seat its accuracy, its points lost, and why it won or lost."""

    moves: tuple[MoveReport, ...]
    accuracy: tuple[float, ...]
    lost_points: tuple[dict[str, float], ...]
    chances: tuple[ChanceReport, ...] = ()
    balance: tuple[Balance, ...] = ()
    """What became of each seat's chance to win: the sum rule."""
    balance_points: tuple[Balance, ...] = ()
    """The same for its lead in points."""


def analyse_position(state: State, effort: int = USUAL_EFFORT, seed: int = 0, most: int = 5, threads: int = 1) -> list[Finding]:
    """Return the best moves of a position, the highest chance to win first; empty if no seat is to move."""
    if not isinstance(state.actor, int):
        return []
    thinking = Thinking(state, seed, threads)
    thinking.run(effort=effort)
    return ranked(thinking, most)


def ranked(thinking: Thinking, most: int) -> list[Finding]:
    """Return the most visited moves by their value, best first; those whose value is uncertain are searched a little more."""
    found = thinking.findings(most, with_lines=False)
    least = found[0].visits // SERIOUS
    for finding in found:
        if finding.visits < least:
            thinking.try_out(finding.move, least - finding.visits)
    best = _settled(thinking)
    wanted = {finding.move for finding in found}
    if best.move not in wanted:
        wanted = {best.move, *(finding.move for finding in found[: most - 1])}
    found = sorted((one for one in _all(thinking) if one.move in wanted), key=value_of, reverse=True)[:most]
    found = [thinking.with_line(finding) for finding in found]
    return [*map(thinking.with_lines, found[:2]), *found[2:]]


def _settled(thinking: Thinking) -> Finding:
    """Return the best move: the one with the highest value that was also searched enough."""
    for _ in range(3):
        found = _all(thinking)
        most = max(one.visits for one in found)
        best = max((one for one in found if one.visits * SERIOUS >= most), key=value_of)
        if best.visits * FIRST >= most:
            break
        thinking.try_out(best.move, most // FIRST - best.visits + 1)
    return best


def _all(thinking: Thinking) -> list[Finding]:
    return [one for one in thinking.findings(len(thinking.state.legal_moves), with_lines=False) if one.visits]


def value_of(finding: Finding) -> tuple[float, float, int]:
    """Return the sort key of moves by their value."""
    return finding.win, finding.margin, finding.visits


def analyse_game(
    record: Record, effort: int = USUAL_EFFORT, seed: int = 0, progress: Callable[[int, int], None] | None = None
) -> GameReport:
    """Return a report of every decision and chance event; `progress` is called with the events done, and how many there are."""
    moves: list[MoveReport] = []
    luck: list[ChanceReport] = []
    spare: list[Search] = []
    made = {number: (state, move) for number, state, move in decisions(record)}
    draws = {number: (state, event) for number, state, event in chances(record)}
    for number in sorted({*made, *draws}):
        if number in made:
            moves.append(analyse_move(number, *made[number], effort, seed, spare))
        else:
            luck.append(analyse_chance(number, *draws[number], effort, seed, spare))
        if progress is not None:
            progress(number + 1, len(record.events))
    if progress is not None:
        progress(len(record.events), len(record.events))
    return summed_up(record, moves, luck)


def decisions(record: Record) -> list[tuple[int, State, Move]]:
    """Return every move of a game that had an alternative: the number of events before it, the state, the move."""
    steps = enumerate(zip(record.states(), record.events, strict=False))
    return [(n, state, event) for n, (state, event) in steps if isinstance(event, Move) and len(state.legal_moves) > 1]


def summed_up(record: Record, moves: Sequence[MoveReport], luck: Sequence[ChanceReport]) -> GameReport:
    """Return the report of a game, from those of its moves and chance events."""
    seats = range(record.game.players)
    lost: list[dict[str, float]] = [{} for _ in seats]
    for move in moves:
        lost[move.seat][move.phase] = lost[move.seat].get(move.phase, 0.0) + move.lost_points
    accuracy = tuple(accuracy_of([one.lost_chance for one in moves if one.seat == seat and one.counts]) for seat in seats)
    made = [
        Decision(one.number, one.seat, (one.best.wins, one.best.margins), (one.played.wins, one.played.margins))
        for one in moves
    ]
    found = course(record, made, luck)
    in_chance, in_points = balances(found, made, luck)
    changed = tuple(move._replace(change=wins) for move, (wins, _) in zip(moves, found.changes, strict=True))
    return GameReport(changed, accuracy, tuple(lost), tuple(luck), in_chance, in_points)


def accuracy_of(losses: Sequence[float]) -> float:
    """Return how accurately someone played who lost these shares of the chance to win, one for each choice that counts."""
    return sum(math.exp(-loss / SCALE) for loss in losses) / len(losses) if losses else 1.0


class Compared(NamedTuple):
    """A move, the best one, and what the others lose of the chance to win."""

    played: Finding
    best: Finding
    others: tuple[float, ...]
    doubt: float = 0.0
    """By how many points two searches disagree about what the move loses; only for mistakes that are explained."""

    @property
    def lost(self) -> float:
        """What the move loses of the chance to win."""
        return max(0.0, self.best.win - self.played.win)

    @property
    def judgement(self) -> str:
        """The name of this loss."""
        return next((name for chance, name in JUDGEMENTS if self.lost >= chance), GOOD)

    @property
    def counts(self) -> bool:
        """Whether it matters which move is chosen."""
        return self.lost >= EQUAL or sum(self.others) >= EQUAL * len(self.others)


def compare(
    state: State,
    move: Move,
    effort: int = USUAL_EFFORT,
    seed: int = 0,
    spare: list[Search] | None = None,
    to_explain: bool = False,
) -> Compared:
    """Compare a move with the best one in the same search; `to_explain` draws lines after both if it is a mistake."""
    spare, doubt = [] if spare is None else spare, 0.0
    thinking = Thinking(state, seed, also=move, spare=spare)
    thinking.run(effort=effort // 2)
    best = _settled(thinking)
    # A move that is searched longer looks better, so the one that was played gets as many simulations as the best: the other
    # half of the effort.
    seen = next(finding.visits for finding in thinking.findings(len(state.legal_moves), False) if finding.move is move)
    if seen < best.visits:
        thinking.try_out(move, min(best.visits - seen, effort // 2))
    found = {finding.move: finding for finding in _all(thinking)}
    if found[best.move].win - found[move].win >= INACCURACY:
        # The best of many moves looks better than it is, so a second search, which knows nothing of the first, looks at both.
        again = Thinking(state, seed + SECOND, also=move, spare=spare)
        both = {best.move, move}
        for one in (best.move, move):
            again.try_out(one, max(1, effort // 2))
        found |= _together(both, thinking, again)
        if to_explain and found[best.move].win - found[move].win >= MISTAKE:
            longer, doubt = _searched_longer((thinking, again), best.move, move, effort / state.game.players)
            found |= longer
        if to_explain and found[best.move].win - found[move].win >= MISTAKE:
            found |= {one: _with_lines(found[one], thinking, again) for one in both}
        spare += again.give_up()
    played = thinking.with_line(found[move])
    best = max(thinking.with_line(found[best.move]), played, key=value_of)
    spare += thinking.give_up()
    return Compared(played, best, tuple(best.win - one.win for one in found.values() if one.move is not best.move), doubt)


def _searched_longer(
    searches: tuple[Thinking, Thinking], best: Move, played: Move, effort: float
) -> tuple[dict[Move, Finding], float]:
    """Search two moves longer, unless the one that was played turns out to be no mistake.

    Return the values of both since then, and by how many points the searches disagree about what the move loses."""
    before = [_values(thinking) for thinking in searches]
    for part in LONGER:
        for thinking, one in itertools.product(searches, (best, played)):
            thinking.try_out(one, max(1, int(2 * part * effort)))
        late = [_since(thinking, first, {best, played}) for thinking, first in zip(searches, before, strict=True)]
        found = {one: _mean(late[0][one], late[1][one]) for one in (best, played)}
        if found[best].win - found[played].win < MISTAKE:
            break
    leads = [values[best].margin - values[played].margin for values in late]
    return found, abs(leads[0] - leads[1])


def _with_lines(finding: Finding, *searches: Thinking) -> Finding:
    """Return a finding with the continuations of several searches, to explain it."""
    drawn = zip(*(thinking.with_lines(finding).lines for thinking in searches), strict=True)
    return finding._replace(lines=tuple(itertools.chain(*drawn)))


def _together(moves: set[Move], *searches: Thinking) -> dict[Move, Finding]:
    """Return what two searches found about some moves: the mean of their values, weighted by visits."""
    one, other = map(_values, searches)
    return {move: _mean(one[move], other[move]) for move in moves}


def _values(thinking: Thinking) -> dict[Move, Finding]:
    return {finding.move: finding for finding in _all(thinking)}


def _since(thinking: Thinking, before: dict[Move, Finding], moves: set[Move]) -> dict[Move, Finding]:
    """Return what a search found about some moves since some time: the first visits of a move know little.

    A value that is certain now is no mean of visits, so there is nothing to leave out.
    """
    now, certain = _values(thinking), thinking.certain_moves()
    return {move: now[move] if move in certain else _without(now[move], before[move]) for move in moves}


def _without(now: Finding, before: Finding) -> Finding:
    visits = now.visits - before.visits
    share = before.visits / visits

    def since(a: float, b: float) -> float:
        return a + share * (a - b)

    return _of_values(now, before, since)._replace(visits=visits)


def _mean(one: Finding, other: Finding) -> Finding:
    visits = one.visits + other.visits
    share = other.visits / visits

    def between(a: float, b: float) -> float:
        return a + share * (b - a)

    return _of_values(one, other, between)._replace(visits=visits)


def _of_values(one: Finding, other: Finding, combine: Callable[[float, float], float]) -> Finding:
    return one._replace(
        win=combine(one.win, other.win),
        margin=combine(one.margin, other.margin),
        wins=tuple(map(combine, one.wins, other.wins)),
        margins=tuple(map(combine, one.margins, other.margins)),
    )


def analyse_move(
    number: int, state: State, move: Move, effort: int = USUAL_EFFORT, seed: int = 0, spare: list[Search] | None = None
) -> MoveReport:
    """Return a report of one decision; `number` events came before it."""
    spare = [] if spare is None else spare
    compared = compare(state, move, effort, seed, spare, to_explain=True)
    played, best, judgement = compared.played, compared.best, compared.judgement
    points = max(0.0, best.margin - played.margin)
    seat = state.actor
    assert isinstance(seat, int)
    missed = max(0, _bonus(state, best.move) - _bonus(state, move)) if judgement != GOOD else 0
    reasons: list[Reason] = []
    if compared.lost >= MISTAKE:
        reasons = why(state, best, played, points, seed, spare, MORE_PLAYOUTS // state.game.players, compared.doubt)
    return MoveReport(
        number,
        state.round,
        state.phase,
        seat,
        played,
        best,
        compared.lost,
        points,
        judgement,
        missed,
        compared.counts,
        reasons=tuple(reasons),
    )


def _bonus(state: State, move: Move) -> int:
    """Return how many bonus tiles a move earns."""
    return sum(int(gain.detail.get("bonus", 0)) for gain in state.explain(move) if isinstance(gain.detail.get("bonus", 0), int))


def finding_json(finding: Finding) -> Json:
    """Return a finding as a JSON object."""
    return {
        "move": finding.move.text,
        "action": finding.move.action,
        "visits": finding.visits,
        "win": round(finding.win, 4),
        "margin": round(finding.margin, 2),
        "line": [move.text for move in finding.line],
    }


def as_json(report: GameReport) -> Json:
    """Return a report as a JSON object."""
    return {
        "moves": [
            {
                "event": move.number,
                "round": move.round,
                "phase": move.phase,
                "player": move.seat,
                "played": finding_json(move.played),
                "best": finding_json(move.best),
                "lost_chance": round(move.lost_chance, 4),
                "lost_points": round(move.lost_points, 2),
                "judgement": move.judgement,
                "missed_bonus": move.missed_bonus,
                "counts": move.counts,
                "reasons": [reason_json(reason) for reason in move.reasons],
                "change": [round(share, 4) for share in move.change],
            }
            for move in report.moves
        ],
        "accuracy": [round(share, 4) for share in report.accuracy],
        "lost_points": [{phase: round(points, 2) for phase, points in one.items()} for one in report.lost_points],
        "chances": [chance_json(one) for one in report.chances],
        "balance": [balance_json(one) for one in report.balance],
        "balance_points": [balance_json(one) for one in report.balance_points],
    }
