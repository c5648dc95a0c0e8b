"""Draw the table of Summer Pavilion for a terminal.

Tiles are capital letters (P purple, G green, O orange, Y yellow, B blue, R red), `*` is the starting player marker. The seven
stars lie as on the board, each around its number: `[2o]` is star 2, the orange one. An empty space shows its number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from azulejos.core import blocks, places
from azulejos.core.contract import CHANCE, Bunch
from azulejos.games.pavilion.board import COLOUR_OF_STAR, EMPTY, ROUNDS, SUPPLY_SPACES
from azulejos.games.pavilion.explain import features
from azulejos.games.pavilion.moves import COLOURS, LETTERS
from azulejos.games.pavilion.position import Board

if TYPE_CHECKING:
    from azulejos.games.pavilion.rules import PavilionState

TILE_CODES = {"P": "45;97", "G": "42;30", "O": "48;5;208;30", "Y": "43;30", "B": "44;97", "R": "41;97", "*": "1"}
SPACE_CODES = dict.fromkeys(".123456", "2")

# The board is a grid of cells, two columns wide: (across, down) of the middle of stars 0–6, and from there the six spaces of a
# star clockwise from the one that points up.
MIDDLES = ((5, 6), (1, 6), (3, 2), (7, 2), (9, 6), (7, 10), (3, 10))
AROUND = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
CELLS_ACROSS, CELLS_DOWN = 11, 13
WIDTH = 2 * CELLS_ACROSS


def draw(state: PavilionState, colour: bool, tr: blocks.Speech = blocks.ENGLISH, names: Sequence[str] = ()) -> str:
    """Return the drawing; with `colour`, using ANSI codes."""
    pen = blocks.Pen(TILE_CODES | SPACE_CODES if colour else {}, tr, names)
    marker_lies = state.marker == places.IN_CENTRE and state.rounds > 0
    displays = [blocks.letters_of(bunch, LETTERS, places.TO_A_DISPLAY) for bunch in state.displays]
    boards = [_board(pen, state, seat) for seat in range(state.players)]
    sources = pen.sources(displays, "*" * marker_lies + blocks.letters_of(state.centre, LETTERS, 0))
    left = max(len(tr("factories")), len(tr("centre"))) + 3  # below the tiles of displays and centre
    return blocks.page(
        [
            pen.strong(_headline(pen, state)),
            _colours_and_costs(pen, state),
            _table(pen, state),
            "",
            *sources,
            blocks.pad(tr("supply"), left) + pen.cells(blocks.letters_of(state.supply, LETTERS, SUPPLY_SPACES)),
            "",
            *blocks.beside(boards, gap=4 if state.players == 4 else 7),
        ]
    )


def _headline(pen: blocks.Pen, state: PavilionState) -> str:
    tr = pen.tr
    game = tr("Summer Pavilion (grey side)") if state.game.board == "grey" else tr("Summer Pavilion")
    now = {"game": game, "round": state.round}
    if state.outcome is not None:
        return tr("{game}, game over: {verdict}", game=game, verdict=pen.verdict(state.outcome))
    if state.turn == places.DEALING:
        return tr("{game}, round {round}: the factories are filled for round {n}", n=state.rounds + 1, **now)
    if state.actor is CHANCE:
        return tr("{game}, round {round}: the supply will be refilled", **now)
    if state.phase == "acquire":
        return tr("{game}, round {round}, acquire tiles: {name} takes tiles", name=pen.name(state.turn), **now)
    if state.phase == "play":
        return tr("{game}, round {round}, play tiles: {name} places a tile or passes", name=pen.name(state.turn), **now)
    return tr.many(
        "{game}, round {round}, bonus: {name} takes {n} tile",
        "{game}, round {round}, bonus: {name} takes {n} tiles",
        state.owed,
        name=pen.name(state.turn),
        **now,
    )


def _colours_and_costs(pen: blocks.Pen, state: PavilionState) -> str:
    order = [LETTERS[COLOURS.index(colour)] for colour in state.game.wild_order]
    tr, later = pen.tr, order[max(state.rounds, 1) : ROUNDS]
    wild = tr("wild: {colour}", colour=colour_name(state.wild, tr)) + pen.cells(LETTERS[state.wild])
    wild += ", " + tr("next") + pen.cells("".join(later)) if later else ""
    if state.game.board == "coloured":
        return tr("{one}; {other}", one=wild, other=tr("a space costs its number in tiles"))
    return tr("{one}; {other}", one=wild, other=tr("spaces 1 to 6 cost 3 2 1 4 5 6; all spaces of star 0 cost 3"))


def colour_name(colour: int, tr: blocks.Speech) -> str:
    """Return a colour in words."""
    return (tr("purple"), tr("green"), tr("orange"), tr("yellow"), tr("blue"), tr("red"))[colour]


def _table(pen: blocks.Pen, state: PavilionState) -> str:
    bag, discard = sum(state.bag_tiles), sum(state.discard_tiles)  # the discard: a tower or, in the Mini editions, a depot
    if state.marker == places.IN_CENTRE:
        return pen.tr(
            "bag {bag}, discarded {discard}; the starting player marker (*) is in the centre", bag=bag, discard=discard
        )
    return pen.tr(
        "bag {bag}, discarded {discard}; {name} has the starting player marker (*)",
        bag=bag,
        discard=discard,
        name=pen.name(state.marker),
    )


def _board(pen: blocks.Pen, state: PavilionState, seat: int) -> list[str]:
    board = state.board(seat)
    done, tr = [feature.kind for feature in features(board)], pen.tr
    label = tr("kept") if board.passed else tr("tiles")
    tiles = _tiles(pen, board.corners if board.passed else board.hand, WIDTH - len(label))
    return [
        pen.title(seat, board.score, state.actor == seat, WIDTH),
        "-" * WIDTH,
        *_stars(pen, board, state.game.board == "coloured"),
        "",
        blocks.spread(label, tiles, WIDTH),
        blocks.spread(tr("pillars {n}", n=done.count("pillar")), tr("statues {n}", n=done.count("statue")), WIDTH),
        blocks.spread(tr("windows {n}", n=done.count("window")), tr("passed") if board.passed else "", WIDTH),
    ]


def _stars(pen: blocks.Pen, board: Board, coloured: bool) -> list[str]:
    grid = [["  "] * CELLS_ACROSS for _ in range(CELLS_DOWN)]
    for star, (across, down) in enumerate(MIDDLES):
        label = f"[{star}{LETTERS[COLOUR_OF_STAR[star]].lower() if coloured and star else ''}]"
        grid[down][across - 1 : across + 2] = [f"  {label:4}"[n : n + 2] for n in (0, 2, 4)]
        for space, colour in enumerate(board.stars[star], 1):
            # Space 1 points up in stars 0 and 1; each further star is turned by one place.
            right, below = AROUND[(space - 1 + max(star - 1, 0)) % 6]
            grid[down + below][across + right] = pen.cells(str(space) if colour == EMPTY else LETTERS[colour])
    return ["".join(row) for row in grid]


def _tiles(pen: blocks.Pen, bunch: Bunch, room: int) -> str:
    """Return a bunch by counts, without gaps if it would fill all the room."""
    counts = [(letter, f"{letter}{n}") for letter, n in zip(LETTERS, bunch, strict=True) if n]
    narrow = sum(len(text) + 1 for _, text in counts) > room
    return ("" if narrow else " ").join(blocks.ink(text, pen.codes.get(letter, "")) for letter, text in counts) or "-"
