"""Azul and Azul: Summer Pavilion: the rules as a library, players, and a table in the browser.

This module imports only the standard library and the core. Everything else is imported when it is used.
"""

import azulejos.processor  # noqa: F401 - first, as it chooses which compiled modules are imported
from azulejos.core.contract import (
    CHANCE,
    Bunch,
    Deal,
    Event,
    Gain,
    IllegalMove,
    Move,
    NotationError,
    Outcome,
    Problem,
    Refill,
    State,
)
from azulejos.core.game import Game
from azulejos.core.game_json import game_from_json, position
from azulejos.core.registry import GAMES
from azulejos.games.azul import Azul
from azulejos.games.pavilion import Pavilion

__all__ = [
    "CHANCE",
    "GAMES",
    "Azul",
    "Bunch",
    "Deal",
    "Event",
    "Gain",
    "Game",
    "IllegalMove",
    "Move",
    "NotationError",
    "Outcome",
    "Pavilion",
    "Problem",
    "Refill",
    "State",
    "game_from_json",
    "position",
]

__version__ = "1.0.0"
