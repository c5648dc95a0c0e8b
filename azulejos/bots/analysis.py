"""Analysis: the best moves of a position, and what every move of a finished game cost against the best one.

Everything here is data (`as_json` converts it to JSON); terminal and pages decide how to show it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from azulejos.bots.thinking import Finding, Thinking
from azulejos.core.contract import Json, Move, State
from azulejos.record import Record

USUAL_EFFORT = 4000

# The loss of winning chance, or of points, from which a move gets each name.
JUDGEMENTS = ((0.15, 6.0, "blunder"), (0.08, 3.0, "mistake"), (0.04, 1.5, "inaccuracy"))
GOOD = "good"


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


class GameReport(NamedTuple):
    """The moves of a game, and how well each seat played: the share of its chances that it kept, and points lost."""

    moves: tuple[MoveReport, ...]
    accuracy: tuple[float, ...]
    lost_points: tuple[dict[str, float], ...]


def analyse_position(state: State, effort: int = USUAL_EFFORT, seed: int = 0, most: int = 5, threads: int = 1) -> list[Finding]:
    """Return the best moves of a position, best first; empty if no seat is to move."""
    if not isinstance(state.actor, int):
        return []
    thinking = Thinking(state, seed, threads)
    thinking.run(effort=effort)
    return thinking.findings(most)


def analyse_game(
    record: Record, effort: int = USUAL_EFFORT, seed: int = 0, progress: Callable[[int, int], None] | None = None
) -> GameReport:
    """Return a report of every decision of a game; `progress` is called with the events done, and how many there are."""
    reports: list[MoveReport] = []
    for number, state, move in decisions(record):
        reports.append(analyse_move(number, state, move, effort, seed))
        if progress is not None:
            progress(number + 1, len(record.events))
    if progress is not None:
        progress(len(record.events), len(record.events))
    return summed_up(record.game.players, reports)


def decisions(record: Record) -> list[tuple[int, State, Move]]:
    """Return every move of a game that had an alternative: the number of events before it, the state, the move."""
    steps = enumerate(zip(record.states(), record.events, strict=False))
    return [(n, state, event) for n, (state, event) in steps if isinstance(event, Move) and len(state.legal_moves) > 1]


def summed_up(players: int, reports: Sequence[MoveReport]) -> GameReport:
    """Return the report of a game, from those of its moves."""
    seats = range(players)
    kept = [[1 - report.lost_chance for report in reports if report.seat == seat] for seat in seats]
    lost: list[dict[str, float]] = [{} for _ in seats]
    for report in reports:
        lost[report.seat][report.phase] = lost[report.seat].get(report.phase, 0.0) + report.lost_points
    return GameReport(tuple(reports), tuple(sum(one) / len(one) if one else 1.0 for one in kept), tuple(lost))


def analyse_move(number: int, state: State, move: Move, effort: int = USUAL_EFFORT, seed: int = 0) -> MoveReport:
    """Return a report of one decision; `number` events came before it."""
    thinking = Thinking(state, seed, also=move)
    thinking.run(effort=effort)
    # The move that was played gets extra simulations: the search may have skipped it.
    seen = {finding.move: finding for finding in thinking.findings(len(state.legal_moves))}
    if seen[move].visits < effort // 4:
        thinking.try_out(move, effort // 4)
    found = thinking.findings(len(state.legal_moves))
    played = next(finding for finding in found if finding.move is move)
    best = found[0]  # the most visited; the one with the highest chance may be so by luck
    lost = max(0.0, best.win - played.win)
    points = max(0.0, best.margin - played.margin)
    judgement = next((name for chance, margin, name in JUDGEMENTS if lost >= chance or points >= margin), GOOD)
    seat = state.actor
    assert isinstance(seat, int)
    missed = max(0, _bonus(state, best.move) - _bonus(state, move)) if judgement != GOOD else 0
    return MoveReport(number, state.round, state.phase, seat, played, best, lost, points, judgement, missed)


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
            }
            for move in report.moves
        ],
        "accuracy": [round(share, 4) for share in report.accuracy],
        "lost_points": [{phase: round(points, 2) for phase, points in one.items()} for one in report.lost_points],
    }
