"""Bots that think in worker processes, so that the server keeps responding."""

from __future__ import annotations

from azulejos.bots.advice import Advice, advise
from azulejos.bots.base import Budget
from azulejos.bots.registry import make_bot
from azulejos.core.contract import Move, Problem, State
from azulejos.core.game_json import position
from azulejos.web.budgets import Asker
from azulejos.web.log import log
from azulejos.web.scheduler import Scheduler, Urgency

SIMPLEST = "apprentice"
TRIES = 3
LONGEST = 10.0  # seconds; a level thinks for a second at most


class Bots:
    """Bots choose moves: for their seats, and as hints."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler

    async def choose(self, level: str, state: State, seed: int, who: Asker, urgency: Urgency) -> Move:
        """Return the move of a level, for the game of `who`; there is one even if workers fail."""
        for attempt in range(TRIES):
            try:
                chosen = await self._scheduler.run(  # the game has to go on, whatever it has cost so far
                    choose, level, state.text, seed, who=who, urgency=urgency, step=LONGEST, admitted=True
                )
                return state.game.moves[chosen]
            except Problem as problem:
                log("bot_failed", level=level, attempt=attempt, error=str(problem), position=state.text)
            if attempt == TRIES - 2:
                level = SIMPLEST
        return state.legal_moves[0]

    async def hint(self, state: State, seed: int) -> Advice:
        """Return the strongest level's advice, for the one who is asking; equal positions are searched once."""
        return await self._scheduler.run(
            _advise, state.text, seed, urgency=Urgency.TABLE, key=("hint", state.text), step=LONGEST
        )


def _advise(text: str, seed: int) -> Advice:
    """Return a hint; runs in the worker."""
    return advise(position(text), seed)


def choose(level: str, text: str, seed: int) -> int:
    """Return the id of a move; runs in the worker."""
    bot = make_bot(level, seed)
    try:
        return bot.choose(position(text), Budget()).id  # the level's default thinking time: a second at most
    finally:
        bot.close()
