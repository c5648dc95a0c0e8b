"""What a board of Azul may still become: the inputs of the network, between rounds.

A *space* here is a row and a colour, at 5 * row + colour, on either side of the board. The tables hold, counted from games, how
often a space is covered in the next round and until the end of the game, depending on its line and on how many tiles of its
colour the next deal is expected to have.
"""

from __future__ import annotations

from itertools import permutations

from azulejos.core import bitlanes, places
from azulejos.core.heuristic import Prospect
from azulejos.games.azul import board
from azulejos.games.azul.rules import AzulState

# Patterns of a board: the wall's spaces, the colours that rows and columns bar, the tiles in lines,
# the round, who starts.
WALL, ROW_BARS, COLUMN_BARS, LINE_TILES, ROUND, STARTS = 0, 25, 50, 75, 147, 159
# Then rows and columns of the wall; by the round, how many spaces of a row, column or colour are
# covered.
ROWS, COLUMNS, ROW_COUNTS, COLUMN_COUNTS, COLOUR_COUNTS = 160, 320, 480, 516, 552
PATTERNS = 588

# Measures: by space, its chance until the end, and its chance in the next round times its points; the chances of columns and
# colours until the end, and of rows in the next round; their sums; the lead; the tiles of each colour in bag and lid.
LONG_CHANCES, SCORED, COLUMN_CHANCES, COLOUR_CHANCES, ROW_CHANCES, SUMS, LEAD, BAG, LID = 0, 25, 50, 55, 60, 65, 69, 70, 75
MEASURES = 80

# A line and its space: the line holds the colour and still needs 1 to 4 tiles; it is empty, by the number of colours that it
# can take; it holds another colour.
BEGUN, EMPTY, BLOCKED, KINDS = 0, 10, 35, 45
SUPPLIES = 9  # tiles expected, for two players; 8 and more are the same
ROUNDS = 6  # rounds played; 6 and more are the same
LONG_TABLE = EMPTY + 25  # the kinds of the first table, for the next round; the second begins there
TABLES = SUPPLIES * (LONG_TABLE + ROUNDS * KINDS)
COVERED = -1


