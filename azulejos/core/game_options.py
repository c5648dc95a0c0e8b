"""The options of a game and their allowed values. A game declares them as fields of its class:

jokers: bool = switch(False)
round_limit: int = number(50, least=1, most=1000)
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from azulejos.core import xorshift
from azulejos.core.contract import Problem
from azulejos.core.message import Message, either, quoted

if TYPE_CHECKING:
    from azulejos.core.contract import Generator

_METADATA = "azulejos"


def check(name: str, value: object, good: bool, right: str) -> None:
    """Raise a `Problem` if an option has a wrong value."""
    if not good:
        message = Message("`{option}` must be {right}, not {value}", option=name, right=right, value=quoted(value))
        # Some ranges have no translation; then the whole sentence stays English.
        raise Problem(message if isinstance(right, Message) else str(message), "bad_option", option=name)


@dataclass(frozen=True)
class Option:
    """The allowed values of an option: true or false, one of several, a number, or an order of things."""

    kind: Literal["switch", "choice", "number", "order"]
    default: Any
    values: tuple[Any, ...] = ()
    """The values to choose from, or to put in order."""
    least: int | None = None
    most: int | None = None

    def accepts(self, value: object) -> bool:
        """Return whether the option may have this value."""
        match self.kind:
            case "switch":
                return isinstance(value, bool)
            case "choice":  # 1 == True in Python, but not in JSON
                return any(type(value) is type(one) and value == one for one in self.values)
            case "number":
                if type(value) is not int:
                    return False
                return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)
            case "order":
                return isinstance(value, tuple) and len(value) == len(self.values) and all(one in value for one in self.values)

    def draw(self, rng: Generator) -> tuple[Any, ...]:
        """Return a random order of the values, all equally likely."""
        dice = xorshift.stir(rng.getrandbits(64), 0)
        left, drawn = list(self.values), []
        while left:
            dice = xorshift.roll(dice)
            drawn.append(left.pop(xorshift.below(dice, len(left))))
        return tuple(drawn)

    @property
    def right(self) -> str:
        """Return the allowed values, for error messages."""
        match self.kind:
            case "switch":
                return Message("true or false")
            case "choice":
                return either(self.values)
            case "number":
                if self.least is None or self.most is None:
                    return Message("a whole number")
                return Message("a number from {least} to {most}", least=self.least, most=self.most)
            case "order":
                return Message("{values} in any order", values=", ".join(map(str, self.values)))


def switch(default: bool = False) -> Any:
    """Declare a field that is true or false."""
    return _field(Option("switch", default, (False, True)))


def choice(default: Any, *values: Any) -> Any:
    """Declare a field that is one of several values."""
    return _field(Option("choice", default, values))


def number(default: int, *, least: int | None = None, most: int | None = None) -> Any:
    """Declare a field that is a whole number."""
    return _field(Option("number", default, (), least, most))


def order(*values: Any) -> Any:
    """Declare a field that is an order of these values, by default this one."""
    return _field(Option("order", values, values))


def _field(option: Option) -> Any:
    return dataclasses.field(default=option.default, metadata={_METADATA: option})


def option_of(field: dataclasses.Field[Any]) -> Option:
    """Return the option that a field of a game declares, or one that fits its default value."""
    found = field.metadata.get(_METADATA)
    if isinstance(found, Option):
        return found
    default = field.default
    if isinstance(default, bool):
        return Option("switch", default, (False, True))
    if isinstance(default, int):
        return Option("number", default)
    if isinstance(default, tuple):
        return Option("order", default, default)
    raise TypeError(f"the option {field.name!r} needs one of switch(), choice(), number(), order() as its default")
