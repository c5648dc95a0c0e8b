"""The judge of Summer Pavilion: what a move is worth at first sight, and what a board shows between rounds."""

from __future__ import annotations

from azulejos.core import bitlanes, places
from azulejos.core.heuristic import Heuristic
from azulejos.games.pavilion import moves
from azulejos.games.pavilion.rules import PavilionState

ACQUIRE, BONUS = 0, 2
ROUNDS = 6
FIRST_PLACE, FIRST_BONUS, FIRST_PASS = moves.FIRST_PLACE, moves.FIRST_BONUS, moves.FIRST_PASS
STAR_POINTS = [20, 18, 17, 16, 15, 14, 12]

# In points, by the round: what a tile in hand is worth (it will pay for a space), and a bonus tile when it is due.
TILE = [0.0, 1.3, 1.3, 1.3, 1.2, 1.0, 0.0]
BONUS_TILE = [0.0, 1.5, 1.5, 1.5, 1.5, 1.4, 1.2]
# Besides: a wild tile, one that will be wild in the next round, several of a colour together, to begin the play.
WILD, NEXT_WILD, TOGETHER, FIRST = 0.5, 0.4, 0.075, 0.7
# How much of a star's bonus is there with so many spaces covered; and of a number's or a feature's, with so many missing.
STAR_SHARE = [0.0, 0.03, 0.08, 0.16, 0.3, 0.55, 1.0]
MISSING_SHARE = [1.0, 0.45, 0.2, 0.1, 0.05, 0.03, 0.02, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]

# Features of a board: its spaces; how many of each star and of each number are covered; of which colours the stars are (grey
# side); the tiles kept, and how many of them will be wild; the round; who starts.
SPACES, STARS, NUMBERS, COLOURS, KEPT, KEPT_WILD, ROUND, STARTS = 0, 42, 91, 143, 192, 216, 221, 227
NOISE = 1.5  # points, from matches
FEATURES = 228


