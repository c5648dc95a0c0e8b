"""The rules of Azul (2017): coloured and grey wall, Joker tiles.

Lines are numbered as people do, 1 to 5 from the top; the floor line is line 0, a line that has no room, so that all tiles put
there fall. A seat's lines lie at `6 * seat + line` of the arrays. Colours are 0–4, jokers 5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejos.core import bitlanes, chance, memory, places, xorshift
from azulejos.core.blocks import ENGLISH, Speech
from azulejos.core.contract import Bunch, Event, Gain, IllegalMove, Json, Outcome
from azulejos.core.events import Deal, Move, Refill
from azulejos.core.tiles import TileState
from azulejos.games.azul import moves

if TYPE_CHECKING:
    from fractions import Fraction

    from azulejos.core.contract import Generator
    from azulejos.games.azul import Azul
    from azulejos.games.azul.position import Board, Position

PHASES = ("offer", "tiling", "over")
OFFER, TILING, OVER = 0, 1, 2

JOKER = 5
MARKER = 7  # on a floor line, where colours are 1 to 6
FLOOR_SPACES = 7
ROW_POINTS, COLUMN_POINTS, COLOUR_POINTS = 2, 7, 10

FLOOR_POINTS = [0, 1, 2, 4, 6, 8, 11, 14]

ALL_MOVES = moves.ALL_MOVES
MOVES = moves.MOVES
TAKES = moves.TAKES

# The length of the run that place 0–4 of a row (or column) belongs to, at 8 * mask + place.
RUN = [0] * 256
for _mask in range(32):
    for _place in range(5):
        _left = _place
        while _left > 0 and _mask >> _left - 1 & 1:
            _left -= 1
        _right = _place
        while _right < 4 and _mask >> _right + 1 & 1:
            _right += 1
        RUN[8 * _mask + _place] = _right - _left + 1

# A place among the holders is LANE * colour + source.
COLOUR_AT = [0] * 64
SOURCE_AT = [0] * 64
for _place in range(60):
    COLOUR_AT[_place] = _place // 10
    SOURCE_AT[_place] = _place % 10


class AzulState(TileState):
    """A position of Azul; a value, as all states are. (In `discard` tiles on the floor lines are counted at once.)"""

    __slots__ = (
        "barred", "colour", "fallen", "floor", "grey", "holders", "joker_tiles", "jokers", "mosaic", "open", "phase_code",
        "room", "round_limit", "wall",
    )  # fmt: skip

    def __init__(self, game: Azul) -> None:
        TileState.__init__(self, game)
        self.game: Azul = game
        self.grey = game.board == "grey"
        self.joker_tiles = game.jokers
        self.round_limit = game.round_limit
        self.phase_code = OFFER
        self.holders = 0  # lanes: the sources that hold this colour
        jokers = 0 if not game.jokers else 1 if game.players == 2 else 2  # of each colour, replaced by jokers
        self.bag = bitlanes.pack((20 - jokers,) * 5 + (5 * jokers,))
        self.open = [0] * 4  # lanes: the lines that accept this colour
        self.barred = [0] * 4  # lanes: 5 bits for the rows that bar this colour, 5 for the columns
        self.wall = [0] * 4  # bit 5 * row + column, both from 0
        self.mosaic = [0] * 20  # at 5 * seat + row: three bits for each column, colour + 1
        self.room = [0] * 24  # empty spaces of each line
        self.colour = [0] * 24  # the colour in each line; JOKER for jokers alone; 0 in an empty one
        self.jokers = [0] * 24  # jokers in each line
        self.fallen = [0] * 4  # tiles and marker on the floor line, at most 7
        self.floor = [0] * 4  # what they are: four bits for each space, colour + 1 or MARKER
        for seat in range(self.players):
            self.open[seat] = bitlanes.EACH * 63
            for line in range(6):
                self.room[6 * seat + line] = line

    def _copy(self) -> AzulState:
        twin = AzulState.__new__(AzulState)
        twin.game = self.game
        memory.assign(twin, self)
        return twin

    # -- the contract

    @property
    def phase(self) -> str:
        return PHASES[self.phase_code]

    @property
    def legal_moves(self) -> list[Move]:
        found: list[Move] = []
        if self.turn < places.DEALING:
            if self.phase_code == OFFER:
                self._list_takes(found)
            else:
                self._list_tiles(found)
        return found

    @property
    def outcome(self) -> Outcome | None:
        if self.turn != places.NOBODY:
            return None
        results = [(self.score[seat], self._complete_rows(seat)) for seat in range(self.players)]
        return Outcome(self.scores, tuple([1 + sum(other > mine for other in results) for mine in results]))

    def play(self, event: Event) -> AzulState:
        after = self._copy()
        if type(event) is Move:
            move = event
            known = move.game == "azul" and type(move.id) is int and 0 <= move.id < MOVES
            if not (known and self._is_legal(move.id)):
                raise self._refusal(event)
            after._apply(move.id)
        elif type(event) is Deal:
            round_fits = self.turn == places.DEALING and event.round == self.rounds + 1
            if not (round_fits and type(event.displays) is tuple and after._deal(event.displays)):
                raise self._refusal(event)
        else:
            raise self._refusal(event)
        return after

    def draw(self, rng: Generator) -> Deal:
        if self.turn != places.DEALING:
            raise IllegalMove(
                "nothing is dealt now: "
                + (f"seat {self.turn} is to move" if self.turn < places.DEALING else "the game is over")
            )
        after = self._copy()
        after._deal_at_random(xorshift.stir(rng.getrandbits(64), 0))
        return Deal(after.rounds, after.displays)

    def probability(self, event: Deal | Refill) -> Fraction:
        if self.turn != places.DEALING or type(event) is not Deal or event.round != self.rounds + 1:
            return chance.impossible()
        return chance.probability(self.bag_tiles, self.discard_tiles, event.displays, (4,) * self.game.displays)

    # -- what lies on the table

    @property
    def discard_tiles(self) -> Bunch:
        """The tiles in the box lid, without those that still lie on floor lines."""
        tiles = list(bitlanes.unpack(self.discard))
        for seat in range(self.players):
            for space in range(self.fallen[seat]):
                what = self.floor[seat] >> 4 * space & 15
                if what != MARKER:
                    tiles[what - 1] -= 1
        return tuple(tiles)

    def board(self, seat: int) -> Board:
        """A player's board, for those who read rather than reckon."""
        from azulejos.games.azul.position import Board

        if not 0 <= seat < self.players:
            raise IndexError(f"`seat` must be 0 to {self.players - 1}, not {seat}")
        lines = []
        for line in range(1, 6):
            at = 6 * seat + line
            held = line - self.room[at]
            lines.append((self.colour[at], held - self.jokers[at], self.jokers[at]) if held else None)
        return Board(
            score=self.score[seat],
            lines=tuple(lines),
            floor=tuple([(self.floor[seat] >> 4 * space & 15) - 1 for space in range(self.fallen[seat])]),
            wall=tuple(
                [tuple([(self.mosaic[5 * seat + row] >> 3 * column & 7) - 1 for column in range(5)]) for row in range(5)]
            ),
        )

    @property
    def text(self) -> str:
        from azulejos.games.azul import position

        return position.to_text(self)

    @property
    def json(self) -> Json:
        from azulejos.games.azul import position

        return position.to_json(self)

    def drawing(self, colour: bool = False, tr: Speech = ENGLISH) -> str:
        from azulejos.games.azul import drawing

        return drawing.draw(self, colour, tr)

    def explain(self, event: Event, after: AzulState | None = None) -> list[Gain]:
        from azulejos.games.azul import explain

        return explain.explain(self, event, after)

    def _refusal(self, event: object) -> IllegalMove:
        from azulejos.games.azul import refusal

        return refusal.refusal(self, event)

    def setup(self, position: Position) -> None:
        """Lays out a position on a fresh state; `position` has seen to it that all is in bounds."""
        self.rounds, self.phase_code, self.turn = position.rounds, PHASES.index(position.phase), position.turn
        self.starter, self.marker = position.starter, position.marker
        self.bag = bitlanes.pack(position.bag)
        lid = list(position.lid)
        for seat, board in enumerate(position.boards):
            self.score[seat] = board.score
            for row in range(5):
                for column in range(5):
                    if board.wall[row][column] >= 0:
                        self._cover(seat, row + 1, column, board.wall[row][column])
            for line, held in enumerate(board.lines, 1):
                if held:
                    colour, plain, jokers = held
                    if plain:
                        self._put(seat, line, colour, plain)
                    if jokers:
                        self._put(seat, line, JOKER, jokers)
            for what in board.floor:
                self._drop(seat, what, 1)
                if what < MARKER - 1:
                    lid[what] += 1
        self.discard = bitlanes.pack(tuple(lid))
        self._put_down(position.centre, places.CENTRE)
        for display, bunch in enumerate(position.displays, 1):
            self._put_down(bunch, display)

    def _put_down(self, bunch: Bunch, source: int) -> None:
        self.source[source] = bitlanes.pack(bunch)
        self.holders |= bitlanes.present(self.source[source]) << source

    # -- factory offer

    def _list_takes(self, found: list[Move]) -> None:
        open = self.open[self.turn]
        held = self.holders
        while held:
            place = bitlanes.lowest(held)
            held &= held - 1
            lines = bitlanes.count(open, COLOUR_AT[place])
            first = 6 * place
            while lines:
                found.append(ALL_MOVES[first + bitlanes.lowest(lines)])
                lines &= lines - 1
        if self.joker_tiles:
            held = self._with_jokers()
            while held:
                place = bitlanes.lowest(held)
                held &= held - 1
                lines = bitlanes.count(open, COLOUR_AT[place])
                first = 6 * (60 + place)
                while lines:
                    found.append(ALL_MOVES[first + bitlanes.lowest(lines)])
                    lines &= lines - 1

    def _with_jokers(self) -> int:
        """The places among the holders (colours only) where jokers lie, too."""
        here = self.holders >> bitlanes.LANE * JOKER
        return self.holders & here * (bitlanes.EACH >> bitlanes.LANE)

    def _is_legal(self, move: int) -> bool:
        if move >= TAKES:
            line = (move - TAKES) // 6 + 1
            column = (move - TAKES) % 6
            if self.phase_code != TILING or self.turn >= places.DEALING or line != self._line_to_tile(self.turn):
                return False
            return self._columns(self.turn, line) >> column & 1 != 0
        if self.phase_code != OFFER or self.turn >= places.DEALING:
            return False
        place = move // 6
        held = self.holders
        if place >= 60:
            place -= 60
            held = self._with_jokers()
        return held >> place & 1 != 0 and bitlanes.count(self.open[self.turn], COLOUR_AT[place]) >> move % 6 & 1 != 0

    def _apply(self, move: int) -> None:
        """Plays a legal move in place."""
        if move >= TAKES:
            self._tile(self.turn, (move - TAKES) // 6 + 1, (move - TAKES) % 6)
            self._tile_on()
        elif move < 6 * 60:
            self._take(move // 6, move % 6, False)
        else:
            self._take(move // 6 - 60, move % 6, True)

    def _take(self, place: int, line: int, with_jokers: bool) -> None:
        """Takes the tiles at a place among the holders, and perhaps the jokers there, to a line."""
        seat = self.turn
        colour = COLOUR_AT[place]
        source = SOURCE_AT[place]
        here = self.source[source]
        n = bitlanes.count(here, colour)
        rest = here ^ bitlanes.tiles(n, colour)
        jokers = 0
        if with_jokers:
            jokers = bitlanes.count(rest, JOKER)
            rest ^= bitlanes.tiles(jokers, JOKER)

        if source == places.CENTRE and self.marker == places.IN_CENTRE:
            self.marker = seat
            self._drop(seat, MARKER - 1, 1)
        self.source[source] = 0
        rest += self.source[places.CENTRE]  # nothing, if that is where the tiles come from
        self.source[places.CENTRE] = rest
        self.holders = self.holders & ~(bitlanes.EACH << source) & ~bitlanes.EACH | bitlanes.present(rest)

        self._put(seat, line, colour, n)
        if jokers:
            self._put(seat, line, JOKER, jokers)
        seat += 1
        self.turn = seat if seat < self.players else 0
        if not self.holders:
            self.turn = 0
            self._tile_on()

    def _put(self, seat: int, line: int, colour: int, n: int) -> None:
        """Puts tiles of one colour into a line; what does not fit falls."""
        # Conditions that no processor can predict are reckoned, not branched on.
        at = 6 * seat + line
        fits = n if n < self.room[at] else self.room[at]
        room = self.room[at] - fits
        accepted = bitlanes.tiles(1, colour) | bitlanes.tiles(1, JOKER)
        self.room[at] = room
        if colour == JOKER:
            self.jokers[at] += fits
            accepted = self.open[seat] >> line & bitlanes.EACH  # jokers change nothing but the room
            if line and room + self.jokers[at] == line:
                self.colour[at] = JOKER
        else:
            self.colour[at] = colour * (line > 0)
        self.open[seat] = self.open[seat] & ~(bitlanes.EACH << line) | (accepted << line) * (room > 0) | bitlanes.EACH
        self.discard += bitlanes.tiles(n - fits, colour)
        self._drop(seat, colour, n - fits)

    def _drop(self, seat: int, what: int, n: int) -> None:
        """Lets tiles (or the marker) fall onto the floor line; what finds no space there is gone."""
        space = FLOOR_SPACES - self.fallen[seat]
        fits = n if n < space else space
        self.floor[seat] |= ((0x1111111 & (1 << 4 * fits) - 1) * (what + 1)) << 4 * self.fallen[seat]
        self.fallen[seat] += fits

    # -- wall tiling

    def _tile_on(self) -> None:
        """Tiles what leaves no choice, seat by seat from the one whose turn it is, up to a decision or the round's end."""
        while self.turn < self.players:
            seat = self.turn
            line = self._line_to_tile(seat)
            while line:
                if self.grey or self.colour[6 * seat + line] == JOKER:
                    self.phase_code = TILING
                    return
                self._tile(seat, line, (self.colour[6 * seat + line] + line - 1) % 5 + 1)
                line = self._line_to_tile(seat)
            self.turn += 1
        self._end_round()

    def _list_tiles(self, found: list[Move]) -> None:
        line = self._line_to_tile(self.turn)
        columns = self._columns(self.turn, line)
        while columns:
            found.append(ALL_MOVES[TAKES + (line - 1) * 6 + bitlanes.lowest(columns)])
            columns &= columns - 1

    def _line_to_tile(self, seat: int) -> int:
        """The first complete line of a seat; 0 if there is none."""
        for line in range(1, 6):
            if self.room[6 * seat + line] == 0:
                return line
        return 0

    def _columns(self, seat: int, line: int) -> int:
        """Where a complete line's tile may go: bit n for column n, bit 0 alone if nowhere."""
        free = ~(self.wall[seat] >> 5 * (line - 1)) & 31
        at = 6 * seat + line
        if self.jokers[at] == 0:
            free &= ~(bitlanes.count(self.barred[seat], self.colour[at]) >> 5)
        return free << 1 if free else 1

    def _tile(self, seat: int, line: int, column: int) -> None:
        """Moves a complete line's tile to a column (from 1) of its row, and scores it; with column 0 the line falls."""
        at = 6 * seat + line
        colour = self.colour[at]
        jokers = self.jokers[at]
        plain = line - jokers
        if column == 0:
            self._drop(seat, colour, plain)
        elif jokers:
            self._cover(seat, line, column - 1, JOKER)
            jokers -= 1
        else:
            self._cover(seat, line, column - 1, colour)
            plain -= 1
        self.discard += bitlanes.tiles(plain, colour) + bitlanes.tiles(jokers, JOKER)
        self.room[at] = line
        self.colour[at] = 0
        self.jokers[at] = 0
        self.open[seat] |= (~self.barred[seat] >> line - 1 & bitlanes.EACH) << line
        if column:
            self.score[seat] += self._tile_points(seat, line - 1, column - 1)

    def _cover(self, seat: int, line: int, column: int, colour: int) -> None:
        """Puts a tile onto the wall, and bars what it bars."""
        row = line - 1
        self.wall[seat] |= 1 << 5 * row + column
        self.mosaic[5 * seat + row] |= colour + 1 << 3 * column
        if self.grey:
            if colour != JOKER:  # a joker on the grey wall blocks no colour
                self.barred[seat] |= bitlanes.tiles(1 << row | 32 << column, colour)
        else:
            self.barred[seat] |= bitlanes.tiles(1 << row, (column + 5 - row) % 5)
        self.open[seat] &= ~((self.barred[seat] >> row & bitlanes.EACH) << line)

    def _tile_points(self, seat: int, row: int, column: int) -> int:
        """What the tile at a place scores: the runs across and down that it belongs to, or 1 if alone."""
        wall = self.wall[seat]
        down = wall >> column & 0x0108421
        across_run = RUN[8 * (wall >> 5 * row & 31) + column]
        down_run = RUN[8 * ((down | down >> 4 | down >> 8 | down >> 12 | down >> 16) & 31) + row]
        if across_run == 1:
            return down_run
        return across_run + down_run if down_run > 1 else across_run

    def _clear_floor(self, seat: int) -> None:
        self.score[seat] -= FLOOR_POINTS[self.fallen[seat]]
        if self.score[seat] < 0:
            self.score[seat] = 0
        self.fallen[seat] = 0
        self.floor[seat] = 0

    def _end_round(self) -> None:
        self.turn = places.DEALING
        if self.marker != places.IN_CENTRE:
            self.starter = self.marker
        over = self.rounds >= self.round_limit or self.bag + self.discard == 0
        for seat in range(self.players):
            self._clear_floor(seat)
            if self._complete_rows(seat):
                over = True
        if over:
            self.phase_code = OVER
            self.turn = places.NOBODY
            for seat in range(self.players):
                self.score[seat] += self._end_points(seat)

    def _complete_rows(self, seat: int) -> int:
        wall = self.wall[seat]
        rows = wall & wall >> 1
        return bitlanes.popcount(rows & rows >> 2 & wall >> 4 & 0x0108421)

    def _end_points(self, seat: int) -> int:
        wall = self.wall[seat]
        columns = wall & wall >> 5
        columns &= columns >> 10 & wall >> 20
        points = ROW_POINTS * self._complete_rows(seat) + COLUMN_POINTS * bitlanes.popcount(columns & 31)
        for colour in range(5):
            if bitlanes.count(self.barred[seat], colour) & 31 == 31 and self._shown(seat, colour) == 5:
                points += COLOUR_POINTS
        return points

    def _shown(self, seat: int, colour: int) -> int:
        """How many tiles of a colour the wall shows; a joker is of no colour."""
        shown = 0
        for row in range(5):
            for column in range(5):
                shown += self.mosaic[5 * seat + row] >> 3 * column & 7 == colour + 1
        return shown

    # -- chance

    def _begin_round(self) -> None:
        for display in range(1, 2 * self.players + 2):
            self.holders |= bitlanes.present(self.source[display]) << display
        self.rounds += 1
        self.phase_code = OFFER
        self.turn = self.starter
        self.marker = places.IN_CENTRE

    def _deal(self, displays: tuple[Bunch, ...]) -> bool:
        """Deals these displays, if they can come out of bag and lid; leaves a mess if not."""
        if not self._take_out_displays(displays):
            return False
        self._begin_round()
        return True

    def _deal_at_random(self, dice: int) -> int:
        """Deals a round as the dice say; gives the dice back."""
        dice = self._draw_displays(dice)
        self._begin_round()
        return dice

    # -- random games

    def _play_at_random(self, dice: int) -> int:
        """Plays on to the end, every legal move equally likely; gives the number of decisions."""
        decisions = 0
        while self.turn != places.NOBODY:
            if self.turn == places.DEALING:
                dice = self._deal_at_random(dice)
            dice = xorshift.roll(dice)
            if self.phase_code == OFFER:
                self._take_at_random(dice)
            else:
                line = self._line_to_tile(self.turn)
                columns = self._columns(self.turn, line)
                self._tile(self.turn, line, bitlanes.nth_bit(columns, xorshift.below(dice, bitlanes.popcount(columns))))
                self._tile_on()
            decisions += 1
        return decisions

    def _take_at_random(self, dice: int) -> None:
        """A take, all equally likely: for each line, what it accepts of what the sources hold are the bits of a word."""
        open = self.open[self.turn]
        held = self.holders
        jokers = self._with_jokers() if self.joker_tiles else 0
        until = [0] * 7  # how many takes there are to the lines before each line
        for line in range(6):
            accepted = (open >> line & bitlanes.EACH) * bitlanes.FULL
            until[line + 1] = until[line] + bitlanes.popcount(held & accepted)
            if jokers:
                until[line + 1] += bitlanes.popcount(jokers & accepted)
        k = xorshift.below(dice, until[6])
        line = (k >= until[1]) + (k >= until[2]) + (k >= until[3]) + (k >= until[4]) + (k >= until[5])
        k -= until[line]
        accepted = (open >> line & bitlanes.EACH) * bitlanes.FULL
        plain = bitlanes.popcount(held & accepted)
        if k < plain:
            self._take(bitlanes.nth_bit(held & accepted, k), line, False)
        else:
            self._take(bitlanes.nth_bit(jokers & accepted, k - plain), line, True)


def random_games(game: Azul, games: int, seed: int) -> tuple[int, int]:
    """Plays random games; gives the number of decisions and the sum of all players' scores."""
    fresh = AzulState(game)
    state = fresh._copy()
    decisions = points = 0
    for number in range(games):
        memory.assign(state, fresh)
        decisions += state._play_at_random(xorshift.stir(seed, number))
        for seat in range(state.players):
            points += state.score[seat]
    return decisions, points
