"""The view of Summer Pavilion. The order of the numbers is that of `PAVILION` in `azulejos.env.observation`.

Legal moves are found as sets, bit by bit: 36 bits for a colour in a star (six spaces by six numbers of wild tiles), 83 for the
bonuses, 210 for what can be kept. Tables tell the set for each colour alone; what holds for all of them is one `&` after the
other.
"""

from __future__ import annotations

from azulejos.core import places, rows, words
from azulejos.core.pavilion import board, moves
from azulejos.core.pavilion.rules import PavilionState
from azulejos.core.view import View

ACQUIRE, PLAY, BONUS, NO_PHASE = 0, 1, 2, 3
LOW = (1 << 32) - 1
ROUNDS = 6
MOVES = moves.MOVES
FIRST_PLACE, FIRST_BONUS, FIRST_PASS = moves.FIRST_PLACE, moves.FIRST_BONUS, moves.FIRST_PASS

# What is 1 in an observation. (Whole numbers would be divided as in C.)
OF_A_SOURCE, OF_THE_BAG, OF_POINTS, OF_OWED = 1.0 / 4, 1.0 / 22, 1.0 / 100, 1.0 / 3

# The numbers of a board: score, passed, hand; the colours of star 0, or on the grey side of all stars; spaces.
BOARD, GREY_BOARD = 8 + 6 + 42, 8 + 42 + 42


def _ways(costs: tuple[int, ...], wilds: int, own: int) -> int:
    """The ways to place a colour in an empty star: bit 6 * space + wild tiles spent."""
    return sum(
        1 << 6 * space + spent
        for space, cost in enumerate(costs)
        for spent in range(max(cost - own, 0), min(wilds, cost - 1) + 1)
    )


def _word_of_set(bunches: tuple[tuple[int, ...], ...], word: int, colour: int, most: int) -> int:
    """The set of the bunches with at most so many tiles of a colour, 64 of them a word."""
    return sum(1 << i for i, bunch in enumerate(bunches[64 * word : 64 * word + 64]) if bunch[colour] <= most)


def _word_of_size(word: int, size: int) -> int:
    return sum(1 << i for i, bunch in enumerate(moves.BONUSES[64 * word : 64 * word + 64]) if sum(bunch) == size)