class PavilionHeuristic(Heuristic):
    """A judge of positions of Summer Pavilion."""

    __slots__ = ("need", "state")

    def __init__(self, root: PavilionState) -> None:
        self.state = root
        self.state = self.state._copy()
        self.need = [0.0] * 6  # what one more tile of each colour is worth to the player
        Heuristic.__init__(self, root, self.state, FEATURES, NOISE)

    def apply(self, move: int) -> None:
        self.state._apply(move)

    def draw(self, dice: int) -> int:
        return self.state._refill_at_random(dice) if self.state.turn == places.REFILLING else self.state._deal_at_random(dice)

    def weigh(self) -> int:
        self._find_needs(self.state, self.state.turn)
        if self.state.phase_code == ACQUIRE:
            return self._weigh_takes(self.state)
        if self.state.phase_code == BONUS:
            return self._weigh_bonuses(self.state)
        return self._weigh_passes(self.state, self._weigh_places(self.state))

    def _find_needs(self, state: PavilionState, seat: int) -> None:
        after = state.wild_order[state.rounds] if state.rounds < ROUNDS else 7
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

    def _weigh_takes(self, state: PavilionState) -> int:
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
            # Several of a colour are worth more than each alone: dear spaces want many at once.
            together = (held + taken if held + taken < 6 else 6) - (held if held < 6 else 6)
            worth = taken * self.need[colour] + TOGETHER * together * (together + 2 * held)
            if bitlanes.count(here, state.wild):
                taken += 1
                worth += self.need[state.wild]
            if source == places.CENTRE and state.marker == places.IN_CENTRE:
                loss = state.score[state.turn] - state.floor
                worth += FIRST - (taken if taken < loss else loss)
            self.ids[n] = offer
            self.worth[n] = worth
            n += 1
        return n

    def _weigh_places(self, state: PavilionState) -> int:
        n = 0
        seat = state.turn
        for colour in range(6):
            own = state._own(seat, colour)
            wilds = state._wilds_for(seat, colour)
            stars = state.accept[6 * seat + colour] if own else 0
            while stars:
                star = bitlanes.lowest(stars)
                stars &= stars - 1
                for space in range(6 * star, 6 * star + 6):
                    cost = state._cost(space)
                    least = cost - own if cost > own else 0
                    if state.covered[seat] >> space & 1 or least > wilds or least >= cost:
                        continue
                    worth = self._space_worth(state, seat, star, space)
                    self.ids[n] = FIRST_PLACE + (colour * 42 + space) * 6 + least
                    self.worth[n] = worth - (cost - least) * self.need[colour] - least * self.need[state.wild]
                    n += 1
                    # To spare the colour by more wild tiles is a second way, if some of it is left then.
                    most = wilds if wilds < cost else cost - 1
                    if most > least and bitlanes.count(state.hand[seat], colour) > cost - most:
                        self.ids[n] = FIRST_PLACE + (colour * 42 + space) * 6 + most
                        self.worth[n] = worth - (cost - most) * self.need[colour] - most * self.need[state.wild]
                        n += 1
        return n

    def _space_worth(self, state: PavilionState, seat: int, star: int, space: int) -> float:
        """What a tile on a space brings: points at once, bonus tiles, and how far it brings star, number and features."""
        before = state.covered[seat]
        covered = before | bitlanes.tiles(1, 0) << space
        worth = state._run_at(covered, space) + BONUS_TILE[state.rounds] * state._bonus_at(covered, space)
        have = bitlanes.popcount(before >> 6 * star & 63)
        worth += self._star_points(state, seat, star) * (STAR_SHARE[have + 1] - STAR_SHARE[have])
        for number in range(1, 5):
            spaces = state._number_spaces(number)
            if spaces >> space & 1:
                missing = bitlanes.popcount(spaces & ~before)
                worth += 4 * number * (MISSING_SHARE[missing - 1] - MISSING_SHARE[missing])
        for i in range(2):
            spaces = state._feature(space, i)
            missing = bitlanes.popcount(spaces & ~before)
            if missing > 1:
                worth += state._feature_bonus(space, i) * (MISSING_SHARE[missing - 1] - MISSING_SHARE[missing])
            else:
                worth -= state._feature_bonus(space, i) * MISSING_SHARE[missing]
        return worth

    def _star_points(self, state: PavilionState, seat: int, star: int) -> int:
        """What a star will bring when it is complete, as far as that can be told."""
        used = state._used(seat, star)
        if star and not state.grey:
            return STAR_POINTS[state._colour_of(star)]
        return STAR_POINTS[bitlanes.lowest(used)] if star and bitlanes.popcount(used) == 1 else STAR_POINTS[6]

    def _weigh_passes(self, state: PavilionState, n: int) -> int:
        """The one pass that keeps the best tiles; what is lost counts against it."""
        left = state.hand[state.turn]
        kept = bitlanes.tiles(0, 0)
        if state.rounds < ROUNDS:
            for _ in range(4):
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
        self.ids[n] = FIRST_PASS + self._rank(kept)
        self.worth[n] = worth
        return n + 1

    def _keep_worth(self, left: int, kept: int, colour: int) -> float:
        """What it is worth to keep one more tile of a colour; the wild colour of this round is wild no longer."""
        need = self.need[colour] - (WILD if colour == self.state.wild else 0.0)
        return need + 0.15 * bitlanes.count(kept, colour) + 0.03 * bitlanes.count(left, colour)

    def _rank(self, kept: int) -> int:
        """The number of a bunch among those that can be kept."""
        low, high = 0, 209
        while low < high:
            middle = (low + high) // 2
            if self._before(self.state._kept_bunch(middle), kept):
                low = middle + 1
            else:
                high = middle
        return low

    def _before(self, one: int, other: int) -> bool:
        """Whether a bunch comes before another: by the purple tiles first."""
        for colour in range(6):
            a = bitlanes.count(one, colour)
            b = bitlanes.count(other, colour)
            if a != b:
                return a < b
        return False

    def _weigh_bonuses(self, state: PavilionState) -> int:
        n = 0
        for i in range(83):
            bunch = state._bonus_bunch(i)
            if bitlanes.size(bunch) == state.owed and bitlanes.contains(state.source[places.SUPPLY], bunch):
                worth = 0.0
                for colour in range(6):
                    worth += bitlanes.count(bunch, colour) * (
                        self.need[colour] + 0.05 * bitlanes.count(state.hand[state.turn], colour)
                    )
                self.ids[n] = FIRST_BONUS + i
                self.worth[n] = worth
                n += 1
        return n

    def look(self, seat: int) -> int:
        return self._look(self.state, seat)

    def _look(self, state: PavilionState, seat: int) -> int:
        n = 0
        covered = state.covered[seat]
        spaces = covered
        while spaces:
            self.on[n] = SPACES + bitlanes.lowest(spaces)
            spaces &= spaces - 1
            n += 1
        for star in range(7):
            self.on[n] = STARS + 7 * star + bitlanes.popcount(covered >> 6 * star & 63)
            n += 1
            if state.grey:
                used = state._used(seat, star)
                if bitlanes.popcount(used) == 1:
                    self.on[n] = COLOURS + 7 * star + bitlanes.lowest(used)
                    n += 1
                elif used:
                    self.on[n] = COLOURS + 7 * star + 6
                    n += 1
        for number in range(1, 5):
            self.on[n] = NUMBERS + 13 * (number - 1) + bitlanes.popcount(covered & state._number_spaces(number))
            n += 1
        after = state.wild_order[state.rounds] if state.rounds < ROUNDS else 7
        for colour in range(6):
            kept = bitlanes.count(state.hand[seat], colour)
            if kept > 4:
                kept = 4
            if kept:
                self.on[n] = KEPT + 4 * colour + kept - 1
                n += 1
            if colour == after:
                self.on[n] = KEPT_WILD + kept
                n += 1
        self.on[n] = ROUND + (state.rounds if state.rounds < 5 else 5)
        n += 1
        if seat == state.starter:
            self.on[n] = STARTS
            n += 1
        return n