def find_simple_patterns(state: AzulState, seat: int, active: list[int]) -> int:
    """Find the patterns of a board that come first above; return their number."""
    n = 0
    wall = state.wall[seat]
    while wall:
        active[n] = WALL + bitlanes.lowest(wall)
        wall &= wall - 1
        n += 1
    if state.grey or state.joker_tiles:
        for colour in range(5):
            bars = bitlanes.count(state.barred[seat], colour)
            while bars:
                bar = bitlanes.lowest(bars)
                bars &= bars - 1
                active[n] = (ROW_BARS + 5 * colour + bar) if bar < 5 else (COLUMN_BARS + 5 * colour + bar - 5)
                n += 1
    for line in range(2, 6):
        at = 6 * seat + line
        held = line - state.room[at]
        if held:
            active[n] = LINE_TILES + 6 * ((line - 1) * (line - 2) // 2 + held - 1) + state.colour[at]
            n += 1
    active[n] = ROUND + (state.rounds if state.rounds < 11 else 11)
    n += 1
    starter = state.marker if state.marker != places.IN_CENTRE else state.starter
    if seat == starter:
        active[n] = STARTS
        n += 1
    return n


def find_patterns(state: AzulState, seat: int, active: list[int]) -> int:
    """Find all patterns of a board; return their number."""
    n = find_simple_patterns(state, seat, active)
    rounds = state.rounds if state.rounds < ROUNDS else ROUNDS - 1
    wall = state.wall[seat]
    for i in range(5):
        row = wall >> 5 * i & 31
        column = (wall >> i & 1) | (wall >> i + 4 & 2) | (wall >> i + 8 & 4) | (wall >> i + 12 & 8) | (wall >> i + 16 & 16)
        active[n] = ROWS + 32 * i + row
        active[n + 1] = COLUMNS + 32 * i + column
        active[n + 2] = ROW_COUNTS + ROUNDS * bitlanes.popcount(row) + rounds
        active[n + 3] = COLUMN_COUNTS + ROUNDS * bitlanes.popcount(column) + rounds
        active[n + 4] = COLOUR_COUNTS + ROUNDS * bitlanes.popcount(bitlanes.count(state.barred[seat], i) & 31) + rounds
        n += 5
    return n


def find_kind(state: AzulState, seat: int, row: int, colour: int) -> int:
    """Return the kind of a space, or COVERED if its row has the colour."""
    if bitlanes.count(state.barred[seat], colour) >> row & 1:
        return COVERED
    at = 6 * seat + row + 1
    room = state.room[at]
    if room == row + 1:
        free = 0
        for other in range(5):
            free += 1 - (bitlanes.count(state.barred[seat], other) >> row & 1)
        return EMPTY + 5 * row + free - 1
    if room == 0:  # not between rounds
        return COVERED
    need = row * (row - 1) // 2 + room - 1
    return (BEGUN if state.colour[at] == colour or state.colour[at] == board.JOKER else BLOCKED) + need


def find_supply(state: AzulState, colour: int) -> int:
    """Return how many tiles of a colour the next deal is expected to have, as for two players."""
    bag = bitlanes.size(state.bag)
    lid = bitlanes.size(state.discard)
    dealt = places.TO_A_DISPLAY * (2 * state.players + 1)
    expected = 1.0 * bitlanes.count(state.bag, colour)
    if bag >= dealt:
        expected = expected * dealt / bag
    elif lid:
        expected += 1.0 * bitlanes.count(state.discard, colour) * (dealt - bag if dealt - bag < lid else lid) / lid
    supply = int(20.0 * expected / dealt + 0.5)
    return supply if supply < SUPPLIES else SUPPLIES - 1


def next_entry(kind: int, supply: int) -> int:
    return SUPPLIES * kind + supply


def long_entry(kind: int, supply: int, rounds: int) -> int:
    return SUPPLIES * (LONG_TABLE + KINDS * (rounds if rounds < ROUNDS else ROUNDS - 1) + kind) + supply


def free_columns(state: AzulState, seat: int, row: int, colour: int) -> int:
    """Return the columns where a row can still show a colour."""
    if not state.grey:
        return 1 << board.column_of(row, colour)
    return ~(state.wall[seat] >> 5 * row | bitlanes.count(state.barred[seat], colour) >> 5) & 31


def measure(state: AzulState, seat: int, tables: list[float], measures: list[float]) -> None:
    """Fill the measures of a board."""
    best_long = [0.0] * 25  # at 5 * row + column: the best chance of the colours that can go there
    for i in range(MEASURES):
        measures[i] = 0.0
    for i in range(5):
        measures[COLUMN_CHANCES + i] = 1.0
        measures[COLOUR_CHANCES + i] = 1.0
        measures[BAG + i] = 0.1 * bitlanes.count(state.bag, i)
        measures[LID + i] = 0.1 * bitlanes.count(state.discard, i)
        for column in range(5):
            best_long[5 * i + column] = 1.0 * (state.wall[seat] >> 5 * i + column & 1)
    for colour in range(5):
        supply = find_supply(state, colour)
        for row in range(5):
            kind = find_kind(state, seat, row, colour)
            if kind == COVERED:
                continue
            columns = free_columns(state, seat, row, colour)
            soon = 0.0
            late = 0.0
            points = 0
            if columns:
                late = tables[long_entry(kind, supply, state.rounds)]
                if kind < BLOCKED:
                    soon = tables[next_entry(kind, supply)]
                for column in range(5):
                    if columns >> column & 1:
                        here = state._tile_points(seat, row, column)
                        if here > points:
                            points = here
                        if late > best_long[5 * row + column]:
                            best_long[5 * row + column] = late
            measures[LONG_CHANCES + 5 * row + colour] = late
            measures[SCORED + 5 * row + colour] = 0.2 * soon * points
            measures[SUMS] += 0.1 * soon * points
            measures[COLOUR_CHANCES + colour] *= late
            if bitlanes.popcount(state.wall[seat] >> 5 * row & 31) == 4 and soon > measures[ROW_CHANCES + row]:
                measures[ROW_CHANCES + row] = soon
    for row in range(5):
        for column in range(5):
            measures[COLUMN_CHANCES + column] *= best_long[5 * row + column]
    goes_on = 1.0
    for i in range(5):
        measures[SUMS + 2] += measures[COLUMN_CHANCES + i]
        measures[SUMS + 3] += measures[COLOUR_CHANCES + i]
        goes_on *= 1.0 - measures[ROW_CHANCES + i]
    measures[SUMS + 1] = 1.0 - goes_on
    best = -1000
    for other in range(state.players):
        if other != seat and state.score[other] > best:
            best = state.score[other]
    lead = 0.05 * (state.score[seat] - best)
    measures[LEAD] = -2.0 if lead < -2.0 else 2.0 if lead > 2.0 else lead


def prospects(state: AzulState, seat: int) -> list[Prospect]:
    """Return the spaces that a player can still cover, with their entries in both tables."""
    found = []
    for colour in range(5):
        supply = find_supply(state, colour)
        for row in range(5):
            kind = find_kind(state, seat, row, colour)
            if kind != COVERED and free_columns(state, seat, row, colour):
                found.append(Prospect(long_entry(kind, supply, state.rounds), 5 * row + colour, False))
                if kind < BLOCKED:
                    found.append(Prospect(next_entry(kind, supply), 5 * row + colour, True))
    return found


def achieved(state: AzulState, seat: int) -> set[int]:
    """Return the spaces that a player has covered."""
    return {
        5 * row + colour for row in range(5) for colour in range(5) if bitlanes.count(state.barred[seat], colour) >> row & 1
    }


def symmetries() -> list[tuple[list[int], list[int]]]:
    """Return the symmetries of the grey side: all colours are alike. (On the coloured side there are none.)"""
    found = []
    for order in permutations(range(5)):
        if order == tuple(range(5)):
            continue
        patterns = list(range(PATTERNS))
        for colour in range(5):
            for bar in range(5):
                patterns[ROW_BARS + 5 * colour + bar] = ROW_BARS + 5 * order[colour] + bar
                patterns[COLUMN_BARS + 5 * colour + bar] = COLUMN_BARS + 5 * order[colour] + bar
            for held in range(LINE_TILES, ROUND, 6):
                patterns[held + colour] = held + order[colour]
        measures = list(range(MEASURES))
        for first in (COLOUR_CHANCES, BAG, LID, *range(LONG_CHANCES, COLUMN_CHANCES, 5)):
            for colour in range(5):
                measures[first + order[colour]] = first + colour
        found.append((patterns, measures))
    return found
