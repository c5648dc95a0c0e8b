"""Fit a network to self-play games, with PyTorch (the extra `learn`).

The loss is about differences between players: the error of each player's lead, and the cross entropy of who wins. What all
players score together hardly matters to a search, and learning it takes long.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn

from azulejos.core.net import NetShape, scale
from azulejos.learning.samples import Samples

ROUNDS, POINTS = scale()

Symmetries = Sequence[tuple[Sequence[int], Sequence[int]]]
"""For each symmetry: the pattern and the measure that take the place of each."""

HELD_OUT = 16  # one game in this many is for testing the fit
NEVER = -1e9  # the logit of an empty seat


class Options(NamedTuple):
    """How to fit."""

    units: int = 64
    second_units: int = 16
    epochs: int = 9
    batch: int = 1024
    rate: float = 2e-3
    decay: float = 0.05
    blend: float = 0.8  # the weight of the network's own value at the next position in the target, in the second half
    seed: int = 0


class Model(nn.Module):
    """The network of `core.net`, for training."""

    def __init__(self, shape: NetShape) -> None:
        super().__init__()
        self.shape = shape
        self.rows = nn.EmbeddingBag(shape.patterns + 1, 2 * shape.units, mode="sum", padding_idx=shape.patterns)
        self.dense = nn.Linear(shape.measures, 2 * shape.units, bias=False)
        self.bias = nn.Parameter(torch.full((shape.units,), 0.1))
        self.second = nn.Linear(shape.units, shape.second_units)
        self.output = nn.Linear(shape.second_units, 2)
        self.sharpness = nn.Parameter(torch.full((ROUNDS,), -2.1))  # the logarithm
        with torch.no_grad():
            self.rows.weight.normal_(0, 0.05)
            self.rows.weight[shape.patterns].zero_()
            self.dense.weight.normal_(0, 0.1)
            self.output.weight.normal_(0, 0.1)
            self.output.bias.zero_()

    def take(self, weights: array[float]) -> None:
        """Take the weights of a network of this shape: the reverse of `weights`."""
        shape = self.shape
        parts = torch.tensor(weights).split(shape.sizes())
        own, others, bias, second, second_bias, output, output_bias, sharpness, _ = parts
        rows = torch.cat([part.view(shape.inputs, shape.units) for part in (own, others)], 1)
        with torch.no_grad():
            self.rows.weight[: shape.patterns] = rows[: shape.patterns]
            self.dense.weight.copy_(rows[shape.patterns :].T)
            self.bias.copy_(bias)
            self.second.weight.copy_(second.view(shape.units, shape.second_units).T)
            self.second.bias.copy_(second_bias)
            self.output.weight.copy_(output.view(shape.second_units, 2).T)
            self.output.bias.copy_(output_bias)
            self.sharpness.copy_(sharpness.log())

    def forward(self, patterns: Tensor, measures: Tensor, scores: Tensor, rounds: Tensor) -> tuple[Tensor, Tensor]:
        """Return each player's predicted final score, and the logits of the chances to win."""
        count, players, room = patterns.shape
        sums = self.rows(patterns.view(-1, room)).view(count, players, -1) + self.dense(measures)
        own, others = sums.split(self.shape.units, -1)
        units = torch.relu(self.bias + own + others.sum(1, keepdim=True) - others)
        outputs = self.output(torch.relu(self.second(units)))
        taken = find_taken(patterns, self.shape.patterns)
        final = (scores + POINTS * outputs[..., 0]) * taken
        sharpness = self.sharpness.exp()[rounds.clamp(max=ROUNDS - 1)]
        return final, (sharpness[:, None] * final + outputs[..., 1]).masked_fill(~taken, NEVER)

    def weights(self, tables: Sequence[float]) -> array[float]:
        """Return the weights in the order of `NetShape.sizes`."""
        shape = self.shape
        rows = torch.cat([self.rows.weight[: shape.patterns], self.dense.weight.T])
        own, others = rows.split(shape.units, -1)
        parts = [own, others, self.bias, self.second.weight.T, self.second.bias, self.output.weight.T, self.output.bias]
        flat = [part.detach().reshape(-1) for part in (*parts, self.sharpness.exp())]
        return array("f", torch.cat(flat).tolist() + list(tables))


class Fitted(NamedTuple):
    """A network, and its errors on games held out: of the lead in points (with luck in it), and the cross entropy."""

    shape: NetShape
    weights: array[float]
    lead_error: float
    entropy: float


