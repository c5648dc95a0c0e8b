"""The judge of Azul: what a take is worth at first sight, and what a board shows between rounds."""

from __future__ import annotations

from azulejos.core import bitlanes, places
from azulejos.core.heuristic import Heuristic
from azulejos.games.azul.rules import AzulState

JOKER = 5
OFFER = 0
FLOOR_POINTS = [0, 1, 2, 4, 6, 8, 11, 14]

# What the k-th tile of a row, column or colour adds to the hope of the bonus at the end.
ROW_WORTH = [0.0, 0.1, 0.1, 0.2, 0.4, 1.2]
COLUMN_WORTH = [0.0, 0.3, 0.5, 1.0, 1.8, 3.5]
COLOUR_WORTH = [0.0, 0.2, 0.4, 0.9, 2.0, 6.0]
# How much of a line's worth is there when so many of its spaces are still empty.
HOPE = [1.0, 0.4, 0.2, 0.1, 0.05, 0.0]
# What a tile is worth that finds a place; a complete line besides its tile, for each of its spaces (a long one is hard work);
# to start the next round; a line whose tile can't go anywhere.
TILE_WORTH, LONG_WORTH, MARKER_WORTH, NO_PLACE = 1.2, 2.0, 1.0, -3.0

# Features of a board: the wall's places, the colours that rows and columns bar, what lies in lines, the round, who starts.
WALL, ROW_BARS, COLUMN_BARS, LINE_TILES, ROUND, STARTS = 0, 25, 50, 75, 147, 159
NOISE = 6.0  # points, from matches
FEATURES = 160


