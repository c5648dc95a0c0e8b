"""The rules of the games: exact, fast, and free of dice, clocks and files.

This package has the contract that all games follow (`contract`) and the code they share (`game`, `tiles`, `chance`, `search`
…). Modules with a `.pxd` are compiled by Cython if there is a C compiler; otherwise the same `.py` files run uncompiled.

It does not have the games themselves (`azulejos.games`), random numbers (the caller provides them), records, pictures or bots.
"""

from azulejos.core.tiles import COMPILED

__all__ = ["COMPILED"]
