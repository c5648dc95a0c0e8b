"""The grey side of Summer Pavilion: choosing the colours of the stars."""

from __future__ import annotations

from azulejos.core.contract import Json
from azulejos.language import Language
from azulejos.lesson import Step

GAME: Json = {"game": "pavilion", "players": 2, "board": "grey"}
START: tuple[str, ...] = ("refill PPGGOOYYBR", "deal 1 BBPP GGOY BBYO RRGY PPPP")
FIRST = (
    "pavilion players=2 board=grey floor=1 wild=PGOYBR round=2 next=0 phase=play owed=0 start=0 marker=0 "
    "displays=-,-,-,-,- centre=- supply=P2G1O2Y2B2R1 bag=P19G20O18Y18B19R17 tower=- "
    "seat0=12;playing;G1Y1B1R3;....../....../....../....../..R.../....../...... "
    "seat1=11;playing;P1O2Y1;....../....../....../....../....../....../......"
)
LAST = (
    "pavilion players=2 board=grey floor=1 wild=PGOYBR round=6 next=0 phase=play owed=0 start=0 marker=0 "
    "displays=-,-,-,-,- centre=- supply=P2G2O2Y2B1R1 bag=P7G9O8Y11B11R8 tower=P1G5O6Y6B6R6 "
    "seat0=64;playing;R3;PGOYB./O...../G...../B...../PPPPPP/Y...../R..... "
    "seat1=70;passed;-;PGO.../PPPP../OOO.../RRR.../BB..../Y...../GGG..."
)


def title(tr: Language) -> str:
    """Return the title of the lesson."""
    return tr("The grey side")


def steps(tr: Language) -> list[Step]:
    """Return the steps of the lesson, in a language."""
    return [
        Step(
            tr(
                "This is the other side of the board: no star has a colour. You decide, star by star: six tiles of"
                " one colour, or six different colours. The numbers are arranged differently, and every space of the"
                " central star costs 3."
            ),
            at=FIRST,
            look=tuple(f"space.0.0.{space}" for space in range(1, 7)),
        ),
        Step(
            tr("The first tile of a star may be any colour. Place red on the 1 of the left star."),
            move="1:3R",
            other=tr("That is allowed, but start with red on the 1 of the left star."),
            then=("2:3O",),
        ),
        Step(
            tr(
                "The second tile settles what the star will be. Place blue on the 2 next to it, with your wild green"
                " tile. From now on this star takes only colours it doesn't have yet."
            ),
            move="1:2B+1",
            other=tr("That is allowed, but now place blue on the 2 of the left star, with the wild tile."),
            then=("3:3Y",),
        ),
        Step(
            tr("The right star has a red tile. Place red on its 2. That makes it a red star, and it takes nothing but red."),
            move="4:2R",
            other=tr("That is allowed, but now place red on the 2 of the right star."),
        ),
        Step(
            tr(
                "The last round. You have a complete purple star on the right, and the central star lacks one colour:"
                " red. Red is wild now, so pay with three red tiles."
            ),
            at=LAST,
            move="0:6R",
            other=tr("That is allowed, but the central star lacks only red."),
        ),
        Step(
            tr("6 points for six connected tiles. Now pass."),
            move="pass",
            other=tr("There is nothing left but to pass."),
        ),
        Step(
            tr(
                "At the end a star scores for what it is: 20 points for the purple one, 12 for the multicoloured one."
                " You may have several of each kind. There are twelve 3s on this side; you covered them all, for"
                " another 12 points."
            ),
        ),
    ]


def learnt(tr: Language) -> list[str]:
    """Return the list on the card at the end."""
    return [
        tr("The first tile of a star may be any colour; the second one settles it: all the same, or all different."),
        tr("You may have several stars of one colour, and several multicoloured ones."),
        tr("A complete star scores for its colour; a multicoloured one scores 12."),
        tr("The central star costs 3 everywhere, so there are twelve 3s."),
    ]