class AzulHeuristic(Heuristic):
    """A judge of positions of Azul."""

    __slots__ = ("state", "wall")

    def __init__(self, root: AzulState) -> None:
        self.state = root
        self.state = self.state._copy()
        self.wall = 0  # the wall of the seat to move, with the tiles that its full lines will send there
        Heuristic.__init__(self, root, self.state, FEATURES, NOISE)

    def apply(self, move: int) -> None:
        self.state._apply(move)

    def draw(self, dice: int) -> int:
        return self.state._deal_at_random(dice)

    def weigh(self) -> int:
        self._foresee_wall(self.state, self.state.turn)
        if self.state.phase_code != OFFER:
            return self._weigh_tiles(self.state)
        n = self._weigh_takes(self.state, self.state.holders, 0, 0)
        if self.state.joker_tiles:
            n = self._weigh_takes(self.state, self.state._with_jokers(), n, 60)
        return n

    def _foresee_wall(self, state: AzulState, seat: int) -> None:
        self.wall = state.wall[seat]
        for line in range(1, 6):
            at = 6 * seat + line
            if state.room[at] == 0 and not state.grey and state.colour[at] != JOKER:
                self.wall |= 1 << 5 * (line - 1) + (state.colour[at] + line - 1) % 5

    def _weigh_tiles(self, state: AzulState) -> int:
        seat = state.turn
        line = state._line_to_tile(seat)
        columns = state._columns(seat, line)
        n = 0
        for column in range(6):
            if columns >> column & 1:
                self.ids[n] = 660 + (line - 1) * 6 + column
                self.worth[n] = (
                    self._place_worth(state, seat, line, column - 1, state.colour[6 * seat + line]) if column else NO_PLACE
                )
                n += 1
        return n

    def _weigh_takes(self, state: AzulState, held: int, n: int, first: int) -> int:
        """Weighs the takes at these places; `first` is 60 for those that bring jokers along."""
        seat = state.turn
        while held:
            place = bitlanes.lowest(held)
            held &= held - 1
            colour = bitlanes.lane_of(place)
            source = place - bitlanes.LANE * colour
            tiles = bitlanes.count(state.source[source], colour)
            if first:
                tiles += bitlanes.count(state.source[source], JOKER)
            marker = source == places.CENTRE and state.marker == places.IN_CENTRE
            lines = bitlanes.count(state.open[seat], colour)
            while lines:
                line = bitlanes.lowest(lines)
                lines &= lines - 1
                self.ids[n] = (first + place) * 6 + line
                self.worth[n] = self._take_worth(state, seat, line, colour, tiles, marker)
                n += 1
        return n

    def _take_worth(self, state: AzulState, seat: int, line: int, colour: int, tiles: int, marker: bool) -> float:
        room = state.room[6 * seat + line]
        fits = tiles if tiles < room else room
        fallen = state.fallen[seat] + tiles - fits + marker
        worth = FLOOR_POINTS[state.fallen[seat]] - FLOOR_POINTS[fallen if fallen < 7 else 7] + MARKER_WORTH * marker
        if line:
            hope = HOPE[room - fits] - (HOPE[room] if room < line else 0.0)
            worth += TILE_WORTH * fits + hope * (self._line_worth(state, seat, line, colour) + LONG_WORTH * line)
        return worth

    def _line_worth(self, state: AzulState, seat: int, line: int, colour: int) -> float:
        """What a complete line brings when its tile goes to the best place."""
        if not state.grey and colour != JOKER:
            return self._place_worth(state, seat, line, (colour + line - 1) % 5, colour)
        held = state.colour[6 * seat + line]
        if colour == JOKER and state.room[6 * seat + line] < line:
            colour = held
            if not state.grey and colour != JOKER:
                return self._place_worth(state, seat, line, (colour + line - 1) % 5, colour)
        free = ~(state.wall[seat] >> 5 * (line - 1)) & 31
        if colour != JOKER and state.jokers[6 * seat + line] == 0:
            free &= ~(bitlanes.count(state.barred[seat], colour) >> 5)
        best = NO_PLACE
        for column in range(5):
            if free >> column & 1:
                worth = self._place_worth(state, seat, line, column, colour)
                if worth > best:
                    best = worth
        return best

    def _place_worth(self, state: AzulState, seat: int, line: int, column: int, colour: int) -> float:
        """What a tile brings at a place of the wall: its points, and how far it brings row, column and colour."""
        row = line - 1
        wall = state.wall[seat]
        state.wall[seat] = self.wall | 1 << 5 * row + column
        points = state._tile_points(seat, row, column)
        in_row = bitlanes.popcount(state.wall[seat] >> 5 * row & 31)
        in_column = bitlanes.popcount(state.wall[seat] >> column & 0x0108421)
        state.wall[seat] = wall
        of_colour = 1 + bitlanes.popcount(bitlanes.count(state.barred[seat], colour) & 31) if colour != JOKER else 0
        return points + ROW_WORTH[in_row] + COLUMN_WORTH[in_column] + COLOUR_WORTH[of_colour if of_colour < 5 else 5]

    def look(self, seat: int) -> int:
        return self._look(self.state, seat)

    def _look(self, state: AzulState, seat: int) -> int:
        n = 0
        wall = state.wall[seat]
        while wall:
            self.on[n] = WALL + bitlanes.lowest(wall)
            wall &= wall - 1
            n += 1
        if state.grey or state.joker_tiles:
            for colour in range(5):
                bars = bitlanes.count(state.barred[seat], colour)
                while bars:
                    bar = bitlanes.lowest(bars)
                    bars &= bars - 1
                    self.on[n] = (ROW_BARS + 5 * colour + bar) if bar < 5 else (COLUMN_BARS + 5 * colour + bar - 5)
                    n += 1
        for line in range(2, 6):
            at = 6 * seat + line
            held = line - state.room[at]
            if held:
                self.on[n] = LINE_TILES + 6 * ((line - 1) * (line - 2) // 2 + held - 1) + state.colour[at]
                n += 1
        self.on[n] = ROUND + (state.rounds if state.rounds < 11 else 11)
        n += 1
        starter = state.marker if state.marker != places.IN_CENTRE else state.starter
        if seat == starter:
            self.on[n] = STARTS
            n += 1
        return n
