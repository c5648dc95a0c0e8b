"""Thinking about a position: a search on one or more threads that can return its findings at any time."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from typing import NamedTuple

from azulejos.bots.playouts import Playouts
from azulejos.bots.weights import net_for
from azulejos.core.contract import Move, State
from azulejos.core.search import Search

SURE = 500  # a move of a continuation must have had a 500th of the simulations
DRAWN = 24  # continuations drawn
DRAWN_SURE = 6  # simulations that a move of theirs must have had
SLICE = 64  # simulations between two checks of the clock: about a millisecond


class Finding(NamedTuple):
    """A searched move: how often it was visited, its winning chance and expected margin, and the continuation.

    `wins` and `margins` are those of every seat; the chances of all seats add up to 1. `lines` are continuations drawn from
    the search, each move as likely as it was visited (see `with_lines`).
    """

    move: Move
    visits: int
    win: float
    margin: float
    line: tuple[Move, ...]
    wins: tuple[float, ...] = ()
    margins: tuple[float, ...] = ()
    lines: tuple[tuple[Move, ...], ...] = ()


def _search(state: State, seed: int, extra: int, spare: list[Search]) -> Search | Playouts:
    """Return the core's search, if the game supports it; `extra` is a move that it always considers."""
    heuristic, net = state.game.heuristic(state), net_for(state.game)
    if heuristic is None or net is None:
        return Playouts(state, seed)
    if not spare:
        return Search(heuristic, net.twin(), seed, extra)
    search = spare.pop()
    search.restart(heuristic, net.twin(), seed, extra)
    return search


class Thinking:
    """A search from one position, seen from the seat to move. Every thread has its own tree; their visits add up."""

    def __init__(
        self, state: State, seed: int = 0, threads: int = 1, also: Move | None = None, spare: list[Search] | None = None
    ) -> None:
        """`spare` are searches that are no longer needed: one for each thread is taken from the list, and its memory used."""
        self.state = state
        extra = -1 if also is None else also.id
        left = [] if spare is None else spare
        self._searches = [_search(state, seed + i, extra, left) for i in range(threads)]

    def give_up(self) -> list[Search]:
        """Return the searches as spare ones; this object can't be used any more."""
        searches, self._searches = self._searches, []
        return [search for search in searches if isinstance(search, Search)]

    @property
    def simulations(self) -> int:
        """The number of simulations so far."""
        return sum(search.simulations for search in self._searches)

    def run(self, seconds: float | None = None, effort: int | None = None) -> None:
        """Think until the time is over or this many more simulations are made, whichever comes first."""
        deadline = None if seconds is None else time.monotonic() + seconds
        share = None if effort is None else -(-effort // len(self._searches))
        others = [threading.Thread(target=self._work, args=(search, deadline, share)) for search in self._searches[1:]]
        for thread in others:
            thread.start()
        self._work(self._searches[0], deadline, share)
        for thread in others:
            thread.join()

    def deepen(self, seconds: float) -> int:
        """Think for some time, even if nothing can overtake the best move any more; return the number of simulations."""
        before, deadline = self.simulations, time.monotonic() + seconds
        while True:
            for search in self._searches:
                search.run(SLICE)
            if time.monotonic() >= deadline:
                return self.simulations - before

    def limit_memory(self, edges: int) -> None:
        """Let the tree of each thread have at most this many moves, with about 60 bytes each."""
        for search in self._searches:
            if isinstance(search, Search):
                search.most_edges = edges

    def try_out(self, move: Move, effort: int) -> None:
        """Search one move for a number of simulations, regardless of its prospects."""
        for search in self._searches:
            search.focus(move.id)
            search.run(-(-effort // len(self._searches)))
            search.focus(-1)

    @staticmethod
    def _work(search: Search | Playouts, deadline: float | None, share: int | None) -> None:
        if deadline is None and share is None:
            raise ValueError("a search needs a limit: set seconds or effort")
        done, begin = 0, time.monotonic()
        while share is None or done < share:
            step = SLICE if share is None else min(SLICE, share - done)
            search.run(step)
            done += step
            left = float("inf") if share is None else share - done
            if deadline is not None:
                now = time.monotonic()
                left = min(left, done * (deadline - now) / max(now - begin, 1e-6))
            if search.lead() > left:  # nothing can overtake the best move any more; also when the time is over
                break

    def certain_moves(self) -> set[Move]:
        """Return the moves whose value is certain in every tree."""
        found = [search.certain_moves() if isinstance(search, Search) else set[int]() for search in self._searches]
        return {self.state.game.moves[move] for move in set.intersection(*found)}

    def most_visited(self) -> Move:
        """Return the most visited move so far: the first of the findings, but faster."""
        visits = Counter[int]()
        for search in self._searches:
            visits.update({move: n for move, n, _, _ in search.findings()})
        return self.state.game.moves[min(visits, key=lambda move: (-visits[move], move))]

    def findings(self, most: int = 10, with_lines: bool = True) -> list[Finding]:
        """Return the most visited moves so far, most visited first; without continuations it is faster (see `with_line`)."""
        visits = Counter[int]()
        players = self.state.game.players
        wins: dict[int, list[float]] = {}
        margins: dict[int, list[float]] = {}
        for search in self._searches:
            counted = {move: n for move, n, _, _ in search.findings()}
            visits.update(counted)
            for move, values in search.by_seat().items():
                for seat, (win, margin) in enumerate(values):
                    wins.setdefault(move, [0.0] * players)[seat] += counted[move] * win
                    margins.setdefault(move, [0.0] * players)[seat] += counted[move] * margin
        none = [0.0] * players
        order = sorted(visits, key=lambda move: (-visits[move], move))[:most]
        found = [self._finding(move, visits[move], wins.get(move, none), margins.get(move, none)) for move in order]
        return [self.with_line(finding) for finding in found] if with_lines else found

    def _finding(self, move: int, visits: int, wins: list[float], margins: list[float]) -> Finding:
        """Return a move with its values, which are sums over all visits."""
        seat, moves = self.state.actor, self.state.game.moves
        assert isinstance(seat, int), "a seat is to move"
        total = sum(wins) or 1.0
        return Finding(
            moves[move],
            visits,
            wins[seat] / total,
            margins[seat] / max(visits, 1),
            (),
            tuple([win / total for win in wins]),
            tuple([margin / max(visits, 1) for margin in margins]),
        )

    def with_line(self, finding: Finding) -> Finding:
        """Return a finding with its continuation, as far as the search is sure of it."""
        moves, search = self.state.game.moves, self._searches[0]
        line = search.line(finding.move.id, max(1, search.simulations // SURE)) if finding.visits else ()
        return finding._replace(line=tuple([moves[step] for step in line]))

    def with_lines(self, finding: Finding) -> Finding:
        """Return a finding with continuations drawn from the search, to explain it."""
        moves, search, first = self.state.game.moves, self._searches[0], finding.move.id
        dice = random.Random(first)
        drawn = [search.line(first, DRAWN_SURE, dice) for _ in range(DRAWN)] if finding.visits else []
        return finding._replace(lines=tuple([tuple([moves[step] for step in line]) for line in drawn]))
