"""The encoder of Azul. The order of the numbers is that of the layout in `azulejos.env.observation`."""

from __future__ import annotations

from azulejos.core import bitlanes, places, rows
from azulejos.core.encoder import Buffers, GameEncoder
from azulejos.games.azul import board, moves
from azulejos.games.azul.rules import AzulState

TILING = 1
EVERY_THIRD = 0o11111

# The unit of each number in an observation. (Floats, because integers would be divided as in C.)
OF_A_SOURCE, OF_THE_BAG, OF_ROUNDS, OF_POINTS = 1.0 / 4, 1.0 / 20, 1.0 / 10, 1.0 / 100
# By the tiles on the floor line: the share of its spaces that they fill, and their share of the highest cost.
FLOOR = [float(_i) / 7 for _i in range(8)]
PENALTY = [float(board.FLOOR_COST[_i]) / board.FLOOR_COST[7] for _i in range(8)]

# The numbers of a board: score, floor, penalty, lines, wall; on the grey wall, which rows and columns bar a colour;
# and in games with jokers, which spaces of the wall have one.
BOARD, BARS, JOKERS = 3 + 30 + 25, 50, 25


class AzulEncoder(GameEncoder):
    """A game of Azul as numbers."""

    __slots__ = ("azul", "legal", "marked_takes", "marked_tiles")

    def __init__(self, root: AzulState) -> None:
        self.azul = root  # the same object as `state`, with its own type
        self.azul = self.azul._copy()
        self.legal = [0] * 12  # the words of the set of legal moves
        self.marked_takes = False  # whether the mask has takes
        self.marked_tiles = False  # or tiles
        players = self.azul.players
        numbers = BOARD + BARS * (self.azul.grey or self.azul.joker_tiles) + JOKERS * self.azul.joker_tiles
        GameEncoder.__init__(self, self.azul, 2 * players + 3 + 6 * (2 * players + 4) + players * numbers, moves.MOVES)

    def play(self, move: int) -> bool:
        if not self.legal[move // moves.WORD] >> move % moves.WORD & 1:
            return False
        self.azul._apply(move)
        return True

    def play_random(self) -> None:
        self.move_count = self.azul._find_moves(self.legal)
        self.azul._apply(self.choose())

    def draw(self) -> None:
        self.dice = self.azul._deal_at_random(self.dice)

    def standing(self, seat: int) -> int:
        return 8 * self.azul.score[seat] + self.azul._complete_rows(seat)  # complete rows break ties

    def encode(self, viewer: int, observing: bool, marking: bool) -> None:
        if observing:
            _observe(self, self.buffers, self.azul, viewer)
        self.move_count = self.azul._find_moves(self.legal)
        if marking:
            _mark(self, self.buffers, self.azul)

    def nth_move(self, k: int) -> int:
        return self.azul._nth_move(self.legal, k)

    def forget_mask(self) -> None:
        self.marked_takes = False
        self.marked_tiles = False


# -- the mask


def _mark(encoder: AzulEncoder, buffers: Buffers, state: AzulState) -> None:
    """Write the set of legal moves as bytes. Either takes or tiles are empty; those are only written to clear old marks."""
    at = encoder.row * moves.MOVES
    tiles = encoder.legal[moves.TILES_WORD]
    if tiles == 0:
        for word in range(moves.KINDS if state.joker_tiles else board.SIDE):
            # Four bytes too many: they are 0, and the next word is written after them.
            rows.mark_64(buffers.marks, at + moves.WORD * word, encoder.legal[word])
    elif encoder.marked_takes:
        rows.clear_marks(buffers.marks, at, moves.TAKES)
    encoder.marked_takes = tiles == 0
    if tiles or encoder.marked_tiles:
        at += moves.TAKES
        rows.mark_8(buffers.marks, at, tiles)
        rows.mark_8(buffers.marks, at + 8, tiles >> 8)
        rows.mark_8(buffers.marks, at + 16, tiles >> 16)
        rows.mark_8(buffers.marks, at + 22, tiles >> 22)  # two of them twice, and none past the end
    encoder.marked_tiles = tiles != 0


# -- observations


def _observe(encoder: AzulEncoder, buffers: Buffers, state: AzulState, viewer: int) -> None:
    at = encoder.row * encoder.width
    players = state.players
    head = places.turn_and_marker(state.turn, state.marker, viewer, players)
    head |= (state.phase_code == TILING) << 2 * players + 1
    at = rows.some_flags(buffers.floats, at, head, 2 * players + 2)
    buffers.floats[at] = state.rounds * OF_ROUNDS
    at = rows.all_lanes(buffers.floats, at + 1, state.source, 2 * players + 2, OF_A_SOURCE)
    at = rows.lanes(buffers.floats, at, state.bag, OF_THE_BAG)
    at = rows.lanes(buffers.floats, at, state.discard, OF_THE_BAG)
    _observe_boards(buffers, at, state, viewer)


def _observe_boards(buffers: Buffers, at: int, state: AzulState, viewer: int) -> None:
    seat = viewer
    for _ in range(state.players):
        buffers.floats[at] = state.score[seat] * OF_POINTS
        buffers.floats[at + 1] = FLOOR[state.fallen[seat]]
        buffers.floats[at + 2] = PENALTY[state.fallen[seat]]
        at = rows.lines(buffers.floats, at + 3, state.colour, state.room, state.jokers, 6 * seat)
        at = rows.flags(buffers.floats, at, state.wall[seat], 25)
        if state.grey or state.joker_tiles:
            at = rows.flags(buffers.floats, at, state.barred[seat], 50)
        if state.joker_tiles:
            at = rows.flags(buffers.floats, at, _jokers(state, seat), 25)
        seat = (seat + 1) * (seat + 1 < state.players)


def _jokers(state: AzulState, seat: int) -> int:
    """Return the spaces of the wall that have jokers."""
    found = 0
    for row in range(5):
        mosaic = state.mosaic[5 * seat + row]
        there = mosaic >> 2 & mosaic >> 1 & EVERY_THIRD  # only a joker's code, 6, has both bits
        while there:
            found |= 1 << 5 * row + bitlanes.lowest(there) // 3
            there &= there - 1
    return found
