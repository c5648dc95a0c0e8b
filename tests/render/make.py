"""The golden pictures: `python -m tests.render.make` redraws them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from azulejos import Azul, Pavilion, position, render

FOLDER = Path(__file__).parent / "golden"
AGAIN = "look at the picture; if it was meant to change: python -m tests.render.make"

MIDDLE = (
    "azul players=2 board=coloured jokers=no limit=50 round=4 next=0 phase=offer start=0 marker=1"
    " displays=BYKW,BYRR,BRKW,YRKW,- centre=R1 bag=B5Y3R4K4W4 lid=B6Y6R7K8W7"
    " seat0=18;-,-,-,YYYY,-;-;.Y..W/WB..K/KW..R/.K.../....B"
    " seat1=20;-,BB,BB,W,-;*;..RKW/..YRK/...YR/....Y/...W."
)
JOKERS = (
    "azul players=4 board=grey jokers=yes limit=50 round=4 next=2 phase=tiling start=3 marker=2"
    " displays=-,-,-,-,-,-,-,-,- centre=- bag=B6Y2R3W4 lid=B5Y2R3W2"
    " seat0=46;-,-,-,KK,-;-;RYKW./WKYJ./.RJY./.WJ../..R.. seat1=48;-,-,-,-,-;-;.RBKW/R.KWJ/..WRB/.WJJ./....."
    " seat2=39;-,-,-,WWWW,YYYYY;*YY;..KRB/.JYKR/.YRJJ/...../..... seat3=24;Y,RJ,KKK,-,KKKK;K;.R..B/BWK../YBR../.K.../..B.."
)

PICTURES: dict[str, Callable[[], str]] = {
    "azul-two-wide": lambda: render.svg(position(MIDDLE), 0, form="wide", names=("Ana", "Rui")),
    "azul-two-tall": lambda: render.svg(position(MIDDLE), 1, form="tall", names=("Ana", "Rui <3")),
    "azul-four-jokers-wide": lambda: render.svg(position(JOKERS), 3, form="wide", names=("Ana", "Rui", "Zoë", "Maximiliane")),
    "azul-four-jokers-tall": lambda: render.svg(position(JOKERS), 2, form="tall"),
    "azul-preview": lambda: render.preview(Azul(board="grey", jokers=True)),
    "azul-symbols": lambda: render.symbols("azul"),
}

ACQUIRE = (
    "pavilion players=2 board=coloured floor=1 wild=PGOYBR round=4 next=1 phase=acquire owed=0 start=0 marker=0"
    " displays=-,-,-,PGYB,OYYR centre=P1G1B1R1 supply=P3G1O3Y1R2 bag=P7G3O10Y5B5R8 tower=P6G7O4Y5B7R2"
    " seat0=37;playing;O1Y1B2R1;RP..../....../OO..../RR..../BB..B./YYYY../GGGG.."
    " seat1=23;playing;G2Y1B2R2;GOPY../PP..../....../RR..../..B.../Y...../GG...."
)
MINI = (
    "pavilion players=4 board=grey floor=0 wild=RYPBGO round=5 next=3 phase=play owed=0 start=0 marker=0"
    " displays=-,-,-,-,-,-,-,-,- centre=- supply=P2G1O1Y1B1R4 bag=Y1B1 tower=P5G7O1Y2"
    " seat0=39;passed;P1O1Y1B1;....GY/OBY.../RGO.../POGY../BORP../..RY../..Y..."
    " seat1=36;playing;P1G1O3B1R6;....../.GGG../.YO.../OPYR../PRB.../.RR.../.BB..."
    " seat2=45;playing;P1Y1B4;.BRPO./..RG../.YBP../..O.../PBYO../OBPY../BPYG.."
    " seat3=43;playing;G1O1Y4B2;....../.YG.../.OB.../OPG.../.RPO../ROGP../OGRB.."
)
OVER = (
    "pavilion players=3 board=coloured floor=1 wild=PGOYBR round=6 next=over phase=over owed=0 start=2 marker=2"
    " displays=-,-,-,-,-,-,- centre=- supply=G2O3B2R3 bag=P3G3O3Y4B6R3 tower=P9G4O4Y6B2R6"
    " seat0=61;passed;-;ROBP.G/PP..../OOOO../RR..../BBBB../YYY.../GGG..."
    " seat1=108;passed;-;GBYORP/P...../OO..../R...../BB..../YY...Y/GGG.GG"
    " seat2=80;passed;-;PRBOY./PPPP../OOO.../RRRR../BBB.../YYYY../GGG..."
)

PAVILION_PICTURES = {
    "pavilion-two-wide-light": lambda: render.svg(position(ACQUIRE), 1, "light", "wide", ("Ana", "Rui")),
    "pavilion-two-tall-dark": lambda: render.svg(position(ACQUIRE), 0, "dark", "tall", ("Ana", "Maximiliane von Bergen")),
    "pavilion-four-grey-wide-dark-strong": lambda: render.svg(position(MINI), 0, "dark-strong", "wide"),
    "pavilion-three-over-tall-light-strong": lambda: render.svg(
        position(OVER), 1, "light-strong", "tall", ("Ana", "Rui", "Zoë")
    ),
    "pavilion-preview": lambda: render.preview(Pavilion(board="grey")),
}


def lines(svg: str) -> str:
    """Return the picture with an element per line, for readable diffs; without style sheet and symbols, which all share."""
    return re.sub("<(style|defs)>.*</(style|defs)>", "", svg, flags=re.DOTALL).replace("><", ">\n<") + "\n"


if __name__ == "__main__":
    for name, draw in (PICTURES | PAVILION_PICTURES).items():
        (FOLDER / f"{name}.svg").write_text(lines(draw()), encoding="utf-8")
