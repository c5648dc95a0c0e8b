"""The simple players, for all games: `random`, `greedy`, and `planner`, which looks a little further."""

from __future__ import annotations

from azulejos.bots.base import Bot, Budget
from azulejos.bots.sight import sight
from azulejos.core.contract import Move, Problem, State

MOST_BLUR = 1000


class Random(Bot):
    """Any legal move, all equally likely."""

    def choose(self, state: State, budget: Budget) -> Move:
        return self.dice(state).choice(state.legal_moves)


class Greedy(Bot):
    """The move that brings most at once; with `blur`, it misjudges each move by about so many points."""

    def __init__(self, *, seed: int, blur: float = 0.0) -> None:
        super().__init__(seed=seed)
        if not (type(blur) in (int, float) and 0 <= blur <= MOST_BLUR):
            raise Problem(f"`blur` is a number of points from 0 to {MOST_BLUR}, not {blur!r}")
        self.blur = blur

    def choose(self, state: State, budget: Budget) -> Move:
        dice = self.dice(state)
        return max(sight(state), key=lambda seen: (seen[0] + dice.gauss(0.0, self.blur), dice.random()))[1]


class Planner(Bot):
    """The move that brings most, with what the next player then finds, and what is left for oneself after that."""

    BREADTH = 10  # moves that are looked at
    ENVY = 0.7  # how much the gain of the next player counts
    HOPE = 0.9  # how much the own next move counts

    def choose(self, state: State, budget: Budget) -> Move:
        dice = self.dice(state)
        seen = sorted(sight(state), key=lambda one: (one[0], dice.random()), reverse=True)
        return max(seen[: self.BREADTH], key=lambda one: one[0] + self._outlook(state, state.play(one[1])))[1]

    def _outlook(self, before: State, state: State) -> float:
        """What comes after a move: the best replies of the others, and the own best move then."""
        worth = 0.0
        others = state.game.players
        while isinstance(state.actor, int) and others and state.round == before.round and state.phase == before.phase:
            best, move = max(sight(state), key=lambda one: one[0])
            if state.actor == before.actor:
                return worth + self.HOPE * best
            worth -= self.ENVY * best
            state = state.play(move)
            others -= 1
        return worth
