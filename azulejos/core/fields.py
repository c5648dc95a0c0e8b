"""Positions as text: `name=value` fields in one line, bunches of tiles by letters, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

from azulejos.core.contract import Bunch, Json, NotationError
from azulejos.core.message import Message, either, quoted

T = TypeVar("T")


def bunch_json(bunch: Bunch, colours: tuple[str, ...]) -> Json:
    """Return a bunch as an object from colour to count, zeros left out."""
    return {colour: n for colour, n in zip(colours, bunch, strict=False) if n}


def spelled(bunch: Bunch, letters: str) -> str:
    """Return a bunch tile by tile: `BBY`; `-` for none."""
    return "".join(letter * n for letter, n in zip(letters, bunch, strict=False)) or "-"


def counted(bunch: Bunch, letters: str) -> str:
    """Return a bunch by counts: `B16Y14`; `-` for none."""
    return "".join(f"{letter}{n}" for letter, n in zip(letters, bunch, strict=False) if n) or "-"


def join(name: str, fields: Mapping[str, object]) -> str:
    """The line with these fields."""
    return " ".join([name, *(f"{field}={value}" for field, value in fields.items())])


def split(name: str, text: str) -> Fields:
    """The fields of a line that begins with the game's name."""
    if not isinstance(text, str):
        raise NotationError(f"a position must be a text, not {text!r}", "bad_position")
    first, *rest = text.split(" ")
    if first != name:
        message = Message("a position must begin with {names}, not {text}", names=name, text=quoted(first))
        raise NotationError(message, "bad_position")
    fields: dict[str, str] = {}
    for field in rest:
        key, equals, value = field.partition("=")
        if not equals or key in fields:
            message = Message(
                "{text} is not a field; write name=value, each field once, with single spaces between them", text=quoted(field)
            )
            raise NotationError(message, "bad_position")
        fields[key] = value
    return Fields(fields)


class Fields:
    """The fields of a position, taken one by one; errors name the field that is missing, wrong or unknown."""

    def __init__(self, fields: dict[str, str]) -> None:
        self._fields = fields
        self._seen: dict[str, str] = {}

    def take(self, name: str) -> str:
        """A field's value."""
        if name not in self._fields:
            message = Message("the position needs the field `{field}`", field=name)
            raise NotationError(message, "bad_position", field=name)
        self._seen[name] = self._fields.pop(name)
        return self._seen[name]

    def wrong(self, name: str, right: str) -> NotationError:
        """The error that a field taken should be something else."""
        text = quoted(self._seen[name])
        message: str = Message("the field `{field}` must be {right}, not {text}", field=name, right=right, text=text)
        if not isinstance(right, Message):
            message = str(message)  # one language, not two
        return NotationError(message, "bad_position", field=name)

    def expect(self, name: str, value: str) -> None:
        """Takes a field that has to have this value, because the game says so."""
        if self.take(name) != value:
            raise self.wrong(name, Message("{value}, as in the game", value=value))

    def choice(self, name: str, values: Mapping[str, T]) -> T:
        """Takes a field that names one of these."""
        value = self.take(name)
        if value not in values:
            raise self.wrong(name, either(values))
        return values[value]

    def number(self, name: str, least: int, most: int) -> int:
        """Takes a field that is a number."""
        value = self.take(name)
        if not re.fullmatch("[0-9]{1,4}", value) or not least <= int(value) <= most:
            raise self.wrong(name, Message("a number from {least} to {most}", least=least, most=most))
        return int(value)

    def starter(self, players: int) -> int:
        """Take the seat that starts the game; the text leaves it out if it is seat 0."""
        return self.number("starter", 1, players - 1) if "starter" in self._fields else 0

    def expect_starter(self, seat: int) -> None:
        """Take the seat that starts the game, which has to be this one."""
        if seat or "starter" in self._fields:
            self.expect("starter", str(seat))

    def bunch(self, name: str, letters: str) -> Bunch:
        """Takes a field that is a bunch by counts."""
        return self.as_bunch(name, self.take(name), letters)

    def as_bunch(self, name: str, value: str, letters: str) -> Bunch:
        """A part of a field taken, as a bunch by counts."""
        if value == "-":
            return (0,) * len(letters)
        counts = dict(re.findall(f"([{letters}])([1-9][0-9]{{0,2}})", value))
        bunch = tuple(int(counts.get(letter, 0)) for letter in letters)
        if counted(bunch, letters) != value or max(bunch) > 132:
            example = f"{letters[0]}3{letters[min(2, len(letters) - 1)]}1"
            raise self.wrong(
                name,
                Message("counts by letter in the order {letters}, such as {example}, or -", letters=letters, example=example),
            )
        return bunch

    def bunches(self, name: str, letters: str, how_many: int) -> tuple[Bunch, ...]:
        """Take a field of bunches, tile by tile, separated by commas."""
        parts = self.take(name).split(",")
        if len(parts) != how_many:
            raise self.wrong(name, Message("the tiles of {n} places, separated by commas", n=how_many))
        found = tuple(tuple(part.count(letter) for letter in letters) for part in parts)
        if [spelled(bunch, letters) for bunch in found] != parts:
            example = f"{letters[0]}{letters[0]}{letters[min(2, len(letters) - 1)]}"
            raise self.wrong(
                name, Message("letters in the order {letters}, such as {example}, or -", letters=letters, example=example)
            )
        return found

    def done(self) -> None:
        """Raises an error if a field was not asked for."""
        if self._fields:
            raise NotationError(
                Message("positions have no field {text}", text=quoted(next(iter(self._fields)))), "bad_position"
            )
