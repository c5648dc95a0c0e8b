"""The rules of Summer Pavilion: coloured and grey board, score floor, order of wild colours.

Spaces are numbered 0–41 internally: `6 * star + space - 1`. A seat's colours are at `6 * seat + colour` of the arrays, its
stars at `7 * seat + star`. Colours are 0–5: purple, green, orange, yellow, blue, red.

Only the section "legal moves" of `PavilionState` decides which moves are legal. It finds them as sets: 60 bits for the takes,
36 for each colour in a star (six spaces by six numbers of wild tiles), 83 for the bonuses, 210 for the bunches that can be
kept. Rulings of `docs/rules/pavilion.md` are cited by the name of the game and their number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejos.core import bitlanes, chance, memory, places, xorshift
from azulejos.core.contract import Bunch, Event, IllegalMove, Outcome
from azulejos.core.events import Deal, Move, Refill
from azulejos.core.tiles import TileState
from azulejos.games.pavilion import board as constants
from azulejos.games.pavilion import moves

if TYPE_CHECKING:
    from fractions import Fraction

    from azulejos.core.contract import Generator
    from azulejos.games.pavilion import Pavilion
    from azulejos.games.pavilion.position import Board, Position


PHASES = ("acquire", "play", "bonus", "over")
ACQUIRE, PLAY, BONUS, OVER = 0, 1, 2, 3
ALL_COLOURS = 63
ALL_MOVES = moves.ALL_MOVES

BONUS_WORD = [moves.BONUS_WORDS[_i] for _i in range(83)]
KEPT_WORD = [moves.KEPT_WORDS[_i] for _i in range(210)]

# The printed board, from `board`: costs at 42 * grey + space; the two features at a space; points for stars; which spaces have
# a number, at 4 * grey + number - 1; the length of the run that a space is part of, at 8 * covered + space.
COST = [constants.COSTS[_i // 42][_i % 42] for _i in range(84)]
FEATURE = [constants.FEATURES_AT[_i // 2][_i % 2][0] for _i in range(84)]
FEATURE_BONUS = [constants.FEATURES_AT[_i // 2][_i % 2][1] for _i in range(84)]
STAR_POINTS = [constants.STAR_POINTS[_i] for _i in range(7)]
NUMBER_POINTS = [constants.NUMBER_POINTS[_i] for _i in range(4)]
NUMBER_SPACES = [constants.NUMBER_SPACES[_i // 4][_i % 4] for _i in range(8)]
STAR_OF_COLOUR = [constants.STAR_OF_COLOUR[_i] for _i in range(6)]
COLOUR_OF_STAR = [constants.COLOUR_OF_STAR[_i] for _i in range(7)]
RUN = [constants.RUN_LENGTH[_i // 8][_i % 8] if _i % 8 < 6 else 0 for _i in range(512)]


def _ways_to_pay(costs: tuple[int, ...], wilds: int, own: int) -> int:
    """Return the ways to place a colour in an empty star with these costs: bit 6 * space + wild tiles spent.

    At least one tile is of the colour itself.
    """
    return sum(
        1 << 6 * space + spent
        for space, cost in enumerate(costs)
        for spent in range(max(cost - own, 0), min(wilds, cost - 1) + 1)
    )


def _ways_to_spaces(spaces: int) -> int:
    """Return all ways to place a colour on the spaces of a set."""
    return sum(63 << 6 * space for space in range(6) if spaces >> space & 1)


def _word_of_set(bunches: tuple[Bunch, ...], word: int, colour: int, most: int) -> int:
    """Return a word (64 bunches) of the set of the bunches with at most this many tiles of a colour."""
    return sum(1 << i for i, bunch in enumerate(bunches[64 * word : 64 * word + 64]) if bunch[colour] <= most)


def _word_of_size(word: int, size: int) -> int:
    return sum(1 << i for i, bunch in enumerate(moves.BONUSES[64 * word : 64 * word + 64]) if sum(bunch) == size)


# The ways to place a colour in a star, at 42 * layout + 7 * wild tiles (up to 5) + tiles of the colour (up to 6). A layout is
# the costs of a star: any star of the coloured side; on the grey side an outer one, or star 0.
LAYOUTS = (constants.COSTS[0][6:12], constants.COSTS[1][6:12], constants.COSTS[1][0:6])
WAYS = [_ways_to_pay(LAYOUTS[_i // 42], _i // 7 % 6, _i % 7) for _i in range(126)]
AT_SPACES = [_ways_to_spaces(_i) for _i in range(64)]
# The bunches that can be kept, at 4 * (5 * colour + tiles) + word; the bonuses that can be taken, at 2 * (4 * colour + tiles) +
# word; and those of a size, at 2 * size + word.
KEEPABLE = [_word_of_set(moves.KEPT, _i % 4, _i // 20, _i // 4 % 5) for _i in range(120)]
TAKEABLE = [_word_of_set(moves.BONUSES, _i % 2, _i // 8, _i // 2 % 4) for _i in range(48)]
OF_SIZE = [_word_of_size(_i % 2, _i // 2) for _i in range(8)]
# For the fast path of random games, numbers of ways instead of sets. The number of ways to pay a cost of 1–6, at
# 7 * (7 * wild tiles + tiles of the colour) + cost:
COUNT = [bitlanes.popcount(WAYS[_i // 7] >> 6 * (_i % 7 - 1) & 63) if _i % 7 else 0 for _i in range(294)]
# The number of ways to the free spaces of a star, at 64 * (42 * layout + 7 * wild tiles + tiles of the colour) + free spaces:
STAR_COUNT = [bitlanes.popcount(WAYS[_i // 64] & AT_SPACES[_i % 64]) for _i in range(8064)]

# The polynomial 1 + x + … + x^n in the lanes of a word, up to x^4: the number of ways to choose tiles of one colour, by how
# many are chosen. The product over the colours counts bunches.
CHOICES = [sum([bitlanes.tiles(1, _n) for _n in range(_i + 1)]) for _i in range(5)]
FIVE_LANES = (1 << 50) - 1


class PavilionState(TileState):
    """A position of Summer Pavilion, an immutable value."""

    __slots__ = (
        "accept", "covered", "floor", "grey", "hand", "mosaic", "mover", "offers", "owed", "passed", "phase_code", "wild",
        "wild_order",
    )  # fmt: skip

    def __init__(self, game: Pavilion) -> None:
        TileState.__init__(self, game)
        self.game: Pavilion = game
        self.grey = game.board == "grey"
        self.floor = game.score_floor
        self.wild_order = [0] * 6
        for i in range(6):
            self.wild_order[i] = moves.COLOURS.index(game.wild_order[i])
        self.bag = constants.TILES_OF_A_COLOUR * bitlanes.EACH
        self.phase_code = ACQUIRE
        self.turn = places.REFILLING
        self.mover = places.DEALING  # whose turn comes after a refill
        self.wild = self.wild_order[0]
        self.owed = 0  # bonus tiles to be taken now
        self.passed = 0  # a bit for each seat
        self.offers = 0  # bit 6 * source + colour: may be taken
        self.hand = [0] * 4  # bunches beside the boards; in the corners, once a player has passed
        self.covered = [0] * 4  # a bit for each space
        self.mosaic = [0] * 28  # by star: three bits for each space, colour + 1
        self.accept = [0] * 24  # by colour: a bit for each star that takes it
        for seat in range(self.players):
            self.score[seat] = constants.FIRST_SCORE
            for star in range(7):
                self._update_accepted_colours(seat, star)

    def _copy(self) -> PavilionState:
        twin = PavilionState.__new__(PavilionState)
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
        self._list_moves(found)
        return found

    @property
    def outcome(self) -> Outcome | None:
        if self.turn != places.NOBODY:
            return None
        scores = self.scores
        return Outcome(scores, tuple([1 + sum(other > mine for other in scores) for mine in scores]))

    def play(self, event: Event) -> PavilionState:
        after = self._copy()
        if type(event) is Move:
            move = event
            exists = move.game == "pavilion" and type(move.id) is int and 0 <= move.id < moves.MOVES
            if not (exists and self._is_legal(move.id)):
                raise self._refusal(event)
            after._apply(move.id)
        elif type(event) is Deal:
            round_fits = self.turn == places.DEALING and event.round == self.rounds + 1
            if not (round_fits and type(event.displays) is tuple and after._deal(event.displays)):
                raise self._refusal(event)
        elif type(event) is Refill:
            if self.turn != places.REFILLING or not after._refill(event.tiles):
                raise self._refusal(event)
        else:
            raise self._refusal(event)
        return after

    def draw(self, rng: Generator) -> Deal | Refill:
        """Draw the next chance event from the bag at random."""
        dice = xorshift.stir(rng.getrandbits(64), 0)
        after = self._copy()
        if self.turn == places.DEALING:
            after._deal_at_random(dice)
            return Deal(after.rounds, after.displays)
        if self.turn == places.REFILLING:
            after._refill_at_random(dice)
            return Refill(tuple([now - before for now, before in zip(after.supply, self.supply, strict=True)]))
        raise IllegalMove("nothing is drawn now: " + (f"seat {self.turn} is to move" if self.turn < 4 else "the game is over"))

    def probability(self, event: Deal | Refill) -> Fraction:
        """Return the exact probability of this chance event; 0 if it can't happen."""
        if self.turn == places.DEALING and type(event) is Deal and event.round == self.rounds + 1:
            wanted = (places.TO_A_DISPLAY,) * self.game.displays
            return chance.probability(self.bag_tiles, self.discard_tiles, event.displays, wanted)
        if self.turn == places.REFILLING and type(event) is Refill:
            wanted = (constants.SUPPLY_SPACES - sum(self.supply),)
            return chance.probability(self.bag_tiles, self.discard_tiles, (event.tiles,), wanted)
        return chance.impossible()

    # -- the table

    @property
    def supply(self) -> Bunch:
        return bitlanes.unpack(self.source[places.SUPPLY])

    @property
    def discard_tiles(self) -> Bunch:
        """The tiles in the tower."""
        return bitlanes.unpack(self.discard)

    def board(self, seat: int) -> Board:
        """Return a player's board as plain data."""
        from azulejos.games.pavilion.position import Board

        if not 0 <= seat < self.players:
            raise IndexError(f"`seat` must be 0 to {self.players - 1}, not {seat}")
        nothing = (0,) * 6
        tiles = bitlanes.unpack(self.hand[seat])
        passed = self.passed >> seat & 1 == 1
        return Board(
            score=self.score[seat],
            passed=passed,
            hand=nothing if passed else tiles,
            corners=tiles if passed else nothing,
            stars=tuple([tuple([(self.mosaic[7 * seat + star] >> 3 * i & 7) - 1 for i in range(6)]) for star in range(7)]),
        )

    def setup(self, position: Position) -> None:
        """Set up a position on a fresh state; the module `position` has checked that it is within bounds."""
        self.rounds, self.phase_code, self.turn = position.rounds, PHASES.index(position.phase), position.turn
        self.mover, self.starter, self.marker = position.mover, position.starter, position.marker
        self.wild = self.wild_order[max(position.rounds, 1) - 1]
        self.owed = position.owed
        self.bag = bitlanes.pack(position.bag)
        self.discard = bitlanes.pack(position.tower)
        self.source[places.SUPPLY] = bitlanes.pack(position.supply)
        self.source[places.CENTRE] = bitlanes.pack(position.centre)
        for display, bunch in enumerate(position.displays, 1):
            self.source[display] = bitlanes.pack(bunch)
        for place in range(2 * self.players + 2):
            self.offers |= self._takeable(self.source[place]) << 6 * place
        for seat, one in enumerate(position.boards):
            self.score[seat] = one.score
            self.passed |= one.passed << seat
            self.hand[seat] = bitlanes.pack(one.corners if one.passed else one.hand)
            for star in range(7):
                for i in range(6):
                    if one.stars[star][i] >= 0:
                        self._cover(seat, star, i, one.stars[star][i])

    # -- acquire

    def _takeable(self, bunch: int) -> int:
        """Return the colours that may be taken from a bunch: those that are not wild, or else the wild one."""
        here = bitlanes.present(bunch)
        colours = here | here >> 9 | here >> 18 | here >> 27 | here >> 36 | here >> 45
        plain = colours & ALL_COLOURS & ~(1 << self.wild)
        return plain if plain else colours & ALL_COLOURS

    def _take(self, source: int, colour: int) -> None:
        seat = self.turn
        here = self.source[source]
        taken = bitlanes.tiles(bitlanes.count(here, colour), colour) if colour != self.wild else 0
        if bitlanes.count(here, self.wild):
            taken += bitlanes.tiles(1, self.wild)
        rest = here - taken
        self.source[source] = 0
        self.offers &= ~(ALL_COLOURS << 6 * source)
        if source == places.CENTRE:
            if self.marker == places.IN_CENTRE:
                self.marker = self.starter = seat
                self._lose(seat, bitlanes.size(taken))
        else:
            rest += self.source[places.CENTRE]
        self.source[places.CENTRE] = rest
        self.offers = self.offers & ~ALL_COLOURS | self._takeable(rest)
        self.hand[seat] += taken
        seat += 1
        self.turn = seat if seat < self.players else 0
        if self.offers == 0:
            self._begin_play()

    def _begin_play(self) -> None:
        self.phase_code = PLAY
        self.turn = self.starter  # Pavilion R4: the same player again, if no one took the marker

    def _lose(self, seat: int, points: int) -> None:
        self.score[seat] -= points
        if self.score[seat] < self.floor:
            self.score[seat] = self.floor

    # -- legal moves: no other code decides what is legal

    def _payment(self, seat: int, colour: int) -> int:
        """Return what a seat can pay for a colour, as an index of `WAYS`: 7 * wild tiles + tiles of the colour.

        The wild colour itself is paid for as an ordinary colour, without wild tiles.
        """
        wilds = bitlanes.count(self.hand[seat], self.wild) if colour != self.wild else 0
        own = bitlanes.count(self.hand[seat], colour)
        return 7 * (wilds if wilds < 5 else 5) + (own if own < 6 else 6)

    def _ways(self, free: int, payment: int, star: int) -> int:
        """Return the ways to place a colour in a star that accepts it, if these spaces of the board are free.

        They are a set with bit 6 * space + wild tiles.
        """
        layout = 0 if not self.grey else 42 if star else 84
        return WAYS[layout + payment] & AT_SPACES[free >> 6 * star & 63]

    def _find_places(self, ways: list[int]) -> int:
        """Fill the ways to place a colour in a star, at 7 * colour + star; return how many ways there are.

        Word 42 is the set of the words that are not empty; not all empty words are written.
        """
        seat = self.turn
        free = ~self.covered[seat]
        there = bitlanes.tiles(0, 0)
        n = 0
        payment = [0] * 6
        wanted = bitlanes.tiles(0, 0)  # bit 7 * colour + star: the star accepts a colour in hand
        # Arithmetic instead of branches, because no processor can predict these conditions.
        for colour in range(6):
            payment[colour] = self._payment(seat, colour)
            stars = self.accept[6 * seat + colour] * (bitlanes.count(self.hand[seat], colour) > 0)
            wanted |= bitlanes.tiles(stars, 0) << 7 * colour
        if not self.grey:
            for colour in range(6):  # only its own star and star 0 can accept a colour
                star = STAR_OF_COLOUR[colour]
                place = 7 * colour + star
                here = self._ways(free, payment[colour], star) * (wanted >> place & 1)
                ways[place] = here
                n += bitlanes.popcount(here)
                there |= bitlanes.tiles(here != 0, 0) << place
                place = 7 * colour
                here = self._ways(free, payment[colour], 0) * (wanted >> place & 1)
                ways[place] = here
                n += bitlanes.popcount(here)
                there |= bitlanes.tiles(here != 0, 0) << place
        else:
            while wanted:
                place = bitlanes.lowest(wanted)
                wanted &= wanted - 1
                here = self._ways(free, payment[place // 7], place % 7)
                ways[place] = here
                n += bitlanes.popcount(here)
                there |= bitlanes.tiles(here != 0, 0) << place
        ways[constants.PLACES] = there
        return n

    def _find_passes(self, kept: list[int]) -> None:
        """Fill the set of the bunches that the player may keep, four words."""
        if self.rounds == constants.ROUNDS:  # Pavilion R7: nothing is kept after the last round
            kept[0], kept[1], kept[2], kept[3] = 1, 0, 0, 0
            return
        first = second = third = fourth = ~bitlanes.tiles(0, 0)
        for colour in range(6):
            n = bitlanes.count(self.hand[self.turn], colour)
            at = 4 * (5 * colour + (n if n < 4 else 4))
            first &= KEEPABLE[at]
            second &= KEEPABLE[at + 1]
            third &= KEEPABLE[at + 2]
            fourth &= KEEPABLE[at + 3]
        kept[0], kept[1], kept[2], kept[3] = first, second, third, fourth

    def _find_bonuses(self, taken: list[int]) -> None:
        """Fill the set of the bunches that the player may take from the supply, two words (of four)."""
        first = OF_SIZE[2 * self.owed]
        second = OF_SIZE[2 * self.owed + 1]
        for colour in range(6):
            n = bitlanes.count(self.source[places.SUPPLY], colour)
            at = 2 * (4 * colour + (n if n < 3 else 3))
            first &= TAKEABLE[at]
            second &= TAKEABLE[at + 1]
        taken[0], taken[1], taken[2], taken[3] = first, second, 0, 0

    def _nth_place(self, ways: list[int], k: int) -> int:
        """Return the id of the k-th of the ways that `_find_places` has found."""
        there = ways[constants.PLACES]
        place = bitlanes.lowest(there)
        n = bitlanes.popcount(ways[place])
        while k >= n:
            k -= n
            there &= there - 1
            place = bitlanes.lowest(there)
            n = bitlanes.popcount(ways[place])
        return moves.FIRST_PLACE + moves.WAYS * place + bitlanes.nth_bit(ways[place], k)

    def _count_bunches(self, bunches: list[int]) -> int:
        """Return the size of a set of bunches."""
        n = bitlanes.popcount(bunches[0]) + bitlanes.popcount(bunches[1])
        return n + bitlanes.popcount(bunches[2]) + bitlanes.popcount(bunches[3])

    def _nth_bunch(self, bunches: list[int], k: int) -> int:
        """Return the number of the k-th bunch of a set."""
        word = 0
        n = bitlanes.popcount(bunches[0])
        while k >= n:
            k -= n
            word += 1
            n = bitlanes.popcount(bunches[word])
        return 64 * word + bitlanes.nth_bit(bunches[word], k)

    def _is_legal(self, move: int) -> bool:
        if self.turn >= places.DEALING:
            return False
        if move < moves.FIRST_PLACE:
            return self.phase_code == ACQUIRE and self.offers >> move & 1 != 0
        if move < moves.FIRST_BONUS:
            colour = (move - moves.FIRST_PLACE) // moves.WAYS // 7
            star = (move - moves.FIRST_PLACE) // moves.WAYS % 7
            if self.phase_code != PLAY or not self.accept[6 * self.turn + colour] >> star & 1:
                return False
            ways = self._ways(~self.covered[self.turn], self._payment(self.turn, colour), star)
            return ways >> (move - moves.FIRST_PLACE) % moves.WAYS & 1 != 0
        found = [0] * 4
        if move < moves.FIRST_PASS:
            if self.phase_code != BONUS:
                return False
            self._find_bonuses(found)
            return found[(move - moves.FIRST_BONUS) // 64] >> (move - moves.FIRST_BONUS) % 64 & 1 != 0
        if self.phase_code != PLAY:
            return False
        self._find_passes(found)
        return found[(move - moves.FIRST_PASS) // 64] >> (move - moves.FIRST_PASS) % 64 & 1 != 0

    def _list_moves(self, found: list[Move]) -> None:
        if self.turn >= places.DEALING:
            return
        if self.phase_code == ACQUIRE:
            self._list_set(found, self.offers, 0)
            return
        ways, bunches = [0] * 43, [0] * 4
        first = moves.FIRST_BONUS
        if self.phase_code == BONUS:
            self._find_bonuses(bunches)
        else:
            self._find_places(ways)
            there = ways[constants.PLACES]
            while there:
                place = bitlanes.lowest(there)
                there &= there - 1
                self._list_set(found, ways[place], moves.FIRST_PLACE + moves.WAYS * place)
            self._find_passes(bunches)
            first = moves.FIRST_PASS
        for word in range(4):
            self._list_set(found, bunches[word], first + 64 * word)

    def _list_set(self, found: list[Move], legal: int, first: int) -> None:
        while legal:
            found.append(ALL_MOVES[first + bitlanes.lowest(legal)])
            legal &= legal - 1

    # -- play

    def _apply(self, move: int) -> None:
        """Play a legal move in place."""
        if move < moves.FIRST_PLACE:
            self._take(move // 6, move % 6)
        elif move < moves.FIRST_BONUS:
            move -= moves.FIRST_PLACE
            self._place(move // 252, move // 6 % 42, move % 6)
        elif move < moves.FIRST_PASS:
            self._take_bonus(BONUS_WORD[move - moves.FIRST_BONUS])
        else:
            self._pass(KEPT_WORD[move - moves.FIRST_PASS])

    def _place(self, colour: int, space: int, wilds: int) -> None:
        seat = self.turn
        plain = self._cost(space) - wilds
        self.hand[seat] -= bitlanes.tiles(plain, colour) + bitlanes.tiles(wilds, self.wild)
        self.discard += bitlanes.tiles(plain - 1, colour) + bitlanes.tiles(wilds, self.wild)
        self._cover(seat, space // 6, space % 6, colour)
        covered = self.covered[seat]
        self.score[seat] += self._run_at(covered, space)
        owed = self._bonus_at(covered, space)
        there = bitlanes.size(self.source[places.SUPPLY])
        self.owed = owed if owed < there else there  # Pavilion R5: no more than the supply holds
        if self.owed:
            self.phase_code = BONUS
        else:
            self._end_turn()

    def _cost(self, space: int) -> int:
        return COST[42 * self.grey + space]

    def _run_at(self, covered: int, space: int) -> int:
        """Return the points for a tile just placed on a space: the length of its run in the star's ring."""
        return RUN[8 * (covered >> space // 6 * 6 & 63) + space % 6]

    def _bonus_at(self, covered: int, space: int) -> int:
        """Return the number of bonus tiles due for the features that a tile just placed on a space completes."""
        bonus = 0
        if covered & FEATURE[2 * space] == FEATURE[2 * space]:
            bonus = FEATURE_BONUS[2 * space]
        if covered & FEATURE[2 * space + 1] == FEATURE[2 * space + 1]:
            bonus += FEATURE_BONUS[2 * space + 1]
        return bonus

    def _feature(self, space: int, i: int) -> int:
        """Return the spaces around the first or second feature at a space; never all covered if there is none."""
        return FEATURE[2 * space + i]

    def _feature_bonus(self, space: int, i: int) -> int:
        return FEATURE_BONUS[2 * space + i]

    def _number_spaces(self, number: int) -> int:
        """Return all spaces of number 1 to 4."""
        return NUMBER_SPACES[4 * self.grey + number - 1]

    def _bonus_bunch(self, i: int) -> int:
        return BONUS_WORD[i]

    def _kept_bunch(self, i: int) -> int:
        return KEPT_WORD[i]

    def _cover(self, seat: int, star: int, i: int, colour: int) -> None:
        """Put a tile onto space i (from 0) of a star."""
        self.covered[seat] |= bitlanes.tiles(1, 0) << 6 * star + i
        self.mosaic[7 * seat + star] |= colour + 1 << 3 * i
        if self.grey or star == 0:
            self._update_accepted_colours(seat, star)

    def _update_accepted_colours(self, seat: int, star: int) -> None:
        """Update which colours a star accepts, after a tile was placed in it."""
        accepted = self._accepted_colours(seat, star)
        for colour in range(6):
            if accepted >> colour & 1:
                self.accept[6 * seat + colour] |= 1 << star
            else:
                self.accept[6 * seat + colour] &= ~(1 << star)

    def _accepted_colours(self, seat: int, star: int) -> int:
        """Return the colours that a star accepts: `docs/rules/pavilion.md`, "Place" and "Variant: the grey side".

        An outer star of the coloured side takes its own colour, star 0 six different ones. On the grey side the first tile of a
        star may be any colour, and the second settles whether the star is of one colour or of six different ones.
        """
        if star and not self.grey:
            return 1 << COLOUR_OF_STAR[star]
        used = self._used(seat, star)
        if self.grey and bitlanes.popcount(self.covered[seat] >> 6 * star & 63) == 1:
            return ALL_COLOURS
        if self.grey and bitlanes.popcount(used) == 1:
            return used
        return ALL_COLOURS & ~used

    def _used(self, seat: int, star: int) -> int:
        """Return the colours that lie in a star."""
        used = 0
        tiles = self.mosaic[7 * seat + star]
        for i in range(6):
            used |= 1 << (tiles >> 3 * i & 7)
        return used >> 1

    def _take_bonus(self, bunch: int) -> None:
        self.hand[self.turn] += bunch
        self.source[places.SUPPLY] -= bunch
        self.owed = 0
        self.phase_code = PLAY
        self._end_turn()

    def _pass(self, keep: int) -> None:
        seat = self.turn
        dropped = self.hand[seat] - keep
        self.discard += dropped
        self._lose(seat, bitlanes.size(dropped))
        self.hand[seat] = keep
        self.passed |= 1 << seat
        self._end_turn()

    def _end_turn(self) -> None:
        if self.passed == (1 << self.players) - 1:
            self.turn = places.DEALING
            if self.rounds == constants.ROUNDS:
                self._end_game()
                return
        else:
            seat = self.turn
            while True:
                seat += 1
                if seat == self.players:
                    seat = 0
                if not self.passed >> seat & 1:
                    break
            self.turn = seat
        self.mover = 0
        if bitlanes.size(self.source[places.SUPPLY]) < constants.SUPPLY_SPACES and self.bag + self.discard:
            self.mover = self.turn
            self.turn = places.REFILLING

    def _end_game(self) -> None:
        self.phase_code = OVER
        self.turn = places.NOBODY
        self.mover = 0
        for seat in range(self.players):
            self.score[seat] += self._end_points(seat)

    def _end_points(self, seat: int) -> int:
        points = 0
        for star in range(7):
            if self.covered[seat] >> 6 * star & 63 == 63:
                points += self._star_points(self._used(seat, star))
        for number in range(1, 5):
            spaces = self._number_spaces(number)
            if self.covered[seat] & spaces == spaces:
                points += NUMBER_POINTS[number - 1]
        return points

    def _star_points(self, used: int) -> int:
        """Return the points for a complete star of these colours."""
        return STAR_POINTS[bitlanes.lowest(used) if bitlanes.popcount(used) == 1 else constants.MULTICOLOURED]

    # -- chance

    def _begin_round(self) -> None:
        self.wild = self.wild_order[self.rounds]  # Pavilion R3
        self.rounds += 1
        self.passed = 0
        self.phase_code = ACQUIRE
        self.turn = self.starter  # Pavilion R1: in round 1 the seat that the game names
        self.marker = places.IN_CENTRE
        for display in range(1, 2 * self.players + 2):
            self.offers |= self._takeable(self.source[display]) << 6 * display
        if self.offers == 0:  # Pavilion R6: no tile could be dealt
            self._begin_play()

    def _deal(self, displays: tuple[Bunch, ...]) -> bool:
        """Deal these displays if bag and tower have the tiles; otherwise return False and leave the state undefined."""
        if not self._take_out_displays(displays):
            return False
        self._begin_round()
        return True

    def _deal_at_random(self, dice: int) -> int:
        """Deal a round at random; return the next dice."""
        dice = self._draw_displays(dice)  # Pavilion R2: `_pour_discard` pours the tower into the empty bag, never earlier
        self._begin_round()
        return dice

    def _refill(self, tiles: Bunch) -> bool:
        """Draw these tiles onto the supply if that is possible; otherwise return False and leave the state undefined."""
        if not self._take_out(tiles, constants.SUPPLY_SPACES - bitlanes.size(self.source[places.SUPPLY]), places.SUPPLY):
            return False
        self.turn = self.mover
        self.mover = 0
        return True

    def _refill_at_random(self, dice: int) -> int:
        """Fill the supply at random; return the next dice."""
        dice = self._draw_onto(places.SUPPLY, constants.SUPPLY_SPACES - bitlanes.size(self.source[places.SUPPLY]), dice)
        self.turn = self.mover
        self.mover = 0
        return dice

    # -- random games

    def _play_at_random(self, dice: int, eager: bool) -> int:
        """Play to the end, every legal move equally likely (`eager`: players pass only when they can't place).

        Returns the number of decisions.
        """
        decisions = 0
        while self.turn != places.NOBODY:
            if self.turn == places.REFILLING:
                dice = self._refill_at_random(dice)
            elif self.turn == places.DEALING:
                dice = self._deal_at_random(dice)
            else:
                dice = xorshift.roll(dice)
                self._play_one_at_random(dice, eager)
                decisions += 1
        return decisions

    def after_random_move(self, dice: int, eager: bool = False) -> PavilionState:
        """Return the state after the move that random games make with these dice; for tests."""
        after = self._copy()
        after._play_one_at_random(dice, eager)
        return after

    def _play_one_at_random(self, dice: int, eager: bool) -> None:
        """Make a random move, all legal ones equally likely.

        A fast path for random games, which the sets of legal moves would slow down by a tenth to a quarter: it counts ways and
        bunches instead, and finds the one it needs. `tests/core/test_legal_moves.py` compares it with `legal_moves`.
        """
        if self.phase_code == ACQUIRE:
            place = bitlanes.nth_bit(self.offers, xorshift.below(dice, bitlanes.popcount(self.offers)))
            self._take(place // 6, place % 6)
        elif self.phase_code == PLAY:
            self._place_or_pass_at_random(dice, eager)
        else:
            supply = self.source[places.SUPPLY]
            k = xorshift.below(dice, bitlanes.count(self._choices(supply), self.owed))
            self._take_bonus(self._nth_choice(supply, self.owed, k, 1))

    def _place_or_pass_at_random(self, dice: int, eager: bool) -> None:
        seat = self.turn
        until = [0] * 7  # the number of ways to place the colours before each colour
        for colour in range(6):
            until[colour + 1] = until[colour] + self._count_of_colour(seat, colour, self._payment(seat, colour))
        bunches = 0
        last_round = self.rounds == constants.ROUNDS
        if not (eager and until[6]):
            bunches = 1 if last_round else bitlanes.count(self._choices(self.hand[seat]) * CHOICES[4], constants.MOST_KEPT)
        k = xorshift.below(dice, until[6] + bunches)
        if k >= until[6]:
            k -= until[6]
            self._pass(0 if last_round else self._nth_choice(self.hand[seat], constants.MOST_KEPT, k, CHOICES[4]))
            return
        colour = (k >= until[1]) + (k >= until[2]) + (k >= until[3]) + (k >= until[4]) + (k >= until[5])
        k -= until[colour]
        payment = self._payment(seat, colour)
        own = bitlanes.count(self.hand[seat], colour)
        stars = self.accept[6 * seat + colour]
        star = bitlanes.lowest(stars)
        here = self._count_of_star(seat, payment, star)
        while k >= here:
            k -= here
            stars &= stars - 1
            star = bitlanes.lowest(stars)
            here = self._count_of_star(seat, payment, star)
        spaces = ~self.covered[seat] >> 6 * star & 63
        space = 6 * star + bitlanes.lowest(spaces)
        here = COUNT[7 * payment + self._cost(space)]
        while k >= here:
            k -= here
            spaces &= spaces - 1
            space = 6 * star + bitlanes.lowest(spaces)
            here = COUNT[7 * payment + self._cost(space)]
        cost = self._cost(space)
        self._place(colour, space, k + (cost - own if cost > own else 0))

    def _count_of_colour(self, seat: int, colour: int, payment: int) -> int:
        """Return the number of ways to place a colour."""
        stars = self.accept[6 * seat + colour]
        if not self.grey:
            own_star = self._count_of_star(seat, payment, STAR_OF_COLOUR[colour])
            return own_star + self._count_of_star(seat, payment, 0) * (stars & 1)
        found = 0
        for star in range(7):
            found += self._count_of_star(seat, payment, star) * (stars >> star & 1)
        return found

    def _count_of_star(self, seat: int, payment: int, star: int) -> int:
        """Return the number of ways to place a colour on the free spaces of a star that accepts it: the size of `_ways`."""
        layout = 0 if not self.grey else 1 if star else 2
        return STAR_COUNT[64 * (42 * layout + payment) + (~self.covered[seat] >> 6 * star & 63)]

    def _choices(self, bunch: int) -> int:
        """Return the number of bunches within a bunch: lane n counts those of n tiles, up to 4."""
        product = bitlanes.tiles(1, 0)
        for colour in range(6):
            n = bitlanes.count(bunch, colour)
            product = product * CHOICES[n if n < 4 else 4] & FIVE_LANES
        return product

    def _nth_choice(self, bunch: int, room: int, k: int, last: int) -> int:
        """Return the k-th bunch within a bunch, of exactly `room` tiles (last = 1) or at most as many (last = CHOICES[4])."""
        rest = [0] * 6  # the choices among the colours after this one
        rest[5] = last
        for colour in range(5, 0, -1):
            n = bitlanes.count(bunch, colour)
            rest[colour - 1] = rest[colour] * CHOICES[n if n < 4 else 4] & FIVE_LANES
        chosen = bitlanes.tiles(0, 0)
        for colour in range(6):
            while k >= bitlanes.count(rest[colour], room):
                k -= bitlanes.count(rest[colour], room)
                room -= 1
                chosen += bitlanes.tiles(1, colour)
        return chosen


def random_games(game: Pavilion, games: int, seed: int, eager: bool = False) -> tuple[int, int]:
    """Play random games; return the number of decisions and the sum of all players' scores."""
    fresh = PavilionState(game)
    state = fresh._copy()
    decisions = points = 0
    for number in range(games):
        memory.assign(state, fresh)
        decisions += state._play_at_random(xorshift.stir(seed, number), eager)
        for seat in range(state.players):
            points += state.score[seat]
    return decisions, points
