"""The view of Azul. The order of the numbers is that of `AZUL` in `azulejos.env.observation`."""

from __future__ import annotations

from azulejos.core import bitlanes, places, rows
from azulejos.core.encoder import Buffers, GameEncoder
from azulejos.games.azul.rules import AzulState

TILING = 1
MOVES = 690
FIRST_TILE = 660
EVERY_THIRD = 0o11111

# What is 1 in an observation. (Whole numbers would be divided as in C.)
OF_A_SOURCE, OF_THE_BAG, OF_ROUNDS, OF_POINTS = 1.0 / 4, 1.0 / 20, 1.0 / 10, 1.0 / 100
# By the tiles on the floor: the part of it that they fill, and of the worst penalty theirs.
FLOOR = [float(_n) / 7 for _n in range(8)]
PENALTY = [float(_n) / 14 for _n in (0, 1, 2, 4, 6, 8, 11, 14)]

# The numbers of a board: score, floor, penalty, lines, wall; where colours are not printed, which rows and columns bar them;
# and where there are jokers, which places of the wall they have.
BOARD, BARS, JOKERS = 3 + 30 + 25, 50, 25


class AzulEncoder(GameEncoder):
    """A game of Azul as numbers."""

    __slots__ = ("before", "columns", "line", "marked_line", "marked_takes", "state", "takes")

    def __init__(self, root: AzulState) -> None:
        self.state = root  # which tells the compiler its kind
        self.state = self.state._copy()
        self.takes = [0] * 11  # by kind, as the ids go: bit 6 * source + line
        self.before = [0] * 11  # how many there are of the kinds before
        self.line = 0  # the line to tile
        self.columns = 0  # and where it can go
        self.marked_takes = False  # whether takes are marked
        self.marked_line = 0  # the line whose columns are
        players = self.state.players
        board = BOARD + BARS * (self.state.grey or self.state.joker_tiles) + JOKERS * self.state.joker_tiles
        GameEncoder.__init__(self, self.state, 2 * players + 3 + 6 * (2 * players + 4) + players * board, MOVES)

    def play(self, move: int) -> bool:
        if not _is_legal(self, move):
            return False
        self.state._apply(move)
        return True

    def play_by_lot(self) -> None:
        _find(self, self.state)
        self.state._apply(self.choose())

    def draw(self) -> None:
        self.dice = self.state._deal_at_random(self.dice)

    def standing(self, seat: int) -> int:
        return 8 * self.state.score[seat] + self.state._complete_rows(seat)  # rows decide between equal scores

    def show(self, viewer: int, observing: bool, marking: bool) -> None:
        if observing:
            _observe(self, self.sheet, self.state, viewer)
        _find(self, self.state)
        if marking:
            _mark(self, self.sheet, self.state)

    def nth(self, k: int) -> int:
        if self.columns:
            return FIRST_TILE + 6 * (self.line - 1) + bitlanes.nth_bit(self.columns, k)
        kind = 0
        for later in range(1, 11 if self.state.joker_tiles else 5):
            kind += k >= self.before[later]
        return 60 * kind + bitlanes.nth_bit(self.takes[kind], k - self.before[kind])

    def forget(self) -> None:
        self.marked_takes = False
        self.marked_line = 0


# -- legal moves


