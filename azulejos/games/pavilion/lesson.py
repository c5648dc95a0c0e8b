"""The first game of Summer Pavilion: the first round, a bonus, and how the last round ends."""

from __future__ import annotations

from azulejos.core.contract import Json
from azulejos.language import Language
from azulejos.lesson import Step

GAME: Json = {"game": "pavilion", "players": 2}
START: tuple[str, ...] = ("refill PPGGOOYYBR", "deal 1 BBPR GGOY BBYO RRPG GGGR")
BONUS = (
    "pavilion players=2 board=coloured floor=1 wild=PGOYBR round=3 next=0 phase=play owed=0 start=0 marker=0 "
    "displays=-,-,-,-,- centre=- supply=P1G2O1Y2B2R2 bag=P12G13O13Y14B11R12 tower=P4G4O4Y4B3R3 "
    "seat0=22;playing;O1B3R2;.G..../....../....../R...../BBB.../.Y..../...... "
    "seat1=19;playing;P2O2;P...../PP..../O...../RR..../....../Y...../GG...."
)
LAST = (
    "pavilion players=2 board=coloured floor=1 wild=PGOYBR round=6 next=0 phase=play owed=0 start=0 marker=0 "
    "displays=-,-,-,-,- centre=- supply=P2G2O2Y1B2R1 bag=P6G5O6Y6B6R6 tower=P7G7O9Y8B8R9 "
    "seat0=71;playing;G1Y1;PGR.../P...../O...../RR..../BBBB../.YYYYY/GG.... "
    "seat1=68;passed;-;PGO.../PPPP../OOO.../RRR.../BB..../Y...../GGG..."
)


def steps(tr: Language) -> list[Step]:
    """The lesson, told in a language."""
    return [
        Step(
            tr(
                "Welcome! You are Ana, and the large board is yours: seven stars with six spaces each. The number on a"
                " space is what it costs. Everybody starts with 5 points. A game has six rounds; in each of them you"
                " first take tiles, and then place them."
            ),
            look=tuple(f"space.0.4.{space}" for space in range(1, 7)),
        ),
        Step(
            tr(
                "In each round one colour is wild: now it is purple. Choose a colour that is not wild, and take all its"
                " tiles from one place. Take the two blue tiles of display 1. One purple tile comes along, because it is"
                " wild."
            ),
            move="1B",
            other=tr("That is possible, too. But let us collect blue: display 1 has two, and a wild tile with them."),
            then=("2G",),
        ),
        Step(
            tr(
                "The rest moved to the centre, and Rui took green. Many tiles of one colour are worth more than a few of"
                " each: take the two blue ones of display 3."
            ),
            move="3B",
            other=tr("You could. But we want more blue: display 3 has two."),
            then=("4R",),
        ),
        Step(
            tr(
                "Whoever is first to take from the centre gets the first-player marker, and loses a point for each tile"
                " taken with it. In return one starts the second part, and the next round. A single tile costs little:"
                " take the red one of the centre."
            ),
            move="0R",
            other=tr("That costs more points, or leaves the marker to Rui. Take the single red tile."),
            then=("5G", "0Y", "0O", "0G", "0R"),
        ),
        Step(
            tr(
                "The last tiles were taken, now they are placed, one in each turn. Pay the 1 of the blue star:"
                " click on the space, and on your blue tiles. A tile that lies alone scores 1 point."
            ),
            move="4:1B",
            other=tr("Let us begin with the 1 of the blue star; the others come later."),
            then=("6:1G",),
        ),
        Step(
            tr(
                "The 2 costs two tiles. One of them may be wild, so pay with one blue tile and the purple one; at least"
                " one has to be blue. The new tile is connected to the first, so it scores 2 points."
            ),
            move="4:2B+1",
            other=tr("Possible, but save the blue tiles: pay the 2 of the blue star with one blue and the purple tile."),
            then=("6:2G",),
        ),
        Step(
            tr(
                "The star on the lower right wants yellow. You have two yellow tiles: place one on its 2. The other tile"
                " that you pay goes into the tower."
            ),
            move="5:2Y",
            other=tr("Keep those for later. Now the 2 of the yellow star."),
            then=("3:3R",),
        ),
        Step(
            tr(
                "You could go on, or pass and keep up to four tiles for the next round. All others would cost a point each."
                " You have exactly four: pass, and keep them all."
            ),
            move="pass:GBBR",
            other=tr("Place no more in this round: pass, and keep all four tiles."),
            then=("2:2O", "pass:PGG"),
        ),
        Step(
            tr(
                "Two rounds later; now orange is wild. Between the stars stand pillars and statues, at the rim windows."
                " Whoever covers all spaces around one of them takes tiles from the supply at once: 1 for a pillar, 2 for"
                " a statue, 3 for a window."
            ),
            at=BONUS,
            look=("space.0.4.2", "space.0.4.3", "space.0.0.2", "space.0.0.3"),
        ),
        Step(
            tr(
                "Three of the four spaces around a pillar are covered. The 3 of the middle star is missing. This star"
                " wants six different colours: place red there, with two red tiles and the wild orange one."
            ),
            move="0:3R+1",
            other=tr("The pillar is so near: the 3 of the star in the middle, with red."),
        ),
        Step(
            tr(
                "The pillar is yours: take any tile from the supply. You have three blue ones, and the next space of the"
                " blue star costs four: take blue."
            ),
            move="+B",
            other=tr("You may take any tile. But with a blue one you can go on at once."),
            then=("refill Y", "1:3P+1"),
        ),
        Step(
            tr("And now the 4 of the blue star, with four blue tiles: it is connected to three others, so it scores 4 points."),
            move="4:4B",
            other=tr("Use the four blue tiles for the 4 of the blue star."),
        ),
        Step(
            tr(
                "The last round; red is wild. At the end a complete star brings 12 to 20 points, and all seven 1s bring"
                " 4, all 2s 8, all 3s 12, all 4s 16. One tile is missing in the yellow star, and it is your last 1, too."
                " Place it!"
            ),
            at=LAST,
            move="5:1Y",
            other=tr("First the yellow star: its 1 is missing."),
        ),
        Step(
            tr(
                "6 points for six connected tiles. You can place nothing more. In the last round nothing is kept, so"
                " your green tile costs a point: pass."
            ),
            move="pass",
            other=tr("There is nothing left but to pass."),
        ),
        Step(
            tr(
                "The end: 16 points for the yellow star, and 4 for all the 1s. You win! Now you know Summer Pavilion."
                " What is left to learn is to play it well."
            ),
        ),
    ]
