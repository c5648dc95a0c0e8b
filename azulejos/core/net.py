"""A small network that predicts, between rounds, how many points each player will still score.

Its inputs are the active features of a player's own board and of the others' (`Heuristic.find_features`): a sparse first layer
of sums, 32 rectified units, one output. It takes some thousand additions, so a search can use it hundreds of thousands of times
a second.
"""

from __future__ import annotations

from array import array

from azulejos.core.heuristic import Heuristic

HIDDEN = 32
UNIT = 10.0  # points for an output of 1


def shape() -> tuple[int, float]:
    """Return the number of hidden units, and the points for an output of 1."""
    return HIDDEN, UNIT


def size(features: int) -> int:
    """Return the number of weights for this many features: own and others' rows, biases, output weights, output bias."""
    return 2 * features * HIDDEN + 2 * HIDDEN + 1


class Net:
    """A network with its weights."""

    __slots__ = ("features", "gains", "others", "own", "source", "weights")

    def __init__(self, features: int, weights: array[float]) -> None:
        if weights.typecode != "f" or len(weights) != size(features):
            raise ValueError(f"{features} features need {size(features)} weights of type 'f', not {len(weights)}")
        self.features = features
        self.source = weights
        self.weights = weights
        self.own = [0.0] * 128  # by seat: sums over the features of this board, as the player's own
        self.others = [0.0] * 128  # and as another's
        self.gains = [0.0] * 4  # the points that each player will still score

    def twin(self) -> Net:
        """Return a network with the same weights, for another thread."""
        return Net(self.features, self.source)

    def predict(self, heuristic: Heuristic) -> None:
        """Fill `gains` for the current position of the heuristic."""
        players = heuristic.state.players
        others_first = HIDDEN * self.features
        for seat in range(players):
            at = HIDDEN * seat
            for h in range(HIDDEN):
                self.own[at + h] = 0.0
                self.others[at + h] = 0.0
            for i in range(heuristic.find_features(seat)):
                row = HIDDEN * heuristic.active[i]
                self._add(at, row, others_first + row)
        for seat in range(players):
            self.gains[seat] = self._output(seat, players)

    def _add(self, at: int, own: int, others: int) -> None:
        for h in range(HIDDEN):
            self.own[at + h] += self.weights[own + h]
            self.others[at + h] += self.weights[others + h]

    def _output(self, seat: int, players: int) -> float:
        first = 2 * HIDDEN * self.features
        total = self.weights[first + 2 * HIDDEN]
        for h in range(HIDDEN):
            unit = self.weights[first + h] + self.own[HIDDEN * seat + h]
            for other in range(players):
                if other != seat:
                    unit += self.others[HIDDEN * other + h]
            if unit > 0.0:
                total += unit * self.weights[first + HIDDEN + h]
        return total * UNIT
