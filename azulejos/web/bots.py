"""Bots that think in separate processes, so that the server keeps responding."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor

from azulejos.bots.base import Budget
from azulejos.bots.registry import make_bot
from azulejos.core.contract import Move, Problem, State
from azulejos.core.game_json import position
from azulejos.web.log import log
from azulejos.web.workers import Workers

STRONGEST = "master"
SIMPLEST = "apprentice"
TRIES = 3


class Bots:
    """Workers that choose moves; a worker that dies is replaced, and its task is repeated."""

    def __init__(self, workers: int) -> None:
        self._workers = Workers(workers)

    async def choose(self, level: str, state: State, seed: int) -> Move:
        """Return the move of a level; there is one even if the worker fails."""
        for attempt in range(TRIES):
            try:
                return state.game.moves[await self._workers.run(_choose, level, state.text, seed)]
            except BrokenExecutor:
                log("worker_died", level=level, attempt=attempt)
            except Problem as problem:
                log("bot_failed", level=level, attempt=attempt, error=str(problem), position=state.text)
            if attempt == TRIES - 2:
                level = SIMPLEST
        return state.legal_moves[0]

    def warm_up(self) -> None:
        """Start a worker, so that the first move does not have to wait for it."""
        self._workers.warm_up()

    def close(self) -> None:
        """Stop all workers, even those that are thinking."""
        self._workers.close()


def _choose(level: str, text: str, seed: int) -> int:
    """Return the id of a move; runs in the worker."""
    bot = make_bot(level, seed)
    try:
        return bot.choose(position(text), Budget()).id  # the level's default thinking time: a second at most
    finally:
        bot.close()
