"""The strongest player: the core's tree search, with all the threads and time it may use."""

from __future__ import annotations

from azulejos.bots.base import Bot, Budget
from azulejos.bots.thinking import Thinking
from azulejos.core.contract import Move, State
from azulejos.core.search import Search

USUAL_SECONDS = 1.0
RESERVE = 0.004  # seconds reserved for setup and for the answer


class Master(Bot):
    """Searches to the end of the round, and judges the rest with a network trained on its own games."""

    def __init__(self, *, seed: int) -> None:
        super().__init__(seed=seed)
        self._spare: list[Search] = []  # searches of earlier moves: allocating memory takes longer than a short search

    def choose(self, state: State, budget: Budget) -> Move:
        legal = state.legal_moves
        if len(legal) == 1:
            return legal[0]
        spare, self._spare = self._spare, []
        thinking = Thinking(state, self.dice(state).getrandbits(63), budget.threads, spare=spare)
        seconds = USUAL_SECONDS if budget.seconds is None and budget.effort is None else budget.seconds
        thinking.run(None if seconds is None else max(seconds - RESERVE, RESERVE), budget.effort)
        best = thinking.findings(1)[0].move
        self._spare = thinking.give_up()
        return best
