"""Stepping the games of a batch without the GIL, so that other threads can run.

This module is never compiled: the compiled batch uses the C twin `batch_nogil.pxd`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azulejos.core.batch import Batch


def begin(batch: Batch) -> None:
    """Begin all games."""
    for i in range(batch.games):
        batch._begin(batch.encoders[i], i)


def step(batch: Batch) -> int:
    """Play the actions in all games; return the last game whose action was illegal, -1 if there was none."""
    refused = -1
    for i in range(batch.games):
        if not batch._step(batch.encoders[i], i):
            refused = i
    return refused


def sample(batch: Batch) -> None:
    """Choose a random action in each game."""
    for i in range(batch.games):
        batch.actions[i] = batch.encoders[i].choose()
