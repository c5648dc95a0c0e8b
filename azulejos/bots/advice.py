"""A hint: the best move of a position, and why."""

from __future__ import annotations

from typing import NamedTuple

from azulejos.bots.thinking import Thinking
from azulejos.bots.why import why_best
from azulejos.core.coach import Reason
from azulejos.core.contract import Move, State

SECONDS = 1.0


class Advice(NamedTuple):
    """A move, and why it is better than the next best one."""

    move: Move
    reasons: tuple[Reason, ...] = ()


def advise(state: State, seed: int = 0, seconds: float = SECONDS) -> Advice:
    """Return the best move for the seat to move, as `master` chooses it."""
    legal = state.legal_moves
    if len(legal) == 1:
        return Advice(legal[0])
    thinking = Thinking(state, seed)
    thinking.run(seconds)
    found = [thinking.with_lines(finding) for finding in thinking.findings(2)]
    return Advice(found[0].move, tuple(why_best(state, found, seed)))
