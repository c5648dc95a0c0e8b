"""What the screen asks for, in the words of the page."""

from __future__ import annotations

from azulejos.language import Language
from azulejos.render.types import Choice
from azulejos.tui.narrow import Choosing


def prompt(choosing: Choosing, tr: Language) -> str:
    """What to do now, in a few words."""
    kinds = {"?" if spot.startswith("?") else spot.partition("/")[0].partition(".")[0] for spot in choosing.offered}
    places, begun, may_stop = kinds - {"?"}, bool(choosing.clicks), choosing.done is not None
    if not places:
        return tr("How?") if begun else tr("Your turn")
    if places <= {"display", "centre"}:
        return tr("Which tiles?") if begun else tr("Your turn: take tiles")
    if places <= {"line", "floor"}:
        return tr("Where do they go?")
    if places <= {"wall"}:
        return tr("Where on the wall?")
    if places <= {"supply"}:
        return tr("Take more from the supply, or finish") if may_stop else tr("Take bonus tiles from the supply")
    if places <= {"hand"}:
        return tr("Keep more, or finish") if may_stop else tr("Which tiles?")
    if places <= {"space"} and begun:
        return tr("Which space?")
    return tr("And now?") if begun else tr("Your turn: place a tile, or pass")


def worth(choice: Choice | None, tr: Language) -> str:
    """What a move scores, and why."""
    if choice is None:
        return ""
    said = []
    if choice.points:
        said.append(tr.many("{points} point", "{points} points", abs(choice.points), points=f"{choice.points:+}"))
    if choice.note:
        said.append(choice.note)
    return " · ".join(said)
