"""The view of Azul. The order of the numbers is that of `AZUL` in `azulejos.env.observation`."""

from __future__ import annotations

from azulejos.core import places, rows, words
from azulejos.core.azul.rules import AzulState
from azulejos.core.view import View

JOKER = 5
OFFER, TILING = 0, 1
MOVES = 690
FIRST_TILE = 660
TAKES_OF_A_KIND = 60
LOW = (1 << 32) - 1
EVERY_THIRD = 0o11111

# What is 1 in an observation. (Whole numbers would be divided as in C.)
OF_A_SOURCE, OF_THE_BAG, OF_ROUNDS, OF_POINTS, OF_THE_FLOOR, OF_PENALTY = (
    1.0 / 4,
    1.0 / 20,
    1.0 / 10,
    1.0 / 100,
    1.0 / 7,
    1.0 / 14,
)
FLOOR_POINTS = [0, 1, 2, 4, 6, 8, 11, 14]

# The part of a line that so many tiles fill, at 6 * line + tiles.
FILLED = [0.0] * 36
for _i in range(6, 36):
    FILLED[_i] = float(_i % 6) / (_i // 6)

# The numbers of a board: score, floor, penalty, lines, wall; where colours are not printed, which rows and columns bar them;
# and where there are jokers, which places of the wall they have.
BOARD, BARS, JOKERS = 3 + 30 + 25, 50, 25


class AzulView(View):
    """A game of Azul as numbers."""

    __slots__ = ("before", "columns", "line", "marked_line", "plain", "state", "takes")

    def __init__(self, root: AzulState) -> None:
        self.state = root  # which tells the compiler its kind
        self.state = self.state._copy()
        self.plain = not (self.state.grey or self.state.joker_tiles)
        self.takes = [0] * 11  # by kind, as the ids go: bit 6 * source + line
        self.before = [0] * 11  # how many there are of the kinds before
        self.line = 0  # the line to tile
        self.columns = 0  # and where it can go
        self.marked_line = 0  # the line whose columns are marked
        players = self.state.players
        board = BOARD + BARS * (not self.plain) + JOKERS * self.state.joker_tiles
        View.__init__(self, self.state, 2 * players + 3 + 6 * (2 * players + 4) + players * board, MOVES)

    def apply(self, move: int) -> None:
        self.state._apply(move)

    def draw(self) -> None:
        self.dice = self.state._deal_at_random(self.dice)

    def is_legal(self, move: int) -> bool:
        if move < FIRST_TILE:
            return self.takes[move // TAKES_OF_A_KIND] >> move % TAKES_OF_A_KIND & 1 != 0
        return (move - FIRST_TILE) // 6 + 1 == self.line and self.columns >> (move - FIRST_TILE) % 6 & 1 != 0

    def standing(self, seat: int) -> int:
        return 8 * self.state.score[seat] + self.state._complete_rows(seat)  # rows decide between equal scores

    # -- legal moves

    def find(self) -> None:
        self.found = 0
        self.columns = 0
        if self.state.turn >= places.DEALING:
            self._find_takes(0, 0, 0)
        elif self.state.phase_code == TILING:
            self._find_takes(0, 0, 0)
            self.line = self.state._line_to_tile(self.state.turn)
            self.columns = self.state._columns(self.state.turn, self.line)
            self.found = words.popcount(self.columns)
        else:
            with_jokers = self.state._with_jokers() if self.state.joker_tiles else 0
            self._find_takes(self.state.open[self.state.turn], self.state.holders, with_jokers)

    def _find_takes(self, open: int, held: int, with_jokers: int) -> None:
        """Finds the takes of each kind: for every source that holds it, the lines that accept it."""
        for kind in range(5 + self.state.joker_tiles):
            self.takes[kind] = rows.sixfold(words.count(held, kind)) * words.count(open, kind)
            self.before[kind] = self.found
            self.found += words.popcount(self.takes[kind])
        if self.state.joker_tiles:
            for kind in range(5):
                self.takes[6 + kind] = rows.sixfold(words.count(with_jokers, kind)) * words.count(open, kind)
                self.before[6 + kind] = self.found
                self.found += words.popcount(self.takes[6 + kind])

    def nth(self, k: int) -> int:
        if self.columns:
            return FIRST_TILE + 6 * (self.line - 1) + words.nth_bit(self.columns, k)
        kind = 0
        for later in range(1, 11 if self.state.joker_tiles else 5):
            kind += k >= self.before[later]
        return TAKES_OF_A_KIND * kind + words.nth_bit(self.takes[kind], k - self.before[kind])

    def mark(self) -> None:
        at = self.row * MOVES
        for kind in range(11 if self.state.joker_tiles else 5):
            rows.mark_32(self.marks, at + TAKES_OF_A_KIND * kind, self.takes[kind] & LOW)
            # Four too many: 0, and the next kind's come after them.
            rows.mark_32(self.marks, at + TAKES_OF_A_KIND * kind + 32, self.takes[kind] >> 32)
        if self.columns or self.marked_line:
            self._mark_tiles(at + FIRST_TILE)

    def _mark_tiles(self, at: int) -> None:
        if self.marked_line:
            rows.clear_marks(self.marks, at + 6 * (self.marked_line - 1), 6)
        self.marked_line = self.line if self.columns else 0
        for column in range(6):
            if self.columns >> column & 1:
                self.marks[at + 6 * (self.line - 1) + column] = 1

    def forget(self) -> None:
        self.marked_line = 0

    # -- observations

    def observe(self, viewer: int) -> None:
        self._observe(self.state, viewer)

    def _observe(self, state: AzulState, viewer: int) -> None:
        at = self.row * self.width
        players = state.players
        # Conditions that no processor can predict are reckoned, not branched on.
        turn = (state.turn < places.DEALING) << places.after(state.turn, viewer, players)
        at = rows.some_flags(self.floats, at, turn, players)
        marker = 1 << (state.marker < places.IN_CENTRE) * (1 + places.after(state.marker, viewer, players))
        at = rows.some_flags(self.floats, at, marker, players + 1)
        at = rows.some_flags(self.floats, at, state.phase_code == TILING, 1)
        self.floats[at] = state.rounds * OF_ROUNDS
        at += 1
        for source in range(2 * players + 2):
            at = rows.lanes(self.floats, at, state.source[source], OF_A_SOURCE)
        at = rows.lanes(self.floats, at, state.bag, OF_THE_BAG)
        at = rows.lanes(self.floats, at, state.discard, OF_THE_BAG)
        seat = viewer
        for _ in range(players):
            at = self._observe_board(state, seat, at)
            seat = (seat + 1) * (seat + 1 < players)

    def _observe_board(self, state: AzulState, seat: int, at: int) -> int:
        self.floats[at] = state.score[seat] * OF_POINTS
        self.floats[at + 1] = state.fallen[seat] * OF_THE_FLOOR
        self.floats[at + 2] = FLOOR_POINTS[state.fallen[seat]] * OF_PENALTY
        at += 3
        for line in range(1, 6):
            here = 6 * seat + line
            jokers = state.jokers[here]
            held = line - state.room[here] - jokers
            at = rows.one_of_six(self.floats, at, state.colour[here], FILLED[6 * line + held])
            if jokers:
                self.floats[at - 6 + JOKER] = FILLED[6 * line + jokers]
        at = rows.flags(self.floats, at, state.wall[seat], 25)
        if not self.plain:
            at = rows.flags(self.floats, at, state.barred[seat], BARS)
        if state.joker_tiles:
            at = rows.flags(self.floats, at, self._jokers(state, seat), JOKERS)
        return at

    def _jokers(self, state: AzulState, seat: int) -> int:
        """The places of the wall that have jokers."""
        found = 0
        for row in range(5):
            mosaic = state.mosaic[5 * seat + row]
            there = mosaic >> 2 & mosaic >> 1 & EVERY_THIRD  # of the codes of kinds only a joker's, 6, has both bits
            while there:
                found |= 1 << 5 * row + words.lowest(there) // 3
                there &= there - 1
        return found
