"""Names that games share: colours, the displays, and the fields that every position has."""

from __future__ import annotations

from azulejos.language import Language
from azulejos.render.types import PlaceWords


def colours(tr: Language) -> dict[str, str]:
    """All colours that games have, and the first-player marker."""
    return {
        "blue": tr("blue"),
        "yellow": tr("yellow"),
        "red": tr("red"),
        "black": tr("black"),
        "white": tr("white"),
        "purple": tr("purple"),
        "green": tr("green"),
        "orange": tr("orange"),
        "joker": tr("joker"),
        "first": tr("first-player marker"),
    }


def sources(tr: Language) -> dict[str, PlaceWords]:
    """Displays and centre."""
    colour = "{colour}"
    return {
        "display": PlaceWords(
            tr("{colour} on display {n}", colour=colour, n="{1}"), tr("Display {n}", n="{1}"), 2, by_colour=True
        ),
        "centre": PlaceWords(tr("{colour} in the centre", colour=colour), tr("Centre"), 1, by_colour=True),
    }


def fields(tr: Language) -> dict[str, str]:
    """Fields that both games have."""
    return {
        "players": tr("number of players"),
        "board": tr("side of the boards"),
        "round": tr("round"),
        "next": tr("next player"),
        "phase": tr("phase"),
        "start": tr("starting player"),
        "marker": tr("first-player marker"),
        "displays": tr("displays"),
        "centre": tr("centre"),
        "bag": tr("bag"),
    }
