"""The moves of Summer Pavilion: every id with its text and its JSON action.

A *take* is source and colour: `3R` (source 0 is the centre); the wild tile that comes along is implied.
A *place* is star, space, colour and the number of wild tiles spent: `2:4O+3`, or `2:4O` with none.
A *bonus* is the bunch taken from the supply: `+BBR`. A *pass* is the bunch kept: `pass:GGGG`, or `pass`.

This module is never compiled: compiled modules use its C twin `moves.pxd`. `tests/core/test_twins.py` checks that both agree.
"""

from __future__ import annotations

from azulejos.core import bitlanes
from azulejos.core.contract import Bunch, Move
from azulejos.games.pavilion.board import MOST_BONUS, MOST_KEPT, PLACES, SPACES, STARS

COLOURS = ("purple", "green", "orange", "yellow", "blue", "red")
LETTERS = "PGOYBR"

SOURCES = 10  # the centre and up to nine displays
WAYS = SPACES * 6  # to place a colour in a star: six spaces, each with 0 to 5 wild tiles

TAKES = SOURCES * 6


def _bunches(colours: int, most: int) -> list[Bunch]:
    """Return all bunches of this many colours and at most this many tiles, in order."""
    if colours == 0:
        return [()]
    return [(n, *rest) for n in range(most + 1) for rest in _bunches(colours - 1, most - n)]


KEPT: tuple[Bunch, ...] = tuple(_bunches(6, MOST_KEPT))
"""The bunches that can be kept, sorted by the number of purple tiles, then green ones, and so on."""
BONUSES: tuple[Bunch, ...] = tuple(b for b in KEPT if 1 <= sum(b) <= MOST_BONUS)

FIRST_PLACE = TAKES
FIRST_BONUS = FIRST_PLACE + PLACES * WAYS
FIRST_PASS = FIRST_BONUS + len(BONUSES)
MOVES = FIRST_PASS + len(KEPT)

BONUS_WORDS = [bitlanes.pack(bunch) for bunch in BONUSES]
KEPT_WORDS = [bitlanes.pack(bunch) for bunch in KEPT]


def take_id(source: int, colour: int) -> int:
    """Return the id of a take."""
    return 6 * source + colour


def place_id(colour: int, star: int, space: int, wilds: int) -> int:
    """Return the id of a placement; spaces count from 1."""
    return FIRST_PLACE + ((colour * STARS + star) * SPACES + space - 1) * 6 + wilds


def _move(id: int) -> Move:
    if id < FIRST_PLACE:
        source, colour = divmod(id, 6)
        return Move("pavilion", id, f"{source}{LETTERS[colour]}", {"type": "take", "source": source, "colour": COLOURS[colour]})
    if id < FIRST_BONUS:
        rest, wilds = divmod(id - FIRST_PLACE, 6)
        rest, space = divmod(rest, SPACES)
        colour, star = divmod(rest, STARS)
        text = f"{star}:{space + 1}{LETTERS[colour]}" + (f"+{wilds}" if wilds else "")
        action = {"type": "place", "star": star, "space": space + 1, "colour": COLOURS[colour], "wilds": wilds}
        return Move("pavilion", id, text, action)
    if id < FIRST_PASS:
        bunch = BONUSES[id - FIRST_BONUS]
        return Move("pavilion", id, f"+{_letters(bunch)}", {"type": "bonus", "tiles": _named(bunch)})
    bunch = KEPT[id - FIRST_PASS]
    text = f"pass:{_letters(bunch)}" if sum(bunch) else "pass"
    return Move("pavilion", id, text, {"type": "pass", "keep": _named(bunch)})


def _letters(bunch: Bunch) -> str:
    return "".join(letter * n for letter, n in zip(LETTERS, bunch, strict=True))


def _named(bunch: Bunch) -> dict[str, int]:
    return {colour: n for colour, n in zip(COLOURS, bunch, strict=True) if n}


ALL_MOVES = tuple(_move(id) for id in range(MOVES))
