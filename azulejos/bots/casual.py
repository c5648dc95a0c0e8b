"""A player who plays like people who play for fun: it overlooks things, and thinks of only some of what matters."""

from __future__ import annotations

import random
from collections.abc import Sequence

from azulejos.bots.base import Bot, Budget
from azulejos.bots.sight import points, sight
from azulejos.bots.thinking import Thinking
from azulejos.core.contract import Move, Problem, State
from azulejos.core.glance import Glance
from azulejos.core.message import Message, listed, quoted

MINDS = ("gain", "loss", "future")
"""What a player may think of: what a move brings at once, what it costs at once, and what it is good for later."""

MOST_THINKING = 1_000_000
PLACES = ("source", "line", "star", "space", "row", "column")
"""The parts of an action that name a place on the table."""


class Casual(Bot):
    """Plays what looks best of the moves that it notices.

    `sees` is the share of the table that it notices: of the displays while tiles are taken, of the spaces and other choices
    after that. `minds` is what it thinks of, such as `gain+loss`. It looks no further than its own move, unless `thinks` is
    the number of simulations of a short search.
    """

    def __init__(self, *, seed: int, sees: float = 1.0, minds: str = "+".join(MINDS), thinks: int = 0) -> None:
        super().__init__(seed=seed)
        if not (type(sees) in (int, float) and 0 <= sees <= 1):
            right = Message("a number from {least} to {most}", least=0, most=1)
            raise Problem(Message("`{option}` must be {right}, not {value}", option="sees", right=right, value=quoted(sees)))
        self.sees = sees
        self.minds = frozenset(str(minds).split("+"))
        if not self.minds <= set(MINDS):
            right = Message("some of {names}, with + between them", names=listed(MINDS))
            raise Problem(Message("`{option}` must be {right}, not {value}", option="minds", right=right, value=quoted(minds)))

        if not (type(thinks) is int and 0 <= thinks <= MOST_THINKING):
            right = Message("a number from {least} to {most}", least=0, most=MOST_THINKING)
            raise Problem(
                Message("`{option}` must be {right}, not {value}", option="thinks", right=right, value=quoted(thinks))
            )
        self.thinks = thinks

    def choose(self, state: State, budget: Budget) -> Move:
        dice = self.dice(state)
        if self.thinks:
            thinking = Thinking(state, dice.getrandbits(63))
            thinking.run(effort=self.thinks)
            searched = thinking.findings(len(state.legal_moves), with_lines=False)
            found = [finding.move for finding in searched if finding.visits]
            noticed = self._notice(found, dice)
            return next(move for move in found if move in noticed)
        seen = sight(state)
        noticed = self._notice([move for _, move in seen], dice)
        return max(
            ((self._worth(state, move, worth), dice.random(), move) for worth, move in seen if move in noticed),
            key=lambda one: one[:2],
        )[2]

    def _notice(self, moves: Sequence[Move], dice: random.Random) -> set[Move]:
        """Return the moves that it notices: those of which it notices everything, such as the display and the line."""
        seen: dict[tuple[str, str], bool] = {}
        for move in moves:
            for thing in _things(move):
                if thing not in seen:
                    seen[thing] = dice.random() < self.sees
        noticed = {move for move in moves if all(seen[thing] for thing in _things(move))}
        return noticed or {dice.choice(moves)}

    def _worth(self, state: State, move: Move, worth: float) -> float:
        """Return what it thinks of a move; `worth` is an estimate of everything."""
        seen = state.game.glance(state, move) or _glance(state, move)
        future = worth - seen.gain + seen.loss
        return (
            seen.gain * ("gain" in self.minds) - seen.loss * ("loss" in self.minds) + future * ("future" in self.minds)
        )  # fmt: skip


def _things(move: Move) -> list[tuple[str, str]]:
    """Return what a player has to notice to think of a move."""
    return [(name, str(value)) for name, value in move.action.items() if name in PLACES]


def _glance(state: State, move: Move) -> Glance:
    scored = float(points(state, move))
    return Glance(max(scored, 0.0), max(-scored, 0.0))
