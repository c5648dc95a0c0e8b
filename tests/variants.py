"""Every game × board × players × option by its name, for tests of all variants."""

from __future__ import annotations

from typing import Any

import pytest

from azulejos import Azul, Game, Pavilion

OTHER_ORDER = ("red", "yellow", "purple", "blue", "green", "orange")

AZUL_OPTIONS: dict[str, dict[str, Any]] = {"": {}, "-jokers": {"jokers": True}}
PAVILION_OPTIONS: dict[str, dict[str, Any]] = {"": {}, "-floor0": {"score_floor": 0}, "-wilds": {"wild_order": OTHER_ORDER}}

VARIANTS: dict[str, Game] = {
    f"{kind.name}-{board}-{players}p{name}": kind(players, board, **option)
    for kind, options in ((Azul, AZUL_OPTIONS), (Pavilion, PAVILION_OPTIONS))
    for board in ("coloured", "grey")
    for players in (2, 3, 4)
    for name, option in options.items()
}

FEWER_UNCOMPILED = [pytest.param(name, marks=() if "2p" in name else pytest.mark.compiled) for name in VARIANTS]
"""For slow tests: uncompiled, two players are enough, because more of them use the same rules."""
