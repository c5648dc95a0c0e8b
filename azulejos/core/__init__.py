"""The rules of the games: exact, fast, and free of dice, clocks and files.

Here live the contract that all games keep (`contract`), what they share (`game`, `words`, `chance`), and a package for each
game (`azul`, `pavilion`). A package's `rules` is compiled by Cython where a compiler is at hand; the `.py` beside the `.pxd`
is what people read, and it runs as it is where there is none.

What does not live here: random numbers (the caller brings them), records, pictures, players.
"""

from azulejos.core.tiles import COMPILED

__all__ = ["COMPILED"]
