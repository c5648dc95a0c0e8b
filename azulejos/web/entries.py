"""Entries: what a table's log consists of. An entry has a time and exactly one other field, which says what happened."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct, field

Kind = Literal["person", "bot", "open"]


class Seat(Struct, omit_defaults=True, frozen=True):
    """A seat as the table was set up."""

    kind: Kind
    name: str = ""
    owner: str | None = None
    level: str | None = None


class Clock(Struct, frozen=True):
    """What everybody has: so many seconds for the game, and so many more with each move."""

    seconds: int
    increment: int


class Setup(Struct, frozen=True):
    game: dict[str, Any]
    seats: list[Seat]
    public: bool
    clock: Clock | None
    host: str
    begun: int = 0
    """So many game events came with the table, from a record or another table: they follow right after the setup."""
    closed: bool = False
    """Nobody plays here: somebody has handed in a record."""


class Sit(Struct, frozen=True):
    """Somebody took an open seat, or came back to one that a bot had taken over."""

    seat: int
    name: str
    owner: str


class Undo(Struct, frozen=True):
    """The game is again as it was after so many game events."""

    seat: int
    to: int


class Takeover(Struct, frozen=True):
    """A bot took a seat: of a person who was away or out of time, or an open one."""

    seat: int
    level: str
    why: Literal["left", "clock", "filled"]


class Chat(Struct, frozen=True):
    seat: int | None
    name: str
    text: str


class Rematch(Struct, frozen=True):
    seat: int
    table: str


class Rename(Struct, frozen=True):
    seat: int
    name: str


class Offer(Struct, frozen=True):
    """An opinion in a vote: `seat` agrees that a bot takes the seat `of`."""

    seat: int
    about: Literal["takeover"]
    of: int


class Resume(Struct, frozen=True):
    """The server was down; the clock of the seat to move counts from here."""


class Entry(Struct, omit_defaults=True, frozen=True):
    at: float
    setup: Setup | None = None
    sit: Sit | None = None
    deal: dict[str, Any] | None = None
    refill: dict[str, Any] | None = None
    action: dict[str, Any] | None = None
    undo: Undo | None = None
    takeover: Takeover | None = None
    chat: Chat | None = None
    rematch: Rematch | None = None
    rename: Rename | None = None
    offer: Offer | None = None
    resume: Resume | None = None


class SeatSummary(Struct, frozen=True):
    kind: Kind
    name: str
    level: str | None = None
    was: str | None = None
    """The person whose seat a bot has taken over."""


class Summary(Struct, frozen=True):
    """A table in short, for lists of tables; kept beside the log, and made from it."""

    table: str
    status: Literal["open", "running", "finished"]
    key: str
    game: dict[str, Any]
    public: bool
    seats: list[SeatSummary]
    scores: list[int]
    round: int
    updated: float
    winners: list[int] = field(default_factory=list)


class Result(Struct, frozen=True):
    """What a seat achieved in a game that is over, for the statistics."""

    seat: int
    name: str | None
    """The name of a person; `None` for a bot, also one that took over."""
    level: str | None
    score: int
    rank: int
    counts: dict[str, int]
    """What is added up over all games, see `statistics`."""


class Best(Struct, frozen=True):
    """A game that somebody remembers."""

    table: str
    name: str
    score: int
    players: int
    at: float


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Entry).decode
decode_summary = msgspec.json.Decoder(Summary).decode
decode_json = msgspec.json.Decoder(dict[str, Any]).decode
