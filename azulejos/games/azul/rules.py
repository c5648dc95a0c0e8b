"""The rules of Azul (2017): coloured and grey wall, Joker tiles.

Lines are numbered 1 to 5 from the top. The floor line is line 0: it has no room, so every tile put there falls. A seat's lines
are at `6 * seat + line` of the arrays. Colours are 0–4, jokers 5.

Only `AzulState._legal_takes` and `_legal_tiles` decide which moves are legal; all other code reads these sets. Rulings of
`docs/rules/azul.md` are cited by the name of the game and their number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azulejos.core import bitlanes, chance, memory, places, xorshift
from azulejos.core.contract import Bunch, Event, IllegalMove, Outcome
from azulejos.core.events import Deal, Move, Refill
from azulejos.core.tiles import TileState
from azulejos.games.azul import board as constants
from azulejos.games.azul import moves

if TYPE_CHECKING:
    from fractions import Fraction

    from azulejos.core.contract import Generator
    from azulejos.games.azul import Azul
    from azulejos.games.azul.position import Board, Position

PHASES = ("offer", "tiling", "over")
OFFER, TILING, OVER = 0, 1, 2

ALL_MOVES = moves.ALL_MOVES
FLOOR_COST = [constants.FLOOR_COST[_i] for _i in range(8)]

# The length of the run that space 0–4 of a row (or column) is part of, at 8 * mask + place.
RUN = [0] * 256
for _i in range(32):
    for _place in range(5):
        RUN[8 * _i + _place] = constants.RUN_LENGTH[_i][_place]

# A place among the holders is LANE * colour + source.
COLOUR_AT = [0] * 64
SOURCE_AT = [0] * 64
for _i in range(60):
    COLOUR_AT[_i] = _i // 10
    SOURCE_AT[_i] = _i % 10


class AzulState(TileState):
    """A position of Azul, an immutable value. (`discard` includes the tiles on the floor lines.)"""

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
        self.bag = bitlanes.pack(constants.tiles_in_game(game.players, game.jokers))
        self.open = [0] * 4  # lanes: the lines that accept this colour
        self.barred = [0] * 4  # lanes: 5 bits for the rows that bar this colour, 5 for the columns
        self.wall = [0] * 4  # bit 5 * row + column, both from 0
        self.mosaic = [0] * 20  # at 5 * seat + row: three bits for each column, colour + 1
        self.room = [0] * 24  # empty spaces of each line
        self.colour = [0] * 24  # the colour in each line; JOKER for jokers alone; 0 in an empty one
        self.jokers = [0] * 24  # jokers in each line
        self.fallen = [0] * 4  # tiles and marker on the floor line, at most 7
        self.floor = [0] * 4  # their kinds: four bits for each space, colour + 1 or MARKER + 1
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
        return self._list_moves()

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
            exists = move.game == "azul" and type(move.id) is int and 0 <= move.id < moves.MOVES
            if not (exists and self._is_legal(move.id)):
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
        wanted = (places.TO_A_DISPLAY,) * self.game.displays
        return chance.probability(self.bag_tiles, self.discard_tiles, event.displays, wanted)

    # -- the table

    @property
    def discard_tiles(self) -> Bunch:
        """The tiles in the box lid, without those still on floor lines."""
        tiles = list(bitlanes.unpack(self.discard))
        for seat in range(self.players):
            for space in range(self.fallen[seat]):
                what = (self.floor[seat] >> 4 * space & 15) - 1
                if what != constants.MARKER:
                    tiles[what] -= 1
        return tuple(tiles)

    def board(self, seat: int) -> Board:
        """Return a player's board as plain data."""
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

    def setup(self, position: Position) -> None:
        """Set up a position on a fresh state; the module `position` has checked that it is within bounds."""
        self.rounds, self.phase_code, self.turn = position.rounds, PHASES.index(position.phase), position.turn
        self.starter, self.marker = position.starter, position.marker
        self.bag = bitlanes.pack(position.bag)
        lid = list(position.lid)
        for seat, one in enumerate(position.boards):
            self.score[seat] = one.score
            for row in range(5):
                for column in range(5):
                    if one.wall[row][column] >= 0:
                        self._cover(seat, row + 1, column, one.wall[row][column])
            for line, held in enumerate(one.lines, 1):
                if held:
                    colour, plain, jokers = held
                    if plain:
                        self._put(seat, line, colour, plain)
                    if jokers:
                        self._put(seat, line, constants.JOKER, jokers)
            for what in one.floor:
                self._drop(seat, what, 1)
                if what != constants.MARKER:
                    lid[what] += 1
        self.discard = bitlanes.pack(tuple(lid))
        self._put_down(position.centre, places.CENTRE)
        for display, bunch in enumerate(position.displays, 1):
            self._put_down(bunch, display)

    def _put_down(self, bunch: Bunch, source: int) -> None:
        self.source[source] = bitlanes.pack(bunch)
        self.holders |= bitlanes.present(self.source[source]) << source

    # -- legal moves: no other code decides what is legal

    def _legal_takes(self, kind: int) -> int:
        """Return the legal takes of a kind in the offer, as a word of a set of moves: bit 6 * source + line."""
        colour = kind if kind <= constants.JOKER else kind - moves.WITH_JOKERS
        sources = bitlanes.count(self.holders, colour)
        if kind >= moves.WITH_JOKERS:
            sources &= bitlanes.count(self.holders, constants.JOKER)
        # From each source that holds the colour, to each line that accepts it.
        return bitlanes.sixfold(sources) * bitlanes.count(self.open[self.turn], colour)

    def _legal_tiles(self) -> int:
        """Return the legal tile moves in the tiling, as a word of a set of moves: bit 6 * (line - 1) + column."""
        line = self._line_to_tile(self.turn)
        return self._columns(self.turn, line) << moves.COLUMNS * (line - 1)

    def _take_kinds(self) -> int:
        """Return the number of kinds to look at in the offer: those with jokers only while jokers are there."""
        return moves.KINDS if bitlanes.count(self.holders, constants.JOKER) else constants.SIDE

    def _is_legal(self, move: int) -> bool:
        if self.turn >= places.DEALING:
            return False
        if move >= moves.TAKES:
            return self.phase_code == TILING and self._legal_tiles() >> move - moves.TAKES & 1 != 0
        return self.phase_code == OFFER and self._legal_takes(move // moves.WORD) >> move % moves.WORD & 1 != 0

    def _find_moves(self, found: list[int]) -> int:
        """Fill the twelve words of the set of legal moves; return how many moves there are."""
        for word in range(moves.WORDS):
            found[word] = 0
        n = 0
        if self.turn >= places.DEALING:
            return n
        if self.phase_code == TILING:
            found[moves.TILES_WORD] = self._legal_tiles()
            return bitlanes.popcount(found[moves.TILES_WORD])
        for kind in range(self._take_kinds()):
            found[kind] = self._legal_takes(kind)
            n += bitlanes.popcount(found[kind])
        return n

    def _list_moves(self) -> list[Move]:
        words = [0] * 12
        n = self._find_moves(words)
        found: list[Any] = [None] * n  # appending would allocate again and again
        i = word = 0
        while i < n:
            legal = words[word]
            while legal:
                found[i] = ALL_MOVES[moves.WORD * word + bitlanes.lowest(legal)]
                legal &= legal - 1
                i += 1
            word += 1
        return found

    def _nth_move(self, found: list[int], k: int) -> int:
        """Return the id of the k-th move of a set that `_find_moves` has filled."""
        if found[moves.TILES_WORD]:
            return moves.TAKES + bitlanes.nth_bit(found[moves.TILES_WORD], k)
        kind = 0
        for _ in range((moves.KINDS if self.joker_tiles else constants.SIDE) - 1):
            n = bitlanes.popcount(found[kind])
            past = k >= n  # arithmetic instead of branches, because no processor can predict this condition
            k -= n * past
            kind += past
        return moves.WORD * kind + bitlanes.nth_bit(found[kind], k)

    # -- factory offer

    def _apply(self, move: int) -> None:
        """Play a legal move in place."""
        if move >= moves.TAKES:
            self._tile(self.turn, (move - moves.TAKES) // moves.COLUMNS + 1, (move - moves.TAKES) % moves.COLUMNS)
            self._tile_forced_lines()
        elif move < moves.WITH_JOKERS * moves.WORD:
            self._take(move // moves.LINES, move % moves.LINES, False)
        else:
            self._take(move // moves.LINES - moves.WITH_JOKERS * moves.SOURCES, move % moves.LINES, True)

    def _take(self, place: int, line: int, with_jokers: bool) -> None:
        """Take the tiles at a place among the holders, and perhaps the jokers there, to a line."""
        seat = self.turn
        colour = COLOUR_AT[place]
        source = SOURCE_AT[place]
        here = self.source[source]
        n = bitlanes.count(here, colour)
        rest = here ^ bitlanes.tiles(n, colour)
        jokers = 0
        if with_jokers:
            jokers = bitlanes.count(rest, constants.JOKER)
            rest ^= bitlanes.tiles(jokers, constants.JOKER)

        if source == places.CENTRE and self.marker == places.IN_CENTRE:
            self.marker = seat
            self._drop(seat, constants.MARKER, 1)  # Azul R4: a full floor line has no space for it, so it costs nothing
        self.source[source] = 0
        rest += self.source[places.CENTRE]  # nothing, if the tiles come from the centre
        self.source[places.CENTRE] = rest
        self.holders = self.holders & ~(bitlanes.EACH << source) & ~bitlanes.EACH | bitlanes.present(rest)

        self._put(seat, line, colour, n)  # Azul R9: coloured tiles enter the line first, so jokers fall first
        if jokers:
            self._put(seat, line, constants.JOKER, jokers)
        seat += 1
        self.turn = seat if seat < self.players else 0
        if not self.holders:
            self.turn = 0  # Azul R8: seat 0 tiles first
            self._tile_forced_lines()

    def _put(self, seat: int, line: int, colour: int, n: int) -> None:
        """Put tiles of one colour into a line; tiles that don't fit fall."""
        # Arithmetic instead of branches, because no processor can predict these conditions.
        at = 6 * seat + line
        fits = n if n < self.room[at] else self.room[at]
        room = self.room[at] - fits
        accepted = bitlanes.tiles(1, colour) | bitlanes.tiles(1, constants.JOKER)
        self.room[at] = room
        if colour == constants.JOKER:
            self.jokers[at] += fits
            accepted = self.open[seat] >> line & bitlanes.EACH  # jokers only reduce the room
            if line and room + self.jokers[at] == line:
                self.colour[at] = constants.JOKER
        else:
            self.colour[at] = colour * (line > 0)
        self.open[seat] = self.open[seat] & ~(bitlanes.EACH << line) | (accepted << line) * (room > 0) | bitlanes.EACH
        self.discard += bitlanes.tiles(n - fits, colour)
        self._drop(seat, colour, n - fits)

    def _drop(self, seat: int, what: int, n: int) -> None:
        """Drop tiles (or the marker) onto the floor line; tiles without a space there go to the discard only."""
        space = constants.FLOOR_SPACES - self.fallen[seat]
        fits = n if n < space else space
        self.floor[seat] |= ((0x1111111 & (1 << 4 * fits) - 1) * (what + 1)) << 4 * self.fallen[seat]
        self.fallen[seat] += fits

    # -- wall tiling

    def _tile_forced_lines(self) -> None:
        """Tile all lines that leave no choice, from the seat whose turn it is, up to a decision or the end of the round."""
        while self.turn < self.players:
            seat = self.turn
            line = self._line_to_tile(seat)
            while line:
                # Azul R10: the player places a line of jokers once the full lines above it have been tiled.
                if self.grey or self.colour[6 * seat + line] == constants.JOKER:
                    self.phase_code = TILING
                    return
                self._tile(seat, line, constants.column_of(line - 1, self.colour[6 * seat + line]) + 1)
                line = self._line_to_tile(seat)
            self.turn += 1
        self._end_round()

    def _line_to_tile(self, seat: int) -> int:
        """Return the first complete line of a seat, 0 if there is none."""
        for line in range(1, 6):
            if self.room[6 * seat + line] == 0:
                return line
        return 0

    def _columns(self, seat: int, line: int) -> int:
        """Return the columns that a complete line's tile may go to: bit n for column n, bit 0 alone if there is none."""
        free = ~(self.wall[seat] >> 5 * (line - 1)) & 31
        at = 6 * seat + line
        if self.jokers[at] == 0:  # Azul R11: a joker on the grey wall goes to any free space of its row
            free &= ~(bitlanes.count(self.barred[seat], self.colour[at]) >> 5)
        return free << 1 if free else 1  # Azul R7: column 0, if no column is legal

    def _tile(self, seat: int, line: int, column: int) -> None:
        """Move a complete line's tile to a column (from 1) of its row, and score it; with column 0 the line falls."""
        at = 6 * seat + line
        colour = self.colour[at]
        jokers = self.jokers[at]
        plain = line - jokers
        if column == 0:  # Azul R7: all tiles of the line fall
            self._drop(seat, colour, plain)
        elif jokers:
            self._cover(seat, line, column - 1, constants.JOKER)
            jokers -= 1
        else:
            self._cover(seat, line, column - 1, colour)
            plain -= 1
        self.discard += bitlanes.tiles(plain, colour) + bitlanes.tiles(jokers, constants.JOKER)
        self.room[at] = line
        self.colour[at] = 0
        self.jokers[at] = 0
        self.open[seat] |= (~self.barred[seat] >> line - 1 & bitlanes.EACH) << line
        if column:
            self.score[seat] += self._tile_points(seat, line - 1, column - 1)

    def _cover(self, seat: int, line: int, column: int, colour: int) -> None:
        """Put a tile onto the wall, and bar its colour from the row (and on the grey wall from the column)."""
        row = line - 1
        self.wall[seat] |= 1 << 5 * row + column
        self.mosaic[5 * seat + row] |= colour + 1 << 3 * column
        if self.grey:
            if colour != constants.JOKER:  # Azul R11: a joker on the grey wall bars no colour
                self.barred[seat] |= bitlanes.tiles(1 << row | 32 << column, colour)
        else:
            self.barred[seat] |= bitlanes.tiles(1 << row, constants.colour_at(row, column))
        self.open[seat] &= ~((self.barred[seat] >> row & bitlanes.EACH) << line)

    def _tile_points(self, seat: int, row: int, column: int) -> int:
        """Return the points for the tile at a space: the runs across and down that it is part of, or 1 if alone."""
        wall = self.wall[seat]
        down = wall >> column & 0x0108421
        across_run = RUN[8 * (wall >> 5 * row & 31) + column]
        down_run = RUN[8 * ((down | down >> 4 | down >> 8 | down >> 12 | down >> 16) & 31) + row]
        if across_run == 1:
            return down_run
        return across_run + down_run if down_run > 1 else across_run

    def _clear_floor(self, seat: int) -> None:
        self.score[seat] -= FLOOR_COST[self.fallen[seat]]
        if self.score[seat] < 0:
            self.score[seat] = 0
        self.fallen[seat] = 0
        self.floor[seat] = 0

    def _end_round(self) -> None:
        self.turn = places.DEALING
        if self.marker != places.IN_CENTRE:  # Azul R5: otherwise the starting player stays the same
            self.starter = self.marker
        over = self.rounds >= self.round_limit  # Azul R6
        if self.bag + self.discard == 0:  # Azul R2: there is no tile to deal
            over = True
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
        points = constants.ROW_POINTS * self._complete_rows(seat) + constants.COLUMN_POINTS * bitlanes.popcount(columns & 31)
        for colour in range(5):
            if bitlanes.count(self.barred[seat], colour) & 31 == 31 and self._shown(seat, colour) == 5:
                points += constants.COLOUR_POINTS
        return points

    def _shown(self, seat: int, colour: int) -> int:
        """Return the number of tiles of a colour on the wall; a joker has no colour."""
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
        self.turn = self.starter  # Azul R3: in round 1 the seat that the game names
        self.marker = places.IN_CENTRE

    def _deal(self, displays: tuple[Bunch, ...]) -> bool:
        """Deal these displays if bag and lid have the tiles; otherwise return False and leave the state undefined."""
        if not self._take_out_displays(displays):
            return False
        self._begin_round()
        return True

    def _deal_at_random(self, dice: int) -> int:
        """Deal a round at random; return the next dice."""
        dice = self._draw_displays(dice)  # Azul R1: `_pour_discard` pours the lid into the empty bag, never earlier
        self._begin_round()
        return dice

    # -- random games

    def _play_at_random(self, dice: int) -> int:
        """Play to the end, every legal move equally likely; return the number of decisions."""
        decisions = 0
        while self.turn != places.NOBODY:
            if self.turn == places.DEALING:
                dice = self._deal_at_random(dice)
            dice = xorshift.roll(dice)
            self._play_one_at_random(dice)
            decisions += 1
        return decisions

    def after_random_move(self, dice: int) -> AzulState:
        """Return the state after the move that random games make with these dice; for tests."""
        after = self._copy()
        after._play_one_at_random(dice)
        return after

    def _play_one_at_random(self, dice: int) -> None:
        if self.phase_code == OFFER:
            self._take_at_random(dice)
        else:
            line = self._line_to_tile(self.turn)
            columns = self._columns(self.turn, line)  # `_legal_tiles`, without the line
            self._tile(self.turn, line, bitlanes.nth_bit(columns, xorshift.below(dice, bitlanes.popcount(columns))))
            self._tile_forced_lines()

    def _take_at_random(self, dice: int) -> None:
        """Make a random take, all equally likely.

        A fast path for random games, which sets of legal moves would slow down by a fifth. It counts by line: a word has a bit
        for each colour and source that the line accepts. `tests/core/test_legal_moves.py` compares it with `legal_moves`.
        """
        open = self.open[self.turn]
        held = self.holders
        jokers = bitlanes.tiles(0, 0)  # sources with both a colour and jokers
        if self.joker_tiles:
            jokers = held & (held >> bitlanes.LANE * constants.JOKER) * (bitlanes.EACH >> bitlanes.LANE)
        until = [0] * 7  # the number of takes to the lines before each line
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
    """Play random games; return the number of decisions and the sum of all players' scores."""
    fresh = AzulState(game)
    state = fresh._copy()
    decisions = points = 0
    for number in range(games):
        memory.assign(state, fresh)
        decisions += state._play_at_random(xorshift.stir(seed, number))
        for seat in range(state.players):
            points += state.score[seat]
    return decisions, points
