"""One game being played: the state, the dice, and the events so far.

>>> from azulejos import Azul
>>> from azulejos.session import Session
>>> session = Session(Azul(players=2), seed=7)
>>> while session.state.outcome is None:
...     session.play(session.state.legal_moves[0])
>>> session.record().result == session.state.outcome
True
"""

from __future__ import annotations

import datetime
import random
import secrets
from collections.abc import Container, Iterable

from azulejos.core.contract import CHANCE, Event, IllegalMove, Move, State
from azulejos.core.game import Game
from azulejos.core.message import Message
from azulejos.record import Record, check_names


class Session:
    """A game in progress. Chance events are drawn at once, so a seat is always to move until the game is over."""

    def __init__(
        self,
        game: Game,
        *,
        seed: int | None = None,
        names: Iterable[str] = (),
        date: datetime.date | None = None,
    ) -> None:
        self.game = game
        self.seed = seed
        self.names = check_names(game, names)
        self.date = datetime.date.today() if date is None else date
        self.events: list[Event] = []
        self.states: list[State] = [game.start()]
        # A random seed stays secret, because it would reveal the coming deals.
        self._dice = secrets.randbits(128) if seed is None else seed
        self._draw()

    @classmethod
    def resume(cls, record: Record) -> Session:
        """Return a session that continues an unfinished game."""
        session = cls(record.game, seed=record.seed, names=record.names, date=record.date)
        session.events = list(record.events)
        session.states = list(record.states())
        session._draw()
        return session

    @property
    def state(self) -> State:
        """The current state."""
        return self.states[-1]

    def play(self, move: Move | str) -> None:
        """Play a move (or its text) for the seat to move, and draw the next chance events. If it raises a `Problem`, nothing
        changes."""
        if isinstance(move, str):
            move = self.game.move(move)
        if self.state.outcome is not None:
            raise IllegalMove(Message("the game is over"), "over")
        if not isinstance(move, Move):
            raise IllegalMove(f"{move!r} is not a move; the session draws tiles itself", "not_a_move")
        self._add(move)
        self._draw()

    def undo(self, seats: Container[int] | None = None) -> Move:
        """Take back the last move (of one of these seats) and everything after it; return that move."""
        for last in reversed(range(len(self.events))):
            move = self.events[last]
            if isinstance(move, Move) and (seats is None or self.states[last].actor in seats):
                del self.events[last:]
                del self.states[last + 1 :]
                return move
        raise IllegalMove(Message("there is no move to take back"), "no_move")

    def record(self) -> Record:
        """Return the record of the game so far."""
        return Record(self.game, tuple(self.events), self.names, self.seed, self.date)

    def _add(self, event: Event) -> None:
        self.states.append(self.state.play(event))
        self.events.append(event)

    def _draw(self) -> None:
        while self.state.actor is CHANCE:
            # New dice for each draw, so that undoing and repeating a move draws the same tiles.
            self._add(self.state.draw(random.Random(f"{self._dice} {len(self.events)}")))


Table = Session
"""The name of `Session` up to version 0.1."""
