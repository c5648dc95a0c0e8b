"""Entries: the elements of a table's log.

In the store an entry is a JSON object with a time and exactly one other field, which names what happened:
`{"at": 1700000000.5, "sit": {"seat": 1, "name": "Ana", "owner": "…"}}`. In memory it is an `Entry` whose `what` is one of the
types of `What`, for `match`.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

Kind = Literal["person", "bot", "open"]


class Seat(Struct, omit_defaults=True, frozen=True):
    """A seat when the table was set up."""

    kind: Kind
    name: str = ""
    owner: str | None = None
    level: str | None = None


class Clock(Struct, frozen=True):
    """Each player's time: seconds for the whole game, and an increment per move."""

    seconds: int
    increment: int


class Setup(Struct, frozen=True):
    """The first entry of every log."""

    game: dict[str, Any]
    seats: list[Seat]
    public: bool
    clock: Clock | None
    host: str
    begun: int = 0
    """The number of game events that came with the table, from a record or another table. They follow right after the setup."""
    closed: bool = False
    """The table was made from an uploaded record and is only for viewing."""
    notes: list[dict[str, Any]] | UnsetType = UNSET
    """The comments and variations of that record, as in its JSON."""


class GameEvent(Struct, frozen=True):
    """Something happened in the game. The body is in the vocabulary of `docs/format.md`."""

    kind: str
    """`deal`, `refill` or `action`."""
    body: dict[str, Any]


class Sit(Struct, frozen=True):
    """A person took an open seat, or came back to a seat that a bot had taken over."""

    seat: int
    name: str
    owner: str


class Undo(Struct, omit_defaults=True, frozen=True):
    """The game went back to the position after `to` game events."""

    seat: int
    to: int
    left: list[float] | None = None
    """The seconds that each seat has left then; `None` without a clock, and in logs of old versions."""


class Takeover(Struct, frozen=True):
    """A bot took a seat: an open one, or that of a person who was away or out of time."""

    seat: int
    level: str
    why: Literal["left", "clock", "filled"]


class Chat(Struct, frozen=True):
    """A chat message. Spectators have no seat."""

    seat: int | None
    name: str
    text: str


class Rematch(Struct, frozen=True):
    """The same people play again at another table."""

    seat: int
    table: str


class Rename(Struct, frozen=True):
    """The player of a seat has another name."""

    seat: int
    name: str


class Offer(Struct, frozen=True):
    """A vote: `seat` agrees that a bot takes the seat `of`."""

    seat: int
    about: Literal["takeover"]
    of: int


class Resume(Struct, frozen=True):
    """The server was down; the clock of the seat to move restarts here."""


What: TypeAlias = Setup | GameEvent | Sit | Undo | Takeover | Chat | Rematch | Rename | Offer | Resume


class Entry(Struct, frozen=True):
    """What happened, and when (seconds since 1970)."""

    at: float
    what: What


class _Stored(Struct, frozen=True):
    """An entry as it is stored: exactly one of the fields is set, plus the time."""

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


_FIELDS: dict[type, str] = {
    Setup: "setup",
    Sit: "sit",
    Undo: "undo",
    Takeover: "takeover",
    Chat: "chat",
    Rematch: "rematch",
    Rename: "rename",
    Offer: "offer",
    Resume: "resume",
}


class SeatSummary(Struct, frozen=True):
    """A seat in a list of tables."""

    kind: Kind
    name: str
    level: str | None = None
    replaced: str | None = field(default=None, name="was")
    """The person whose seat a bot has taken over."""


class Summary(Struct, frozen=True):
    """A table in a list of tables. It is derived from the log and stored with it."""

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
    """The result of a seat in a finished game, for the statistics."""

    seat: int
    name: str | None
    """The name of a person; `None` for a bot, even one that took over."""
    level: str | None
    score: int
    rank: int
    counts: dict[str, int]
    """Numbers that are summed over all games; see `statistics`."""
    owner: str | None = None
    """The owner of a person's seat, whose rating changes."""


class Best(Struct, frozen=True):
    """One of the highest scores."""

    table: str
    name: str
    score: int
    players: int
    at: float


class Fortune(Struct, frozen=True):
    """How lucky a player was in a game that was analysed, and how well they played; see `azulejos.bots.luck`."""

    players: int
    luck: float
    own: float
    accuracy: float


class _Terms(Struct, frozen=True):
    luck: float
    own: float


class _Analysed(Struct, frozen=True):
    """What the statistics need of an analysis."""

    accuracy: list[float]
    balance: list[_Terms]


def decode_fortune(players: int, seat: int, text: bytes | str) -> Fortune:
    """Return what a stored analysis says about a seat; raises an error if it is damaged, or has no balance."""
    found = msgspec.json.decode(text, type=_Analysed)
    terms = found.balance[seat]
    return Fortune(players, terms.luck, terms.own, found.accuracy[seat])


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(_Stored)
encode_json = _encoder.encode
decode_summary = msgspec.json.Decoder(Summary).decode
decode_json = msgspec.json.Decoder(dict[str, Any]).decode


def game_event(event: dict[str, Any]) -> GameEvent:
    """Return the event that `azulejos.notation.event_json` encodes: `{"action": {…}}`."""
    [(kind, body)] = event.items()
    return GameEvent(kind, body)


def encode(entry: Entry) -> bytes:
    """Return the entry as it is stored."""
    what = entry.what
    if isinstance(what, GameEvent):
        return _encoder.encode({"at": entry.at, what.kind: what.body})
    return _encoder.encode({"at": entry.at, _FIELDS[type(what)]: what})


def decode(text: str | bytes) -> Entry:
    """Return the entry in a stored text; raises `msgspec.DecodeError` if it contains none."""
    one = _decoder.decode(text)
    found: list[What] = []
    if one.action is not None:
        found.append(GameEvent("action", one.action))
    if one.deal is not None:
        found.append(GameEvent("deal", one.deal))
    if one.refill is not None:
        found.append(GameEvent("refill", one.refill))
    others = (one.setup, one.sit, one.undo, one.takeover, one.chat, one.rematch, one.rename, one.offer, one.resume)
    found += [what for what in others if what is not None]
    if len(found) != 1:
        raise msgspec.ValidationError(f"a log entry has exactly one field apart from its time, not {len(found)}")
    return Entry(one.at, found[0])
