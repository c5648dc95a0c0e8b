"""What clients may send over a socket. See `docs/protocol.md`.

A message is a JSON object with exactly one verb, the fields of that verb, and an optional `id`, which the answer repeats.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from azulejos.core.contract import Problem
from azulejos.web.wire import Clicked, Count, Text

Id: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)] | Annotated[str, Meta(max_length=40)] | None


class Move(Struct, frozen=True):
    """Play a move, chosen after `number` game events."""

    move: str | dict[str, Any]
    number: int


class Undo(Struct, frozen=True):
    """Take the last move back."""

    number: int


class Chat(Struct, frozen=True):
    """Say something."""

    text: str


class Hint(Struct, frozen=True):
    """Ask which move the strongest bot would play."""

    number: int


class Why(Struct, frozen=True):
    """Ask why the clicked spots are no move."""

    clicked: list[str]
    number: int


class Sit(Struct, frozen=True):
    """Take a seat; any open one, if `seat` is `None`."""

    seat: int | None
    name: str


class Fill(Struct, frozen=True):
    """Fill the open seats with bots of a level."""

    level: str


class Takeover(Struct, frozen=True):
    """Vote for a bot to take a seat."""

    seat: int


class Rematch(Struct, frozen=True):
    """Play again."""


class Name(Struct, frozen=True):
    """Change your name."""

    name: str


class Ping(Struct, frozen=True):
    """Ask for a pong with the same number."""

    ping: int


ClientMessage: TypeAlias = Move | Undo | Chat | Hint | Why | Sit | Fill | Takeover | Rematch | Name | Ping


class Received(Struct, frozen=True, forbid_unknown_fields=True):
    """A message as it is received: `client_message` returns what it means."""

    id: Id = None
    number: Count | UnsetType = UNSET
    move: Text | dict[str, Any] | UnsetType = UNSET
    undo: bool | UnsetType = UNSET
    chat: Text | UnsetType = UNSET
    hint: bool | UnsetType = UNSET
    why: Clicked | UnsetType = UNSET
    sit: int | UnsetType | None = UNSET
    fill: Text | UnsetType = UNSET
    takeover: int | UnsetType = UNSET
    rematch: bool | UnsetType = UNSET
    name: Text | UnsetType = UNSET
    ping: int | UnsetType = UNSET


VERBS = ("move", "undo", "chat", "hint", "why", "sit", "fill", "takeover", "rematch", "ping", "name")
_decode = msgspec.json.Decoder(Received).decode


def receive(text: str | None) -> Received:
    """Return the message in a text frame (`None`: it came in a binary one); raises a `Problem` if it is not valid."""
    if text is None:
        raise Problem("a message must be a JSON object in a text frame, not in a binary one", "not_json")
    try:
        return _decode(text)
    except msgspec.ValidationError as error:
        raise Problem(str(error), "bad_request") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise Problem(f"not valid JSON: {error}", "not_json") from None


def client_message(received: Received) -> ClientMessage:
    """Return what a message means; raises a `Problem` unless it has exactly one verb and the fields of that verb."""
    one = received
    values = (one.move, one.undo, one.chat, one.hint, one.why, one.sit, one.fill, one.takeover, one.rematch, one.ping, one.name)
    found = [verb for verb, value in zip(VERBS, values, strict=True) if value is not UNSET]
    if len(found) != 1 and found != ["sit", "name"]:
        raise Problem(f"a message must have exactly one of {', '.join(VERBS)}, not {', '.join(found) or 'none'}", "bad_request")
    if one.move is not UNSET:
        return Move(one.move, _number(one))
    if one.undo is not UNSET:
        return Undo(_number(one))
    if one.chat is not UNSET:
        return Chat(one.chat)
    if one.hint is not UNSET:
        return Hint(_number(one))
    if one.why is not UNSET:
        return Why(one.why, _number(one))
    if one.sit is not UNSET:
        if one.name is UNSET:
            raise Problem("`name` is required to take a seat", "bad_request")
        return Sit(one.sit, one.name)
    if one.fill is not UNSET:
        return Fill(one.fill)
    if one.takeover is not UNSET:
        return Takeover(one.takeover)
    if one.name is not UNSET:
        return Name(one.name)
    return Rematch() if one.ping is UNSET else Ping(one.ping)


def _number(received: Received) -> int:
    if received.number is UNSET:
        raise Problem("`number` is required: that of the last update", "bad_request")
    return received.number
