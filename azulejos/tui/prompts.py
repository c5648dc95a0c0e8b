"""Texts about a choice."""

from __future__ import annotations

from azulejos.language import Language
from azulejos.render.types import Choice


def worth(choice: Choice | None, tr: Language) -> str:
    """Return what a move scores, and why."""
    if choice is None:
        return ""
    said = []
    if choice.points:
        said.append(tr.many("{points} point", "{points} points", abs(choice.points), points=f"{choice.points:+}"))
    if choice.note:
        said.append(choice.note)
    return " · ".join(said)