def _is_legal(view: AzulEncoder, move: int) -> bool:
    if move < FIRST_TILE:
        return view.columns == 0 and view.takes[move // 60] >> move % 60 & 1 != 0
    return (move - FIRST_TILE) // 6 + 1 == view.line and view.columns >> (move - FIRST_TILE) % 6 & 1 != 0


def _find(view: AzulEncoder, state: AzulState) -> None:
    view.columns = 0
    if state.turn >= places.DEALING:
        view.found = _find_takes(view, 0, 0, 0)
    elif state.phase_code == TILING:
        view.line = state._line_to_tile(state.turn)
        view.columns = state._columns(state.turn, view.line)
        view.found = bitlanes.popcount(view.columns)
    else:
        with_jokers = state._with_jokers() if state.joker_tiles else 0
        view.found = _find_takes(view, state.open[state.turn], state.holders, with_jokers)


def _find_takes(view: AzulEncoder, open: int, held: int, with_jokers: int) -> int:
    """Finds the takes of each kind, and counts them: for every source that holds it, the lines that accept it."""
    found = 0
    for kind in range(5 + view.state.joker_tiles):
        view.takes[kind] = rows.sixfold(bitlanes.count(held, kind)) * bitlanes.count(open, kind)
        view.before[kind] = found
        found += bitlanes.popcount(view.takes[kind])
    if view.state.joker_tiles:
        for kind in range(5):
            view.takes[6 + kind] = rows.sixfold(bitlanes.count(with_jokers, kind)) * bitlanes.count(open, kind)
            view.before[6 + kind] = found
            found += bitlanes.popcount(view.takes[6 + kind])
    return found


def _mark(view: AzulEncoder, sheet: Buffers, state: AzulState) -> None:
    at = view.row * MOVES
    if view.columns == 0:
        for kind in range(11 if state.joker_tiles else 5):
            # Four too many: 0, and the next kind's come after them.
            rows.mark_64(sheet.marks, at + 60 * kind, view.takes[kind])
    elif view.marked_takes:
        rows.clear_marks(sheet.marks, at, FIRST_TILE)
    view.marked_takes = view.columns == 0
    if view.columns or view.marked_line:
        _mark_tiles(view, sheet, at + FIRST_TILE)


def _mark_tiles(view: AzulEncoder, sheet: Buffers, at: int) -> None:
    if view.marked_line:
        rows.clear_marks(sheet.marks, at + 6 * (view.marked_line - 1), 6)
    view.marked_line = view.line if view.columns else 0
    for column in range(6):
        if view.columns >> column & 1:
            sheet.marks[at + 6 * (view.line - 1) + column] = 1


# -- observations


def _observe(view: AzulEncoder, sheet: Buffers, state: AzulState, viewer: int) -> None:
    at = view.row * view.width
    players = state.players
    head = places.turn_and_marker(state.turn, state.marker, viewer, players)
    head |= (state.phase_code == TILING) << 2 * players + 1
    at = rows.some_flags(sheet.floats, at, head, 2 * players + 2)
    sheet.floats[at] = state.rounds * OF_ROUNDS
    at = rows.all_lanes(sheet.floats, at + 1, state.source, 2 * players + 2, OF_A_SOURCE)
    at = rows.lanes(sheet.floats, at, state.bag, OF_THE_BAG)
    at = rows.lanes(sheet.floats, at, state.discard, OF_THE_BAG)
    _observe_boards(sheet, at, state, viewer)


def _observe_boards(sheet: Buffers, at: int, state: AzulState, viewer: int) -> None:
    seat = viewer
    for _ in range(state.players):
        sheet.floats[at] = state.score[seat] * OF_POINTS
        sheet.floats[at + 1] = FLOOR[state.fallen[seat]]
        sheet.floats[at + 2] = PENALTY[state.fallen[seat]]
        at = rows.lines(sheet.floats, at + 3, state.colour, state.room, state.jokers, 6 * seat)
        at = rows.flags(sheet.floats, at, state.wall[seat], 25)
        if state.grey or state.joker_tiles:
            at = rows.flags(sheet.floats, at, state.barred[seat], 50)
        if state.joker_tiles:
            at = rows.flags(sheet.floats, at, _jokers(state, seat), 25)
        seat = (seat + 1) * (seat + 1 < state.players)


def _jokers(state: AzulState, seat: int) -> int:
    """The places of the wall that have jokers."""
    found = 0
    for row in range(5):
        mosaic = state.mosaic[5 * seat + row]
        there = mosaic >> 2 & mosaic >> 1 & EVERY_THIRD  # of the codes of kinds only a joker's, 6, has both bits
        while there:
            found |= 1 << 5 * row + bitlanes.lowest(there) // 3
            there &= there - 1
    return found
