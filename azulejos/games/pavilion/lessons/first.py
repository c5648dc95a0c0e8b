"""The first game of Summer Pavilion: the first round, each bonus, and the end of a game."""

from __future__ import annotations

from azulejos.core.contract import Json
from azulejos.language import Language
from azulejos.lesson import Step

GAME: Json = {"game": "pavilion", "players": 2}
START: tuple[str, ...] = ("refill PPGGOOYYBR", "deal 1 BBPP GGOY BBYO RRGY PPPP")
BONUS = (
    "pavilion players=2 board=coloured floor=1 wild=PGOYBR round=3 next=0 phase=play owed=0 start=0 marker=0 "
    "displays=-,-,-,-,- centre=- supply=P1G2O1Y2B2R2 bag=P12G13O13Y14B11R11 tower=P4G4O4Y4B3R3 "
    "seat0=22;playing;O1B3R2;.G..../....../....../RR..../BBB.../.Y..../...... "
    "seat1=19;playing;P2O2;P...../PP..../O...../RR..../....../Y...../GG...."
)
LAST = (
    "pavilion players=2 board=coloured floor=1 wild=PGOYBR round=6 next=0 phase=play owed=0 start=0 marker=0 "
    "displays=-,-,-,-,- centre=- supply=P2G2O2Y3B1 bag=P4G7O6Y10B6R7 tower=P7G7O9Y8B4R9 "
    "seat0=61;playing;P1B4R1;PGR.../P.P.../..O.../..R.../BBBB.B/....../..G... "
    "seat1=78;passed;-;PGO.../PPPP../OOO.../RRR.../BB..../Y...../GGG..."
)


def title(tr: Language) -> str:
    """Return the title of the lesson."""
    return tr("Your first game")


