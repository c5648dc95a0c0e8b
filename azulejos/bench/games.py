"""Any number of finished games: `python -m azulejos.bench.games 10000 FILE` writes them as `azulejos db export` would."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from azulejos import GAMES
from azulejos.core.contract import CHANCE
from azulejos.core.game import Game
from azulejos.notation import event_json
from azulejos.web.entries import Entry, Seat, Setup, game_event
from azulejos.web.transfer import Packed, encode_line

NAMES = ("Ana", "Bea", "Caio", "Duarte", "Eva", "Filipe", "Graça", "Hugo")
VARIANTS: tuple[Game, ...] = tuple(kind(players) for kind in GAMES.values() for players in kind.player_counts)


def finished(number: int) -> Packed:
    """Return a game that people and a bot have finished at random; always the same for a number."""
    dice = random.Random(number)
    game = dice.choice(VARIANTS)
    names = dice.sample(NAMES, game.players)
    seats = [Seat("person", name, f"owner of {name}") for name in names[:-1]] + [Seat("bot", "Expert", None, "expert")]
    at = 1.7e9 + 60 * number
    host = seats[0].owner
    assert host is not None
    entries = [Entry(at, Setup(game.json, seats, number % 5 != 0, None, host))]
    state = game.start()
    while state.outcome is None:
        actor = state.actor
        event = state.draw(dice) if actor is CHANCE else dice.choice(state.legal_moves)
        at += 0.25
        entries.append(Entry(at, game_event(event_json(game, event, actor if isinstance(actor, int) else None))))
        state = state.play(event)
    return Packed(f"g{number:011d}", entries)


def many(count: int) -> Iterator[bytes]:
    """Return the lines of this many games."""
    for number in range(count):
        yield encode_line(finished(number))


if __name__ == "__main__":
    with Path(sys.argv[2]).open("wb") as file:
        file.writelines(many(int(sys.argv[1])))
