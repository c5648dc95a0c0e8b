"""What the program says, in the language of whoever reads it.

Texts are written in English where they are used, `tr("{name} passes", name=name)`, and looked up in the catalogue of the
reader's language.
"""

from __future__ import annotations

from typing import Any


class Language:
    """A translation of the program's texts; call it with an English text and the values in it."""

    def __init__(self, code: str) -> None:
        self.code = code

    def __call__(self, text: str, /, **values: Any) -> str:
        """The text in this language, with the values in place."""
        return text.format(**values) if values else text

    def many(self, one: str, more: str, n: int, /, **values: Any) -> str:
        """The form of the text that fits a number, which is its value `n`."""
        return (one if n == 1 else more).format(n=n, **values)


ENGLISH = Language("en")
