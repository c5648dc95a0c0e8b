"""The networks that `azulejos.bots.tuning` has trained: a file of 16-bit floats for each game, board and number of players."""

from __future__ import annotations

import struct
from array import array
from functools import lru_cache
from importlib.resources import files

from azulejos.core.game import Game
from azulejos.core.net import Net, size


def file_name(game: Game) -> str:
    """The name of the file with the weights for a game (Joker tiles have none of their own)."""
    return f"{game.name}-{game.board}-{game.players}.f16"


@lru_cache(maxsize=16)
def net_for(game: Game) -> Net:
    """The network that knows this game."""
    features = game.judge(game.start()).features_known
    data = (files(__name__) / file_name(game)).read_bytes()
    return Net(features, array("f", struct.unpack(f"<{size(features)}e", data)))
