"""The names of mistakes in an analysis."""

from __future__ import annotations

from collections.abc import Callable

from azulejos.language import Language

NAMES: dict[str, Callable[[Language], str]] = {
    "blunder": lambda tr: tr("Blunder"),
    "mistake": lambda tr: tr("Mistake"),
    "inaccuracy": lambda tr: tr("Inaccuracy"),
}
"""Judgement of `azulejos.bots.analysis` → its name, the worst first."""
