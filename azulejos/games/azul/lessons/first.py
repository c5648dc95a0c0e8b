"""The first game of Azul: two rounds, and the end of a game."""

from __future__ import annotations

from azulejos.core.contract import Json
from azulejos.language import Language
from azulejos.lesson import Step

GAME: Json = {"game": "azul", "players": 2}
START: tuple[str, ...] = ("deal 1 KKRW BBBB YYYR WWBB KKKR",)
LATE = (
    "azul players=2 board=coloured jokers=no limit=50 round=6 next=0 phase=offer start=1 marker=1 displays=-,-,-,-,- "
    "centre=R1K2 bag=B4Y7R6K6W8 lid=B6Y7R6K7W8 seat0=31;-,B,-,BBB,-;-;BY.KW/..YRK/..B.R/R.W../YRK.. "
    "seat1=44;-,-,YY,-,B;*;B.R../WB.../K..../R..B./YRKW."
)


def title(tr: Language) -> str:
    """Return the title of the lesson."""
    return tr("Your first game")


def steps(tr: Language) -> list[Step]:
    """Return the steps of the lesson, in a language."""
    return [
        Step(
            tr(
                "Welcome! You are Ana, and the large board is yours. On the left are your five pattern lines, on the"
                " right is the wall you are going to decorate. The tiles come from the round factories."
            ),
            look=("line.0.1", "line.0.2", "line.0.3", "line.0.4", "line.0.5"),
        ),
        Step(
            tr(
                "On your turn, take all tiles of one colour from one place and put them in one pattern line. Take the"
                " two black tiles from factory 1 and put them in line 2. That fills it."
            ),
            move="1K2",
            other=tr("That is allowed, but two black tiles fit line 2 exactly. Take those."),
            then=("2B4",),
        ),
        Step(
            tr(
                "The other tiles from your factory moved to the centre of the table. Then Rui took four blue tiles."
                " You don't have to fill a line at once: put the three yellow tiles from factory 3 in line 5. They"
                " wait there for two more."
            ),
            move="3Y5",
            other=tr("That is allowed, but now start a long line: the three yellow tiles, in line 5."),
            then=("4W2",),
        ),
        Step(
            tr(
                "Now take from the centre: the two blue tiles, into line 3. The first player each round to do so also"
                " takes the starting player marker. It isn't a tile, but it takes the next space of your floor line"
                " and costs a point there. In return, you start the next round."
            ),
            move="0B3",
            other=tr("That is allowed, but this time take the two blue tiles from the centre, into line 3."),
            then=("5K3",),
        ),
        Step(
            tr(
                "Tiles that don't fit in a line fall onto your floor line. Its seven spaces cost −1 −1 −2 −2 −2 −3"
                " −3, so every further tile hurts more; after the seventh, tiles cost nothing. You may put everything"
                " there on purpose, and sometimes you have to. But no score drops below 0."
            ),
            look=("floor.0",),
        ),
        Step(
            tr(
                "So look at what is left: the white tile fits line 1, and Rui will be left with three red ones. Take"
                " the white tile."
            ),
            move="0W1",
            other=tr("Think of the floor line: the white tile fits line 1 and costs nothing."),
            then=("0R5",),
        ),
        Step(
            tr(
                "All tiles are taken, so the walls are tiled. Each complete line moved one tile to the wall; the"
                " others went into the lid of the box. White scored 1 point. Black touches it from below: two in a"
                " column, 2 points. The marker cost 1. Incomplete lines keep their tiles."
            ),
            then=("deal 2 BRRW WWWW YYYK BBBR RRYY",),
            look=("line.0.3", "line.0.5"),
        ),
        Step(
            tr(
                "New tiles, and you start, because you took the marker. Line 3 holds blue, so only blue can join it."
                " It needs one more tile, and factory 1 has exactly one: take it."
            ),
            move="1B3",
            other=tr("That is allowed, but a single blue tile completes line 3, and factory 1 has it."),
            then=("2W4",),
        ),
        Step(
            tr(
                "Line 5 needs two yellow tiles, and factory 3 has three. Take them anyway: two complete the line, the"
                " third falls onto the floor line. You lose a point, but a long line is done."
            ),
            move="3Y5",
            other=tr("Yes, one tile will fall. Take the yellow tiles anyway, into line 5."),
            then=("0W1",),
        ),
        Step(
            tr(
                "The most important rule: a pattern line can't take a colour that its wall row already has. Row 2 has"
                " black, so line 2 will never take black again. But the space next to the black one is red: take the"
                " two red tiles from the centre into line 2."
            ),
            move="0R2",
            other=tr("Not bad, but look at your wall: in row 2, red goes right next to black."),
            then=("4B3", "0K1", "5R5", "0Y4", "0R2"),
        ),
        Step(
            tr(
                "We played the rest of the round for you, and a black tile went to row 1. Then red scored twice: 2"
                " points for the row, with black, and 2 for the column, with the tile above it. A tile that touches"
                " nothing scores 1. You now have 9 points."
            ),
            look=("wall.0.2.4",),
        ),
        Step(
            tr(
                "A few rounds later. The game ends after the round in which someone completes a horizontal row. Then"
                " each complete row scores 2 points, each complete column 7, and each colour with all five tiles on"
                " the wall 10. Rui is ahead, but look at the red space in row 1."
            ),
            at=LATE,
            look=("wall.0.1.3",),
        ),
        Step(
            tr("There is one red tile in the centre. Put it in line 1 and see what it does."),
            move="0R1",
            other=tr("The red tile is worth much more. Put it in line 1."),
            then=("0K2",),
        ),
        Step(
            tr(
                "One tile: 5 points for its row and 5 for its column, then 2 for the complete row, 7 for the complete"
                " column and 10 for all five red tiles. You win! In a tie, the player with more complete rows would"
                " win; if those are equal too, the victory is shared."
            ),
        ),
    ]


def learnt(tr: Language) -> list[str]:
    """Return the list on the card at the end."""
    return [
        tr("Take all tiles of one colour from a factory or the centre, and put them in one pattern line."),
        tr("A pattern line holds one colour, and never one that its wall row already has."),
        tr("What doesn't fit falls onto the floor line and costs points, up to 14 in a round. No score drops below 0."),
        tr("First from the centre: you take the marker, lose a point, and start the next round."),
        tr("A complete line puts one tile on the wall. It scores the tiles connected to it, across and down."),
        tr("The first complete row ends the game: 2 per row, 7 per column, 10 per colour."),
    ]
