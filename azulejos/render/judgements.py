"""What an analysis calls a move that was not the best one."""

from __future__ import annotations

from collections.abc import Callable

from azulejos.language import Language

NAMES: dict[str, Callable[[Language], str]] = {
    "blunder": lambda tr: tr("Blunder"),
    "mistake": lambda tr: tr("Mistake"),
    "inaccuracy": lambda tr: tr("Inaccuracy"),
}
"""Judgement of `azulejos.bots.analysis` → what such a move is called, the worst first."""
