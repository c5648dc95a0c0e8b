"""The encoder of Summer Pavilion. The order of the numbers is that of the layout in `azulejos.env.observation`."""

from __future__ import annotations

from azulejos.core import bitlanes, places, rows
from azulejos.core.encoder import Buffers, GameEncoder
from azulejos.games.pavilion import board, moves
from azulejos.games.pavilion.rules import PavilionState

ACQUIRE, PLAY, BONUS, NO_PHASE = 0, 1, 2, 3

# The unit of each number in an observation. (Floats, because integers would be divided as in C.)
OF_A_SOURCE, OF_THE_BAG, OF_POINTS, OF_OWED = 1.0 / 4, 1.0 / 22, 1.0 / 100, 1.0 / 3

# The numbers of a board: score, passed, hand; the colours of star 0, or on the grey side of all stars; spaces.
BOARD, GREY_BOARD = 8 + 6 + 42, 8 + 42 + 42

# The colours of three tiles, a bit for each; three bits a tile are colour + 1.
COLOURS = [(1 << (_i & 7) | 1 << (_i >> 3 & 7) | 1 << (_i >> 6)) >> 1 & 63 for _i in range(512)]


class PavilionEncoder(GameEncoder):
    """A game of Summer Pavilion as numbers."""

    __slots__ = ("bunches", "marked", "marked_phase", "pavilion", "place_count", "ways")

    def __init__(self, root: PavilionState) -> None:
        self.pavilion = root  # the same object as `state`, with its own type
        self.pavilion = self.pavilion._copy()
        # The set of legal moves, as the rules find it.
        self.ways = [0] * 43
        self.bunches = [0] * 4  # the bonuses, or the bunches that can be kept
        self.place_count = 0
        self.marked_phase = NO_PHASE  # the phase whose moves the mask has
        self.marked = 0  # bit 7 * colour + star: the mask has ways to place this colour there
        players = self.pavilion.players
        numbers = GREY_BOARD if self.pavilion.grey else BOARD
        width = 2 * players + 17 + 6 * (2 * players + 5) + players * numbers
        GameEncoder.__init__(self, self.pavilion, width, moves.MOVES)

    def play(self, move: int) -> bool:
        if not _is_legal(self, self.pavilion, move):
            return False
        self.pavilion._apply(move)
        return True

    def play_random(self) -> None:
        _find_moves(self, self.pavilion)
        self.pavilion._apply(self.choose())

    def draw(self) -> None:
        if self.pavilion.turn == places.REFILLING:
            self.dice = self.pavilion._refill_at_random(self.dice)
        else:
            self.dice = self.pavilion._deal_at_random(self.dice)

    def standing(self, seat: int) -> int:
        return self.pavilion.score[seat]

    def encode(self, viewer: int, observing: bool, marking: bool) -> None:
        if observing:
            _observe(self, self.buffers, self.pavilion, viewer)
        _find_moves(self, self.pavilion)
        if marking:
            _mark(self, self.buffers, self.pavilion)

    def nth_move(self, k: int) -> int:
        if self.pavilion.phase_code == ACQUIRE:
            return bitlanes.nth_bit(self.pavilion.offers, k)
        bunches = self.move_count - self.place_count
        if k >= bunches:
            return self.pavilion._nth_place(self.ways, k - bunches)
        first = moves.FIRST_BONUS if self.pavilion.phase_code == BONUS else moves.FIRST_PASS
        return first + self.pavilion._nth_bunch(self.bunches, k)

    def forget_mask(self) -> None:
        self.marked_phase = NO_PHASE
        self.marked = 0


# -- legal moves


def _find_moves(encoder: PavilionEncoder, state: PavilionState) -> None:
    """Let the rules find the legal moves, and count them."""
    encoder.ways[board.PLACES] = 0
    encoder.place_count = 0
    if state.turn >= places.DEALING:
        encoder.move_count = 0
    elif state.phase_code == ACQUIRE:
        encoder.move_count = bitlanes.popcount(state.offers)
    elif state.phase_code == BONUS:
        state._find_bonuses(encoder.bunches)
        encoder.move_count = state._count_bunches(encoder.bunches)
    else:
        encoder.place_count = state._find_places(encoder.ways)
        state._find_passes(encoder.bunches)
        encoder.move_count = encoder.place_count + state._count_bunches(encoder.bunches)


