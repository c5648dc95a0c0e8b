"""Positions as text: `name=value` fields in one line, bunches of tiles by letters, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

from azulejos.core.contract import Bunch, Json, NotationError

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
        raise NotationError(f"a position is a text, not {text!r}", "bad_position")
    first, *rest = text.split(" ")
    if first != name:
        raise NotationError(f"a position of {name} begins with {name!r}, not {first[:40]!r}", "bad_position")
    fields: dict[str, str] = {}
    for field in rest:
        key, equals, value = field.partition("=")
        if not equals or key in fields:
            raise NotationError(
                f"a field is name=value, each once, with one space between: {field[:60]!r} is not", "bad_position"
            )
        fields[key] = value
    return Fields(fields)


class Fields:
    """The fields of a position, taken one by one; errors name what is missing, wrong or left over."""

    def __init__(self, fields: dict[str, str]) -> None:
        self._fields = fields
        self._seen: dict[str, str] = {}

    def take(self, name: str) -> str:
        """A field's value."""
        if name not in self._fields:
            raise NotationError(f"the position lacks the field `{name}`", "bad_position", field=name)
        self._seen[name] = self._fields.pop(name)
        return self._seen[name]

    def wrong(self, name: str, right: str) -> NotationError:
        """The error that a field taken should be something else."""
        return NotationError(f"the field `{name}` wants {right}; it is {self._seen[name][:80]!r}", "bad_position", field=name)

    def expect(self, name: str, value: str) -> None:
        """Takes a field that has to have this value, because the game says so."""
        if self.take(name) != value:
            raise self.wrong(name, f"{value!r}, as in the game")

    def choice(self, name: str, values: Mapping[str, T]) -> T:
        """Takes a field that names one of these."""
        value = self.take(name)
        if value not in values:
            raise self.wrong(name, "one of " + ", ".join(values))
        return values[value]

    def number(self, name: str, least: int, most: int) -> int:
        """Takes a field that is a number."""
        value = self.take(name)
        if not re.fullmatch("[0-9]{1,4}", value) or not least <= int(value) <= most:
            raise self.wrong(name, f"a number from {least} to {most}")
        return int(value)

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
            raise self.wrong(name, f"counts by letter in the order {letters} like {letters[0]}3{letters[2]}1, or `-`")
        return bunch

    def bunches(self, name: str, letters: str, how_many: int) -> tuple[Bunch, ...]:
        """Takes a field of so many bunches, tile by tile, separated by commas."""
        parts = self.take(name).split(",")
        if len(parts) != how_many:
            raise self.wrong(name, f"{how_many} bunches separated by commas")
        found = tuple(tuple(part.count(letter) for letter in letters) for part in parts)
        if [spelled(bunch, letters) for bunch in found] != parts:
            raise self.wrong(
                name, f"bunches of letters in the order {letters} like {letters[0]}{letters[0]}{letters[2]}, or `-`"
            )
        return found

    def done(self) -> None:
        """Raises an error if a field was not asked for."""
        if self._fields:
            raise NotationError(f"a position has no field `{next(iter(self._fields))[:40]}`", "bad_position")
