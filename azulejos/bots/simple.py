"""The simple players, for all games: `random`, `greedy`, and `planner`, which looks a little further."""

from __future__ import annotations

import random

from azulejos.bots.base import Bot, Budget
from azulejos.bots.sight import sight
from azulejos.core.contract import CHANCE, Deal, Move, Problem, State
from azulejos.core.message import Message, quoted

MOST_BLUR = 1000


class Random(Bot):
    """Plays any legal move, all equally likely."""

    def choose(self, state: State, budget: Budget) -> Move:
        return self.dice(state).choice(state.legal_moves)


class Greedy(Bot):
    """Plays the move that brings most at once; with `blur`, it misjudges each move by about that many points."""

    def __init__(self, *, seed: int, blur: float = 0.0) -> None:
        super().__init__(seed=seed)
        if not (type(blur) in (int, float) and 0 <= blur <= MOST_BLUR):
            right = Message("a number from {least} to {most}", least=0, most=MOST_BLUR)
            raise Problem(Message("`{option}` must be {right}, not {value}", option="blur", right=right, value=quoted(blur)))
        self.blur = blur

    def choose(self, state: State, budget: Budget) -> Move:
        dice = self.dice(state)
        return max(sight(state), key=lambda seen: (seen[0] + dice.gauss(0.0, self.blur), dice.random()))[1]


class Planner(Bot):
    """Plays the move that brings most, also considering the replies of the others, and its own next turn or two."""

    LOOKS = 20  # moves to consider, divided by the number of players: with more of them there are more replies
    ENVY = 0.3  # the weight of the gains of all others together
    HOPE = 0.9  # the weight of a turn relative to the previous one

    def choose(self, state: State, budget: Budget) -> Move:
        dice = self.dice(state)
        seen = sorted(sight(state), key=lambda one: (one[0], dice.random()), reverse=True)
        lot = dice.getrandbits(64)  # the same refills after all moves
        best = seen[: self.LOOKS // state.game.players]
        return max(best, key=lambda one: one[0] + self._outlook(state, state.play(one[1]), random.Random(lot)))[1]

    def _outlook(self, before: State, state: State, dice: random.Random) -> float:
        """Return what follows a move, up to an own turn or the next deal, if everyone plays what seems best at first."""
        turns = 2 if before.game.players == 2 else 1  # with more players, what we leave is gone by our second turn
        decisions = turns * before.game.players + 2  # moves of others; more only if our turn does not come
        envy = self.ENVY / (before.game.players - 1)
        worth, weight, mine = 0.0, 1.0, True
        while decisions and state.outcome is None:
            if state.actor is CHANCE:
                event = state.draw(dice)
                if isinstance(event, Deal):
                    break
                state = state.play(event)
                continue
            best, move = max(sight(state), key=lambda one: one[0])
            if state.actor != before.actor:
                worth -= weight * envy * best
                decisions -= 1
                mine = False
            else:
                if not mine:
                    weight *= self.HOPE
                    turns -= 1
                    mine = True
                worth += weight * best
                if not turns:
                    break
            state = state.play(move)
        return worth