# At 42 * layout + 7 * wilds + own. A layout is the costs of a star: any on the coloured side; on the grey an outer one, star 0.
WAYS = [0] * 126
for _i in range(126):
    _costs = (board.COSTS[0][6:12], board.COSTS[1][6:12], board.COSTS[1][0:6])[_i // 42]
    WAYS[_i] = _ways(_costs, _i // 7 % 6, _i % 7)
# The ways to six spaces or some of them.
AT_SPACES = [0] * 64
for _i in range(64):
    AT_SPACES[_i] = sum([63 << 6 * space for space in range(6) if _i >> space & 1])
# At 4 * (5 * colour + tiles) + word, 2 * (4 * colour + tiles) + word, and 2 * size + word.
KEEPABLE = [0] * 120
for _i in range(120):
    KEEPABLE[_i] = _word_of_set(moves.KEPT, _i % 4, _i // 20, _i // 4 % 5)
TAKEABLE = [0] * 48
for _i in range(48):
    TAKEABLE[_i] = _word_of_set(moves.BONUSES, _i % 2, _i // 8, _i // 2 % 4)
OF_SIZE = [0] * 8
for _i in range(8):
    OF_SIZE[_i] = _word_of_size(_i % 2, _i // 2)
# The colours of three tiles, a bit for each; three bits a tile are colour + 1.
COLOURS = [0] * 512
for _i in range(512):
    COLOURS[_i] = (1 << (_i & 7) | 1 << (_i >> 3 & 7) | 1 << (_i >> 6)) >> 1 & 63


class PavilionView(View):
    """A game of Summer Pavilion as numbers."""

    __slots__ = ("marked", "marked_phase", "placed", "set", "state", "ways")

    def __init__(self, root: PavilionState) -> None:
        self.state = root  # which tells the compiler its kind
        self.state = self.state._copy()
        self.placed = 0  # bit 7 * colour + star: there are ways to place this colour there
        self.ways = [0] * 42
        self.marked_phase = NO_PHASE
        self.marked = 0  # as `placed`: what is marked
        self.set = [0] * 4  # the bonuses, or what can be kept
        players = self.state.players
        numbers = GREY_BOARD if self.state.grey else BOARD
        View.__init__(self, self.state, 2 * players + 17 + 6 * (2 * players + 5) + players * numbers, MOVES)

    def apply(self, move: int) -> None:
        self.state._apply(move)

    def draw(self) -> None:
        if self.state.turn == places.REFILLING:
            self.dice = self.state._refill_at_random(self.dice)
        else:
            self.dice = self.state._deal_at_random(self.dice)

    def is_legal(self, move: int) -> bool:
        if move < FIRST_PLACE:
            return self.state.phase_code == ACQUIRE and self.state.offers >> move & 1 != 0
        if move < FIRST_BONUS:
            star = (move - FIRST_PLACE) // 36
            return self.placed >> star & self.ways[star] >> (move - FIRST_PLACE) % 36 & 1 != 0
        if move < FIRST_PASS:
            return self.state.phase_code == BONUS and self.set[(move - FIRST_BONUS) // 64] >> (move - FIRST_BONUS) % 64 & 1 != 0
        return self.state.phase_code == PLAY and self.set[(move - FIRST_PASS) // 64] >> (move - FIRST_PASS) % 64 & 1 != 0

    def standing(self, seat: int) -> int:
        return self.state.score[seat]

    # -- legal moves

    def find(self) -> None:
        self.found = 0
        self.placed = 0
        if self.state.turn >= places.DEALING:
            return
        if self.state.phase_code == ACQUIRE:
            self.found = words.popcount(self.state.offers)
        elif self.state.phase_code == BONUS:
            self._find_bonuses(self.state)
        else:
            self._find_places(self.state, self.state.turn)
            self._find_passes(self.state, self.state.turn)

    def _find_places(self, state: PavilionState, seat: int) -> None:
        free = ~state.covered[seat]
        hand = state.hand[seat]
        wilds = words.count(hand, state.wild)
        wilds = wilds if wilds < 5 else 5
        for colour in range(6):
            own = words.count(hand, colour)
            if own == 0:
                continue
            paid = 7 * wilds * (colour != state.wild) + (own if own < 6 else 6)
            stars = state.accept[6 * seat + colour]
            while stars:
                star = words.lowest(stars)
                stars &= stars - 1
                layout = 0 if not state.grey else 1 if star else 2
                ways = WAYS[42 * layout + paid] & AT_SPACES[free >> 6 * star & 63]
                if ways:
                    self.ways[7 * colour + star] = ways
                    self.placed |= words.tiles(1, 0) << 7 * colour + star
                    self.found += words.popcount(ways)

    def _find_passes(self, state: PavilionState, seat: int) -> None:
        if state.rounds == ROUNDS:  # nothing is kept after the last round
            self._found_set(1, 0, 0, 0)
            return
        first = second = third = fourth = ~words.tiles(0, 0)
        for colour in range(6):
            n = words.count(state.hand[seat], colour)
            at = 4 * (5 * colour + (n if n < 4 else 4))
            first &= KEEPABLE[at]
            second &= KEEPABLE[at + 1]
            third &= KEEPABLE[at + 2]
            fourth &= KEEPABLE[at + 3]
        self._found_set(first, second, third, fourth)

    def _find_bonuses(self, state: PavilionState) -> None:
        first = OF_SIZE[2 * state.owed]
        second = OF_SIZE[2 * state.owed + 1]
        for colour in range(6):
            n = words.count(state.source[places.SUPPLY], colour)
            at = 2 * (4 * colour + (n if n < 3 else 3))
            first &= TAKEABLE[at]
            second &= TAKEABLE[at + 1]
        self._found_set(first, second, 0, 0)

    def _found_set(self, first: int, second: int, third: int, fourth: int) -> None:
        self.set[0] = first
        self.set[1] = second
        self.set[2] = third
        self.set[3] = fourth
        self.found += words.popcount(first) + words.popcount(second) + words.popcount(third) + words.popcount(fourth)

    def nth(self, k: int) -> int:
        if self.state.phase_code == ACQUIRE:
            return words.nth_bit(self.state.offers, k)
        for word in range(4):
            n = words.popcount(self.set[word])
            if k < n:
                first = FIRST_BONUS if self.state.phase_code == BONUS else FIRST_PASS
                return first + 64 * word + words.nth_bit(self.set[word], k)
            k -= n
        placed = self.placed
        while True:
            star = words.lowest(placed)
            placed &= placed - 1
            n = words.popcount(self.ways[star])
            if k < n:
                return FIRST_PLACE + 36 * star + words.nth_bit(self.ways[star], k)
            k -= n

    def mark(self) -> None:
        at = self.row * MOVES
        phase = self.state.phase_code if self.found else NO_PHASE
        if self.marked_phase != phase:
            self._clear(at)
            self.marked_phase = phase
        if phase == ACQUIRE:
            rows.mark_32(self.marks, at, self.state.offers & LOW)
            rows.mark_32(self.marks, at + 32, self.state.offers >> 32)  # four too many, all 0
        elif phase == PLAY:
            self._mark_places(at + FIRST_PLACE)
            at += FIRST_PASS
            for i in range(3):
                rows.mark_32(self.marks, at + 64 * i, self.set[i] & LOW)
                rows.mark_32(self.marks, at + 64 * i + 32, self.set[i] >> 32)
            rows.mark_8(self.marks, at + 192, self.set[3])
            rows.mark_8(self.marks, at + 200, self.set[3] >> 8)
            self.marks[at + 208] = self.set[3] >> 16 & 1
            self.marks[at + 209] = self.set[3] >> 17 & 1
        elif phase == BONUS:
            rows.mark_32(self.marks, at + FIRST_BONUS, self.set[0] & LOW)
            rows.mark_32(self.marks, at + FIRST_BONUS + 32, self.set[0] >> 32)
            rows.mark_32(self.marks, at + FIRST_BONUS + 64, self.set[1])  # thirteen too many, all 0

    def _mark_places(self, at: int) -> None:
        """Marks the ways to place, and none where there were some before."""
        stars = self.placed | self.marked
        while stars:
            star = words.lowest(stars)
            stars &= stars - 1
            ways = self.ways[star] * (self.placed >> star & 1)
            rows.mark_32(self.marks, at + 36 * star, ways & LOW)
            rows.mark_8(self.marks, at + 36 * star + 32, ways >> 32)  # four too many: 0, and the next star's come after them
        self.marked = self.placed

    def _clear(self, at: int) -> None:
        """Clears what was marked in another phase."""
        if self.marked_phase == ACQUIRE:
            rows.clear_marks(self.marks, at, FIRST_PLACE)
        elif self.marked_phase == PLAY:
            self._mark_places(at + FIRST_PLACE)  # none now
            rows.clear_marks(self.marks, at + FIRST_PASS, MOVES - FIRST_PASS)
        elif self.marked_phase == BONUS:
            rows.clear_marks(self.marks, at + FIRST_BONUS, FIRST_PASS - FIRST_BONUS)

    def forget(self) -> None:
        self.marked_phase = NO_PHASE
        self.marked = 0

    # -- observations

    def observe(self, viewer: int) -> None:
        self._observe(self.state, viewer)

    def _observe(self, state: PavilionState, viewer: int) -> None:
        at = self.row * self.width
        players = state.players
        # Conditions that no processor can predict are reckoned, not branched on.
        turn = (state.turn < places.DEALING) << places.after(state.turn, viewer, players)
        at = rows.some_flags(self.floats, at, turn, players)
        marker = 1 << (state.marker < places.IN_CENTRE) * (1 + places.after(state.marker, viewer, players))
        at = rows.some_flags(self.floats, at, marker, players + 1)
        at = rows.some_flags(self.floats, at, 1 << state.phase_code, 3)
        at = rows.some_flags(self.floats, at, (1 << state.rounds) >> 1, 6)
        at = rows.some_flags(self.floats, at, 1 << state.wild, 6)
        self.floats[at] = state.owed * OF_OWED
        at += 1
        for source in range(2 * players + 2):
            at = rows.lanes(self.floats, at, state.source[source], OF_A_SOURCE)
        at = rows.lanes(self.floats, at, state.source[places.SUPPLY], OF_A_SOURCE)
        at = rows.lanes(self.floats, at, state.bag, OF_THE_BAG)
        at = rows.lanes(self.floats, at, state.discard, OF_THE_BAG)
        seat = viewer
        for _ in range(players):
            at = self._observe_board(state, seat, at)
            seat = (seat + 1) * (seat + 1 < players)

    def _observe_board(self, state: PavilionState, seat: int, at: int) -> int:
        self.floats[at] = state.score[seat] * OF_POINTS
        self.floats[at + 1] = state.passed >> seat & 1
        at = rows.lanes(self.floats, at + 2, state.hand[seat], OF_A_SOURCE)
        for star in range(7 if state.grey else 1):
            at = rows.some_flags(self.floats, at, self._colours_of(state.mosaic[7 * seat + star]), 6)
        return rows.flags(self.floats, at, state.covered[seat], 42)

    def _colours_of(self, tiles: int) -> int:
        """The colours of a star's tiles, a bit for each."""
        return COLOURS[tiles & 511] | COLOURS[tiles >> 9]
