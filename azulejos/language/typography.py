"""Spaces, apostrophes and quotation marks as each language prints them.

`make messages` applies this to the catalogues, so translators can type ordinary spaces and apostrophes.
"""

from __future__ import annotations

import re

NO_BREAK = "\u00a0"
NARROW = "\u202f"
UNITS = {
    "fr": "tuiles?|points?|jokers?|cases?|manches?|joueurs?|personnes?|minutes?|secondes?|s|coups?|parties?|bots?|étoiles?|%",
    "de": "Fliesen?|Punkte?n?|Joker[ns]?|Bonusfliesen?|Feld(?:ern?)?|Runden?|Minuten?|Sekunden?|s|Zügen?|Züge|Partien?|Bots?|%",
}
"""Words that stay on the same line as the number before them."""
CODE = re.compile(r'(`[^`]*`|"[^"]*")')


def typeset(text: str, code: str) -> str:
    """Return the text with the spaces, apostrophes and quotation marks of its language; code in it stays as it is."""
    return "".join(part if number % 2 else _prose(part, code) for number, part in enumerate(CODE.split(text)))


def _prose(text: str, code: str) -> str:
    if code in UNITS:
        text = re.sub(rf"(\d|\{{\w+\}}) (?=(?:{UNITS[code]})(?![\w’']))", rf"\1{NO_BREAK}", text)
    if code == "fr":
        text = re.sub(r"(?<=\w)'(?=[\w{«*])", "’", text)
        text = re.sub(r" (?=[;?!](?:\s|[*)]|$))", NARROW, text)
        text = re.sub(r" (?=:(?:\s|[*)]|$))", NO_BREAK, text)
        text = re.sub(r"«[ \u00a0]?", f"«{NO_BREAK}", re.sub(r"[ \u00a0]?»", f"{NO_BREAK}»", text))
    if code in ("fr", "hu"):
        text = re.sub(r"(?<=\w) …", "…", text)
    return text
