"""What an analysis says of moves, in words: how bad one was, and in which phase of a round points were given away."""

from __future__ import annotations

from collections.abc import Callable

from azulejos.language import Language

PHASES: dict[str, Callable[[Language], str]] = {
    "offer": lambda tr: tr("Taking tiles"),
    "tiling": lambda tr: tr("Tiling the wall"),
    "acquire": lambda tr: tr("Taking tiles"),
    "play": lambda tr: tr("Placing tiles"),
    "bonus": lambda tr: tr("Bonus tiles"),
}
"""Phase of a round → its name."""
NAMES: dict[str, Callable[[Language], str]] = {
    "blunder": lambda tr: tr("Blunder"),
    "mistake": lambda tr: tr("Mistake"),
    "inaccuracy": lambda tr: tr("Inaccuracy"),
}
"""Judgement of `azulejos.bots.analysis` → what such a move is called, the worst first."""