def find_taken(patterns: Tensor, known: int) -> Tensor:
    """Return which seats are taken: games with fewer players than others have empty ones. All boards have patterns."""
    return patterns[..., 0] != known


def lead(final: Tensor, taken: Tensor) -> Tensor:
    """Return each player's score minus the mean of the others'."""
    players = taken.sum(1, keepdim=True)
    return (players * final - final.sum(1, keepdim=True)) / (players - 1) * taken


def mean_square(numbers: Tensor, taken: Tensor) -> Tensor:
    return numbers.square().sum() / taken.sum()


def fit(
    samples: Samples,
    options: Options,
    say: Callable[[str], None],
    symmetries: Symmetries = (),
    start: array[float] | None = None,
) -> Fitted:
    """Fit a network, beginning with the weights `start` if there are any."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    count, _, measures = samples.measures.shape
    known = samples.known
    shape = NetShape(known, measures, options.units, options.second_units, len(samples.tables))
    model = Model(shape)
    if start:
        model.take(start)
    columns = [torch.from_numpy(column) for column in samples[:7]]
    patterns, seen, scores, rounds, final, wins, follows = columns
    patterns = patterns.to(torch.int32)
    game = (~follows).cumsum(0) - (~follows).long()
    learned, held_out = ((game % HELD_OUT != 0).nonzero()[:, 0], (game % HELD_OUT == 0).nonzero()[:, 0])
    taken = find_taken(patterns, known)
    result = lead(final, taken)
    target_lead, target_wins = result, wins
    adam = torch.optim.AdamW(model.parameters(), lr=options.rate, weight_decay=options.decay, betas=(0.9, 0.99))
    steps = max(options.epochs * math.ceil(len(learned) / options.batch), 20)  # the pace needs a few for its two parts
    pace = torch.optim.lr_scheduler.OneCycleLR(adam, options.rate, total_steps=steps, pct_start=0.1)
    swaps = [(torch.tensor((*rows, known), dtype=torch.int32), torch.tensor(numbers)) for rows, numbers in symmetries]

    def predict(chosen: Tensor) -> tuple[Tensor, Tensor]:
        found = [model(patterns[rows], seen[rows], scores[rows], rounds[rows]) for rows in chosen.split(8192)]
        return torch.cat([final for final, _ in found]), torch.cat([logits for _, logits in found])

    for epoch in range(options.epochs):
        if options.blend and epoch == options.epochs // 2:
            with torch.no_grad():  # the next position of a game says as much as its end, with less luck
                later, logits = predict(torch.arange(count))
                mixed = torch.where(follows[:, None], lead(later, taken).roll(-1, 0), target_lead)
                chances = torch.where(follows[:, None], torch.softmax(logits, 1).roll(-1, 0), target_wins)
                target_lead = (1 - options.blend) * target_lead + options.blend * mixed
                target_wins = (1 - options.blend) * target_wins + options.blend * chances
        model.train()
        total = 0.0
        for rows in learned[torch.randperm(len(learned))].split(options.batch):
            here, numbers = patterns[rows], seen[rows]
            if swaps:
                swap, moved = swaps[int(torch.randint(len(swaps), ()))]
                here, numbers = swap[here.long()], numbers[..., moved]
            guess, logits = model(here, numbers, scores[rows], rounds[rows])
            points = mean_square(lead(guess, taken[rows]) - target_lead[rows], taken[rows]) / POINTS**2
            level = mean_square(guess - final[rows], taken[rows]) / POINTS**2
            entropy = -(target_wins[rows] * torch.log_softmax(logits, 1)).sum(1).mean()
            loss = points + 0.02 * level + entropy
            adam.zero_grad()
            loss.backward()
            adam.step()
            pace.step()
            total += loss.item() * len(rows)
        with torch.no_grad():
            guess, logits = predict(held_out)
            here = taken[held_out]
            error = float(mean_square(lead(guess, here) - result[held_out], here).sqrt())
            surprise = float(-(wins[held_out] * torch.log_softmax(logits, 1)).sum(1).mean())
        found = f"loss {total / len(learned):.4f}; held out: {error:.3f} points, {surprise:.4f}"
        say(f"epoch {epoch + 1} of {options.epochs}: {found}")
    return Fitted(shape, model.weights(samples.tables.tolist()), error, surprise)
