"""The heuristic of Azul: rough values of moves, and the inputs of the network."""

from __future__ import annotations

from azulejos.core import bitlanes, places
from azulejos.core.heuristic import Heuristic, Prospect
from azulejos.games.azul import board, moves, outlook
from azulejos.games.azul.rules import AzulState

OFFER = 0
FLOOR_COST = [board.FLOOR_COST[_i] for _i in range(8)]

# The share of a line's value that counts, by the number of its spaces that are still empty.
HOPE = [1.0, 0.4, 0.2, 0.1, 0.05]

# What the values of moves are made of, in points: a line for each, for rounds 1 to 5 (later ones are like the fifth) and for
# a round that is known to be the last. They can be learned with `python -m azulejos.learning estimates azul`.
# These are 0.65 times what was learned: in matches, a search that begins less sure plays better.
ESTIMATES = [
    # The part of a tile's points that counts, with 0 to 4 spaces of its line still empty.
    *(0.53, 0.97, 0.83, 0.78, 0.71, 0.92),
    *(0.29, 0.57, 0.6, 0.52, 0.38, 0.22),
    *(2.1, 0.96, 0.67, 0.54, 0.3, 0.14),
    *(1.76, 0.94, 0.69, 0.37, 0.02, -0.02),
    *(1.07, 0.91, 0.62, 0.25, -0.15, -0.12),
    # What the k-th tile of a row, of a column and of a colour is worth beyond its points.
    *(0.95, 0.61, 2.27, 1.23, 0.65, 0.62),
    *(0.07, -0.81, -1, 0.04, 0.32, -0.59),
    *(0.13, 0.13, -0.93, -1.41, -1.08, -0.73),
    *(0.26, 0.26, 0.26, 0.05, -0.24, -0.65),
    *(0.78, 0.78, 0.78, 0.78, 1.1, 0.85),
    *(0.43, 0.98, 1.18, 0.93, 0.79, 0.35),
    *(0.46, 0.46, 0.94, 0.69, 0.26, -0.09),
    *(0.7, 0.78, 0.3, 0.08, -0.21, -0.34),
    *(1.63, 0.65, 0.56, 0.74, 0.57, -0.22),
    *(2.27, 1.41, 1.71, 1.57, 1.9, 3.11),
    *(1.05, -0.45, -0.02, 0.13, 0.49, -0.15),
    *(0.26, 0.12, 0.23, -0.21, -0.04, -0.42),
    *(0.59, 0.85, 0.59, 0.05, -0.35, -0.53),
    *(1.3, 1.32, 1.76, 1.04, 0.4, 0.34),
    *(3.9, 3.9, 4.13, 4.83, 4.6, 5.58),
    # A tile in the middle column, next to it, and at the side.
    *(1.7, 0.98, 0.89, 0.21, -0.27, -0.77),
    *(0.51, 0.16, 0.22, 0.06, -0.47, -0.47),
    *(-2.4, -1.72, -1.36, -0.99, -0.27, -0.56),
    # The same of a line that is not yet complete, times `HOPE`: row, column, colour and middle.
    *(-1.03, -0.38, 0.61, 0.12, -0.44, -0.16),
    *(0.07, -1.53, -1.44, -0.51, 0.42, -0.55),
    *(0.13, 0.13, -0.91, -1.39, -1.42, -0.32),
    *(0.26, 0.26, 0.26, 0.37, -0.61, -0.07),
    *(0.78, 0.78, 0.78, 0.78, 2, 1.47),
    *(-3.28, -2.7, -1.42, -0.4, 0.3, 0.63),
    *(0.92, -1.36, -0.82, -0.5, 0.65, -0.45),
    *(1.88, 0.66, -0.68, -1.08, 0.03, 0.45),
    *(1.72, 2.69, 0.76, 0.17, -0.98, 0.05),
    *(2.27, 3.28, 4.76, 4.49, 3.26, 3),
    *(-0.96, -2.44, -2.15, -2.14, -0.96, 0.25),
    *(0.26, 0.01, -0.48, -1.61, -2.47, -0.41),
    *(0.58, 1.23, 0.75, -0.14, -0.49, -0.61),
    *(1.3, 1.32, 1.9, 2.53, 1.57, 0.95),
    *(3.9, 3.96, 3.99, 5.23, 7.3, 5.09),
    *(5.85, 2.72, 1.65, 0.18, -0.16, -0.14),
    *(3.39, 0.72, 0.15, 0.27, -1.12, 0),
    *(-10.34, -5.48, -3.81, -2.38, -0.08, -0.79),
    # A line with tiles, for lines 1 to 5 with 0, 1, … empty spaces.
    *(-1.4, 0.35, 1.2, 0.87, 0.52, 1.18),
    *(3.12, 4.31, 4.74, 4.51, 3.98, 4.15),
    *(-4.38, -2.5, -1.95, -1.14, -0.42, 1.11),
    *(9.81, 7.06, 7.26, 7.29, 7.21, 6.24),
    *(4.32, 2.38, 2.14, 2.53, 2.9, 2.72),
    *(-2.69, -2.73, -1.8, -0.85, 0.6, 0.73),
    *(10.82, 9.1, 8.49, 7.84, 8.12, 7.96),
    *(8.52, 5, 5.01, 4.32, 3.59, 4.11),
    *(4.86, 2.05, 2.29, 1.92, 2.27, 2.42),
    *(-1.21, -2.78, -2.23, -1.49, 0.27, 0.65),
    *(9.74, 10.05, 9.58, 10.09, 10.65, 9.87),
    *(6.07, 7.89, 7.4, 6.84, 6.31, 5.66),
    *(4.01, 5.52, 4.93, 4.28, 3.74, 3.61),
    *(0.96, 2.41, 1.9, 1.96, 2.22, 1.89),
    *(-2.4, -1.64, -2.05, -1.43, 0.67, 0.28),
    # What the table offers for 1 to 4 empty spaces: too little; enough; one take of just so many; several.
    *(-2.79, -1.59, -1.89, -1.62, -1.29, -1.23),
    *(-1.14, -1.68, -1.63, -1.47, -1.97, -0.74),
    *(0.67, -0.36, -0.32, -0.48, -0.47, -0.47),
    *(2.71, 1.31, 1.36, 1.03, 1.04, 0.96),
    *(-2.8, -1.75, -1.59, -1.78, -0.89, -1.15),
    *(0.97, -0.27, 0.12, -0.32, -0.46, -0.47),
    *(-0.36, -1.12, -1.13, -1.27, -0.96, -0.22),
    *(0.57, 0.2, 0.22, 0.91, 1.11, 0.8),
    *(-1.59, -1.81, -1.9, -1.28, -0.4, -0.41),
    *(-1.59, -0.53, -0.55, -1.18, -0.58, -0.27),
    *(-0.58, -1.42, -0.93, -0.54, -0.61, -0.27),
    *(0, -0.13, -0.46, -0.05, 0.57, -0.02),
    *(-1.61, -1.98, -1.91, -1.64, -0.15, -0.2),
    *(-1.88, -0.68, -0.86, -1.1, -1.22, -0.64),
    *(-0.02, -0.08, -0.38, 0.21, 0.93, 0.01),
    *(0, 0, 0, 0, 0, 0),
    # What the next player can't do then: complete no line exactly; empty lines 1 to 5; lines 2 to 5 with tiles.
    *(0, 0, 0, 0, 0, 0),
    *(-0.44, 0.27, 0.57, 0.66, 0.25, 0.31),
    *(1.08, 1.15, 1.76, 2.36, 2.42, 2.4),
    *(2.64, 2.54, 2.73, 2.29, 3.13, 1.71),
    *(1.85, 0.84, 1.5, 1.98, -1.21, 0.98),
    *(0.05, 2.08, 0.48, -0.3, 1.49, 0.37),
    *(0.5, 1.43, 2.42, 2.05, 1.27, 1.5),
    *(2.25, 2.37, 1.56, 1.94, 1.41, 2.03),
    *(2.61, 3.05, 2.56, 2.59, 2.08, 1.37),
    *(0.25, 2.22, 2.3, 2.4, 2.35, 1.77),
    # 1 to 6 tiles taken; more are the same.
    *(-0.47, 1.81, 2.52, 2.83, 2.28, 2.08),
    *(-0.44, 1.36, 1.54, 1.39, 0.59, 1.63),
    *(-0.03, 0.12, -0.01, 0.33, 0.22, 0.06),
    *(1.05, -0.61, -0.97, -1.75, -1.37, -0.79),
    *(0.05, -1.85, -2.23, -1.81, -0.79, -1.72),
    *(-0.16, -0.83, -0.84, -0.99, -0.93, -1.26),
    # 0 to 3 tiles pushed to the centre; tiles taken from there.
    *(0.78, 0.73, 0.98, 1, 0.69, -0.66),
    *(1.48, 0.56, 0.58, 0.38, -0.23, 0.37),
    *(-1.04, -0.67, -0.57, -0.33, 0.06, -0.29),
    *(-1.08, -0.82, -0.74, -1.11, -0.69, 0.26),
    *(-0.14, 0.21, -0.25, 0.06, 0.17, 0.33),
    *(-0.17, 0.29, 0.05, 0.23, 0.15, -0.03),  # each colour that joins others in the centre
    *(-0.63, -0.42, -0.55, -0.47, -0.61, -0.76),  # each point that the floor line costs
    *(-1.54, -0.87, -0.78, -0.34, -0.14, 0.23),  # each tile that does not fit
    *(-3.36, -3.77, -2.69, -2.34, -1.6, -0.81),  # all tiles to the floor line
    *(2.35, 1.02, 2.28, 3.75, -0.88, -0.85),  # to start the next round
    *(-1.95, -1.95, -1.95, -1.95, -2.21, -1.95),  # a complete line whose tile has no legal space
    *(0, 0, 0, 0, 0.02, 0),  # a complete row ends the game: each point of the lead
]
# Where they begin.
POINTS, ROW, COLUMN, COLOUR = 0, 30, 60, 90
MIDDLE, LATER_ROW, LATER_COLUMN, LATER_COLOUR, LATER_MIDDLE = 120, 138, 168, 198, 228
FILLED, SUPPLY, DENIED, TAKEN, REST, JOINED = 246, 336, 432, 492, 528, 558
FLOOR, WASTED, DUMPED, FIRST, NO_PLACE, LEAD = 564, 570, 576, 582, 588, 594
TIMES = 6  # numbers of each
LAST = 5  # the time when the round is known to be the last

