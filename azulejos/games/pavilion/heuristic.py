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

# In points, by the round: the value of a tile in hand (it will pay for a space), and of a bonus tile when it is due.
TILE = [0.0, 1.3, 1.3, 1.3, 1.2, 1.0, 0.0]
BONUS_TILE = [0.0, 1.5, 1.5, 1.5, 1.5, 1.4, 1.2]
# Added to it: for a wild tile, one that will be wild in the next round, several of a colour together; for starting the play.
WILD, NEXT_WILD, TOGETHER, FIRST = 0.5, 0.4, 0.075, 0.7
# The share of a star's bonus by the number of covered spaces; and of a number's or a feature's, by the number of missing ones.
STAR_SHARE = [0.0, 0.03, 0.08, 0.16, 0.3, 0.55, 1.0]
MISSING_SHARE = [1.0, 0.45, 0.2, 0.1, 0.05, 0.03, 0.02, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]

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
        after = state.wild_order[state.rounds] if state.rounds < board.ROUNDS else 7
        for colour in range(6):
            need = TILE[state.rounds]
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
                need += 0.06 * nearest + 0.01 * STAR_POINTS[colour]
            elif colour != state.wild:
                need *= 0.3
            if colour == after:
                need += NEXT_WILD
            if colour == state.wild:
                need += WILD
            self.need[colour] = need

    def _evaluate_takes(self, state: PavilionState) -> int:
        n = 0
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
            worth = taken * self.need[colour] + TOGETHER * together * (together + 2 * held)
            if bitlanes.count(here, state.wild):
                taken += 1
                worth += self.need[state.wild]
            if source == places.CENTRE and state.marker == places.IN_CENTRE:
                loss = state.score[state.turn] - state.floor
                worth += FIRST - (taken if taken < loss else loss)
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
        before = state.covered[seat]
        covered = before | bitlanes.tiles(1, 0) << space
        worth = state._run_at(covered, space) + BONUS_TILE[state.rounds] * state._bonus_at(covered, space)
        have = bitlanes.popcount(before >> 6 * star & 63)
        worth += self._star_points(state, seat, star) * (STAR_SHARE[have + 1] - STAR_SHARE[have])
        number = state._cost(space)
        if number < 5:
            missing = bitlanes.popcount(state._number_spaces(number) & ~before)
            worth += NUMBER_POINTS[number - 1] * (MISSING_SHARE[missing - 1] - MISSING_SHARE[missing])
        for i in range(2):
            spaces = state._feature(space, i)
            missing = bitlanes.popcount(spaces & ~before)
            if missing > 1:
                worth += state._feature_bonus(space, i) * (MISSING_SHARE[missing - 1] - MISSING_SHARE[missing])
            else:
                worth -= state._feature_bonus(space, i) * MISSING_SHARE[missing]
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
        worth = 0.0
        for colour in range(6):
            worth -= bitlanes.count(left, colour) * (1.0 + self.need[colour] - (WILD if colour == state.wild else 0.0))
        self.ids[n] = moves.FIRST_PASS + self._rank(kept)
        self.values[n] = worth
        return n + 1

    def _keep_worth(self, left: int, kept: int, colour: int) -> float:
        """Return the value of keeping one more tile of a colour; the current wild colour will no longer be wild."""
        need = self.need[colour] - (WILD if colour == self.pavilion.wild else 0.0)
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
