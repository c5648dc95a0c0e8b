"""The Joker tiles of Azul: taking, placing and tiling them."""

from __future__ import annotations

from azulejos.core.contract import Json
from azulejos.language import Language
from azulejos.lesson import Step

GAME: Json = {"game": "azul", "players": 2, "jokers": True}
START: tuple[str, ...] = ("deal 1 RRWJ BBBB YYKJ RWWW KKKY",)
TILING = (
    "azul players=2 board=coloured jokers=yes limit=50 round=3 next=0 phase=tiling start=0 marker=0 "
    "displays=-,-,-,-,- centre=- bag=B16Y14R15K19W19J3 lid=- seat0=11;J,-,RRJ,-,YY;*;BY.../..Y../...Y./...../..... "
    "seat1=9;-,-,-,BB,-;-;..R../...R./...../...../....."
)
END = (
    "azul players=2 board=coloured jokers=yes limit=50 round=6 next=over phase=over start=0 marker=1 "
    "displays=-,-,-,-,- centre=- bag=B14Y14R14K16W17J3 lid=- seat0=58;-,-,-,-,-;-;BYJKW/..YRK/..BYJ/R..BY/YRKW. "
    "seat1=47;-,-,-,BB,-;-;..R../...R./...../...../....."
)


def title(tr: Language) -> str:
    """Return the title of the lesson."""
    return tr("The Joker tiles")


def steps(tr: Language) -> list[Step]:
    """Return the steps of the lesson, in a language."""
    return [
        Step(
            tr(
                "With the Joker tiles, five jokers replace one tile of each colour; with three or four players, ten"
                " jokers replace two of each. Two of them are on the factories now. A joker goes with any colour."
            ),
            look=("display.1/joker", "display.3/joker"),
        ),
        Step(
            tr(
                "From a place with jokers you may take one colour and leave the jokers, or all the jokers there, or"
                " all the jokers together with one colour. Take the two red tiles and the joker from factory 1 into"
                " line 3."
            ),
            move="1RJ3",
            other=tr("That is allowed, but with the joker the two red tiles fill line 3."),
            then=("2B4",),
        ),
        Step(
            tr(
                "Now take only the joker from factory 3, into line 1. A line of jokers has no colour yet. If a line"
                " is too short for all you took, coloured tiles go in first and jokers fall. (That order is our"
                " ruling.)"
            ),
            move="3J1",
            other=tr("That is allowed, but now take the joker by itself, into line 1."),
            then=("4W3",),
        ),
        Step(
            tr(
                "Two rounds later, it is time to tile. From a complete line with a joker, the joker goes to the wall."
                " Line 1 holds only a joker, so you choose its space in row 1. In column 3 it would make three in a"
                " row and two in a column."
            ),
            at=TILING,
            move="r1c3",
            other=tr("That is allowed, but column 3 scores 5 points."),
            then=("deal 4 RRWK BBBB YYKK RWWW KKYY",),
        ),
        Step(
            tr(
                "The joker of line 3 went to the red space of row 3 by itself, because the other tiles in the line"
                " were red. Jokers count like tiles in rows and columns. But a joker keeps its space: line 1 can't"
                " take red any more. Take the two red tiles from factory 1 into line 2."
            ),
            move="1R2",
            other=tr("Take the red tiles from factory 1 into line 2. Lines 1 and 3 can't take red any more."),
        ),
        Step(
            tr(
                "The end of a game: your row 1 is complete, joker included, so it scores 2 points. Red doesn't score"
                " 10: two of its five spaces have jokers, and only real tiles count for a colour. On the grey wall a"
                " joker may go to any free space of its row, and has no colour there. (That is our ruling, too.)"
            ),
            at=END,
            look=("wall.0.1.3", "wall.0.3.5"),
        ),
    ]


def learnt(tr: Language) -> list[str]:
    """Return the list on the card at the end."""
    return [
        tr("Take a colour, the jokers, or the jokers with one colour."),
        tr("A joker joins any colour in a pattern line."),
        tr(
            "From a complete line with a joker, the joker goes to the wall. A line of jokers goes to any free space of its row."
        ),
        tr("A joker blocks the colour of its space in that line."),
        tr("Jokers count for rows and columns, but not for the 10 points of a colour."),
    ]