def _is_legal(encoder: PavilionEncoder, state: PavilionState, move: int) -> bool:
    """Return whether a move is in the set that was found."""
    if move < moves.FIRST_PLACE:
        return state.phase_code == ACQUIRE and state.offers >> move & 1 != 0
    if move < moves.FIRST_BONUS:
        place = (move - moves.FIRST_PLACE) // moves.WAYS
        return encoder.ways[board.PLACES] >> place & encoder.ways[place] >> (move - moves.FIRST_PLACE) % moves.WAYS & 1 != 0
    phase = BONUS if move < moves.FIRST_PASS else PLAY
    number = move - (moves.FIRST_BONUS if move < moves.FIRST_PASS else moves.FIRST_PASS)
    return state.phase_code == phase and encoder.bunches[number // 64] >> number % 64 & 1 != 0


# -- the mask


def _mark(encoder: PavilionEncoder, buffers: Buffers, state: PavilionState) -> None:
    at = encoder.row * moves.MOVES
    phase = state.phase_code if encoder.move_count else NO_PHASE
    if encoder.marked_phase != phase:
        _clear(encoder, buffers, at)
        encoder.marked_phase = phase
    if phase == ACQUIRE:
        rows.mark_64(buffers.marks, at, state.offers)  # four too many, all 0
    elif phase == PLAY:
        _mark_places(encoder, buffers, at + moves.FIRST_PLACE)
        at += moves.FIRST_PASS
        for i in range(3):
            rows.mark_64(buffers.marks, at + 64 * i, encoder.bunches[i])
        rows.mark_8(buffers.marks, at + 192, encoder.bunches[3])
        rows.mark_8(buffers.marks, at + 200, encoder.bunches[3] >> 8)
        buffers.marks[at + 208] = encoder.bunches[3] >> 16 & 1
        buffers.marks[at + 209] = encoder.bunches[3] >> 17 & 1
    elif phase == BONUS:
        rows.mark_64(buffers.marks, at + moves.FIRST_BONUS, encoder.bunches[0])
        rows.mark_32(buffers.marks, at + moves.FIRST_BONUS + 64, encoder.bunches[1])  # thirteen too many, all 0


def _mark_places(encoder: PavilionEncoder, buffers: Buffers, at: int) -> None:
    """Mark the ways to place, and clear those that were marked before."""
    there = encoder.marked & ~encoder.ways[board.PLACES]
    while there:
        rows.clear_marks(buffers.marks, at + moves.WAYS * bitlanes.lowest(there), moves.WAYS)
        there &= there - 1
    there = encoder.ways[board.PLACES]
    while there:
        place = bitlanes.lowest(there)
        there &= there - 1
        # Four bytes too many: they are 0, and the next place is written after them.
        rows.mark_40(buffers.marks, at + moves.WAYS * place, encoder.ways[place])
    encoder.marked = encoder.ways[board.PLACES]


def _clear(encoder: PavilionEncoder, buffers: Buffers, at: int) -> None:
    """Clear the marks of another phase."""
    if encoder.marked_phase == ACQUIRE:
        rows.clear_marks(buffers.marks, at, moves.FIRST_PLACE)
    elif encoder.marked_phase == PLAY:
        _mark_places(encoder, buffers, at + moves.FIRST_PLACE)  # none now
        rows.clear_marks(buffers.marks, at + moves.FIRST_PASS, moves.MOVES - moves.FIRST_PASS)
    elif encoder.marked_phase == BONUS:
        rows.clear_marks(buffers.marks, at + moves.FIRST_BONUS, moves.FIRST_PASS - moves.FIRST_BONUS)


# -- observations


def _observe(encoder: PavilionEncoder, buffers: Buffers, state: PavilionState, viewer: int) -> None:
    at = encoder.row * encoder.width
    players = state.players
    head = places.turn_and_marker(state.turn, state.marker, viewer, players)
    head |= (1 << state.phase_code & 7 | 4 << state.rounds & 0o770 | 512 << state.wild) << 2 * players + 1
    at = rows.some_flags(buffers.floats, at, head, 2 * players + 16)
    buffers.floats[at] = state.owed * OF_OWED
    at = rows.all_lanes(buffers.floats, at + 1, state.source, 2 * players + 2, OF_A_SOURCE)
    at = rows.lanes(buffers.floats, at, state.source[places.SUPPLY], OF_A_SOURCE)
    at = rows.lanes(buffers.floats, at, state.bag, OF_THE_BAG)
    at = rows.lanes(buffers.floats, at, state.discard, OF_THE_BAG)
    _observe_boards(buffers, at, state, viewer)


def _observe_boards(buffers: Buffers, at: int, state: PavilionState, viewer: int) -> None:
    seat = viewer
    for _ in range(state.players):
        buffers.floats[at] = state.score[seat] * OF_POINTS
        buffers.floats[at + 1] = state.passed >> seat & 1
        at = rows.lanes(buffers.floats, at + 2, state.hand[seat], OF_A_SOURCE)
        if state.grey:
            at = rows.flags(buffers.floats, at, _colours_of_all(state, seat), 42)
        else:
            at = rows.some_flags(buffers.floats, at, _colours_of(state.mosaic[7 * seat]), 6)
        at = rows.flags(buffers.floats, at, state.covered[seat], 42)
        seat = (seat + 1) * (seat + 1 < state.players)


def _colours_of_all(state: PavilionState, seat: int) -> int:
    """Return the colours of all stars of a board, six bits for each star."""
    found = 0
    for star in range(7):
        found |= bitlanes.tiles(_colours_of(state.mosaic[7 * seat + star]), 0) << 6 * star
    return found


def _colours_of(tiles: int) -> int:
    """Return the colours of a star's tiles, a bit for each."""
    return COLOURS[tiles & 511] | COLOURS[tiles >> 9]
