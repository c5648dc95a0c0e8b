"""The view of Summer Pavilion. The order of the numbers is that of `PAVILION` in `azulejos.env.observation`.

Legal moves are found as sets, bit by bit: 36 bits for a colour in a star (six spaces by six numbers of wild tiles), 83 for the
bonuses, 210 for what can be kept. Tables tell the set for each colour alone; what holds for all of them is one `&` after the
other.
"""

from __future__ import annotations

from azulejos.core import bitlanes, places, rows
from azulejos.core.encoder import Buffers, GameEncoder
from azulejos.games.pavilion import board, moves
from azulejos.games.pavilion.rules import PavilionState

ACQUIRE, PLAY, BONUS, NO_PHASE = 0, 1, 2, 3
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
STAR_OF_COLOUR = [0] * 6
for _i in range(1, 7):
    STAR_OF_COLOUR[board.COLOUR_OF_STAR[_i]] = _i
# The colours of three tiles, a bit for each; three bits a tile are colour + 1.
COLOURS = [0] * 512
for _i in range(512):
    COLOURS[_i] = (1 << (_i & 7) | 1 << (_i >> 3 & 7) | 1 << (_i >> 6)) >> 1 & 63


class PavilionEncoder(GameEncoder):
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
        GameEncoder.__init__(self, self.state, 2 * players + 17 + 6 * (2 * players + 5) + players * numbers, MOVES)

    def play(self, move: int) -> bool:
        if not _is_legal(self, self.state, move):
            return False
        self.state._apply(move)
        return True

    def play_by_lot(self) -> None:
        _find(self, self.state)
        self.state._apply(self.choose())

    def draw(self) -> None:
        if self.state.turn == places.REFILLING:
            self.dice = self.state._refill_at_random(self.dice)
        else:
            self.dice = self.state._deal_at_random(self.dice)

    def standing(self, seat: int) -> int:
        return self.state.score[seat]

    def show(self, viewer: int, observing: bool, marking: bool) -> None:
        if observing:
            _observe(self, self.sheet, self.state, viewer)
        _find(self, self.state)
        if marking:
            _mark(self, self.sheet, self.state)

    def nth(self, k: int) -> int:
        if self.state.phase_code == ACQUIRE:
            return bitlanes.nth_bit(self.state.offers, k)
        for word in range(4):
            n = bitlanes.popcount(self.set[word])
            if k < n:
                first = FIRST_BONUS if self.state.phase_code == BONUS else FIRST_PASS
                return first + 64 * word + bitlanes.nth_bit(self.set[word], k)
            k -= n
        placed = self.placed
        while True:
            star = bitlanes.lowest(placed)
            placed &= placed - 1
            n = bitlanes.popcount(self.ways[star])
            if k < n:
                return FIRST_PLACE + 36 * star + bitlanes.nth_bit(self.ways[star], k)
            k -= n

    def forget(self) -> None:
        self.marked_phase = NO_PHASE
        self.marked = 0


# -- legal moves


