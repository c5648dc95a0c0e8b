"""Why a move is better, in one or two sentences of the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.core.coach import END, LATER, Reason
from azulejos.core.game import Game
from azulejos.language import Language


def because(game: Game, reasons: Sequence[Reason], names: Sequence[str], tr: Language) -> str:
    """Return why a move is better; empty if there are no reasons."""
    coach = game.coach()
    said = []
    for reason in reasons:
        if reason.kind == LATER:
            said.append(tr("It pays off in later rounds."))
        elif reason.kind == END:
            points = max(1, round(reason.points))
            said.append(
                tr.many(
                    "It is worth about {n} point at the end of the game.",
                    "It is worth about {n} points at the end of the game.",
                    points,
                )
            )
        elif coach is not None:
            said.append(coach.sentence(reason, names[reason.seat], tr))
    return " ".join(said)
