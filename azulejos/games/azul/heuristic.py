"""The heuristic of Azul: rough values of moves, and the features of a board between rounds."""

from __future__ import annotations

from azulejos.core import bitlanes, places
from azulejos.core.heuristic import Heuristic
from azulejos.games.azul import board, moves
from azulejos.games.azul.rules import AzulState

OFFER = 0
FLOOR_COST = [board.FLOOR_COST[_i] for _i in range(8)]

# How much the k-th tile of a row, column or colour adds to the expected bonus at the end.
ROW_WORTH = [0.0, 0.1, 0.1, 0.2, 0.4, 1.2]
COLUMN_WORTH = [0.0, 0.3, 0.5, 1.0, 1.8, 3.5]
COLOUR_WORTH = [0.0, 0.2, 0.4, 0.9, 2.0, 6.0]
# The share of a line's value that counts, by the number of its spaces that are still empty.
HOPE = [1.0, 0.4, 0.2, 0.1, 0.05, 0.0]
# The value of a tile that goes into a line; of a complete line, for each of its spaces (long lines take effort); of starting
# the next round; of a line whose tile has no legal space.
TILE_WORTH, LONG_WORTH, MARKER_WORTH, NO_PLACE = 1.2, 2.0, 1.0, -3.0

# Features of a board: the wall's spaces, the colours that rows and columns bar, the tiles in lines, the round, who starts.
WALL, ROW_BARS, COLUMN_BARS, LINE_TILES, ROUND, STARTS = 0, 25, 50, 75, 147, 159
NOISE = 6.0  # points, from matches
FEATURES = 160


