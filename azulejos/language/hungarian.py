"""Hungarian grammar for values in a text: the article before a name or number, and the suffix of a number.

A Hungarian translation writes `{line:az}. mintasor` for "a 2. mintasor" or "az 5. mintasor" (`{line:Az}` at the start of a
sentence), and `{number:-es} mező` for "a 2-es mező" or "a 3-as mező".
"""

from __future__ import annotations

import re
from string import Formatter
from typing import Any

VOWELS = "aáeéiíoóöőuúüű"
SUFFIXES = {"0": "ás", "1": "es", "2": "es", "3": "as", "4": "es", "5": "ös", "6": "os", "7": "es", "8": "as", "9": "es"}
TENS = {"1": "es", "2": "as", "3": "as", "4": "es", "5": "es", "6": "as", "7": "es", "8": "as", "9": "es"}


def article(value: object) -> str:
    """Return "az" if the value begins with a vowel when spoken, otherwise "a"."""
    text = str(value)
    digits = re.match(r"\d+", text)
    if digits:
        spoken_with_vowel = text[0] == "5" or (text[0] == "1" and len(digits[0]) % 3 == 1)  # öt, egy, ezer, egymillió
    else:
        spoken_with_vowel = text[:1].lower() in {*VOWELS}
    return "az" if spoken_with_vowel else "a"


def with_suffix(number: int) -> str:
    """Return a number up to 99 as an adjective: 2-es, 3-as, 5-ös, 6-os."""
    text = str(number)
    return f"{text}-{TENS[text[0]] if number and number % 10 == 0 else SUFFIXES[text[-1]]}"


class HungarianFormatter(Formatter):
    """Formats `{value:az}`, `{value:Az}` and `{number:-es}`, and everything else like `str.format`."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec in ("az", "Az"):
            found = article(value)
            return f"{found.capitalize() if format_spec == 'Az' else found} {value}"
        if format_spec == "-es":
            return with_suffix(int(value))
        return str(super().format_field(value, format_spec))
