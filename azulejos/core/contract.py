"""The contract: the interface of a game and a state, for all code outside the core.

A game is a value (`Azul(players=2)`), a state is a value, and an event leads from one state to the next:

>>> import random
>>> from azulejos import Azul, CHANCE
>>> dice = random.Random(7)
>>> state = Azul(players=2).start()
>>> while state.outcome is None:
...     event = state.draw(dice) if state.actor is CHANCE else state.legal_moves[0]
...     state = state.play(event)
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol, TypeAlias

from azulejos.core.events import Deal as Deal
from azulejos.core.events import Move as Move
from azulejos.core.events import Refill as Refill
from azulejos.core.message import in_language

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from azulejos.core.blocks import Speech
    from azulejos.core.game import Game

Bunch: TypeAlias = tuple[int, ...]
"""Some tiles: how many of each colour, in the order of the game's `colours`."""

Json: TypeAlias = dict[str, Any]
"""A JSON object in the vocabulary of `docs/format.md`."""


class Chance(enum.Enum):
    """The actor when a deal or a refill comes next."""

    CHANCE = "chance"

    def __repr__(self) -> str:
        return self.name


CHANCE: Final = Chance.CHANCE
Actor: TypeAlias = int | Literal[Chance.CHANCE] | None


class Generator(Protocol):
    """The caller's source of random numbers, such as a `random.Random`."""

    def getrandbits(self, k: int, /) -> int: ...


Event: TypeAlias = Deal | Refill | Move


class Outcome(NamedTuple):
    """How a game ended; `ranks[seat]` is 1 for the winners, and tied players share the better rank."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


class Gain(NamedTuple):
    """Points that a player gained from an event (or lost, below 0), and why.

    `reason` is the name of a component of the score; `detail` has the numbers it was computed from. A gain of 0 points is a
    loss that the score floor cancelled.
    """

    seat: int
    points: int
    reason: str
    detail: Json


class Problem(ValueError):
    """Wrong input; the message says what is wrong and what to do. `code` and `details` are for programs."""

    def __init__(self, message: str, code: str = "bad_value", **details: Any) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.details = details

    def in_language(self, tr: Speech) -> str:
        """Return the message in the reader's language; messages for programmers (no `Message`) stay English."""
        return str(in_language(self.message, tr))


class IllegalMove(Problem):
    """An event that is not legal in this state."""

    game: Game | None = None
    """The game that refused it; `azulejos.render.why` explains the refusal in other languages."""

    def __init__(self, message: str, code: str = "illegal", **details: Any) -> None:
        super().__init__(message, code, **details)


class NotationError(Problem):
    """A text or JSON value that can't be parsed."""

    def __init__(self, message: str, code: str = "notation", **details: Any) -> None:
        super().__init__(message, code, **details)


class State(Protocol):
    """A position of a game: immutable, hashable and comparable."""

    @property
    def game(self) -> Game: ...
    @property
    def round(self) -> int: ...
    @property
    def phase(self) -> str: ...
    @property
    def actor(self) -> Actor:
        """The seat to move, `CHANCE`, or `None` when the game is over."""
        ...

    @property
    def legal_moves(self) -> list[Move]:
        """All legal moves, sorted by id; empty if no seat is to move."""
        ...

    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; `None` while it is in progress."""
        ...

    def play(self, event: Event) -> State:
        """Return the state after the event; raise `IllegalMove` if it is not legal."""
        ...

    def draw(self, rng: Generator) -> Deal | Refill:
        """Draw the next chance event from the bag at random."""
        ...

    def probability(self, event: Deal | Refill) -> Fraction:
        """Return the exact probability of this chance event; 0 if it can't happen."""
        ...

    def explain(self, event: Event, after: Any = None) -> list[Gain]:
        """Return the points that the event scores or costs, one by one, and why; `after` is the state after it, if known."""
        ...

    @property
    def text(self) -> str:
        """The position on one line; `game.position(text)` parses it."""
        ...

    @property
    def json(self) -> Json:
        """The position as JSON, as in `docs/format.md` ("After")."""
        ...

    def drawing(self, colour: bool = False, tr: Speech = ..., names: Sequence[str] = ()) -> str:
        """Return a drawing of the table for a terminal, with the players' names if given; with `colour`, using ANSI codes."""
        ...
