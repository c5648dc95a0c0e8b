"""The grey wall of Azul: choosing the space for each tile."""

from __future__ import annotations

from azulejos.core.contract import Json
from azulejos.language import Language
from azulejos.lesson import Step

GAME: Json = {"game": "azul", "players": 2, "board": "grey"}
START: tuple[str, ...] = ("deal 1 KKRW BBBB YYYR WWBB KKKR",)
TILING = (
    "azul players=2 board=grey jokers=no limit=50 round=4 next=0 phase=tiling start=1 marker=1 displays=-,-,-,-,- "
    "centre=- bag=B12Y14R14K17W18 lid=- seat0=21;-,RR,RRR,-,BBBBB;-;.B.../B..Y./..YK./Y..../K.RWY "
    "seat1=18;-,-,-,YY,-;*;K..../.W.../...../B..../....."
)
END = (
    "azul players=2 board=grey jokers=no limit=50 round=6 next=0 phase=tiling start=1 marker=1 displays=-,-,-,-,- "
    "centre=- bag=B15Y14R15K15W12 lid=- seat0=44;K,-,-,WWWW,-;-;RYBW./BW.../YR.../.BKR./K.... "
    "seat1=50;-,-,-,YY,-;*;KYR../RW..B/..W../B..../Y.K.."
)


def title(tr: Language) -> str:
    """Return the title of the lesson."""
    return tr("The grey wall")


def steps(tr: Language) -> list[Step]:
    """Return the steps of the lesson, in a language."""
    return [
        Step(
            tr(
                "This is the other side of the board: the wall is grey. Taking tiles works as before. But when you"
                " tile the wall, you choose the space, and so decide what your tile will touch."
            ),
            at=TILING,
            look=("wall.0.2.2", "wall.0.2.5"),
        ),
        Step(
            tr(
                "Line 2 is full of red. Its tile may go to any free space of row 2, unless the column already has"
                " red: column 3 does, in row 5. Choose column 2, where it touches two blue tiles: 2 points for the"
                " row and 2 for the column."
            ),
            move="r2c2",
            other=tr("That is allowed, but in column 2 the tile scores more: 4 points."),
        ),
        Step(
            tr(
                "Line 3 is red, too. Now columns 2 and 3 both have red, so columns 1 and 5 are left. Choose column 5:"
                " three in a row, 3 points."
            ),
            move="r3c5",
            other=tr("That is allowed, but column 5 makes three in a row."),
        ),
        Step(
            tr(
                "Line 5 is full of blue, but row 5 has only one free space, and column 2 already has blue. There is"
                " no legal space, so all five tiles fall onto the floor line. (This is our ruling; the French"
                " rulebook doesn't cover it.) Click the floor line."
            ),
            move="r5c0",
            other=tr("Row 5 has no legal space for blue. Click the floor line."),
        ),
        Step(
            tr(
                "That cost 8 points. So before you fill a line, check that its tile will have somewhere to go. A few"
                " rounds later: line 1 needs its last space, column 5. It completes the row, so the game is about to"
                " end."
            ),
            at=END,
            move="r1c5",
            other=tr("Tile from the top: line 1 goes to column 5."),
        ),
        Step(
            tr("Line 4 is full of white, and columns 1 and 5 are both open. Look at the columns: which choice scores more?"),
            move="r4c1",
            other=tr("That is allowed, but column 1 would be complete: 5 more points now and 7 at the end."),
        ),
        Step(
            tr(
                "4 points for the row, 5 for the column, and 7 more because the column is complete. The bonuses are"
                " the same as on the coloured wall; the 10 points for a colour count wherever its five tiles are."
            ),
        ),
    ]


def learnt(tr: Language) -> list[str]:
    """Return the list on the card at the end."""
    return [
        tr("A tile may go to any free space of its row, if its column doesn't have that colour yet."),
        tr("Tile from the top; each choice counts for the next one."),
        tr("If there is no legal space, the whole line falls onto the floor line. This is our ruling."),
        tr("Everything else is as on the coloured wall, bonuses included."),
    ]
