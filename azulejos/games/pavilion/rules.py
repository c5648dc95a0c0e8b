"""The rules of Summer Pavilion: coloured and grey board, score floor, order of wild colours.

Spaces are numbered 0–41 inside: `6 * star + space - 1`. A seat's colours lie at `6 * seat + colour` of the arrays, its stars at
`7 * seat + star`. Colours are 0–5: purple, green, orange, yellow, blue, red.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejos.core import bitlanes, chance, memory, places, xorshift
from azulejos.core.blocks import ENGLISH, Speech
from azulejos.core.contract import Bunch, Event, Gain, IllegalMove, Json, Outcome
from azulejos.core.events import Deal, Move, Refill
from azulejos.core.tiles import TileState
from azulejos.games.pavilion import board, moves

if TYPE_CHECKING:
    from fractions import Fraction

    from azulejos.core.contract import Generator
    from azulejos.games.pavilion import Pavilion
    from azulejos.games.pavilion.position import Board, Position


PHASES = ("acquire", "play", "bonus", "over")
ACQUIRE, PLAY, BONUS, OVER = 0, 1, 2, 3
ROUNDS = 6
SUPPLY_SPACES = 10
MOST_KEPT = moves.MOST_KEPT
FIRST_SCORE = 5
ALL_COLOURS = 63

ALL_MOVES = moves.ALL_MOVES
MOVES = moves.MOVES
FIRST_PLACE, FIRST_BONUS, FIRST_PASS = moves.FIRST_PLACE, moves.FIRST_BONUS, moves.FIRST_PASS
BONUS_WORD = [0] * 83
for _i in range(83):
    BONUS_WORD[_i] = moves.BONUS_WORDS[_i]
KEPT_WORD = [0] * 210
for _i in range(210):
    KEPT_WORD[_i] = moves.KEPT_WORDS[_i]

# The printed board, from `board`: costs at 42 * grey + space; the two features at a space; what stars and numbers score.
COST = [0] * 84
for _i in range(84):
    COST[_i] = board.COSTS[_i // 42][_i % 42]
FEATURE = [0] * 84
FEATURE_BONUS = [0] * 84
for _i in range(84):
    FEATURE[_i], FEATURE_BONUS[_i] = board.FEATURES_AT[_i // 2][_i % 2]
STAR_POINTS = [0] * 7
for _i in range(7):
    STAR_POINTS[_i] = board.STAR_POINTS[_i]
OWN_COLOUR = [0] * 7
STAR_OF_COLOUR = [0] * 6
for _i in range(1, 7):
    OWN_COLOUR[_i] = 1 << board.COLOUR_OF_STAR[_i]
    STAR_OF_COLOUR[board.COLOUR_OF_STAR[_i]] = _i
NUMBER_SPACES = [0] * 8
for _i in range(8):
    NUMBER_SPACES[_i] = board.NUMBER_SPACES[_i // 4][_i % 4]

# The length of the run in a ring of six that a space is part of, at 8 * mask + space.
RUN = [0] * 512
for _mask in range(64):
    for _i in range(6):
        _n = 1
        while _n < 6 and _mask >> (_i + _n) % 6 & 1:
            _n += 1
        _back = 1
        while _n < 6 and _mask >> (_i + 6 - _back) % 6 & 1:
            _back += 1
            _n += 1
        RUN[8 * _mask + _i] = _n

# In how many ways a cost of 1–6 can be paid with so many wild tiles (up to 5) and tiles of the colour (up to 6): at
# 7 * (7 * wild + own) + cost.
WAYS = [0] * 294
for _i in range(294):
    _wild, _own, _cost = _i // 49, _i // 7 % 7, _i % 7
    for _n in range(_cost):
        if _n <= _wild and _cost - _n <= _own:
            WAYS[_i] += 1

# The same for all free spaces of a star at once: at 64 * (42 * layout + 7 * wild + own) + free spaces, where a layout is the
# costs of a star's spaces: 1 2 3 4 5 6 on the coloured side; 3 2 1 4 5 6 (outer) and 3 3 3 3 3 3 (star 0) on the grey side.
STAR_WAYS = [0] * 8064
for _i in range(8064):
    _first = 6 if _i < 2688 else 48 if _i < 5376 else 42
    for _n in range(6):
        if _i >> _n & 1:
            STAR_WAYS[_i] += WAYS[7 * (_i // 64 % 42) + COST[_first + _n]]

# The polynomial 1 + x + … + x^n in the lanes of a word, up to x^4: how many ways there are to choose tiles of one colour, by
# how many are chosen. The product over the colours counts bunches.
CHOICES = [0] * 5
for _n in range(5):
    for _i in range(_n + 1):
        CHOICES[_n] += bitlanes.tiles(1, _i)
FIVE_LANES = (1 << 50) - 1


class PavilionState(TileState):
    """A position of Summer Pavilion; a value, as all states are."""

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
        self.bag = 22 * bitlanes.EACH
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
            self.score[seat] = FIRST_SCORE
            for star in range(7):
                self._accept(seat, star)

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
        if self.turn < places.DEALING:
            if self.phase_code == ACQUIRE:
                self._list_takes(found)
            elif self.phase_code == BONUS:
                self._list_bonuses(found)
            else:
                self._list_places(found)
                self._list_passes(found)
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
            known = move.game == "pavilion" and type(move.id) is int and 0 <= move.id < MOVES
            if not (known and self._is_legal(move.id)):
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
        """The next chance event, sampled from the bag."""
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
        """How likely this chance event is, exactly; 0 if it can't happen."""
        if self.turn == places.DEALING and type(event) is Deal and event.round == self.rounds + 1:
            wanted = (places.TO_A_DISPLAY,) * self.game.displays
            return chance.probability(self.bag_tiles, self.discard_tiles, event.displays, wanted)
        if self.turn == places.REFILLING and type(event) is Refill:
            wanted = (SUPPLY_SPACES - sum(self.supply),)
            return chance.probability(self.bag_tiles, self.discard_tiles, (event.tiles,), wanted)
        return chance.impossible()

    # -- what lies on the table

    @property
    def supply(self) -> Bunch:
        return bitlanes.unpack(self.source[places.SUPPLY])

    @property
    def discard_tiles(self) -> Bunch:
        """The tiles in the tower."""
        return bitlanes.unpack(self.discard)

    def board(self, seat: int) -> Board:
        """A player's board, for those who read rather than reckon."""
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

    @property
    def text(self) -> str:
        from azulejos.games.pavilion import position

        return position.to_text(self)

    @property
    def json(self) -> Json:
        from azulejos.games.pavilion import position

        return position.to_json(self)

    def drawing(self, colour: bool = False, tr: Speech = ENGLISH) -> str:
        from azulejos.games.pavilion import drawing

        return drawing.draw(self, colour, tr)

    def explain(self, event: Event, after: PavilionState | None = None) -> list[Gain]:
        from azulejos.games.pavilion import explain

        return explain.explain(self, event, after)

    def _refusal(self, event: object) -> IllegalMove:
        from azulejos.games.pavilion import refusal

        return refusal.refusal(self, event)

    def setup(self, position: Position) -> None:
        """Lays out a position on a fresh state; `position` has seen to it that all is in bounds."""
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
        """The colours that may be taken of a bunch: those that are not wild, or else the wild one."""
        here = bitlanes.present(bunch)
        colours = here | here >> 9 | here >> 18 | here >> 27 | here >> 36 | here >> 45
        plain = colours & ALL_COLOURS & ~(1 << self.wild)
        return plain if plain else colours & ALL_COLOURS

    def _list_takes(self, found: list[Move]) -> None:
        offers = self.offers
        while offers:
            found.append(ALL_MOVES[bitlanes.lowest(offers)])
            offers &= offers - 1

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
        self.turn = self.starter

    def _lose(self, seat: int, points: int) -> None:
        self.score[seat] -= points
        if self.score[seat] < self.floor:
            self.score[seat] = self.floor

    # -- play

    def _wilds_for(self, seat: int, colour: int) -> int:
        """How many wild tiles can be spent with a colour; none with the wild one itself, which is then an ordinary colour."""
        wilds = bitlanes.count(self.hand[seat], self.wild) if colour != self.wild else 0
        return wilds if wilds < 5 else 5

    def _own(self, seat: int, colour: int) -> int:
        """How many tiles of a colour can be spent on one space."""
        own = bitlanes.count(self.hand[seat], colour)
        return own if own < 6 else 6

    def _list_places(self, found: list[Move]) -> None:
        seat = self.turn
        for colour in range(6):
            own = self._own(seat, colour)
            wilds = self._wilds_for(seat, colour)
            stars = self.accept[6 * seat + colour] if own else 0
            while stars:
                star = bitlanes.lowest(stars)
                stars &= stars - 1
                for space in range(6 * star, 6 * star + 6):
                    if self.covered[seat] >> space & 1:
                        continue
                    cost = self._cost(space)
                    first = FIRST_PLACE + (colour * 42 + space) * 6
                    for spent in range(cost - own if cost > own else 0, (wilds if wilds < cost else cost - 1) + 1):
                        found.append(ALL_MOVES[first + spent])

    def _list_passes(self, found: list[Move]) -> None:
        if self.rounds == ROUNDS:
            found.append(ALL_MOVES[FIRST_PASS])
        else:
            for i in range(210):
                if bitlanes.contains(self.hand[self.turn], KEPT_WORD[i]):
                    found.append(ALL_MOVES[FIRST_PASS + i])

    def _list_bonuses(self, found: list[Move]) -> None:
        for i in range(83):
            if bitlanes.contains(self.source[places.SUPPLY], BONUS_WORD[i]) and bitlanes.size(BONUS_WORD[i]) == self.owed:
                found.append(ALL_MOVES[FIRST_BONUS + i])

    def _is_legal(self, move: int) -> bool:
        if self.turn >= places.DEALING:
            return False
        seat = self.turn
        if move < FIRST_PLACE:
            return self.phase_code == ACQUIRE and self.offers >> move & 1 != 0
        if move >= FIRST_PASS:
            if self.phase_code != PLAY or (self.rounds == ROUNDS and move > FIRST_PASS):
                return False
            return bitlanes.contains(self.hand[seat], KEPT_WORD[move - FIRST_PASS])
        if move >= FIRST_BONUS:
            bunch = BONUS_WORD[move - FIRST_BONUS]
            return (
                self.phase_code == BONUS
                and bitlanes.size(bunch) == self.owed
                and bitlanes.contains(self.source[places.SUPPLY], bunch)
            )
        wilds = (move - FIRST_PLACE) % 6
        space = (move - FIRST_PLACE) // 6 % 42
        colour = (move - FIRST_PLACE) // 252
        cost = self._cost(space)
        if self.phase_code != PLAY or self.covered[seat] >> space & 1 or not self.accept[6 * seat + colour] >> space // 6 & 1:
            return False
        if wilds >= cost or wilds > self._wilds_for(seat, colour):
            return False
        return bitlanes.count(self.hand[seat], colour) >= cost - wilds

    def _apply(self, move: int) -> None:
        """Plays a legal move in place."""
        if move < FIRST_PLACE:
            self._take(move // 6, move % 6)
        elif move < FIRST_BONUS:
            self._place((move - FIRST_PLACE) // 252, (move - FIRST_PLACE) // 6 % 42, (move - FIRST_PLACE) % 6)
        elif move < FIRST_PASS:
            self._take_bonus(BONUS_WORD[move - FIRST_BONUS])
        else:
            self._pass(KEPT_WORD[move - FIRST_PASS])

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
        self.owed = owed if owed < there else there
        if self.owed:
            self.phase_code = BONUS
        else:
            self._end_turn()

    def _cost(self, space: int) -> int:
        return COST[42 * self.grey + space]

    def _run_at(self, covered: int, space: int) -> int:
        """What a tile just placed on a space scores: the length of its run in the star's ring."""
        return RUN[8 * (covered >> space // 6 * 6 & 63) + space % 6]

    def _bonus_at(self, covered: int, space: int) -> int:
        """How many bonus tiles are due for the features that a tile just placed on a space completes."""
        bonus = 0
        if covered & FEATURE[2 * space] == FEATURE[2 * space]:
            bonus = FEATURE_BONUS[2 * space]
        if covered & FEATURE[2 * space + 1] == FEATURE[2 * space + 1]:
            bonus += FEATURE_BONUS[2 * space + 1]
        return bonus

    def _feature(self, space: int, i: int) -> int:
        """The spaces around the first or second feature at a space; never all covered if there is none."""
        return FEATURE[2 * space + i]

    def _feature_bonus(self, space: int, i: int) -> int:
        return FEATURE_BONUS[2 * space + i]

    def _colour_of(self, star: int) -> int:
        """The colour printed in an outer star of the coloured side."""
        return bitlanes.lowest(OWN_COLOUR[star])

    def _number_spaces(self, number: int) -> int:
        """All spaces of number 1 to 4."""
        return NUMBER_SPACES[4 * self.grey + number - 1]

    def _bonus_bunch(self, i: int) -> int:
        return BONUS_WORD[i]

    def _kept_bunch(self, i: int) -> int:
        return KEPT_WORD[i]

    def _cover(self, seat: int, star: int, i: int, colour: int) -> None:
        """Puts a tile onto space i (from 0) of a star."""
        self.covered[seat] |= bitlanes.tiles(1, 0) << 6 * star + i
        self.mosaic[7 * seat + star] |= colour + 1 << 3 * i
        if self.grey or star == 0:
            self._accept(seat, star)

    def _accept(self, seat: int, star: int) -> None:
        """Works out which colours a star takes now."""
        used = self._used(seat, star)
        if star and not self.grey:
            accepted = OWN_COLOUR[star]
        elif not used or (self.grey and bitlanes.popcount(self.covered[seat] >> 6 * star & 63) == 1):
            accepted = ALL_COLOURS  # the first tile is free, and on the grey side so is the second
        elif self.grey and bitlanes.popcount(used) == 1:
            accepted = used
        else:
            accepted = ALL_COLOURS & ~used
        for colour in range(6):
            if accepted >> colour & 1:
                self.accept[6 * seat + colour] |= 1 << star
            else:
                self.accept[6 * seat + colour] &= ~(1 << star)

    def _used(self, seat: int, star: int) -> int:
        """The colours that lie in a star."""
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
            if self.rounds == ROUNDS:
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
        if bitlanes.size(self.source[places.SUPPLY]) < SUPPLY_SPACES and self.bag + self.discard:
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
                points += 4 * number
        return points

    def _star_points(self, used: int) -> int:
        """What a complete star of these colours scores."""
        return STAR_POINTS[bitlanes.lowest(used)] if bitlanes.popcount(used) == 1 else STAR_POINTS[6]

    # -- chance

    def _begin_round(self) -> None:
        self.wild = self.wild_order[self.rounds]
        self.rounds += 1
        self.passed = 0
        self.phase_code = ACQUIRE
        self.turn = self.starter
        self.marker = places.IN_CENTRE
        for display in range(1, 2 * self.players + 2):
            self.offers |= self._takeable(self.source[display]) << 6 * display
        if self.offers == 0:
            self._begin_play()

    def _deal(self, displays: tuple[Bunch, ...]) -> bool:
        """Deals these displays, if they can come out of bag and tower; leaves a mess if not."""
        if not self._take_out_displays(displays):
            return False
        self._begin_round()
        return True

    def _deal_at_random(self, dice: int) -> int:
        """Deals a round as the dice say; gives the dice back."""
        dice = self._draw_displays(dice)
        self._begin_round()
        return dice

    def _refill(self, tiles: Bunch) -> bool:
        """Draws these tiles onto the supply, if they can come; leaves a mess if not."""
        if not self._take_out(tiles, SUPPLY_SPACES - bitlanes.size(self.source[places.SUPPLY]), places.SUPPLY):
            return False
        self.turn = self.mover
        self.mover = 0
        return True

    def _refill_at_random(self, dice: int) -> int:
        """Fills the supply as the dice say; gives the dice back."""
        dice = self._draw_onto(places.SUPPLY, SUPPLY_SPACES - bitlanes.size(self.source[places.SUPPLY]), dice)
        self.turn = self.mover
        self.mover = 0
        return dice

    # -- random games

    def _play_at_random(self, dice: int, eager: bool) -> int:
        """Plays on to the end, every legal move equally likely (`eager`: nobody passes who can place); counts the decisions."""
        decisions = 0
        while self.turn != places.NOBODY:
            if self.turn == places.REFILLING:
                dice = self._refill_at_random(dice)
            elif self.turn == places.DEALING:
                dice = self._deal_at_random(dice)
            else:
                dice = xorshift.roll(dice)
                if self.phase_code == ACQUIRE:
                    place = bitlanes.nth_bit(self.offers, xorshift.below(dice, bitlanes.popcount(self.offers)))
                    self._take(place // 6, place % 6)
                elif self.phase_code == PLAY:
                    self._play_one_at_random(dice, eager)
                else:
                    supply = self.source[places.SUPPLY]
                    k = xorshift.below(dice, bitlanes.count(self._choices(supply), self.owed))
                    self._take_bonus(self._nth_bunch(supply, self.owed, k, 1))
                decisions += 1
        return decisions

    def _play_one_at_random(self, dice: int, eager: bool) -> None:
        seat = self.turn
        until = [0] * 7  # how many ways there are to place the colours before each colour
        for colour in range(6):
            until[colour + 1] = until[colour] + self._ways_of(
                seat, colour, 7 * self._wilds_for(seat, colour) + self._own(seat, colour)
            )
        bunches = 0
        if not (eager and until[6]):
            bunches = 1 if self.rounds == ROUNDS else bitlanes.count(self._choices(self.hand[seat]) * CHOICES[4], MOST_KEPT)
        k = xorshift.below(dice, until[6] + bunches)
        if k >= until[6]:
            self._pass(0 if self.rounds == ROUNDS else self._nth_bunch(self.hand[seat], MOST_KEPT, k - until[6], CHOICES[4]))
            return
        colour = (k >= until[1]) + (k >= until[2]) + (k >= until[3]) + (k >= until[4]) + (k >= until[5])
        k -= until[colour]
        own = self._own(seat, colour)
        ways = 7 * self._wilds_for(seat, colour) + own
        stars = self.accept[6 * seat + colour]
        star = bitlanes.lowest(stars)
        here = self._ways(seat, ways, star)
        while k >= here:
            k -= here
            stars &= stars - 1
            star = bitlanes.lowest(stars)
            here = self._ways(seat, ways, star)
        spaces = ~self.covered[seat] >> 6 * star & 63
        space = 6 * star + bitlanes.lowest(spaces)
        here = WAYS[7 * ways + self._cost(space)]
        while k >= here:
            k -= here
            spaces &= spaces - 1
            space = 6 * star + bitlanes.lowest(spaces)
            here = WAYS[7 * ways + self._cost(space)]
        cost = self._cost(space)
        self._place(colour, space, k + (cost - own if cost > own else 0))

    def _ways_of(self, seat: int, colour: int, ways: int) -> int:
        """In how many ways a colour can be placed, paid in these `WAYS`."""
        stars = self.accept[6 * seat + colour]
        if not self.grey:
            return self._ways(seat, ways, STAR_OF_COLOUR[colour]) + self._ways(seat, ways, 0) * (stars & 1)
        found = 0
        for star in range(7):
            found += self._ways(seat, ways, star) * (stars >> star & 1)
        return found

    def _ways(self, seat: int, ways: int, star: int) -> int:
        """In how many ways a colour can be placed in the free spaces of a star that takes it."""
        layout = 0 if not self.grey else 1 if star else 2
        return STAR_WAYS[64 * (42 * layout + ways) + (~self.covered[seat] >> 6 * star & 63)]

    def _choices(self, bunch: int) -> int:
        """How many bunches there are within a bunch: lane n counts those of n tiles, up to 4."""
        product = bitlanes.tiles(1, 0)
        for colour in range(6):
            n = bitlanes.count(bunch, colour)
            product = product * CHOICES[n if n < 4 else 4] & FIVE_LANES
        return product

    def _nth_bunch(self, bunch: int, room: int, k: int, last: int) -> int:
        """The k-th bunch within a bunch that has exactly `room` tiles (last = 1), or at most so many (last = CHOICES[4])."""
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
    """Plays random games; gives the number of decisions and the sum of all players' scores."""
    fresh = PavilionState(game)
    state = fresh._copy()
    decisions = points = 0
    for number in range(games):
        memory.assign(state, fresh)
        decisions += state._play_at_random(xorshift.stir(seed, number), eager)
        for seat in range(state.players):
            points += state.score[seat]
    return decisions, points
