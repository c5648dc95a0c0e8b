"""Requests and responses of the HTTP API; `/openapi.json` is generated from these types."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from azulejos.web.entries import Summary

Game = Annotated[dict[str, Any], Meta(description='A game as in format.md: {"game": …, "players": 2, …}')]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Text = Annotated[str, Meta(max_length=1000)]
Clicked = Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(min_length=1, max_length=12)]
"""Spots in the order of the clicks."""


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table: for its host, for anyone who joins, or for a bot of a level."""

    kind: Literal["me", "open", "bot"]
    level: Text | None = None
    name: Text | None = None


class NewClock(Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds per player for the game, and an increment per move."""

    seconds: Annotated[int, Meta(ge=1, le=604_800)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to create."""

    game: Game
    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=4)]
    name: Text
    public: bool = True
    clock: NewClock | None = None


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to take a seat: a certain one, or any that is open."""

    name: Text
    seat: SeatNumber | None = None


class MakeMove(Struct, frozen=True, forbid_unknown_fields=True):
    """A move, by its text or its action, and the number of game events after which it was chosen."""

    move: Text | dict[str, Any]
    number: Count


class Created(Struct, frozen=True):
    table: str


class Seated(Struct, frozen=True):
    """Your seats now."""

    you: list[int]


class Moved(Struct, frozen=True):
    """The number of game events so far."""

    number: int


class ListedTable(Summary, frozen=True, kw_only=True):
    """A table in a list, with a short description of what is played."""

    title: str


class TableList(Struct, frozen=True):
    """Tables, and how many damaged ones the server has found, which are in no list."""

    tables: list[ListedTable]
    damaged: int = 0


class SeatInfo(Struct, frozen=True):
    kind: Literal["person", "bot", "open"]
    name: str
    level: str | None
    was: str | None
    online: bool
    votes: list[int]


class Result(Struct, frozen=True):
    scores: list[int]
    winners: list[int]


class TableInfo(Struct, frozen=True):
    """A table: its seats, the state of the game, and the legal moves of the seat to move."""

    table: str
    status: Literal["open", "running", "finished"]
    game: dict[str, Any]
    key: str
    public: bool
    clock: NewClock | None
    seats: list[SeatInfo]
    takeover_in: list[float | None]
    """In how many seconds others can vote for a bot to take the seat; `null` if the player is here."""
    you: list[int]
    number: int
    actor: int | Literal["chance"] | None
    state: dict[str, Any]
    legal: list[dict[str, Any]]
    result: Result | None
    rematch: str | None


class LevelInfo(Struct, frozen=True):
    name: str
    about: str


class Levels(Struct, frozen=True):
    """The levels of the bots, weakest first, and the version of this server's pictures."""

    levels: list[LevelInfo]
    version: str


class Health(Struct, frozen=True):
    status: Literal["ok"]
    version: str
    rooms: int
    sockets: int


class ErrorDetail(Struct, frozen=True, omit_defaults=True):
    """An error: a code for programs, a message for people."""

    code: str
    message: str
    details: dict[str, Any] = field(default_factory=dict)


class Error(Struct, frozen=True):
    error: ErrorDetail


class SceneInfo(Struct, frozen=True):
    """What is on the table."""

    pieces: dict[str, str]
    texts: dict[str, str]
    marks: list[str]