def steps(tr: Language) -> list[Step]:
    """Return the steps of the lesson, in a language."""
    return [
        Step(
            tr(
                "Welcome! You are Ana, and the large board is yours: seven stars with six spaces each. The number on"
                " a space is its cost in tiles. Everyone starts with 5 points. A game has six rounds; in each round"
                " you first take tiles, then place them."
            ),
            look=tuple(f"space.0.4.{space}" for space in range(1, 7)),
        ),
        Step(
            tr(
                "Each round has a wild colour; now it is purple. Choose a colour that isn't wild and take all its"
                " tiles from one place. Take the two blue tiles from factory 1. You also take one purple tile:"
                " exactly one wild tile, even if there are more."
            ),
            move="1B",
            other=tr("That is allowed, but let's collect blue: factory 1 has two, and a wild tile."),
            then=("2G",),
        ),
        Step(
            tr(
                "The other purple tile moved to the centre of the table, and Rui took green. Several tiles of one"
                " colour are worth more than one of each: take the two blue tiles from factory 3."
            ),
            move="3B",
            other=tr("That is allowed, but we want more blue: factory 3 has two."),
            then=("4R",),
        ),
        Step(
            tr(
                "The first player each round to take from the centre also takes the starting player marker. It isn't"
                " a tile, but you lose 1 point for each tile you take with it. Your score never drops below 1. In"
                " return, you start the second phase and the next round. Take the green tile from the centre."
            ),
            move="0G",
            other=tr("That costs more, or leaves the marker to Rui. Take the green tile from the centre."),
            then=("0O",),
        ),
        Step(
            tr(
                "Factory 5 has only wild tiles. From such a place you take exactly one; the others move to the"
                " centre. Take it: a wild tile is always useful."
            ),
            move="5P",
            other=tr("That is allowed, but take the wild tile from factory 5."),
            then=("0Y", "0P", "0P"),
        ),
        Step(
            tr(
                "All tiles are taken. Now place them, one space per turn. Pay for the 1 of the blue star: click the"
                " space, then your blue tiles. A single tile scores 1 point."
            ),
            move="4:1B",
            other=tr("Start with the 1 of the blue star."),
            then=("6:1G",),
        ),
        Step(
            tr(
                "The 2 costs two tiles, and wild tiles can replace all but one of them. Pay with one blue and one"
                " purple tile. One tile stays on the board, the other goes into the tower. The new tile is connected"
                " to the first, so it scores 2 points."
            ),
            move="4:2B+1",
            other=tr(
                "That is allowed, but save your blue tiles: pay for the 2 of the blue star with one blue and one purple tile."
            ),
            then=("6:2G+1",),
        ),
        Step(
            tr(
                "You can also place the wild colour as itself, paid with its own tiles only. Place purple on the 2 of"
                " the purple star, for two purple tiles."
            ),
            move="1:2P",
            other=tr("That is allowed, but now place purple on the 2 of the purple star."),
            then=("3:2R",),
        ),
        Step(
            tr(
                "When you pass, you may keep up to four tiles for the next round; every other tile is discarded and"
                " costs 1 point. The wild colours come in a fixed order: purple, green, orange, yellow, blue, red."
                " Your green tile will be wild next, so keep it. Pass and keep all four tiles."
            ),
            move="pass:PGBB",
            other=tr("Stop placing in this round: pass and keep all four tiles."),
            then=("2:2O", "5:3Y", "pass:P"),
        ),
        Step(
            tr(
                "Two rounds later, orange is wild. If you cover all the spaces around a pillar, a statue or a window,"
                " you take bonus tiles. This pillar lacks only the 3 of the central star, whose six tiles must all be"
                " different colours. Place red there, with two red tiles and the wild orange one."
            ),
            at=BONUS,
            move="0:3R+1",
            other=tr("That is allowed, but the pillar is so close: red on the 3 of the central star."),
            look=("space.0.4.2", "space.0.4.3", "space.0.0.2", "space.0.0.3"),
        ),
        Step(
            tr(
                "A pillar is worth one tile from the supply, of any colour. You have three blue tiles, and the 4 of"
                " the blue star costs four: take blue."
            ),
            move="+B",
            other=tr("You may take any tile, but with a blue one you can pay for the 4 of the blue star."),
            then=("refill Y", "1:3P+1"),
        ),
        Step(
            tr(
                "Now the 4 of the blue star, with four blue tiles. It is connected to three others, so it scores 4"
                " points. It also surrounds the statue between the blue and the red star."
            ),
            move="4:4B",
            other=tr("Use the four blue tiles for the 4 of the blue star."),
        ),
        Step(
            tr("A statue is worth two tiles. Take the blue one and the orange one: orange is still wild."),
            move="+OB",
            other=tr("You may take any two tiles. Take blue and orange."),
        ),
        Step(
            tr(
                "The last round: red is wild. A window is surrounded by the 5 and the 6 of one star. They are"
                " expensive, but a window is worth three tiles. The blue star lacks only its 5: pay four blue tiles"
                " and a red one."
            ),
            at=LAST,
            move="4:5B+1",
            other=tr("First complete the blue star: its 5 is missing."),
            look=("space.0.4.5", "space.0.4.6"),
        ),
        Step(
            tr(
                "6 points for six connected tiles, and the blue star is complete. Now take three tiles from the"
                " supply: three yellow ones, for the 3 of the yellow star."
            ),
            move="+YYY",
            other=tr("You may take any three tiles, but three yellow ones pay for the 3 of the yellow star."),
            then=("refill GBR",),
        ),
        Step(
            tr("Place yellow on the 3 of the yellow star. It is your last 3: then all seven are covered."),
            move="5:3Y",
            other=tr("Place the three yellow tiles on the 3 of the yellow star."),
        ),
        Step(
            tr("Your purple tile doesn't fit anywhere, and in the last round you can't keep tiles: it costs 1 point. Pass."),
            move="pass",
            other=tr("There is nothing left but to pass."),
        ),
        Step(
            tr(
                "At the end, the complete blue star scores 15 points; other stars score 12 to 20. All 3s score 12;"
                " all 1s would score 4, all 2s 8, all 4s 16. You win! In a tie, the victory is shared."
            ),
        ),
    ]


def learnt(tr: Language) -> list[str]:
    """Return the list on the card at the end."""
    return [
        tr("Take all tiles of one colour from a factory or the centre, plus exactly one wild tile if there is one."),
        tr(
            "First from the centre: you take the marker and lose a point per tile, but start the next phase. No"
            " score drops below 1 (0 in the French Mini edition)."
        ),
        tr("A space costs as many tiles as its number. At least one must be of the colour itself; the others may be wild."),
        tr("A tile scores all the tiles connected to it in its star."),
        tr("Surround a pillar for 1 bonus tile, a statue for 2, a window for 3."),
        tr("Keep up to four tiles when you pass. Watch which colour will be wild next."),
        tr("At the end, complete stars and all 1s, 2s, 3s or 4s score. A tie is a shared victory."),
    ]
