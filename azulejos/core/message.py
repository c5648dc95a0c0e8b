"""Sentences that can be translated later: English text that keeps its template and values.

The core raises errors in English. A `Message` is such a text; `in_language` fills in the translated template instead. So the
English and the translated sentence have one source.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from azulejos.core.blocks import Speech

LONGEST = 60
"""Maximum length of a value quoted in a message."""


class Message(str):
    """An English text made from a template and values; `Message("no bot {name}", name="x") == "no bot x"`."""

    template: str
    values: dict[str, Any]

    def __new__(cls, template: str, /, **values: Any) -> Self:
        self = super().__new__(cls, template.format(**values) if values else template)
        self.template, self.values = template, values
        return self

    def in_language(self, tr: Speech) -> str:
        """Return the text in another language; values that are messages are translated, too."""
        values = {name: in_language(value, tr) for name, value in self.values.items()}
        return tr(self.template, **values) if values else tr(self.template)


def in_language(value: Any, tr: Speech) -> Any:
    """Return a message in another language; anything else unchanged."""
    return value.in_language(tr) if isinstance(value, Message) else value


def quoted(value: object) -> str:
    """Return a value as quoted in a message: a text in quotation marks, anything else as its `repr`; shortened if it is
    long."""
    if isinstance(value, str):
        text = value if value.isprintable() else ascii(value)[1:-1]
        return Message("'{text}'", text=_cut(text))
    return shown(value)


def as_json(value: object) -> str:
    """Return a value from JSON as quoted in a message: a text as `quoted` has it, anything else as JSON; shortened if it is
    long."""
    if isinstance(value, str):
        return quoted(value)
    try:
        return _cut(json.dumps(value, default=shown))
    except (TypeError, ValueError, RecursionError):  # it does not come from JSON
        return shown(value)


def shown(value: object) -> str:
    """Return a short `repr`, also for values whose own one fails."""
    try:
        text = repr(value)
    except Exception as error:  # callers may pass anything to `play`
        text = f"<{type(value).__name__} without a repr: {type(error).__name__}>"
    return _cut(text)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def listed(things: Iterable[object]) -> str:
    """`1, 2 and 3`."""
    *most, last = [str(thing) for thing in things] or ["nothing"]
    return Message("{most} and {last}", most=", ".join(most), last=last) if most else Message(last)


def either(choices: Iterable[object]) -> str:
    """`1, 2 or 3`."""
    *most, last = [str(choice) for choice in choices] or ["nothing"]
    return Message("{most} or {last}", most=", ".join(most), last=last) if most else Message(last)
