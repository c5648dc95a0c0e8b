"""Players: what a bot is (`base`), the simple ones, the levels, and programs in other languages as players.

A bot decides, and nothing else: the rules are the core's, games and matches are played in `azulejos.arena`.
"""

from azulejos.bots.base import Bot, BotFailed, Budget
from azulejos.bots.registry import BotError, make_bot

__all__ = ["Bot", "BotError", "BotFailed", "Budget", "make_bot"]
