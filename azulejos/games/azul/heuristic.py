"""The heuristic of Azul: rough values of moves, and the inputs of the network."""

from __future__ import annotations

from azulejos.core import bitlanes, places
from azulejos.core.heuristic import Heuristic, Prospect
from azulejos.games.azul import board, moves, outlook
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

NOISE = 6.0  # points, from matches


class AzulHeuristic(Heuristic):
    """Evaluates positions of Azul."""

    __slots__ = ("azul", "wall")

    def __init__(self, root: AzulState) -> None:
        self.azul = root  # the same object as `state`, with its own type
        self.azul = self.azul._copy()
        self.wall = 0  # the wall of the seat to move, with the tiles that its full lines will send there
        Heuristic.__init__(self, root, self.azul, NOISE, outlook.PATTERNS, outlook.MEASURES, outlook.TABLES)

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

    def find_patterns(self, seat: int) -> int:
        return outlook.find_patterns(self.azul, seat, self.active)

    def measure(self, seat: int) -> None:
        outlook.measure(self.azul, seat, self.tables, self.measures)

    def prospects(self, seat: int) -> list[Prospect]:
        self.reset()
        return outlook.prospects(self.azul, seat)

    def achieved(self, seat: int) -> set[int]:
        self.reset()
        return outlook.achieved(self.azul, seat)

    def symmetries(self) -> list[tuple[list[int], list[int]]]:
        return outlook.symmetries() if self.azul.grey else []
