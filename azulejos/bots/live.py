"""Live analysis: a search that says several times a second what it has found so far.

>>> from azulejos import position
>>> for update in improving(position(text)):                      # doctest: +SKIP
...     print(update.simulations, [str(one.move) for one in update.moves])
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from typing import NamedTuple

from azulejos.bots.analysis import FIRST, SERIOUS, value_of
from azulejos.bots.thinking import Finding, Thinking
from azulejos.bots.why import why_best
from azulejos.core.coach import Reason
from azulejos.core.contract import Move, State

SECONDS = 30.0
MOST_SIMULATIONS = 1_000_000
"""More would hardly change anything, and the tree would need much memory."""
MOST_EDGES = 2_000_000
FIRST_STEP = 0.02  # seconds until there is something to look at
STEP = 0.12
EXPLAINED_AFTER = 1.0  # seconds of thinking
EXPLAINED_AGAIN = 3.0  # seconds later, if the best moves are others then


class Update(NamedTuple):
    """What a search has found so far: the best moves first, and why the first is better than the second."""

    simulations: int
    seconds: float
    moves: list[Finding]
    reasons: tuple[Reason, ...]
    done: bool
    """Whether this is the last update."""


def improving(
    state: State, seed: int = 0, most: int = 8, seconds: float = SECONDS, simulations: int = MOST_SIMULATIONS
) -> Generator[Update, None, None]:
    """Search a position where a seat is to move, and yield the findings every `STEP` seconds, until the time is over.

    The time between two updates, when others may use the processor, does not count.
    """
    thinking = Thinking(state, seed)
    thinking.limit_memory(MOST_EDGES)
    used, step = 0.0, FIRST_STEP
    reasons: tuple[Reason, ...] = ()
    explained: list[Move] = []
    explain_at = EXPLAINED_AFTER
    moves: list[Finding] = []
    forced = len(state.legal_moves) == 1
    while True:
        begin = time.monotonic()
        over = used >= seconds or thinking.simulations >= simulations or forced
        best = [one.move for one in moves[:2]]
        # An explanation takes as long as a step, so it is one.
        if best != explained and len(best) == 2 and (over or used >= explain_at):
            compared = [thinking.with_lines(one) for one in moves[:2]]
            reasons, explained, explain_at = tuple(why_best(state, compared, seed)), best, used + EXPLAINED_AGAIN
        elif not over or not moves:
            moves = _evened(thinking, thinking.deepen(step), most)
            if [one.move for one in moves[:2]] != explained:
                reasons = ()
        used += time.monotonic() - begin
        yield Update(thinking.simulations, used, moves, reasons, over)
        if over:
            return
        step = STEP


def _evened(thinking: Thinking, done: int, most: int) -> list[Finding]:
    """Return the most promising moves by their value, all of them searched enough to be compared.

    Some may need more simulations for that; each gets only a share of those that were just `done`, so as not to take long.
    """
    share = max(1, done // most)
    found = thinking.findings(most)
    leader = max(found, key=value_of)
    for finding in found:
        wanted = -(-found[0].visits // (FIRST if finding is leader else SERIOUS))
        if finding.visits < wanted:
            thinking.try_out(finding.move, min(wanted - finding.visits, share))
    return by_value(thinking.findings(most))


def by_value(found: Sequence[Finding]) -> list[Finding]:
    """Return the moves that were searched enough, best first."""
    most = max(one.visits for one in found)
    return sorted((one for one in found if one.visits * SERIOUS >= most), key=value_of, reverse=True)
