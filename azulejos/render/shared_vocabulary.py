"""Names shared by games: the displays, the marker, and the fields of every position."""

from __future__ import annotations

from azulejos.core.game import Game
from azulejos.language import Language
from azulejos.render.types import PlaceWords


def pieces(game: type[Game], tr: Language) -> dict[str, str]:
    """Return the names of a game's colours and of the starting player marker."""
    return {**{colour.name: colour.title for colour in game.description(tr).colours}, "first": tr("starting player marker")}


def sources(tr: Language) -> dict[str, PlaceWords]:
    """Return the names of displays and centre."""
    colour = "{colour}"
    return {
        "display": PlaceWords(
            tr("{colour} on factory {n}", colour=colour, n="{1}"), tr("Factory {n}", n="{1}"), 2, by_colour=True
        ),
        "centre": PlaceWords(tr("{colour} in the centre", colour=colour), tr("Centre"), 1, by_colour=True),
    }


def fields(tr: Language) -> dict[str, str]:
    """Return the names of the fields that both games have."""
    return {
        "players": tr("number of players"),
        "board": tr("side of the board"),
        "round": tr("round"),
        "next": tr("next player"),
        "phase": tr("phase"),
        "start": tr("starting player"),
        "marker": tr("starting player marker"),
        "displays": tr("factories"),
        "centre": tr("centre"),
        "bag": tr("bag"),
    }
