"""The first game of Azul: two rounds of it, and how one ends."""

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


def steps(tr: Language) -> list[Step]:
    """The lesson, told in a language."""
    return [
        Step(
            tr(
                "Welcome! You are Ana, and the large board is yours. On its left are five pattern lines, on its right is the"
                " wall that you are going to decorate. The tiles come from the round displays. Let us play a little."
            ),
            look=("line.0.1", "line.0.2", "line.0.3", "line.0.4", "line.0.5"),
        ),
        Step(
            tr(
                "In your turn you take all tiles of one colour from one place, and put them into one line."
                " Take the two black tiles of display 1, and put them into line 2: that fills it."
            ),
            move="1K2",
            other=tr("You could do that. But two black tiles fit line 2 exactly, so let us take those."),
            then=("2B4",),
        ),
        Step(
            tr(
                "The other tiles of your display moved to the centre, and then Rui took four blue ones. A line need not"
                " be filled at once: put the three yellow tiles of display 3 into line 5. They wait there for two more."
            ),
            move="3Y5",
            other=tr("That is allowed, too. For now, start a long line: three yellow tiles, line 5."),
            then=("4W2",),
        ),
        Step(
            tr(
                "Now take from the centre: the two blue tiles, into line 3. Whoever is first to take from the centre gets the"
                " first-player marker, too. It lies on the floor line and costs a point, but you start the next round."
            ),
            move="0B3",
            other=tr("Possible, but this time the two blue tiles of the centre, please: they go into line 3."),
            then=("5K3",),
        ),
        Step(
            tr(
                "What you can't put into a line falls onto the floor line, and that costs points. So look at what is left:"
                " the white tile fits line 1, and Rui has to live with three red ones. Take the white tile."
            ),
            move="0W1",
            other=tr("Think of the floor line: the white tile fits line 1 without any loss."),
            then=("0R5",),
        ),
        Step(
            tr(
                "All tiles are taken, so the walls are tiled. Each of your full lines sent one tile to its row. White"
                " scored 1 point. Black touches it from below: two in a column, 2 points. The marker cost 1. Lines that"
                " are not full stay as they are."
            ),
            then=("deal 2 BRRW WWWW YYYK BBBR RRYY",),
            look=("line.0.3", "line.0.5"),
        ),
        Step(
            tr(
                "New tiles, and you begin, because you have the marker. Line 3 holds blue, so only blue may join it. One"
                " tile is missing, and display 1 has exactly one: take it."
            ),
            move="1B3",
            other=tr("That would go. But a single blue tile completes line 3: display 1 has it."),
            then=("2W4",),
        ),
        Step(
            tr(
                "Line 5 waits for two yellow tiles, display 3 has three. Take them all the same: two fill the line, and"
                " the third falls onto the floor line. One point lost, but a long line done."
            ),
            move="3Y5",
            other=tr("Yes, one tile will fall. Do it nevertheless: the yellow tiles into line 5."),
            then=("0W1",),
        ),
        Step(
            tr(
                "Tiles score by what they touch. In row 2 black lies at the right end, and the space beside it is red."
                " Take the two red tiles of the centre into line 2."
            ),
            move="0R2",
            other=tr("Not bad, but look at your wall: in row 2 the red space is beside the black tile."),
            then=("4B3", "0K1", "5R5", "0Y4", "0R2"),
        ),
        Step(
            tr(
                "We played the rest of the round for you, and a black tile went to row 1. Then red scored twice: 2"
                " points for the row with black, and 2 for the column with the tile above it. A tile that touches nothing"
                " scores 1. You have {points} points.",
                points=9,
            ),
            look=("wall.0.2.4",),
        ),
        Step(
            tr(
                "Some rounds later. The game ends after the round in which somebody completes a row of the wall. Then"
                " each full row brings 2 points, each full column 7, and all five tiles of a colour 10. Rui is ahead, but"
                " look at the red space in row 1."
            ),
            at=LATE,
            look=("wall.0.1.3",),
        ),
        Step(
            tr("One red tile is in the centre. Put it into line 1, and see what it does."),
            move="0R1",
            other=tr("The red tile is worth much more: it goes into line 1."),
            then=("0K2",),
        ),
        Step(
            tr(
                "One tile: 5 points for the row and 5 for the column that it lies in, and at the end 2 for the full row,"
                " 7 for the full column and 10 for all five red tiles. You win! Now you know Azul. What is left to learn"
                " is to play it well."
            ),
        ),
    ]
