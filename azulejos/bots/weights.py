"""The networks in the games' folders, by game, board and number of players.

`azulejos.learning` trains them. A file (`.net`) is a header with the shape, then 16-bit floats. A network plays with any number
of players: a table without its own has the one for four players or, without that, for two.
"""

from __future__ import annotations

import struct
from array import array
from functools import lru_cache

from azulejos.core.contract import Problem
from azulejos.core.game import Game
from azulejos.core.net import Net, NetShape, scale

MAGIC = b"azulejos net 1\n\0"
HEADER = struct.Struct("<16s5I")
FIRST_SHARPNESS = 0.12  # of an untrained network: a lead of 8 points wins about 73 % of two-player games


def file_name(game: Game) -> str:
    """Return the name of the file with the weights for a game (Joker tiles have no separate file)."""
    return f"{game.board}-{game.players}.net"


def parse_net(data: bytes) -> tuple[NetShape, array[float]]:
    """Return the shape and the weights of the network in a file's content."""
    magic, *numbers = HEADER.unpack_from(data)
    if magic != MAGIC:
        raise ValueError("this is not a network of azulejos, or of another version")
    shape = NetShape(*numbers)
    return shape, array("f", struct.unpack_from(f"<{sum(shape.sizes())}e", data, HEADER.size))


def load_net(data: bytes) -> Net:
    """Return the network in a file's content."""
    return Net(*parse_net(data))


def dump_net(shape: NetShape, weights: array[float]) -> bytes:
    """Return the content of a file with a network."""
    return HEADER.pack(MAGIC, *shape) + struct.pack(f"<{len(weights)}e", *weights)


def untrained(game: Game) -> bytes:
    """Return a network that predicts no points, and the chances by the scores alone."""
    start = game.heuristic(game.start())
    if start is None:
        raise Problem(f"{game.name} has no heuristic, so no network can be trained for it", "no_heuristic")
    shape = NetShape(start.patterns_known, start.measures_known, 1, 1, start.tables_known)
    weights = array("f", bytes(4 * sum(shape.sizes())))
    rounds, _ = scale()
    for number in range(rounds):
        weights[len(weights) - shape.tables - rounds + number] = FIRST_SHARPNESS
    return dump_net(shape, weights)


def data_for(game: Game) -> bytes | None:
    """Return the content of the file with the network for this game, if there is one."""
    folder = game.folder()
    if folder is None or game.heuristic(game.start()) is None:
        return None
    names = (file_name(game), f"{game.board}-4.net", f"{game.board}-2.net")
    files = [folder.joinpath("weights", name) for name in names]
    return next((file.read_bytes() for file in files if file.is_file()), None)


@lru_cache(maxsize=16)
def net_for(game: Game) -> Net | None:
    """Return the network for this game, if there is one."""
    data = data_for(game)
    return None if data is None else load_net(data)
