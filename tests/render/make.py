"""The golden pictures of Azul: `python -m tests.render.make` draws them again."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from azulejos import Azul, position, render

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


def lines(svg: str) -> str:
    """The picture an element a line, for diffs that people can read; without style sheet and symbols, which are the same in all."""
    return re.sub("<(style|defs)>.*</(style|defs)>", "", svg, flags=re.DOTALL).replace("><", ">\n<") + "\n"


if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(lines(draw()), encoding="utf-8")
