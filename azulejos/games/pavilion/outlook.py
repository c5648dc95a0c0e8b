"""What a board of Summer Pavilion may still become: the inputs of the network, between rounds.

Stars, numbers and pillars, statues and windows are worth more or less depending on the rounds that are left, so there is a
pattern for each of them in each round.
"""

from __future__ import annotations

from azulejos.core import bitlanes, places
from azulejos.games.pavilion import board
from azulejos.games.pavilion.rules import PavilionState

FEATURE_KINDS = ("statue", "pillar", "window")
AROUND = [board.FEATURES[_i].spaces for _i in range(18)]
KIND = [FEATURE_KINDS.index(board.FEATURES[_i].kind) for _i in range(18)]

# Patterns of a board: its spaces; how many of each star and of each number are covered; of which
# colours the stars are (grey side); the tiles kept, and how many of them will be wild; the round; who starts.
SPACES, STAR_SIZES, NUMBERS, COLOURS, KEPT_TILES, KEPT_WILD, ROUND, STARTS = 0, 42, 91, 143, 192, 216, 221, 227
# Then, by the round: the covered spaces of a star around the centre, and of the central star; how many
# spaces of each star and of each number are covered; on the grey side, how many of a star of each kind; what is missing around
# pillars, statues and windows. Also the tiles kept of a colour, by the covered spaces of its star, and whether it will be wild.
STARS, CENTRAL, STAR_COUNTS, NUMBER_COUNTS, STAR_KINDS, KEPT, PILLARS = 228, 548, 868, 1113, 1373, 1653, 1723
PATTERNS = 1798
ROUNDS = 5

# Measures: the lead, the tiles kept; the tiles of each colour in bag, tower and supply.
LEAD, HAND, BAG, TOWER, SUPPLY = 0, 1, 2, 8, 14
MEASURES = 20


def find_simple_patterns(state: PavilionState, seat: int, active: list[int]) -> int:
    """Find the patterns of a board that come first above; return their number."""
    n = 0
    covered = state.covered[seat]
    spaces = covered
    while spaces:
        active[n] = SPACES + bitlanes.lowest(spaces)
        spaces &= spaces - 1
        n += 1
    for star in range(7):
        active[n] = STAR_SIZES + 7 * star + bitlanes.popcount(covered >> 6 * star & 63)
        n += 1
        if state.grey:
            used = state._used(seat, star)
            if bitlanes.popcount(used) == 1:
                active[n] = COLOURS + 7 * star + bitlanes.lowest(used)
                n += 1
            elif used:
                active[n] = COLOURS + 7 * star + 6
                n += 1
    for number in range(1, 5):
        active[n] = NUMBERS + 13 * (number - 1) + bitlanes.popcount(covered & state._number_spaces(number))
        n += 1
    after = state.wild_order[state.rounds] if state.rounds < board.ROUNDS else 7
    for colour in range(6):
        kept = bitlanes.count(state.hand[seat], colour)
        if kept > 4:
            kept = 4
        if kept:
            active[n] = KEPT_TILES + 4 * colour + kept - 1
            n += 1
        if colour == after:
            active[n] = KEPT_WILD + kept
            n += 1
    active[n] = ROUND + (state.rounds if state.rounds < 5 else 5)
    n += 1
    if seat == state.starter:
        active[n] = STARTS
        n += 1
    return n


def find_patterns(state: PavilionState, seat: int, active: list[int]) -> int:
    """Find all patterns of a board; return their number."""
    n = find_simple_patterns(state, seat, active)
    rounds = (state.rounds if state.rounds < ROUNDS else ROUNDS) - 1
    if rounds < 0:
        rounds = 0
    covered = state.covered[seat]
    for star in range(7):
        spaces = covered >> 6 * star & 63
        count = bitlanes.popcount(spaces)
        active[n] = (STARS if star else CENTRAL) + ROUNDS * spaces + rounds
        active[n + 1] = STAR_COUNTS + ROUNDS * (7 * star + count) + rounds
        n += 2
        if state.grey:
            active[n] = STAR_KINDS + ROUNDS * (7 * _kind(state._used(seat, star)) + count) + rounds
            n += 1
    for number in range(1, 5):
        count = bitlanes.popcount(covered & state._number_spaces(number))
        active[n] = NUMBER_COUNTS + ROUNDS * (13 * (number - 1) + count) + rounds
        n += 1
    after = state.wild_order[state.rounds] if state.rounds < board.ROUNDS else 7
    for colour in range(6):
        kept = bitlanes.count(state.hand[seat], colour)
        if kept:
            nearest = 0
            stars = state.accept[6 * seat + colour]
            while stars:
                count = bitlanes.popcount(covered >> 6 * bitlanes.lowest(stars) & 63)
                stars &= stars - 1
                if count > nearest:
                    nearest = count
            active[n] = KEPT + 35 * (colour == after) + 7 * ((kept if kept < 5 else 5) - 1) + nearest
            n += 1
    for i in range(18):
        missing = bitlanes.popcount(AROUND[i] & ~covered)
        active[n] = PILLARS + ROUNDS * (5 * KIND[i] + missing) + rounds
        n += 1
    return n


def _kind(used: int) -> int:
    """Return the kind of a star: its only colour, 6 for several, 7 for none."""
    if used == 0:
        return 7
    return bitlanes.lowest(used) if bitlanes.popcount(used) == 1 else 6


def measure(state: PavilionState, seat: int, measures: list[float]) -> None:
    """Fill the measures of a board."""
    for colour in range(6):
        measures[BAG + colour] = 0.1 * bitlanes.count(state.bag, colour)
        measures[TOWER + colour] = 0.1 * bitlanes.count(state.discard, colour)
        measures[SUPPLY + colour] = 0.3 * bitlanes.count(state.source[places.SUPPLY], colour)
    measures[HAND] = 0.25 * bitlanes.size(state.hand[seat])
    best = -1000
    for other in range(state.players):
        if other != seat and state.score[other] > best:
            best = state.score[other]
    lead = 0.05 * (state.score[seat] - best)
    measures[LEAD] = -2.0 if lead < -2.0 else 2.0 if lead > 2.0 else lead


def symmetries() -> list[tuple[list[int], list[int]]]:
    """Return the symmetries of the grey side: its six outer stars are alike, so the board can be turned."""
    found = []
    for turn in range(1, 6):
        patterns = list(range(PATTERNS))
        turned = [0, *((star - 1 + turn) % 6 + 1 for star in range(1, 7))]
        for star in range(1, 7):
            for i in range(6):
                patterns[SPACES + 6 * star + i] = SPACES + 6 * turned[star] + i
            for i in range(7):
                patterns[STAR_SIZES + 7 * star + i] = STAR_SIZES + 7 * turned[star] + i
                patterns[COLOURS + 7 * star + i] = COLOURS + 7 * turned[star] + i
            for i in range(7 * ROUNDS):
                patterns[STAR_COUNTS + 7 * ROUNDS * star + i] = STAR_COUNTS + 7 * ROUNDS * turned[star] + i
        for i in range(6):
            patterns[SPACES + i] = SPACES + (i + turn) % 6
        for spaces in range(64):
            moved = (spaces << turn | spaces >> 6 - turn) & 63
            for i in range(ROUNDS):
                patterns[CENTRAL + ROUNDS * spaces + i] = CENTRAL + ROUNDS * moved + i
        found.append((patterns, list(range(MEASURES))))
    return found