class AzulHeuristic(Heuristic):
    """Evaluates positions of Azul."""

    __slots__ = ("azul", "wall")

    def __init__(self, root: AzulState) -> None:
        self.azul = root  # the same object as `state`, with its own type
        self.azul = self.azul._copy()
        self.wall = 0  # the wall of the seat to move, with the tiles that its full lines will send there
        Heuristic.__init__(self, root, self.azul, FEATURES, NOISE)

    def apply(self, move: int) -> None:
        self.azul._apply(move)

    def draw(self, dice: int) -> int:
        return self.azul._deal_at_random(dice)

    def evaluate_moves(self) -> int:
        self._foresee_wall(self.azul, self.azul.turn)
        return self._evaluate_takes(self.azul) if self.azul.phase_code == OFFER else self._evaluate_tiles(self.azul)

    def _foresee_wall(self, state: AzulState, seat: int) -> None:
        self.wall = state.wall[seat]
        for line in range(1, 6):
            at = 6 * seat + line
            if state.room[at] == 0 and not state.grey and state.colour[at] != board.JOKER:
                self.wall |= 1 << 5 * (line - 1) + board.column_of(line - 1, state.colour[at])

    def _evaluate_tiles(self, state: AzulState) -> int:
        n = 0
        legal = state._legal_tiles()
        while legal:
            bit = bitlanes.lowest(legal)
            legal &= legal - 1
            line = bit // moves.COLUMNS + 1
            column = bit % moves.COLUMNS
            self.ids[n] = moves.tile_id(line, column)
            self.values[n] = (
                self._place_worth(state, state.turn, line, column - 1, state.colour[6 * state.turn + line])
                if column
                else NO_PLACE
            )
            n += 1
        return n

    def _evaluate_takes(self, state: AzulState) -> int:
        legal = [0] * 12
        state._find_moves(legal)
        n = 0
        for kind in range(moves.KINDS if state.joker_tiles else board.SIDE):
            takes = legal[kind]
            colour = kind if kind <= board.JOKER else kind - moves.WITH_JOKERS
            while takes:
                source = bitlanes.lowest(takes) // moves.LINES
                first = moves.LINES * source
                lines = takes >> first & 63
                takes ^= lines << first
                tiles = bitlanes.count(state.source[source], colour)
                if kind >= moves.WITH_JOKERS:
                    tiles += bitlanes.count(state.source[source], board.JOKER)
                marker = source == places.CENTRE and state.marker == places.IN_CENTRE
                first += moves.WORD * kind
                while lines:
                    line = bitlanes.lowest(lines)
                    lines &= lines - 1
                    self.ids[n] = first + line
                    self.values[n] = self._take_worth(state, state.turn, line, colour, tiles, marker)
                    n += 1
        return n

    def _take_worth(self, state: AzulState, seat: int, line: int, colour: int, tiles: int, marker: bool) -> float:
        room = state.room[6 * seat + line]
        fits = tiles if tiles < room else room
        fallen = state.fallen[seat] + tiles - fits + marker
        fallen = fallen if fallen < board.FLOOR_SPACES else board.FLOOR_SPACES
        worth = FLOOR_COST[state.fallen[seat]] - FLOOR_COST[fallen] + MARKER_WORTH * marker
        if line:
            hope = HOPE[room - fits] - (HOPE[room] if room < line else 0.0)
            worth += TILE_WORTH * fits + hope * (self._line_worth(state, seat, line, colour) + LONG_WORTH * line)
        return worth

    def _line_worth(self, state: AzulState, seat: int, line: int, colour: int) -> float:
        """Return the value of a complete line whose tile goes to the best space."""
        if not state.grey and colour != board.JOKER:
            return self._place_worth(state, seat, line, board.column_of(line - 1, colour), colour)
        held = state.colour[6 * seat + line]
        if colour == board.JOKER and state.room[6 * seat + line] < line:
            colour = held
            if not state.grey and colour != board.JOKER:
                return self._place_worth(state, seat, line, board.column_of(line - 1, colour), colour)
        free = ~(state.wall[seat] >> 5 * (line - 1)) & 31
        if colour != board.JOKER and state.jokers[6 * seat + line] == 0:
            free &= ~(bitlanes.count(state.barred[seat], colour) >> 5)
        best = NO_PLACE
        for column in range(5):
            if free >> column & 1:
                worth = self._place_worth(state, seat, line, column, colour)
                if worth > best:
                    best = worth
        return best

    def _place_worth(self, state: AzulState, seat: int, line: int, column: int, colour: int) -> float:
        """Return the value of a tile on the wall: its points, and its part of the row, column and colour bonuses."""
        row = line - 1
        wall = state.wall[seat]
        state.wall[seat] = self.wall | 1 << 5 * row + column
        points = state._tile_points(seat, row, column)
        in_row = bitlanes.popcount(state.wall[seat] >> 5 * row & 31)
        in_column = bitlanes.popcount(state.wall[seat] >> column & 0x0108421)
        state.wall[seat] = wall
        of_colour = 1 + bitlanes.popcount(bitlanes.count(state.barred[seat], colour) & 31) if colour != board.JOKER else 0
        return points + ROW_WORTH[in_row] + COLUMN_WORTH[in_column] + COLOUR_WORTH[of_colour if of_colour < 5 else 5]

    def find_features(self, seat: int) -> int:
        return self._find_features(self.azul, seat)

    def _find_features(self, state: AzulState, seat: int) -> int:
        n = 0
        wall = state.wall[seat]
        while wall:
            self.active[n] = WALL + bitlanes.lowest(wall)
            wall &= wall - 1
            n += 1
        if state.grey or state.joker_tiles:
            for colour in range(5):
                bars = bitlanes.count(state.barred[seat], colour)
                while bars:
                    bar = bitlanes.lowest(bars)
                    bars &= bars - 1
                    self.active[n] = (ROW_BARS + 5 * colour + bar) if bar < 5 else (COLUMN_BARS + 5 * colour + bar - 5)
                    n += 1
        for line in range(2, 6):
            at = 6 * seat + line
            held = line - state.room[at]
            if held:
                self.active[n] = LINE_TILES + 6 * ((line - 1) * (line - 2) // 2 + held - 1) + state.colour[at]
                n += 1
        self.active[n] = ROUND + (state.rounds if state.rounds < 11 else 11)
        n += 1
        starter = state.marker if state.marker != places.IN_CENTRE else state.starter
        if seat == starter:
            self.active[n] = STARTS
            n += 1
        return n