NOISE = 4.0  # points, from matches


class AzulHeuristic(Heuristic):
    """Evaluates positions of Azul."""

    __slots__ = ("azul", "begun", "complete", "known", "later", "lead", "points", "time", "wall")

    def __init__(self, root: AzulState) -> None:
        self.azul = root  # the same object as `state`, with its own type
        self.azul = self.azul._copy()
        self.wall = 0  # the wall of the seat to move, with the tiles that its full lines will send there
        self.time = 0  # the column of the estimates
        self.lead = 0.0  # of the seat to move, in points
        self.known = 0  # the lines and colours in the next three, bit 8 * line + colour
        self.complete = [0.0] * 48  # the value of a complete line's tile on the wall, by line and colour
        self.points = [0.0] * 48  # its points
        self.later = [0.0] * 48  # its further value while the line is not yet complete
        self.begun = [0] * 48  # the next player's line that these tiles would complete, by colour and number
        Heuristic.__init__(self, root, self.azul, NOISE, outlook.PATTERNS, outlook.MEASURES, outlook.TABLES)
        self.use_estimates(ESTIMATES)

    def apply(self, move: int) -> None:
        self.azul._apply(move)

    def draw(self, dice: int) -> int:
        return self.azul._deal_at_random(dice)

    def evaluate_moves(self) -> int:
        self._look(self.azul, self.azul.turn)
        return self._evaluate_takes(self.azul) if self.azul.phase_code == OFFER else self._evaluate_tiles(self.azul)

    def _look(self, state: AzulState, seat: int) -> None:
        """Find out what all moves have in common: the time, the lead, and the wall as it will be."""
        self.known = 0
        self.wall = self._foresee_wall(state, seat)
        self.time = state.rounds - 1 if state.rounds < board.SIDE else board.SIDE - 1
        self.lead = 0.0
        if self.time == board.SIDE - 1:  # no row can be complete before
            best = 0
            ends = state.rounds >= state.round_limit or self._has_row(self.wall)
            for other in range(state.players):
                if other != seat:
                    ends = ends or self._has_row(self._foresee_wall(state, other))
                    if state.score[other] > best:
                        best = state.score[other]
            if ends:
                self.time = LAST
            self.lead = state.score[seat] - best

    def _has_row(self, wall: int) -> bool:
        rows = wall & wall >> 1
        return rows & rows >> 2 & wall >> 4 & 0x0108421 != 0

    def _foresee_wall(self, state: AzulState, seat: int) -> int:
        wall = state.wall[seat]
        for line in range(1, 6):
            at = 6 * seat + line
            if state.room[at] == 0 and not state.grey and state.colour[at] != board.JOKER:
                wall |= 1 << 5 * (line - 1) + board.column_of(line - 1, state.colour[at])
        return wall

    def _evaluate_tiles(self, state: AzulState) -> int:
        n = 0
        legal = state._legal_tiles()
        while legal:
            bit = bitlanes.lowest(legal)
            legal &= legal - 1
            line = bit // moves.COLUMNS + 1
            column = bit % moves.COLUMNS
            colour = state.colour[6 * state.turn + line]
            self.ids[n] = moves.tile_id(line, column)
            if column:
                self.values[n] = self._place_worth(state, state.turn, line, column - 1, colour)
            else:
                self.values[n] = self.estimates[NO_PLACE + self.time]
            n += 1
        return n

    def _evaluate_takes(self, state: AzulState) -> int:
        seat = state.turn
        next_seat = seat + 1 if seat + 1 < state.players else 0
        legal = [0] * 12
        state._find_moves(legal)
        lots = [0] * 6  # the number of takes of each colour, four bits for each size
        total = [0] * 6  # the number of tiles
        for colour in range(6 if state.joker_tiles else 5):
            lots[colour] = bitlanes.tiles(0, 0)
            total[colour] = 0
            sources = bitlanes.count(state.holders, colour)
            while sources:
                tiles = bitlanes.count(state.source[bitlanes.lowest(sources)], colour)
                sources &= sources - 1
                lots[colour] += bitlanes.tiles(1, 0) << 4 * (tiles if tiles < 15 else 15)
                total[colour] += tiles
        for i in range(48):
            self.begun[i] = 0
        for line in range(2, 6):
            room = state.room[6 * next_seat + line]
            if 0 < room < line:
                self.begun[8 * state.colour[6 * next_seat + line] + room] = line
        n = 0
        for kind in range(moves.KINDS if state.joker_tiles else board.SIDE):
            takes = legal[kind]
            colour = kind if kind <= board.JOKER else kind - moves.WITH_JOKERS
            while takes:
                source = bitlanes.lowest(takes) // moves.LINES
                first = moves.LINES * source
                lines = takes >> first & 63
                takes ^= lines << first
                here = state.source[source]
                tiles = bitlanes.count(here, colour)
                others = lots[colour] - (bitlanes.tiles(1, 0) << 4 * (tiles if tiles < 15 else 15))
                if kind >= moves.WITH_JOKERS:
                    tiles += bitlanes.count(here, board.JOKER)
                marker = source == places.CENTRE and state.marker == places.IN_CENTRE
                worth = self._common_worth(state, next_seat, source, colour, tiles)
                if marker:
                    worth += self.estimates[FIRST + self.time]
                first += moves.WORD * kind
                while lines:
                    line = bitlanes.lowest(lines)
                    lines &= lines - 1
                    self.ids[n] = first + line
                    self.values[n] = worth + self._line_worth(
                        state, seat, line, colour, tiles, marker, lots[colour], others, total[colour]
                    )
                    n += 1
        return n

    def _common_worth(self, state: AzulState, next_seat: int, source: int, colour: int, tiles: int) -> float:
        """Return what a take is worth whatever the line is: what it leaves to the others."""
        time = self.time
        most = tiles if tiles < 6 else 6
        worth = self.estimates[TAKEN + TIMES * (most - 1) + time]
        denied = self.begun[8 * colour + most]
        if denied:
            worth += self.estimates[DENIED + TIMES * (denied + 4) + time]
        elif (
            tiles < 6
            and state.room[6 * next_seat + tiles] == tiles
            and bitlanes.count(state.open[next_seat], colour) >> tiles & 1
        ):
            worth += self.estimates[DENIED + TIMES * tiles + time]
        if source == places.CENTRE:
            worth += self.estimates[REST + TIMES * 4 + time]
        else:
            rest = state.source[source] - bitlanes.tiles(bitlanes.count(state.source[source], colour), colour)
            left = bitlanes.size(rest)
            worth += self.estimates[REST + TIMES * (left if left < 3 else 3) + time]
            joined = bitlanes.popcount(bitlanes.present(rest) & bitlanes.present(state.source[places.CENTRE]))
            worth += self.estimates[JOINED + time] * joined
        return worth

    def _line_worth(
        self, state: AzulState, seat: int, line: int, colour: int, tiles: int, marker: bool, lots: int, others: int, total: int
    ) -> float:
        """Return what it is worth to put tiles into a line, and what falls costs."""
        time = self.time
        room = state.room[6 * seat + line]
        fits = tiles if tiles < room else room
        fallen = state.fallen[seat] + tiles - fits + marker
        fallen = fallen if fallen < board.FLOOR_SPACES else board.FLOOR_SPACES
        worth = self.estimates[FLOOR + time] * (FLOOR_COST[fallen] - FLOOR_COST[state.fallen[seat]])
        if line == 0:
            return worth + self.estimates[DUMPED + time]
        worth += self.estimates[WASTED + time] * (tiles - fits)
        at = 8 * line + colour
        if not self.known >> at & 1:
            self.known |= bitlanes.tiles(1, 0) << at
            self._find_worth(state, seat, line, colour, at)
        worth += self._worth_with(line, room - fits, at, others, total - tiles)
        if room < line:
            worth -= self._worth_with(line, room, at, lots, total)
        return worth

    def _worth_with(self, line: int, left: int, at: int, lots: int, total: int) -> float:
        """Return the value of a line with tiles, of which some spaces are still empty."""
        time = self.time
        worth = self.estimates[FILLED + TIMES * (line * (line - 1) // 2 + left) + time]
        if left == 0:
            return worth + self.complete[at]
        exact = lots >> 4 * left & 15
        supply = (3 if exact > 1 else 2) if exact else 1 if total >= left else 0
        return (
            worth
            + self.estimates[SUPPLY + TIMES * (4 * left - 4 + supply) + time]
            + self.estimates[POINTS + TIMES * left + time] * self.points[at]
            + HOPE[left] * self.later[at]
        )

    def _find_worth(self, state: AzulState, seat: int, line: int, colour: int, at: int) -> None:
        """Find the value of a complete line whose tile goes to the best space."""
        held = state.colour[6 * seat + line]
        if colour == board.JOKER and state.room[6 * seat + line] < line:
            colour = held
        if not state.grey and colour != board.JOKER:
            column = board.column_of(line - 1, colour)
            self.complete[at] = self._place_worth(state, seat, line, column, colour)
            self._find_later(state, seat, line, column, colour, at)
            return
        free = ~(state.wall[seat] >> 5 * (line - 1)) & 31
        if colour != board.JOKER and state.jokers[6 * seat + line] == 0:
            free &= ~(bitlanes.count(state.barred[seat], colour) >> 5)
        best = -1
        self.complete[at] = self.estimates[NO_PLACE + self.time]
        self.points[at] = 0.0
        self.later[at] = self.complete[at]
        for column in range(5):
            if free >> column & 1:
                worth = self._place_worth(state, seat, line, column, colour)
                if best < 0 or worth > self.complete[at]:
                    best = column
                    self.complete[at] = worth
        if best >= 0:
            self._find_later(state, seat, line, best, colour, at)

    def _find_later(self, state: AzulState, seat: int, line: int, column: int, colour: int, at: int) -> None:
        """Store the points of a tile on the wall, and its further value while its line is not complete."""
        row = line - 1
        wall = state.wall[seat]
        state.wall[seat] = self.wall | 1 << 5 * row + column
        self.points[at] = state._tile_points(seat, row, column)
        self.later[at] = self._rest_worth(state, seat, row, column, colour, LATER_ROW - ROW)
        state.wall[seat] = wall

    def _place_worth(self, state: AzulState, seat: int, line: int, column: int, colour: int) -> float:
        """Return the value of a tile on the wall: its points, and its part of the row, column and colour bonuses."""
        row = line - 1
        wall = state.wall[seat]
        state.wall[seat] = self.wall | 1 << 5 * row + column
        worth = self.estimates[POINTS + self.time] * state._tile_points(seat, row, column)
        worth += self._rest_worth(state, seat, row, column, colour, 0)
        if state.wall[seat] >> 5 * row & 31 == 31 and self.time < LAST:
            worth += self.estimates[LEAD + self.time] * self.lead
        state.wall[seat] = wall
        return worth

    def _rest_worth(self, state: AzulState, seat: int, row: int, column: int, colour: int, later: int) -> float:
        """Return the value of a tile beyond its points, when it is already on the wall."""
        at = later + self.time - TIMES
        in_row = bitlanes.popcount(state.wall[seat] >> 5 * row & 31)
        in_column = bitlanes.popcount(state.wall[seat] >> column & 0x0108421)
        aside = column - 2 if column > 2 else 2 - column
        worth = self.estimates[MIDDLE + TIMES + TIMES * aside + at]
        worth += self.estimates[ROW + TIMES * in_row + at] + self.estimates[COLUMN + TIMES * in_column + at]
        if colour != board.JOKER:
            of_colour = 1 + bitlanes.popcount(bitlanes.count(state.barred[seat], colour) & 31)
            worth += self.estimates[COLOUR + TIMES * (of_colour if of_colour < 5 else 5) + at]
        return worth

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
