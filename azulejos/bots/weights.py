"""The networks trained by `azulejos.bots.tuning`: a file of 16-bit floats for each game, board and number of players."""

from __future__ import annotations

import struct
from array import array
from functools import lru_cache

from azulejos.core.game import Game
from azulejos.core.net import Net, size


def file_name(game: Game) -> str:
    """Return the name of the file with the weights for a game (Joker tiles have no separate file)."""
    return f"{game.board}-{game.players}.f16"


@lru_cache(maxsize=16)
def net_for(game: Game) -> Net | None:
    """Return the network for this game, if there is one."""
    heuristic, folder = game.heuristic(game.start()), game.folder()
    if heuristic is None or folder is None or not (file := folder.joinpath("weights", file_name(game))).is_file():
        return None
    data, features = file.read_bytes(), heuristic.features_known
    return Net(features, array("f", struct.unpack(f"<{size(features)}e", data)))
