"""The strongest player: the core's tree search, with all the threads and time it may use."""

from __future__ import annotations

from azulejos.bots.base import Bot, Budget
from azulejos.bots.thinking import Thinking
from azulejos.core.contract import Move, State

USUAL_SECONDS = 1.0
RESERVE = 0.004  # seconds reserved for setup and for the answer


class Master(Bot):
    """Searches to the end of the round, and judges the rest with a network trained on its own games."""

    def choose(self, state: State, budget: Budget) -> Move:
        legal = state.legal_moves
        if len(legal) == 1:
            return legal[0]
        thinking = Thinking(state, self.dice(state).getrandbits(63), budget.threads)
        seconds = USUAL_SECONDS if budget.seconds is None and budget.effort is None else budget.seconds
        thinking.run(None if seconds is None else max(seconds - RESERVE, RESERVE), budget.effort)
        return thinking.findings(1)[0].move
