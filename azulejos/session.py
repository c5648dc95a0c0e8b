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
    """A game in progress, chance drawn as soon as it is due: somebody is always to move until the game is over."""

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
        # Dice that nobody chose stay secret: whoever knew them would know the coming deals.
        self._dice = secrets.randbits(128) if seed is None else seed
        self._draw()

    @classmethod
    def resume(cls, record: Record) -> Session:
        """A session that continues an unfinished game."""
        session = cls(record.game, seed=record.seed, names=record.names, date=record.date)
        session.events = list(record.events)
        session.states = list(record.states())
        session._draw()
        return session

    @property
    def state(self) -> State:
        """The state now."""
        return self.states[-1]

    def play(self, move: Move | str) -> None:
        """Plays a move (or its text) for the seat to move, and draws what comes next; a `Problem` changes nothing."""
        if isinstance(move, str):
            move = self.game.move(move)
        if self.state.outcome is not None:
            raise IllegalMove(Message("the game is over"), "over")
        if not isinstance(move, Move):
            raise IllegalMove(f"{move!r} is not a move; the session draws tiles itself", "not_a_move")
        self._add(move)
        self._draw()

    def undo(self, seats: Container[int] | None = None) -> Move:
        """Takes back the last move (of one of these seats), and all that came after it; gives that move."""
        for last in reversed(range(len(self.events))):
            move = self.events[last]
            if isinstance(move, Move) and (seats is None or self.states[last].actor in seats):
                del self.events[last:]
                del self.states[last + 1 :]
                return move
        raise IllegalMove(Message("there is no move to take back"), "no_move")

    def record(self) -> Record:
        """The game so far."""
        return Record(self.game, tuple(self.events), self.names, self.seed, self.date)

    def _add(self, event: Event) -> None:
        self.states.append(self.state.play(event))
        self.events.append(event)

    def _draw(self) -> None:
        while self.state.actor is CHANCE:
            # New dice for each draw, so that a move taken back and made again finds the same tiles: undo is no second chance.
            self._add(self.state.draw(random.Random(f"{self._dice} {len(self.events)}")))


Table = Session
"""The name of `Session` up to version 0.1."""
