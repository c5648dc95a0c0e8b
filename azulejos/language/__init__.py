"""The program's texts in the reader's language.

Texts are written in English where they are used, `tr("{name} passes", name=name)`, and looked up in the catalogue of the
reader's language. The catalogues are `locale/<code>/LC_MESSAGES/<domain>.po`: `azulejos` for texts in Python and templates,
`page` for texts in the page's scripts. `messages` updates and compiles them.
"""

from __future__ import annotations

import gettext
import json
import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from azulejos.language.hungarian import HungarianFormatter

LOCALE = Path(__file__).parents[1] / "locale"
LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch", "hu": "Magyar"}
"""Language code → the language's own name."""


SPACED = ("fr", "de")
"""The languages that write a space before the percent sign."""


class Language:
    """A translation of the program's texts; call it with an English text and its values."""

    def __init__(self, code: str) -> None:
        if code not in LANGUAGES:
            raise ValueError(f"the language must be one of {', '.join(LANGUAGES)}, not {code!r}")
        self.code = code
        self._texts = gettext.NullTranslations() if code == "en" else _catalogue(code)
        self._formatter = HungarianFormatter() if code == "hu" else None

    def __call__(self, text: str, /, **values: Any) -> str:
        """Return the text in this language, with its values filled in."""
        said = self._texts.gettext(text)
        return self._filled(said, values) if values else said

    def many(self, one: str, more: str, n: int, /, **values: Any) -> str:
        """Return the singular or plural text for a number, which is its value `n`."""
        return self._filled(self._texts.ngettext(one, more, n), {"n": n, **values})

    def decimal(self, number: float, sign: str = "", digits: int = 1) -> str:
        """Return a number with some decimals as this language writes it; with the sign `+`, also if it is above 0."""
        text = f"{number:{sign}.{digits}f}".replace("-", "−")
        return text if self.code == "en" else text.replace(".", ",")

    def percent(self, share: float, digits: int = 0, sign: str = "") -> str:
        """Return a share as a percentage as this language writes it; with the sign `+`, also if it is above 0."""
        text = f"{100 * share:{sign}.{digits}f}".replace("-", "−")
        return (text if self.code == "en" else text.replace(".", ",")) + ("\N{NO-BREAK SPACE}%" if self.code in SPACED else "%")

    def _filled(self, said: str, values: Mapping[str, Any]) -> str:
        """Fill in the values; `str.format` is three times as fast as a formatter written in Python."""
        return said.format_map(values) if self._formatter is None else self._formatter.vformat(said, (), values)

    def __repr__(self) -> str:
        return f"Language({self.code!r})"


def _catalogue(code: str) -> gettext.NullTranslations:
    _made(code, "azulejos.mo")
    return gettext.translation("azulejos", LOCALE, [code])  # gettext caches it, also for click


def _made(code: str, name: str) -> Path:
    """Return the path of a compiled catalogue, which every installation has, but not the source."""
    path = LOCALE / code / "LC_MESSAGES" / name
    if not path.exists():
        raise FileNotFoundError(
            f"the translations into {LANGUAGES[code]} are not compiled; run `make build` or `pip install -e .`"
        )
    return path


ENGLISH = Language("en")


@cache
def language(code: str) -> Language:
    """Return the language with this code; always the same object."""
    return ENGLISH if code == "en" else Language(code)


def language_for(wishes: str | None) -> Language:
    """Return the best language for a code (`fr`), a locale (`hu_HU.UTF-8`) or an `Accept-Language` header.

    >>> language_for("de-AT;q=0.8, nl, en;q=0.5").code
    'de'
    """
    ranked: list[tuple[float, str]] = []
    for wish in re.split("[,:]", (wishes or "")[:200]):
        name, _, weight = wish.partition(";")
        code = re.split("[-_.@]", name.strip().lower())[0]
        if code in LANGUAGES:
            ranked.append((_weight(weight), code))
    weight, code = max(ranked, key=lambda one: one[0], default=(0.0, "en"))
    return language(code if weight > 0 else "en")


def _weight(text: str) -> float:
    """Return the weight of a language in the header, `q=0.8`; 1 by default, 0 if it is invalid."""
    found = re.fullmatch(r"(?:\s*q\s*=\s*([01](?:\.\d*)?)\s*)?", text)
    return float(found[1] or 1) if found else 0.0


def language_of(environment: Mapping[str, str] = os.environ) -> Language:
    """Return the language of the terminal, from its environment variables."""
    wishes = (environment.get(name) for name in ("AZULEJOS_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    return language_for(next(filter(None, wishes), None))


@cache
def page_catalogue(code: str) -> dict[str, Any]:
    """Return the texts of the page's scripts: English text → translation, or one for each plural form."""
    if code == "en":
        return {}
    texts: dict[str, Any] = json.loads(_made(code, "page.json").read_text("utf-8"))
    return texts
