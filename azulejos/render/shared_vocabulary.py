"""Names that games share: the displays, the marker, and the fields that every position has."""

from __future__ import annotations

from azulejos.core.game import Game
from azulejos.language import Language
from azulejos.render.types import PlaceWords


def pieces(game: type[Game], tr: Language) -> dict[str, str]:
    """The colours of a game, and the first-player marker."""
    return {**{colour.name: colour.title for colour in game.description(tr).colours}, "first": tr("starting player marker")}


def sources(tr: Language) -> dict[str, PlaceWords]:
    """Displays and centre."""
    colour = "{colour}"
    return {
        "display": PlaceWords(
            tr("{colour} on factory {n}", colour=colour, n="{1}"), tr("Factory {n}", n="{1}"), 2, by_colour=True
        ),
        "centre": PlaceWords(tr("{colour} in the centre", colour=colour), tr("Centre"), 1, by_colour=True),
    }


def fields(tr: Language) -> dict[str, str]:
    """Fields that both games have."""
    return {
        "players": tr("number of players"),
        "board": tr("board"),
        "round": tr("round"),
        "next": tr("next player"),
        "phase": tr("phase"),
        "start": tr("starting player"),
        "marker": tr("starting player marker"),
        "displays": tr("factories"),
        "centre": tr("centre"),
        "bag": tr("bag"),
    }
