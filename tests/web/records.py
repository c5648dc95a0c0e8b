"""Records of short games: Azul that ends after one round, played by always taking the first move."""

from __future__ import annotations

from azulejos import Azul
from azulejos.core.game import Game
from azulejos.record import Record
from azulejos.session import Session

SHORT = Azul(players=2, round_limit=1)


def played(game: Game = SHORT, moves: int = 10_000) -> Record:
    """Return a game to its end, or after this many moves."""
    table = Session(game, seed=5, names=("Ana", "Rui", "Eva", "Tom")[: game.players])
    while table.state.outcome is None and moves > 0:
        table.play(table.state.legal_moves[0])
        moves -= 1
    return table.record()
