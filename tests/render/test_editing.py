"""Positions changed tile by tile: the other tiles come from the bag, and go back into it."""

from __future__ import annotations

import pytest

from azulejos import Problem, position, render

WALL = "...../...../...../...../....."
AZUL = (
    "azul players=2 board=coloured jokers=no limit=50 round=1 next=0 phase=offer start=0 marker=centre"
    " displays=BRRK,YYYW,BBRW,BYRK,YWWW centre=- bag=B16Y15R16K18W15 lid=-"
    f" seat0=0;-,-,-,-,-;-;{WALL} seat1=0;-,-,-,-,-;-;{WALL}"
)
STARS = "/".join(["......"] * 7)
PAVILION = (
    "pavilion players=2 board=coloured floor=1 wild=PGOYBR round=1 next=0 phase=acquire owed=0 start=0 marker=centre"
    " displays=OOOR,GOYB,GGGR,GYBB,GYBB centre=- supply=P2G3O2Y1R1 bag=P20G13O16Y18B17R19 tower=-"
    f" seat0=5;playing;-;{STARS} seat1=5;playing;-;{STARS}"
)


@pytest.mark.parametrize(
    ("text", "slot", "colour", "parts"),
    [
        (AZUL, "display.1.0", None, ("displays=RRK,", "bag=B17Y15")),
        (AZUL, "display.1.3", "blue", ("displays=BBRR,", "bag=B15Y15R16K19")),
        (AZUL, "centre.blue.0", "red", ("centre=R1", "R15K18")),
        (AZUL, "line.0.2.0", "black", ("seat0=0;-,K,-,-,-;", "K17")),
        (AZUL, "floor.1.0", "white", ("seat1=0;-,-,-,-,-;W;", "W14")),
        (AZUL, "wall.0.2.3", "yellow", ("seat0=0;-,-,-,-,-;-;...../..Y../", "Y14")),
        (PAVILION, "supply.9", "red", ("supply=P2G3O2Y1R2", "R18")),
        (PAVILION, "supply.0", None, ("supply=P1G3", "bag=P21")),
        (PAVILION, "hand.1.green.0", "green", ("seat1=5;playing;G1;", "bag=P20G12")),
        (PAVILION, "space.0.5.2", "yellow", ("/.Y..../", "Y17")),
        (PAVILION, "display.2.0", None, ("displays=OOOR,OYB,", "G14")),
    ],
)
def test_a_tile_is_placed_or_removed(text: str, slot: str, colour: str | None, parts: tuple[str, ...]) -> None:
    changed = render.edit(text, slot, colour)
    assert all(part in changed for part in parts), changed
    assert position(changed).text == changed, "a possible position"


def test_placed_tiles_can_be_removed_again() -> None:
    for text, slot, colour in (
        (AZUL, "line.1.4.0", "red"),
        (AZUL, "wall.1.1.1", "blue"),
        (AZUL, "centre.white.0", "white"),
        (PAVILION, "hand.0.blue.0", "blue"),
        (PAVILION, "space.1.0.6", "green"),
    ):
        assert render.edit(render.edit(text, slot, colour), slot, None) == text


@pytest.mark.parametrize(
    ("text", "slot", "colour", "message"),
    [
        (AZUL, "display.9.0", "red", "no tile can be put there"),
        (AZUL, "display.1", "red", "no tile can be put there"),
        (AZUL, "wall.0.6.1", "red", "no tile can be put there"),
        (AZUL, "wall.0.2.3", None, "there is no tile to take away"),
        (AZUL, "line.7.1.0", "red", "no tile can be put there"),
        (AZUL, "line.0.nine.0", "red", "no tile can be put there"),
        (AZUL, "bag", "red", "no tile can be put there"),
        (AZUL, "centre.first", None, "there is no tile to take away"),
        (AZUL, "line.0.1.0", "green", "a colour is one of"),
        (AZUL.replace("-;" + WALL, "*;" + WALL, 1), "floor.0.0", None, "this is not a tile"),
        (AZUL.replace("W15", ""), "line.0.1.0", "white", "the bag has no tile of this colour left"),
        (PAVILION, "supply.0", "red", "no tile can be put there"),
        (PAVILION, "corner.0.2", None, "there is no tile to take away"),
        ("chess board=8", "a1", None, "game"),
    ],
)
def test_places_that_can_not_be_edited(text: str, slot: str, colour: str | None, message: str) -> None:
    with pytest.raises(Problem, match=message):
        render.edit(text, slot, colour)
