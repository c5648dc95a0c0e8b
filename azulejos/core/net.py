"""A network with two hidden layers that predicts, between rounds, each player's points still to come and chance to win.

For each player, its inputs are the patterns and measures of the own board and the sums of the others'
(`Heuristic.find_patterns`, `Heuristic.measure`). The first layer is a sum of rows, so its cost depends on the patterns that are
there. The scores, the predicted points and a second output give the chances to win, which add up to 1.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from azulejos.core import bitlanes, layers
from azulejos.core.heuristic import Heuristic

MOST_UNITS = 256
ROUNDS = 12  # the sharpness of the chances depends on the round; later rounds count as the last
POINTS = 10.0  # points for an output of 1


def scale() -> tuple[int, float]:
    """Return the number of rounds that have a sharpness of their own, and the points for an output of 1."""
    return ROUNDS, POINTS


class NetShape(NamedTuple):
    """The shape of a network: the inputs of a board, the units of both hidden layers, the numbers in the game's tables."""

    patterns: int
    measures: int
    units: int
    second_units: int
    tables: int

    @property
    def inputs(self) -> int:
        return self.patterns + self.measures

    def sizes(self) -> tuple[int, ...]:
        """Return the sizes of the parts, in the order of the file: rows of the own board, rows of the others', first biases,
        second weights (by first unit) and biases, output weights (by second unit) and biases, sharpness by round, tables."""
        rows = self.inputs * self.units
        second = self.units * self.second_units
        return (rows, rows, self.units, second, self.second_units, 2 * self.second_units, 2, ROUNDS, self.tables)


class Net:
    """A network with its weights."""

    __slots__ = (
        "at_bias",
        "at_others",
        "at_output",
        "at_second",
        "at_sharpness",
        "chances",
        "first",
        "gains",
        "measures",
        "others",
        "own",
        "patterns",
        "second",
        "second_units",
        "shape",
        "source",
        "tables",
        "units",
        "weights",
    )  # fmt: skip

    def __init__(self, shape: NetShape, weights: array[float]) -> None:
        sizes = shape.sizes()
        if weights.typecode != "f" or len(weights) != sum(sizes):
            raise ValueError(f"this shape needs {sum(sizes)} weights of type 'f', not {len(weights)}")
        if shape.units > MOST_UNITS or shape.second_units > MOST_UNITS:
            raise ValueError(f"a layer has at most {MOST_UNITS} units")
        self.shape = shape
        self.source = weights
        self.weights = weights
        self.patterns = shape.patterns
        self.measures = shape.measures
        self.units = shape.units
        self.second_units = shape.second_units
        self.at_others = sizes[0]
        self.at_bias = sum(sizes[:2])
        self.at_second = sum(sizes[:3])
        self.at_output = sum(sizes[:5])
        self.at_sharpness = sum(sizes[:7])
        self.tables = weights[len(weights) - shape.tables :]
        self.own = [0.0] * 1024  # by seat: sums over the inputs of this board, as the player's own
        self.others = [0.0] * 1024  # and as another's
        self.first = [0.0] * 256
        self.second = [0.0] * 256
        self.gains = [0.0] * 4  # the points that each player will still score
        self.chances = [0.0] * 4  # each player's chance to win

    def twin(self) -> Net:
        """Return a network with the same weights, for another thread."""
        return Net(self.shape, self.source)

    def prepare(self, heuristic: Heuristic) -> None:
        """Prepare a heuristic for `predict`."""
        known = (heuristic.patterns_known, heuristic.measures_known)
        if known != (self.patterns, self.measures):
            raise ValueError(f"the network has {self.patterns} patterns and {self.measures} measures, the game {known}")
        heuristic.use_tables(self.tables)

    def predict(self, heuristic: Heuristic) -> None:
        """Fill `gains` and `chances` for the current position of the heuristic."""
        players = heuristic.state.players
        for seat in range(players):
            self._add_up(heuristic, seat)
        rounds = heuristic.state.rounds
        sharpness = self.weights[self.at_sharpness + (rounds if rounds < ROUNDS else ROUNDS - 1)]
        for seat in range(players):
            self._output(seat, players)
            self.chances[seat] += sharpness * (heuristic.state.score[seat] + self.gains[seat])
        self._share_chances(players)

    def _add_up(self, heuristic: Heuristic, seat: int) -> None:
        at = MOST_UNITS * seat
        for h in range(self.units):
            self.own[at + h] = 0.0
            self.others[at + h] = 0.0
        found = heuristic.find_patterns(seat)
        layers.add_rows(self.own, at, self.weights, 0, heuristic.active, found, self.units)
        layers.add_rows(self.others, at, self.weights, self.at_others, heuristic.active, found, self.units)
        heuristic.measure(seat)
        own, others = self.units * self.patterns, self.at_others + self.units * self.patterns
        layers.add_scaled_rows(self.own, at, self.weights, own, heuristic.measures, self.measures, self.units)
        layers.add_scaled_rows(self.others, at, self.weights, others, heuristic.measures, self.measures, self.units)

    def _output(self, seat: int, players: int) -> None:
        biases = self.at_second + self.units * self.second_units
        for k in range(self.second_units):
            self.second[k] = self.weights[biases + k]
        for h in range(self.units):
            unit = self.weights[self.at_bias + h] + self.own[MOST_UNITS * seat + h]
            for other in range(players):
                if other != seat:
                    unit += self.others[MOST_UNITS * other + h]
            self.first[h] = unit if unit > 0.0 else 0.0
        layers.add_scaled_rows(self.second, 0, self.weights, self.at_second, self.first, self.units, self.second_units)
        last = self.at_output + 2 * self.second_units
        gain = self.weights[last]
        chance = self.weights[last + 1]
        for k in range(self.second_units):
            if self.second[k] > 0.0:
                gain += self.second[k] * self.weights[self.at_output + 2 * k]
                chance += self.second[k] * self.weights[self.at_output + 2 * k + 1]
        self.gains[seat] = POINTS * gain
        self.chances[seat] = chance

    def _share_chances(self, players: int) -> None:
        """Turn the numbers in `chances` into probabilities."""
        best = self.chances[0]
        for seat in range(1, players):
            if self.chances[seat] > best:
                best = self.chances[seat]
        total = 0.0
        for seat in range(players):
            self.chances[seat] = bitlanes.exp(self.chances[seat] - best)
            total += self.chances[seat]
        for seat in range(players):
            self.chances[seat] /= total

    # -- for Python

    def judge(self, heuristic: Heuristic) -> tuple[list[float], list[float]]:
        """Return each player's points still to come and chance to win, in the root position of a heuristic."""
        self.prepare(heuristic)
        heuristic.reset()
        self.predict(heuristic)
        seats = range(heuristic.state.players)
        return [self.gains[seat] for seat in seats], [self.chances[seat] for seat in seats]
