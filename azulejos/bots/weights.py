"""The networks in the games' folders, by game, board and number of players.

`azulejos.learning` trains deep networks (`.net`: a header with the shape, then 16-bit floats), `azulejos.bots.tuning` small
ones (`.f16`: 16-bit floats). A deep network plays with any number of players: a table without its own has the deep one for four
players or, without that, for two. Only then a small one is used.
"""

from __future__ import annotations

import struct
from array import array
from functools import lru_cache

from azulejos.core.deep_net import DeepNet, DeepShape
from azulejos.core.game import Game
from azulejos.core.net import Net, Predictor

MAGIC = b"azulejos net 1\n\0"
HEADER = struct.Struct("<16s5I")


def file_name(game: Game, suffix: str = "f16") -> str:
    """Return the name of the file with the weights for a game (Joker tiles have no separate file)."""
    return f"{game.board}-{game.players}.{suffix}"


def parse_net(data: bytes) -> tuple[DeepShape, array[float]]:
    """Return the shape and the weights of the deep network in a file's content."""
    magic, *numbers = HEADER.unpack_from(data)
    if magic != MAGIC:
        raise ValueError("this is not a network of azulejos, or of another version")
    shape = DeepShape(*numbers)
    return shape, array("f", struct.unpack_from(f"<{sum(shape.sizes())}e", data, HEADER.size))


def load_net(data: bytes) -> DeepNet:
    """Return the deep network in a file's content."""
    return DeepNet(*parse_net(data))


def any_net(game: Game, data: bytes) -> Predictor:
    """Return the network in a file's content, deep or small, for a game."""
    if data.startswith(MAGIC):
        return load_net(data)
    heuristic = game.heuristic(game.start())
    features = heuristic.features_known if heuristic else 0
    return Net(features, array("f", struct.unpack(f"<{len(data) // 2}e", data)))


def dump_net(shape: DeepShape, weights: array[float]) -> bytes:
    """Return the content of a file with a deep network."""
    return HEADER.pack(MAGIC, *shape) + struct.pack(f"<{len(weights)}e", *weights)


def data_for(game: Game) -> bytes | None:
    """Return the content of the file with the network for this game, if there is one."""
    folder = game.folder()
    if folder is None or game.heuristic(game.start()) is None:
        return None
    names = (file_name(game, "net"), f"{game.board}-4.net", f"{game.board}-2.net", file_name(game, "f16"))
    files = [folder.joinpath("weights", name) for name in names]
    return next((file.read_bytes() for file in files if file.is_file()), None)


@lru_cache(maxsize=16)
def net_for(game: Game) -> Predictor | None:
    """Return the network for this game, if there is one."""
    data = data_for(game)
    return None if data is None else any_net(game, data)
