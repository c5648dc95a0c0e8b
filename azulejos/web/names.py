"""Names and other short texts from people: one line, nothing invisible, not too long."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from azulejos.core.contract import Problem

LONGEST_NAME = 30


def clean(text: str) -> str:
    """Return the text in one line, without invisible characters; joined emoji stay joined."""
    joiner = "\u200d"
    shown = "".join(
        c if c.isprintable() or c == joiner else " " if c.isspace() else "" for c in unicodedata.normalize("NFC", text)
    )
    return " ".join(shown.split())


def clean_name(text: str) -> str:
    """Return the text as a name; raises a `Problem` if it is not valid."""
    name = clean(text)
    if not name.strip("\u200d"):
        raise Problem("a name must have at least one visible character", "bad_name")
    if len(name) > LONGEST_NAME:
        raise Problem(f"a name may have at most {LONGEST_NAME} characters, not {len(name)}", "bad_name")
    return name


def free_name(name: str, others: Iterable[str]) -> str:
    """Return the name, with a number if it is already taken."""
    taken = set(others)
    return next(one for one in (name, *(f"{name} {n}" for n in range(2, 9))) if one not in taken)
