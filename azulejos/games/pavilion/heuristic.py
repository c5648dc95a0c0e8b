"""The heuristic of Summer Pavilion: rough values of moves, and the inputs of the network."""

from __future__ import annotations

from azulejos.core import bitlanes, places
from azulejos.core.heuristic import Heuristic
from azulejos.games.pavilion import board, moves, outlook
from azulejos.games.pavilion.rules import LAYOUTS, PavilionState

ACQUIRE, BONUS = 0, 2
STAR_POINTS = [board.STAR_POINTS[_i] for _i in range(7)]
NUMBER_POINTS = [board.NUMBER_POINTS[_i] for _i in range(4)]
COLOUR_OF_STAR = [board.COLOUR_OF_STAR[_i] for _i in range(7)]
# The spaces of a star that cost at most 0 to 6 tiles, at 7 * layout + tiles; layouts as in `rules`.
CHEAP = [sum([1 << _space for _space in range(6) if LAYOUTS[_i // 7][_space] <= _i % 7]) for _i in range(21)]

# What the values of moves are made of, in points: a line for each, by the round. They are learned from the visits of searches:
# `python -m azulejos.learning estimates pavilion`.
ESTIMATES = [
    *(8.22, 7.51, 6.14, 4.64, 4.16, 3.07),  # a tile in hand: it will pay for a space
    *(1.29, 1.01, 0.97, 1.11, 2.14, 0.4),  # more for one that will be wild in the next round
    *(-0.36, 0.17, 0.2, 0.05, 0.1, -0.13),  # more for one that fits star 0
    *(-0.01, -0.02, -0.02, 0.06, 0.12, 0.18),  # a space that the tiles of a colour can pay for, with the wild ones
    *(1.5, 5.08, 7.6, 5.97, 5.22, 3.8),  # a bonus tile when it is due
    *(13.56, 12.3, 12.35, 11.63, 15.05, 0.32),  # to start the next round
    *(-3.42, -2.75, -2.19, -2.33, -1.55, -2.65),  # a point lost for that
    *(-0.6, -0.75, -0.6, -0.59, -0.42, 0.31),  # a tile more in the largest bunch of the centre, for the next player
    *(-0.3, -0.26, -0.35, -0.38, -0.32, -0.37),  # the value of what the next player can take then
    *(-0.14, -0.03, 0.13, 0.07, 0.02, 0.09),  # a tile taken, for each that the next player has of its colour
    *(-3.53, -4.29, -4.28, -3.39, -2.66, -0.51),  # a tile discarded
    *(4.25, -1.41, 0.65, -0.99, 0.25, 0.21),  # to pass
    *(0.84, 1.8, 1.39, 2.47, 2.59, 2.05),  # a tile spent that could not be kept
    # A tile, by the number of spaces covered in the fullest star that it fits, 0 to 5.
    *(0.67, 0.23, 1.25, 0.72, -0.28, -0.79),
    *(0.97, 0.37, 0.27, 0.64, 0.79, 0.9),
    *(0.82, 0.44, 0.6, 0.83, 0.71, 0.17),
    *(0.17, 0.43, 1.21, 1.27, 0.7, 0.11),
    *(1.2, 0.54, 1.69, 2.66, 1.25, 0.16),
    *(1.5, 0.15, 2.02, 2.81, 2.99, 2.04),
    # The tiles of a colour together, 0 to 11; more are the same.
    *(-0.09, 0.21, 1.3, 2.01, 2.01, 2.22),
    *(0.68, 1.23, 1.17, 1.68, 1.12, 0.91),
    *(1.44, 2.42, 2.23, 2.63, 1.99, 1.41),
    *(1.82, 3.01, 2.91, 3.67, 3.04, 2.83),
    *(2.22, 4.02, 3.7, 4.17, 3.57, 4.17),
    *(3.31, 5.11, 4.46, 5.3, 3.76, 4.14),
    *(4.55, 6.22, 5.07, 6.82, 4.69, 4.59),
    *(5.24, 7.2, 6.36, 7.72, 5.04, 5.97),
    *(5.37, 7.95, 7.3, 9.3, 7.48, 6.08),
    *(5.35, 8.43, 7.49, 9.8, 7.22, 7.63),
    *(5.4, 8.34, 7.56, 10.04, 7.22, 7.16),
    *(5.4, 8.28, 7.56, 9.72, 7.18, 7.18),
    # The wild tiles together, 0 to 7; more are the same.
    *(-1.23, -1.63, -1.46, -2.15, -2.23, -2.46),
    *(1.84, -0.61, 0.07, 0.59, 0.16, 1.74),
    *(3.71, 0.52, 1.89, 3.48, 3.39, 5.82),
    *(5.18, 1.29, 3.94, 6.63, 5.95, 9.77),
    *(4.96, 1.92, 5.32, 9.22, 8.93, 13),
    *(6.28, 2.2, 6.61, 11.41, 11.05, 17.1),
    *(7.74, 2.15, 7.89, 12.72, 10.35, 19.51),
    *(9.03, 1.43, 7.65, 13.29, 11.44, 20.8),
    # To cover a space that costs 1 to 6 tiles.
    *(-3.52, -3.17, -4.64, -1.96, -1.25, -0.41),
    *(-0.61, 0.41, -2.68, -1.37, -0.63, -0.28),
    *(1.02, 4.7, 2.73, 0.75, -1.27, -0.24),
    *(-0.59, 4.71, 4.48, 2.27, 1.87, 0.42),
    *(-0.51, -4.4, -0.9, -2.59, -1.77, -0.26),
    *(-0.02, -0.83, 0.36, 3.88, 2.8, 0.56),
    # The points of a tile in a run of 1 to 6.
    *(-1.4, 2.23, -2.82, -1.19, -0.85, 0.11),
    *(-1.31, 6.24, 4.93, 3.18, 1.23, 0.92),
    *(4.46, -2.19, 0.37, 2.05, 5.05, 3.69),
    *(4, 5.13, 5.25, 4.18, 4.78, 4.25),
    *(5, 5, 6.61, 6.25, 3.83, 5.42),
    *(6, 6, 6, 7.53, 6.71, 6.39),
    # The share of a star's bonus, with 0 to 6 spaces covered.
    *(-1.33, -1.74, -2.01, -1.63, -0.54, -0.24),
    *(-0.48, -0.85, -1.05, -1.26, -0.68, -0.23),
    *(0.48, -0.3, -0.55, -0.87, -0.48, -0.12),
    *(1.62, 0.91, 0.08, -0.29, -0.24, -0.02),
    *(0.3, 2.56, 1.08, 0.5, 0.01, 0.2),
    *(0.55, 0.55, 3.57, 2.28, 1.38, 0.69),
    *(1, 1, 1, 3.4, 2.68, 1.85),
    # The share of a number's bonus, with 0 to 7 spaces missing; more are the same.
    *(1.61, -1.69, -0.11, 0.88, 1.62, 0.83),
    *(0.45, -1.1, -0.06, 0.3, 0.79, 0.29),
    *(0.11, -0.45, 0, 0.01, 0.37, 0.09),
    *(0.17, 0.41, 0.25, 0.02, 0.06, -0.01),
    *(0.26, 0.78, 0.44, 0.05, -0.16, 0.02),
    *(0.09, 1.08, 0.47, 0.09, -0.25, 0.08),
    *(-0.2, 1.3, 0.45, 0.22, -0.23, 0.1),
    *(-0.64, 1.51, 0.42, 0.28, -0.35, 0.44),
    # The part of a feature's bonus tiles, in points for each, with 1 to 4 spaces missing.
    *(5.54, 1.51, 1.09, 0.5, 0.24, -0.23),
    *(0.21, -1.33, -1.1, -1.32, -1.3, -0.61),
    *(-1.68, -1.72, -2.56, -1.9, -1.45, -0.82),
    *(-3.27, -1.24, -2.75, -0.94, -0.5, -0.12),
]
# Where they begin.
TILE, NEXT_WILD, CENTRAL, REACH, BONUS_TILE, FIRST, PENALTY = 0, 6, 12, 18, 24, 30, 36
GIFT, GIVES, DENIED, DISCARD, PASS, RELIEF, NEAREST = 42, 48, 54, 60, 66, 72, 78
AMOUNT, WILDS, COST, RUN, STAR_SHARE, NUMBER_SHARE, FEATURE_PART = 114, 186, 234, 270, 306, 348, 396
MOST_AMOUNT, MOST_WILDS = 11, 7
MOST_MISSING = 7  # of a number: more are the same

NOISE = 3.0  # points, from matches


class PavilionHeuristic(Heuristic):
    """Evaluates positions of Summer Pavilion."""

    __slots__ = ("bunches", "need", "pavilion", "round", "theirs", "ways", "wilds", "worths")

    def __init__(self, root: PavilionState) -> None:
        self.pavilion = root  # the same object as `state`, with its own type
        self.pavilion = self.pavilion._copy()
        self.round = 0  # from 0, for the estimates
        self.wilds = 0  # the wild tiles that the player has
        self.need = [0.0] * 6  # the value of one more tile of each colour to the player
        self.theirs = [0.0] * 6  # and to the next player
        self.bunches = [0.0] * 6  # the value of the tiles of each colour that the player has
        self.worths = [0.0] * 42  # the value of a tile on each space
        self.ways = [0] * 43  # the ways to place a colour in a star, from the rules
        Heuristic.__init__(self, root, self.pavilion, NOISE, outlook.PATTERNS, outlook.MEASURES)
        self.use_estimates(ESTIMATES)

    def apply(self, move: int) -> None:
        self.pavilion._apply(move)

    def draw(self, dice: int) -> int:
        if self.pavilion.turn == places.REFILLING:
            return self.pavilion._refill_at_random(dice)
        return self.pavilion._deal_at_random(dice)

    def evaluate_moves(self) -> int:
        self.round = self.pavilion.rounds - 1
        self._find_needs(self.pavilion, self.pavilion.turn, self.need)
        self._find_bunches(self.pavilion, self.pavilion.turn)
        if self.pavilion.phase_code == ACQUIRE:
            return self._evaluate_takes(self.pavilion)
        if self.pavilion.phase_code == BONUS:
            return self._evaluate_bonuses(self.pavilion)
        return self._evaluate_passes(self.pavilion, self._evaluate_places(self.pavilion))

    def _find_needs(self, state: PavilionState, seat: int, needs: list[float]) -> None:
        """Fill the value of one more tile of each colour to a player."""
        after = state.wild_order[state.rounds] if state.rounds < board.ROUNDS else 7
        for colour in range(6):
            need = self.estimates[TILE + self.round]
            wanted = False
            nearest = 0
            stars = state.accept[6 * seat + colour]
            while stars:
                star = bitlanes.lowest(stars)
                stars &= stars - 1
                covered = bitlanes.popcount(state.covered[seat] >> 6 * star & 63)
                if covered < 6:
                    wanted = True
                    if covered > nearest:
                        nearest = covered
                    if star == 0:
                        need += self.estimates[CENTRAL + self.round]
            if wanted:
                need += self.estimates[NEAREST + board.ROUNDS * nearest + self.round] + 0.01 * STAR_POINTS[colour]
            elif colour != state.wild:
                need *= 0.3
            if colour == after:
                need += self.estimates[NEXT_WILD + self.round]
            needs[colour] = need

    def _find_bunches(self, state: PavilionState, seat: int) -> None:
        self.wilds = bitlanes.count(state.hand[seat], state.wild)
        for colour in range(6):
            self.bunches[colour] = self._bunch_worth(state, seat, colour, bitlanes.count(state.hand[seat], colour))

    def _bunch_worth(self, state: PavilionState, seat: int, colour: int, tiles: int) -> float:
        """Return the value of these tiles in a player's hand."""
        worth = tiles * self.need[colour]
        if colour == state.wild:
            n = tiles if tiles < MOST_WILDS else MOST_WILDS
            return worth + self.estimates[WILDS + board.ROUNDS * n + self.round]
        n = tiles if tiles < MOST_AMOUNT else MOST_AMOUNT
        worth += self.estimates[AMOUNT + board.ROUNDS * n + self.round]
        if tiles:
            n = tiles + self.wilds if tiles + self.wilds < 6 else 6
            reach = 0
            stars = state.accept[6 * seat + colour]
            while stars:
                star = bitlanes.lowest(stars)
                stars &= stars - 1
                layout = 0 if not state.grey else 7 if star else 14
                reach += bitlanes.popcount(CHEAP[layout + n] & ~(state.covered[seat] >> 6 * star))
            worth += reach * self.estimates[REACH + self.round]
        return worth

    def _evaluate_takes(self, state: PavilionState) -> int:
        n = 0
        seat = state.turn
        following = seat + 1 if seat + 1 < state.players else 0
        largest = self._largest(state, state.source[places.CENTRE])
        self._find_needs(state, following, self.theirs)
        best = second = 0.0  # of what the displays offer to the next player
        favourite = 0
        for source in range(1, 2 * state.players + 2):
            worth = self._best_offer(state, following, state.source[source])
            if worth > best:
                best, second = worth, best
                favourite = source
            elif worth > second:
                second = worth
        offers = state.offers
        while offers:
            offer = bitlanes.lowest(offers)
            offers &= offers - 1
            source = offer // 6
            colour = offer % 6
            here = state.source[source]
            taken = bitlanes.count(here, colour) if colour != state.wild else 0
            rest = here - bitlanes.tiles(taken, colour)
            held = bitlanes.count(state.hand[seat], colour)
            worth = taken * bitlanes.count(state.hand[following], colour) * self.estimates[DENIED + self.round]
            if taken:
                worth += self._bunch_worth(state, seat, colour, held + taken) - self.bunches[colour]
            if bitlanes.count(here, state.wild):
                taken += 1
                rest -= bitlanes.tiles(1, state.wild)
                worth += self._bunch_worth(state, seat, state.wild, self.wilds + 1) - self.bunches[state.wild]
            if source != places.CENTRE:
                rest += state.source[places.CENTRE]
            elif state.marker == places.IN_CENTRE:
                loss = state.score[seat] - state.floor
                worth += self.estimates[FIRST + self.round]
                worth += self.estimates[PENALTY + self.round] * (taken if taken < loss else loss)
            worth += self.estimates[GIFT + self.round] * (self._largest(state, rest) - largest)
            given = self._best_offer(state, following, rest)
            left = second if source == favourite else best
            worth += self.estimates[GIVES + self.round] * (given if given > left else left)
            self.ids[n] = moves.take_id(source, colour)
            self.values[n] = worth
            n += 1
        return n

    def _best_offer(self, state: PavilionState, seat: int, bunch: int) -> float:
        """Return the value of the best take from a bunch to the next player, `seat`."""
        best = 0.0
        for colour in range(6):
            tiles = bitlanes.count(bunch, colour)
            if tiles and colour != state.wild:
                held = bitlanes.count(state.hand[seat], colour)
                more = held + tiles if held + tiles < MOST_AMOUNT else MOST_AMOUNT
                held = held if held < MOST_AMOUNT else MOST_AMOUNT
                worth = tiles * self.theirs[colour]
                worth += self.estimates[AMOUNT + board.ROUNDS * more + self.round]
                worth -= self.estimates[AMOUNT + board.ROUNDS * held + self.round]
                if worth > best:
                    best = worth
        if bitlanes.count(bunch, state.wild):
            best += self.theirs[state.wild] + self.estimates[WILDS + board.ROUNDS + self.round]
        return best

    def _largest(self, state: PavilionState, bunch: int) -> int:
        """Return how many tiles of one colour there are at most, other than wild ones."""
        most = 0
        for colour in range(6):
            if colour != state.wild and bitlanes.count(bunch, colour) > most:
                most = bitlanes.count(bunch, colour)
        return most

    def _evaluate_places(self, state: PavilionState) -> int:
        """Evaluate for each space and colour the way with the fewest wild tiles, and one that saves tiles of the colour."""
        n = 0
        seat = state.turn
        known = bitlanes.tiles(0, 0)  # the spaces in `worths`: several colours may fit
        surplus = bitlanes.size(state.hand[seat]) - (board.MOST_KEPT if state.rounds < board.ROUNDS else 0)
        state._find_places(self.ways)
        there = self.ways[board.PLACES]
        while there:
            place = bitlanes.lowest(there)
            there &= there - 1
            colour = place // 7
            star = place % 7
            for space in range(6):
                ways = self.ways[place] >> 6 * space & 63
                if ways == 0:
                    continue
                least = bitlanes.lowest(ways)
                most = least + bitlanes.popcount(ways) - 1
                cost = state._cost(6 * star + space)
                if not known >> 6 * star + space & 1:
                    known |= bitlanes.tiles(1, 0) << 6 * star + space
                    self.worths[6 * star + space] = self._space_worth(state, seat, star, 6 * star + space)
                worth = self.worths[6 * star + space]
                if surplus > 0:
                    worth += self.estimates[RELIEF + self.round] * (cost if cost < surplus else surplus)
                self.ids[n] = moves.place_id(colour, star, space + 1, least)
                self.values[n] = worth - self._price(state, seat, colour, cost - least, least)
                n += 1
                # Saving tiles of the colour with more wild ones is a second way, if some of the colour is left then.
                if most > least and bitlanes.count(state.hand[seat], colour) > cost - most:
                    self.ids[n] = moves.place_id(colour, star, space + 1, most)
                    self.values[n] = worth - self._price(state, seat, colour, cost - most, most)
                    n += 1
        return n

    def _price(self, state: PavilionState, seat: int, colour: int, plain: int, wilds: int) -> float:
        """Return the value of the tiles that a player spends."""
        held = bitlanes.count(state.hand[seat], colour)
        price = self.bunches[colour] - self._bunch_worth(state, seat, colour, held - plain)
        if wilds:
            price += self.bunches[state.wild] - self._bunch_worth(state, seat, state.wild, self.wilds - wilds)
        return price

    def _space_worth(self, state: PavilionState, seat: int, star: int, space: int) -> float:
        """Return the value of a tile on a space: points at once, bonus tiles, and its part of star, number and features."""
        before = state.covered[seat]
        covered = before | bitlanes.tiles(1, 0) << space
        number = state._cost(space)
        worth = self.estimates[RUN + board.ROUNDS * (state._run_at(covered, space) - 1) + self.round]
        worth += self.estimates[COST + board.ROUNDS * (number - 1) + self.round]
        worth += self.estimates[BONUS_TILE + self.round] * state._bonus_at(covered, space)
        at = STAR_SHARE + board.ROUNDS * bitlanes.popcount(before >> 6 * star & 63) + self.round
        worth += self._star_points(state, seat, star) * (self.estimates[at + board.ROUNDS] - self.estimates[at])
        if number < 5:
            missing = bitlanes.popcount(state._number_spaces(number) & ~before)
            if missing <= MOST_MISSING:
                at = NUMBER_SHARE + board.ROUNDS * missing + self.round
                worth += NUMBER_POINTS[number - 1] * (self.estimates[at - board.ROUNDS] - self.estimates[at])
        for i in range(2):
            missing = bitlanes.popcount(state._feature(space, i) & ~before)
            at = FEATURE_PART + board.ROUNDS * (missing - 1) + self.round
            if missing > 1:
                worth += state._feature_bonus(space, i) * (self.estimates[at - board.ROUNDS] - self.estimates[at])
            else:
                worth -= state._feature_bonus(space, i) * self.estimates[at]
        return worth

    def _star_points(self, state: PavilionState, seat: int, star: int) -> int:
        """Return what a star will score when it is complete, judging by its tiles."""
        used = state._used(seat, star)
        if star and not state.grey:
            return STAR_POINTS[COLOUR_OF_STAR[star]]
        return STAR_POINTS[bitlanes.lowest(used) if star and bitlanes.popcount(used) == 1 else board.MULTICOLOURED]

    def _evaluate_passes(self, state: PavilionState, n: int) -> int:
        """Evaluate only the pass that keeps the best tiles, by the tiles it discards."""
        left = state.hand[state.turn]
        kept = bitlanes.tiles(0, 0)
        if state.rounds < board.ROUNDS:
            for _ in range(board.MOST_KEPT):
                best = -1
                for colour in range(6):
                    if bitlanes.count(left, colour) and (
                        best < 0 or self._keep_worth(left, kept, colour) > self._keep_worth(left, kept, best)
                    ):
                        best = colour
                if best >= 0:
                    kept += bitlanes.tiles(1, best)
                    left -= bitlanes.tiles(1, best)
        worth = self.estimates[PASS + self.round]
        for colour in range(6):
            worth += bitlanes.count(left, colour) * (self.estimates[DISCARD + self.round] - self.need[colour])
        self.ids[n] = moves.FIRST_PASS + self._rank(kept)
        self.values[n] = worth
        return n + 1

    def _keep_worth(self, left: int, kept: int, colour: int) -> float:
        """Return the value of keeping one more tile of a colour."""
        return self.need[colour] + 0.15 * bitlanes.count(kept, colour) + 0.03 * bitlanes.count(left, colour)

    def _rank(self, kept: int) -> int:
        """Return the number of a bunch among those that can be kept."""
        low, high = 0, 209
        while low < high:
            middle = (low + high) // 2
            if self._before(self.pavilion._kept_bunch(middle), kept):
                low = middle + 1
            else:
                high = middle
        return low

    def _before(self, one: int, other: int) -> bool:
        """Return whether a bunch comes before another: by the purple tiles first."""
        for colour in range(6):
            a = bitlanes.count(one, colour)
            b = bitlanes.count(other, colour)
            if a != b:
                return a < b
        return False

    def _evaluate_bonuses(self, state: PavilionState) -> int:
        n = 0
        seat = state.turn
        taken = [0] * 4
        state._find_bonuses(taken)
        for word in range(2):
            legal = taken[word]
            while legal:
                i = 64 * word + bitlanes.lowest(legal)
                legal &= legal - 1
                bunch = state._bonus_bunch(i)
                worth = 0.0
                for colour in range(6):
                    more = bitlanes.count(bunch, colour)
                    if more:
                        held = bitlanes.count(state.hand[seat], colour)
                        worth += self._bunch_worth(state, seat, colour, held + more) - self.bunches[colour]
                self.ids[n] = moves.FIRST_BONUS + i
                self.values[n] = worth
                n += 1
        return n

    def find_patterns(self, seat: int) -> int:
        return outlook.find_patterns(self.pavilion, seat, self.active)

    def measure(self, seat: int) -> None:
        outlook.measure(self.pavilion, seat, self.measures)

    def symmetries(self) -> list[tuple[list[int], list[int]]]:
        return outlook.symmetries() if self.pavilion.grey else []