def _is_legal(view: PavilionEncoder, state: PavilionState, move: int) -> bool:
    if move < FIRST_PLACE:
        return state.phase_code == ACQUIRE and state.offers >> move & 1 != 0
    if move < FIRST_BONUS:
        star = (move - FIRST_PLACE) // 36
        return view.placed >> star & view.ways[star] >> (move - FIRST_PLACE) % 36 & 1 != 0
    if move < FIRST_PASS:
        return state.phase_code == BONUS and view.set[(move - FIRST_BONUS) // 64] >> (move - FIRST_BONUS) % 64 & 1 != 0
    return state.phase_code == PLAY and view.set[(move - FIRST_PASS) // 64] >> (move - FIRST_PASS) % 64 & 1 != 0


def _find(view: PavilionEncoder, state: PavilionState) -> None:
    view.placed = 0
    if state.turn >= places.DEALING:
        view.found = 0
    elif state.phase_code == ACQUIRE:
        view.found = bitlanes.popcount(state.offers)
    elif state.phase_code == BONUS:
        view.found = _find_bonuses(view, state)
    else:
        view.found = _find_places(view, state, state.turn) + _find_passes(view, state, state.turn)


def _find_places(view: PavilionEncoder, state: PavilionState, seat: int) -> int:
    found = 0
    free = ~state.covered[seat]
    hand = state.hand[seat]
    wilds = bitlanes.count(hand, state.wild)
    wilds = wilds if wilds < 5 else 5
    paid = [0] * 6
    wanted = bitlanes.tiles(0, 0)  # as `placed`: the stars that accept a colour of the hand
    # Conditions that no processor can predict are reckoned, not branched on.
    for colour in range(6):
        own = bitlanes.count(hand, colour)
        paid[colour] = 7 * wilds * (colour != state.wild) + (own if own < 6 else 6)
        wanted |= bitlanes.tiles(state.accept[6 * seat + colour] * (own > 0), 0) << 7 * colour
    if not state.grey:  # its own star and star 0 may accept a colour
        for colour in range(6):
            star = STAR_OF_COLOUR[colour]
            ways = WAYS[paid[colour]] & AT_SPACES[free >> 6 * star & 63] * (wanted >> 7 * colour + star & 1)
            found += _found_ways(view, 7 * colour + star, ways)
            ways = WAYS[paid[colour]] & AT_SPACES[free & 63] * (wanted >> 7 * colour & 1)
            found += _found_ways(view, 7 * colour, ways)
        return found
    while wanted:
        at = bitlanes.lowest(wanted)
        wanted &= wanted - 1
        star = at % 7
        ways = WAYS[(84 if star == 0 else 42) + paid[at // 7]] & AT_SPACES[free >> 6 * star & 63]
        found += _found_ways(view, at, ways)
    return found


def _found_ways(view: PavilionEncoder, at: int, ways: int) -> int:
    view.ways[at] = ways
    view.placed |= bitlanes.tiles(ways != 0, 0) << at
    return bitlanes.popcount(ways)


def _find_passes(view: PavilionEncoder, state: PavilionState, seat: int) -> int:
    if state.rounds == ROUNDS:  # nothing is kept after the last round
        return _found_set(view, 1, 0, 0, 0)
    first = second = third = fourth = ~bitlanes.tiles(0, 0)
    for colour in range(6):
        n = bitlanes.count(state.hand[seat], colour)
        at = 4 * (5 * colour + (n if n < 4 else 4))
        first &= KEEPABLE[at]
        second &= KEEPABLE[at + 1]
        third &= KEEPABLE[at + 2]
        fourth &= KEEPABLE[at + 3]
    return _found_set(view, first, second, third, fourth)


def _find_bonuses(view: PavilionEncoder, state: PavilionState) -> int:
    first = OF_SIZE[2 * state.owed]
    second = OF_SIZE[2 * state.owed + 1]
    for colour in range(6):
        n = bitlanes.count(state.source[places.SUPPLY], colour)
        at = 2 * (4 * colour + (n if n < 3 else 3))
        first &= TAKEABLE[at]
        second &= TAKEABLE[at + 1]
    return _found_set(view, first, second, 0, 0)


def _found_set(view: PavilionEncoder, first: int, second: int, third: int, fourth: int) -> int:
    view.set[0] = first
    view.set[1] = second
    view.set[2] = third
    view.set[3] = fourth
    return bitlanes.popcount(first) + bitlanes.popcount(second) + bitlanes.popcount(third) + bitlanes.popcount(fourth)


def _mark(view: PavilionEncoder, sheet: Buffers, state: PavilionState) -> None:
    at = view.row * MOVES
    phase = state.phase_code if view.found else NO_PHASE
    if view.marked_phase != phase:
        _clear(view, sheet, at)
        view.marked_phase = phase
    if phase == ACQUIRE:
        rows.mark_64(sheet.marks, at, state.offers)  # four too many, all 0
    elif phase == PLAY:
        _mark_places(view, sheet, at + FIRST_PLACE)
        at += FIRST_PASS
        for i in range(3):
            rows.mark_64(sheet.marks, at + 64 * i, view.set[i])
        rows.mark_8(sheet.marks, at + 192, view.set[3])
        rows.mark_8(sheet.marks, at + 200, view.set[3] >> 8)
        sheet.marks[at + 208] = view.set[3] >> 16 & 1
        sheet.marks[at + 209] = view.set[3] >> 17 & 1
    elif phase == BONUS:
        rows.mark_64(sheet.marks, at + FIRST_BONUS, view.set[0])
        rows.mark_32(sheet.marks, at + FIRST_BONUS + 64, view.set[1])  # thirteen too many, all 0


def _mark_places(view: PavilionEncoder, sheet: Buffers, at: int) -> None:
    """Marks the ways to place, and none where there were some before."""
    stars = view.marked & ~view.placed
    while stars:
        rows.clear_marks(sheet.marks, at + 36 * bitlanes.lowest(stars), 36)
        stars &= stars - 1
    stars = view.placed
    while stars:
        star = bitlanes.lowest(stars)
        stars &= stars - 1
        rows.mark_40(sheet.marks, at + 36 * star, view.ways[star])  # four too many: 0, and the next star's come after them
    view.marked = view.placed


def _clear(view: PavilionEncoder, sheet: Buffers, at: int) -> None:
    """Clears what was marked in another phase."""
    if view.marked_phase == ACQUIRE:
        rows.clear_marks(sheet.marks, at, FIRST_PLACE)
    elif view.marked_phase == PLAY:
        _mark_places(view, sheet, at + FIRST_PLACE)  # none now
        rows.clear_marks(sheet.marks, at + FIRST_PASS, MOVES - FIRST_PASS)
    elif view.marked_phase == BONUS:
        rows.clear_marks(sheet.marks, at + FIRST_BONUS, FIRST_PASS - FIRST_BONUS)


# -- observations


def _observe(view: PavilionEncoder, sheet: Buffers, state: PavilionState, viewer: int) -> None:
    at = view.row * view.width
    players = state.players
    head = places.turn_and_marker(state.turn, state.marker, viewer, players)
    head |= (1 << state.phase_code & 7 | 4 << state.rounds & 0o770 | 512 << state.wild) << 2 * players + 1
    at = rows.some_flags(sheet.floats, at, head, 2 * players + 16)
    sheet.floats[at] = state.owed * OF_OWED
    at = rows.all_lanes(sheet.floats, at + 1, state.source, 2 * players + 2, OF_A_SOURCE)
    at = rows.lanes(sheet.floats, at, state.source[places.SUPPLY], OF_A_SOURCE)
    at = rows.lanes(sheet.floats, at, state.bag, OF_THE_BAG)
    at = rows.lanes(sheet.floats, at, state.discard, OF_THE_BAG)
    _observe_boards(sheet, at, state, viewer)


def _observe_boards(sheet: Buffers, at: int, state: PavilionState, viewer: int) -> None:
    seat = viewer
    for _ in range(state.players):
        sheet.floats[at] = state.score[seat] * OF_POINTS
        sheet.floats[at + 1] = state.passed >> seat & 1
        at = rows.lanes(sheet.floats, at + 2, state.hand[seat], OF_A_SOURCE)
        if state.grey:
            at = rows.flags(sheet.floats, at, _colours_of_all(state, seat), 42)
        else:
            at = rows.some_flags(sheet.floats, at, _colours_of(state.mosaic[7 * seat]), 6)
        at = rows.flags(sheet.floats, at, state.covered[seat], 42)
        seat = (seat + 1) * (seat + 1 < state.players)


def _colours_of_all(state: PavilionState, seat: int) -> int:
    """The colours of all stars of a board, six bits for each star."""
    found = 0
    for star in range(7):
        found |= bitlanes.tiles(_colours_of(state.mosaic[7 * seat + star]), 0) << 6 * star
    return found


def _colours_of(tiles: int) -> int:
    """The colours of a star's tiles, a bit for each."""
    return COLOURS[tiles & 511] | COLOURS[tiles >> 9]
