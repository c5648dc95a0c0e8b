"""Players: the base class (`base`), the simple bots, the levels, and programs in other languages as players.

A bot only decides: the rules are in the core, games and matches are played in `azulejos.arena`.
"""

from azulejos.bots.base import Bot, BotFailed, Budget, CannotStart
from azulejos.bots.registry import BotError, make_bot

__all__ = ["Bot", "BotError", "BotFailed", "Budget", "CannotStart", "make_bot"]
