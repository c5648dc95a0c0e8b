"""Why a move is better, in one or two sentences of the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from azulejos.core.coach import END, LATER, Reason
from azulejos.core.game import Game
from azulejos.language import Language

WORTH: dict[str, Callable[[Language, int], str]] = {
    LATER: lambda tr, n: tr.many(
        "It is worth about {n} point, most of it in later rounds.",
        "It is worth about {n} points, most of them in later rounds.",
        n,
    ),
    END: lambda tr, n: tr.many(
        "It is worth about {n} point at the end of the game.", "It is worth about {n} points at the end of the game.", n
    ),
}


def because(game: Game, reasons: Sequence[Reason], names: Sequence[str], tr: Language) -> str:
    """Return why a move is better; empty if there are no reasons."""
    coach = game.coach()
    said = []
    for reason in reasons:
        if reason.kind in WORTH:
            said.append(_worth(reason, tr))
        elif coach is not None:
            said.append(coach.sentence(reason, names[reason.seat], tr))
    return " ".join(said)


def _worth(reason: Reason, tr: Language) -> str:
    points = round(reason.points)
    if reason.exact and points >= 1:
        return WORTH[reason.kind](tr, points)
    if reason.kind == LATER and points >= 1:
        return tr("Most of its advantage comes in later rounds.")
    return tr("It gives a better chance to win.")
