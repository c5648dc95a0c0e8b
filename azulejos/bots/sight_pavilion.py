"""What the moves of Summer Pavilion are worth at first sight, in points: runs, bonus tiles, and what is brought nearer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejos.core import places
from azulejos.core.pavilion import Pavilion
from azulejos.core.pavilion.board import COLOUR_OF_STAR, COSTS, FEATURES, NUMBER_POINTS, NUMBER_SPACES, STAR_POINTS
from azulejos.core.pavilion.moves import COLOURS
from azulejos.core.pavilion.position import EMPTY

if TYPE_CHECKING:
    from azulejos.core.contract import Json, Move
    from azulejos.core.pavilion.rules import PavilionState

ROUNDS = 6

# What a tile in hand is worth, by the round: what it will be paid for with, on average.
TILE = (0.0, 1.3, 1.3, 1.3, 1.2, 1.0, 0.0)
BONUS = (0.0, 1.5, 1.5, 1.5, 1.5, 1.4, 1.2)
WILD = 0.5  # a wild tile besides
NEXT_WILD = 0.4  # one that will be wild in the next round

# How much of the bonus of a star is there with 0 to 6 spaces covered, and by how many spaces are missing for others.
STAR = (0.0, 0.03, 0.08, 0.16, 0.3, 0.55, 1.0)
MISSING = (1.0, 0.45, 0.2, 0.1, 0.05, 0.03, 0.02, *(0.0,) * 6)

FIRST = 0.7  # what it is worth to begin
MIXED = 6
OWN = COLOUR_OF_STAR


class PavilionSight:
    """A position as the seat to move sees it."""

    def __init__(self, state: PavilionState) -> None:
        assert isinstance(state.game, Pavilion)
        self.state = state
        self.floor = state.game.score_floor
        board = state.board(state.turn)
        self.hand = board.hand
        self.stars = board.stars
        self.grey = state.game.board == "grey"
        self.covered = sum(1 << 6 * star + i for star in range(7) for i in range(6) if board.stars[star][i] != EMPTY)
        self.tile = TILE[state.round]
        order = [COLOURS.index(colour) for colour in state.game.wild_order]
        self.next_wild = order[state.round] if state.round < ROUNDS else -1
        self.colour = [self._colour(colour) for colour in range(6)]

    def worth(self, move: Move) -> float:
        """What a legal move is worth."""
        action = move.action
        kind = action["type"]
        if kind == "place":
            return self._place(action)
        if kind == "bonus":
            bunch: dict[str, int] = action["tiles"]
            return sum(self.colour[COLOURS.index(colour)] * n for colour, n in bunch.items())
        if kind == "pass":
            return self._pass(action["keep"])
        return self._take(action)

    def _colour(self, colour: int) -> float:
        """What a tile of this colour is worth to the player."""
        worth = self.tile
        wanted = [star for star in range(7) if self._accepts(star, colour)]
        if not wanted and colour != self.state.wild:
            worth *= 0.3
        elif wanted:
            nearest = max(6 - self.stars[star].count(EMPTY) for star in wanted)
            worth += 0.06 * nearest + 0.01 * STAR_POINTS[colour]
        return worth + WILD * (colour == self.state.wild) + NEXT_WILD * (colour == self.next_wild)

    def _accepts(self, star: int, colour: int) -> bool:
        shown = {one for one in self.stars[star] if one != EMPTY}
        free = self.stars[star].count(EMPTY)
        if not free:
            return False
        if not self.grey:
            return colour not in shown if star == 0 else OWN[star] == colour
        return free >= 5 or (shown == {colour} if len(shown) == 1 else colour not in shown)

    def _take(self, action: Json) -> float:
        state = self.state
        source = state.displays[action["source"] - 1] if action["source"] else state.centre
        colour, wild = COLOURS.index(action["colour"]), state.wild
        n = source[colour] if colour != wild else 0
        wilds = min(source[wild], 1)
        # Several of a colour are worth more than each alone: dear spaces want many at once.
        together = min(self.hand[colour] + n, 6) - min(self.hand[colour], 6)
        worth = n * self.colour[colour] + 0.15 * together * (together + 2 * self.hand[colour]) / 2 + wilds * self.colour[wild]
        if action["source"] == places.CENTRE and state.marker == places.IN_CENTRE:
            worth += FIRST - min(n + wilds, state.scores[state.turn] - self.floor)
        return worth

    def _place(self, action: Json) -> float:
        star, space = action["star"], action["space"] - 1
        ring = self.stars[star]
        run = 1
        while run < 6 and ring[(space + run) % 6] != EMPTY:
            run += 1
        back = 1
        while run < 6 and ring[(space - back) % 6] != EMPTY:
            run += 1
            back += 1
        cost, wilds = COSTS[self.grey][6 * star + space], int(action["wilds"])
        colour = COLOURS.index(action["colour"])
        paid = (cost - wilds) * self.colour[colour] + wilds * self.colour[self.state.wild]
        return run + self._promise(star, 6 * star + space) - paid

    def _pass(self, keep: Json) -> float:
        lost = 0.0
        for colour, n in enumerate(self.hand):
            gone = n - keep.get(COLOURS[colour], 0)
            wild_now = WILD * (colour == self.state.wild)
            lost += gone * (1 + max(self.colour[colour] - wild_now, 0.0))
        return -lost

    def _promise(self, star: int, space: int) -> float:
        """What covering a space brings besides its points: bonus tiles, and stars, numbers and features that come nearer."""
        have = (self.covered >> 6 * star & 63).bit_count()
        promise = self._star_points(star) * (STAR[have + 1] - STAR[have])
        for spaces, points in NUMBERS_AT[self.grey][space]:
            missing = (spaces & ~self.covered).bit_count()
            promise += points * (MISSING[missing - 1] - MISSING[missing])
        for feature in FEATURES_AT[space]:
            missing = (feature.spaces & ~self.covered).bit_count()
            if missing == 1:
                promise += feature.bonus * (BONUS[self.state.round] - MISSING[missing])
            else:
                promise += feature.bonus * (MISSING[missing - 1] - MISSING[missing])
        return promise

    def _star_points(self, star: int) -> int:
        """What a star will bring when it is complete, as far as that can be told."""
        if star and not self.grey:
            return STAR_POINTS[OWN[star]]
        colours = {colour for colour in self.stars[star] if colour != EMPTY}
        return STAR_POINTS[colours.pop()] if star and len(colours) == 1 else STAR_POINTS[MIXED]


FEATURES_AT = [[feature for feature in FEATURES if feature.spaces >> space & 1] for space in range(42)]
NUMBERS_AT = [
    [
        [(spaces, points) for spaces, points in zip(NUMBER_SPACES[grey], NUMBER_POINTS, strict=True) if spaces >> space & 1]
        for space in range(42)
    ]
    for grey in (False, True)
]
