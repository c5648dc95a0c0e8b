"""The simple players, for all games: `random`, `greedy`, and `planner`, which looks a little further."""

from __future__ import annotations

import random

from azulejos.bots.base import Bot, Budget
from azulejos.bots.sight import sight
from azulejos.core.contract import CHANCE, Deal, Move, Problem, State
from azulejos.core.message import Message, quoted

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
            right = Message("a number from {least} to {most}", least=0, most=MOST_BLUR)
            raise Problem(Message("`{option}` must be {right}, not {value}", option="blur", right=right, value=quoted(blur)))
        self.blur = blur

    def choose(self, state: State, budget: Budget) -> Move:
        dice = self.dice(state)
        return max(sight(state), key=lambda seen: (seen[0] + dice.gauss(0.0, self.blur), dice.random()))[1]


class Planner(Bot):
    """The move that brings most, with what the others then find, and what is left for the own next turn or two."""

    LOOKS = 20  # moves that are looked at, divided by the players: more of them have more replies
    ENVY = 0.7  # how much the gains of all others together count
    HOPE = 0.9  # how much a turn counts of what the one before it did

    def choose(self, state: State, budget: Budget) -> Move:
        dice = self.dice(state)
        seen = sorted(sight(state), key=lambda one: (one[0], dice.random()), reverse=True)
        lot = dice.getrandbits(64)  # the same refills after all moves
        best = seen[: self.LOOKS // state.game.players]
        return max(best, key=lambda one: one[0] + self._outlook(state, state.play(one[1]), random.Random(lot)))[1]

    def _outlook(self, before: State, state: State, dice: random.Random) -> float:
        """What comes after a move, up to some own turn or the next deal, if everybody takes what is best at first sight."""
        turns = 2 if before.game.players == 2 else 1  # with more players, what one leaves is gone by the second turn
        decisions = turns * before.game.players + 2  # of others; more only if the own turn does not come
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
