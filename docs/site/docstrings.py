"""Griffe extension: fences doctests, which Markdown would take for quotations, and adds the fields of named tuples."""

from __future__ import annotations

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)


class Docstrings(griffe.Extension):
    """Changes docstrings for the API reference."""

    def on_instance(self, *, obj: Any, **_: Any) -> None:
        """Turn each run of lines from `>>>` to the next blank line into a block of Python."""
        if obj.docstring and ">>> " in obj.docstring.value:
            obj.docstring.value = EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)

    def on_class_members(self, *, cls: Any, **_: Any) -> None:
        """List the fields of a named tuple, whose constructor is not in the source."""
        if cls.docstring and "NamedTuple" in map(str, cls.bases):
            fields = [
                f"`{field.name}: {field.annotation}`"
                for field in cls.attributes.values()
                if field.annotation and "property" not in field.labels
            ]
            cls.docstring.value += f"\n\nFields: {', '.join(fields)}."
