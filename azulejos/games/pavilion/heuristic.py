"""The heuristic of Summer Pavilion: rough values of moves, and the inputs of the network."""

from __future__ import annotations

from azulejos.core import bitlanes, places
from azulejos.core.heuristic import Heuristic
from azulejos.games.pavilion import board, moves, outlook
from azulejos.games.pavilion.rules import PavilionState

ACQUIRE, BONUS = 0, 2
STAR_POINTS = [board.STAR_POINTS[_i] for _i in range(7)]
NUMBER_POINTS = [board.NUMBER_POINTS[_i] for _i in range(4)]
COLOUR_OF_STAR = [board.COLOUR_OF_STAR[_i] for _i in range(7)]

# What the values of moves are made of, in points: a line for each, by the round. They can be learned with
# `python -m azulejos.learning estimates pavilion`.
ESTIMATES = [
    *(1.3, 1.3, 1.3, 1.2, 1.0, 0.0),  # a tile in hand: it will pay for a space
    *(1.5, 1.5, 1.5, 1.5, 1.4, 1.2),  # a bonus tile when it is due
    *(0.5, 0.5, 0.5, 0.5, 0.5, 0.5),  # more for a wild tile
    *(0.4, 0.4, 0.4, 0.4, 0.4, 0.4),  # and for one that will be wild in the next round
    *(0.075, 0.075, 0.075, 0.075, 0.075, 0.075),  # several of a colour together
    *(0.7, 0.7, 0.7, 0.7, 0.7, 0.7),  # to start the next round
    *(0.06, 0.06, 0.06, 0.06, 0.06, 0.06),  # each covered space of the star that a tile is for
    *(1.0, 1.0, 1.0, 1.0, 1.0, 1.0),  # the point that a discarded tile costs
    # The share of a star's bonus, with 0 to 6 spaces covered.
    *(0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    *(0.03, 0.03, 0.03, 0.03, 0.03, 0.03),
    *(0.08, 0.08, 0.08, 0.08, 0.08, 0.08),
    *(0.16, 0.16, 0.16, 0.16, 0.16, 0.16),
    *(0.3, 0.3, 0.3, 0.3, 0.3, 0.3),
    *(0.55, 0.55, 0.55, 0.55, 0.55, 0.55),
    *(1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    # The share of a number's bonus, with 0 to 7 spaces missing; more are the same.
    *(1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    *(0.45, 0.45, 0.45, 0.45, 0.45, 0.45),
    *(0.2, 0.2, 0.2, 0.2, 0.2, 0.2),
    *(0.1, 0.1, 0.1, 0.1, 0.1, 0.1),
    *(0.05, 0.05, 0.05, 0.05, 0.05, 0.05),
    *(0.03, 0.03, 0.03, 0.03, 0.03, 0.03),
    *(0.02, 0.02, 0.02, 0.02, 0.02, 0.02),
    *(0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    # The part of a feature's bonus tiles, in points for each, with 1 to 4 spaces missing.
    *(0.45, 0.45, 0.45, 0.45, 0.45, 0.45),
    *(0.2, 0.2, 0.2, 0.2, 0.2, 0.2),
    *(0.1, 0.1, 0.1, 0.1, 0.1, 0.1),
    *(0.05, 0.05, 0.05, 0.05, 0.05, 0.05),
]
# Where they begin.
TILE, BONUS_TILE, WILD, NEXT_WILD, TOGETHER, FIRST, NEAREST, DISCARD = 0, 6, 12, 18, 24, 30, 36, 42
STAR_SHARE, NUMBER_SHARE, FEATURE_PART = 48, 90, 138
MOST_MISSING = 7  # of a number: more are the same

NOISE = 1.5  # points, from matches


class PavilionHeuristic(Heuristic):
    """Evaluates positions of Summer Pavilion."""

    __slots__ = ("need", "pavilion", "ways", "worths")

    def __init__(self, root: PavilionState) -> None:
        self.pavilion = root  # the same object as `state`, with its own type
        self.pavilion = self.pavilion._copy()
        self.need = [0.0] * 6  # the value of one more tile of each colour to the player
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
        self._find_needs(self.pavilion, self.pavilion.turn)
        if self.pavilion.phase_code == ACQUIRE:
            return self._evaluate_takes(self.pavilion)
        if self.pavilion.phase_code == BONUS:
            return self._evaluate_bonuses(self.pavilion)
        return self._evaluate_passes(self.pavilion, self._evaluate_places(self.pavilion))

    def _find_needs(self, state: PavilionState, seat: int) -> None:
        rounds = state.rounds - 1
        after = state.wild_order[state.rounds] if state.rounds < board.ROUNDS else 7
        for colour in range(6):
            need = self.estimates[TILE + rounds]
            wanted = False
            nearest = 0
            stars = state.accept[6 * seat + colour]
            while stars:
                covered = bitlanes.popcount(state.covered[seat] >> 6 * bitlanes.lowest(stars) & 63)
                stars &= stars - 1
                if covered < 6:
                    wanted = True
                    if covered > nearest:
                        nearest = covered
            if wanted:
                need += self.estimates[NEAREST + rounds] * nearest + 0.01 * STAR_POINTS[colour]
            elif colour != state.wild:
                need *= 0.3
            if colour == after:
                need += self.estimates[NEXT_WILD + rounds]
            if colour == state.wild:
                need += self.estimates[WILD + rounds]
            self.need[colour] = need

    def _evaluate_takes(self, state: PavilionState) -> int:
        n = 0
        rounds = state.rounds - 1
        offers = state.offers
        while offers:
            offer = bitlanes.lowest(offers)
            offers &= offers - 1
            source = offer // 6
            colour = offer % 6
            here = state.source[source]
            taken = bitlanes.count(here, colour) if colour != state.wild else 0
            held = bitlanes.count(state.hand[state.turn], colour)
            # Several of a colour are worth more than each alone: expensive spaces need many at once.
            together = (held + taken if held + taken < 6 else 6) - (held if held < 6 else 6)
            worth = taken * self.need[colour] + self.estimates[TOGETHER + rounds] * together * (together + 2 * held)
            if bitlanes.count(here, state.wild):
                taken += 1
                worth += self.need[state.wild]
            if source == places.CENTRE and state.marker == places.IN_CENTRE:
                loss = state.score[state.turn] - state.floor
                worth += self.estimates[FIRST + rounds] - (taken if taken < loss else loss)
            self.ids[n] = moves.take_id(source, colour)
            self.values[n] = worth
            n += 1
        return n

    def _evaluate_places(self, state: PavilionState) -> int:
        """Evaluate for each space and colour the way with the fewest wild tiles, and one that saves tiles of the colour."""
        n = 0
        seat = state.turn
        known = bitlanes.tiles(0, 0)  # the spaces in `worths`: several colours may fit
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
                self.ids[n] = moves.place_id(colour, star, space + 1, least)
                self.values[n] = worth - (cost - least) * self.need[colour] - least * self.need[state.wild]
                n += 1
                # Saving tiles of the colour with more wild ones is a second way, if some of the colour is left then.
                if most > least and bitlanes.count(state.hand[seat], colour) > cost - most:
                    self.ids[n] = moves.place_id(colour, star, space + 1, most)
                    self.values[n] = worth - (cost - most) * self.need[colour] - most * self.need[state.wild]
                    n += 1
        return n

    def _space_worth(self, state: PavilionState, seat: int, star: int, space: int) -> float:
        """Return the value of a tile on a space: points at once, bonus tiles, and its part of star, number and features."""
        rounds = state.rounds - 1
        before = state.covered[seat]
        covered = before | bitlanes.tiles(1, 0) << space
        worth = state._run_at(covered, space) + self.estimates[BONUS_TILE + rounds] * state._bonus_at(covered, space)
        at = STAR_SHARE + board.ROUNDS * bitlanes.popcount(before >> 6 * star & 63) + rounds
        worth += self._star_points(state, seat, star) * (self.estimates[at + board.ROUNDS] - self.estimates[at])
        number = state._cost(space)
        if number < 5:
            missing = bitlanes.popcount(state._number_spaces(number) & ~before)
            if missing <= MOST_MISSING:
                at = NUMBER_SHARE + board.ROUNDS * missing + rounds
                worth += NUMBER_POINTS[number - 1] * (self.estimates[at - board.ROUNDS] - self.estimates[at])
        for i in range(2):
            missing = bitlanes.popcount(state._feature(space, i) & ~before)
            at = FEATURE_PART + board.ROUNDS * (missing - 1) + rounds
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
        rounds = state.rounds - 1
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
        worth = 0.0
        for colour in range(6):
            wild = self.estimates[WILD + rounds] if colour == state.wild else 0.0
            worth -= bitlanes.count(left, colour) * (self.estimates[DISCARD + rounds] + self.need[colour] - wild)
        self.ids[n] = moves.FIRST_PASS + self._rank(kept)
        self.values[n] = worth
        return n + 1

    def _keep_worth(self, left: int, kept: int, colour: int) -> float:
        """Return the value of keeping one more tile of a colour; the current wild colour will no longer be wild."""
        wild = self.estimates[WILD + self.pavilion.rounds - 1] if colour == self.pavilion.wild else 0.0
        need = self.need[colour] - wild
        return need + 0.15 * bitlanes.count(kept, colour) + 0.03 * bitlanes.count(left, colour)

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
                    worth += bitlanes.count(bunch, colour) * (
                        self.need[colour] + 0.05 * bitlanes.count(state.hand[state.turn], colour)
                    )
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
