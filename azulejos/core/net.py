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


class Predictor:
    """A network of any shape: what the search needs from it."""

    __slots__ = ("chances", "gains", "knows_chances")

    def __init__(self, knows_chances: bool) -> None:
        self.knows_chances = knows_chances  # whether `predict` fills `chances`, too
        self.gains = [0.0] * 4  # the points that each player will still score
        self.chances = [0.0] * 4  # each player's chance to win

    def twin(self) -> Predictor:
        """Return a network with the same weights, for another thread."""
        raise NotImplementedError

    def prepare(self, heuristic: Heuristic) -> None:
        """Prepare a heuristic for `predict`."""

    def predict(self, heuristic: Heuristic) -> None:
        """Fill `gains`, and `chances` if the network knows them, for the current position of the heuristic."""
        raise NotImplementedError

    # -- for Python

    def judge(self, heuristic: Heuristic) -> tuple[list[float], list[float]]:
        """Return each player's points still to come and chance to win (empty if the network does not know it), in the root
        position of a heuristic."""
        self.prepare(heuristic)
        heuristic.reset()
        self.predict(heuristic)
        players = heuristic.state.players
        chances = [self.chances[seat] for seat in range(players)] if self.knows_chances else []
        return [self.gains[seat] for seat in range(players)], chances


class Net(Predictor):
    """A network with its weights."""

    __slots__ = ("features", "others", "own", "source", "weights")

    def __init__(self, features: int, weights: array[float]) -> None:
        if weights.typecode != "f" or len(weights) != size(features):
            raise ValueError(f"{features} features need {size(features)} weights of type 'f', not {len(weights)}")
        Predictor.__init__(self, False)
        self.features = features
        self.source = weights
        self.weights = weights
        self.own = [0.0] * 128  # by seat: sums over the features of this board, as the player's own
        self.others = [0.0] * 128  # and as another's

    def twin(self) -> Net:
        return Net(self.features, self.source)

    def predict(self, heuristic: Heuristic) -> None:
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
