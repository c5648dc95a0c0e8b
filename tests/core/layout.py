"""Positions for the tests of rules: the given pieces are where they are put, all other tiles are in the bag."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from azulejos import CHANCE, Azul, Bunch, Deal, Event, Game, Pavilion, State
from azulejos.games.azul.rules import AzulState
from azulejos.games.pavilion.rules import PavilionState

AZUL_GAMES = [
    Azul(players=players, board=board, jokers=jokers)
    for players in (2, 3, 4)
    for board in ("coloured", "grey")
    for jokers in (False, True)
]
PAVILION_GAMES = [
    Pavilion(players=players, board=board, score_floor=score_floor)
    for players in (2, 3, 4)
    for board in ("coloured", "grey")
    for score_floor in (0, 1)
]
GAMES: list[Game] = [*AZUL_GAMES, *PAVILION_GAMES]


def name_of(game: Game) -> str:
    """Return a test's name for a game."""
    return "-".join(str(value) for name, value in game.json.items() if name not in ("round_limit", "wild_order"))


def random_game(game: Game, seed: int) -> Iterator[tuple[State, Event]]:
    """Return every state of a random game with the event that happens there."""
    dice = random.Random(seed)
    state = game.start()
    while state.outcome is None:
        event = state.draw(dice) if state.actor is CHANCE else dice.choice(state.legal_moves)
        yield state, event
        state = state.play(event)


def bunch(game: Game, tiles: str) -> Bunch:
    """Return tiles given by their letters."""
    return tuple(tiles.count(letter) for letter in game.letters)


def deal(game: Game, round: int, displays: str) -> Deal:
    """Return a deal of displays like "BBYR KKKK"; the other displays stay empty."""
    dealt = [bunch(game, tiles) for tiles in displays.split()]
    return Deal(round, (*dealt, *[bunch(game, "")] * (game.displays - len(dealt))))


def azul_seat(score: int = 0, lines: str = "-,-,-,-,-", floor: str = "-", wall: str = "/".join(["....."] * 5)) -> str:
    return f"{score};{lines};{floor};{wall}"


def lay_azul(
    game: Azul,
    *seats: str,
    round: int = 1,
    next: str | int = 0,
    phase: str = "offer",
    start: int = 0,
    marker: str | int = "centre",
    displays: str = "",
    centre: str = "",
    bag: str | None = None,
) -> AzulState:
    """Return a position of Azul; if `bag` is given (as letters), the other tiles are in the lid."""
    boards = [*seats, *[azul_seat()] * (game.players - len(seats))]
    dealt = _displays(game, displays)
    jokers = 0 if not game.jokers else 1 if game.players == 2 else 2
    box = dict.fromkeys("BYRKW", 20 - jokers) | {"J": 5 * jokers}
    rest = _rest(box, dealt, centre, bag or "", *boards)
    jokers_text = "yes" if game.jokers else "no"
    return game.position(
        f"azul players={game.players} board={game.board} jokers={jokers_text} limit={game.round_limit}"
        f" round={round} next={next} phase={phase} start={start} marker={marker} displays={dealt}"
        f" centre={_counts(centre, game)}"
        f" bag={_counts(rest if bag is None else bag, game)} lid={_counts('' if bag is None else rest, game)} "
        + " ".join(f"seat{seat}={board}" for seat, board in enumerate(boards))
    )


Stars = Mapping[int, str]
NONE: Stars = MappingProxyType({})


def pavilion_seat(score: int = 5, tiles: str = "", stars: Stars = NONE, passed: bool = False) -> str:
    """Return a board: `{2: "OO...."}` sets the tiles of star 2."""
    spaces = "/".join(stars.get(star, "......") for star in range(7))
    return f"{score};{'passed' if passed else 'playing'};{_counts(tiles, Pavilion())};{spaces}"


def lay_pavilion(
    game: Pavilion,
    *seats: str,
    round: int = 1,
    next: str | int = 0,
    phase: str = "play",
    owed: int = 0,
    start: int = 0,
    marker: str | int = 0,
    displays: str = "",
    centre: str = "",
    supply: str = "",
    bag: str | None = None,
) -> PavilionState:
    """Return a position of Summer Pavilion; if `bag` is given (as letters), the other tiles are in the tower."""
    boards = [*seats, *[pavilion_seat()] * (game.players - len(seats))]
    dealt = _displays(game, displays)
    spelled = [re.sub(r"([A-Z])(\d+)", lambda found: found[1] * int(found[2]), board) for board in boards]
    rest = _rest(dict.fromkeys("PGOYBR", 22), dealt, centre, supply, bag or "", *spelled)
    wild = "".join(game.letters[game.colours.index(colour)] for colour in game.wild_order)
    return game.position(
        f"pavilion players={game.players} board={game.board} floor={game.score_floor} wild={wild}"
        f" round={round} next={next} phase={phase} owed={owed} start={start} marker={marker} displays={dealt}"
        f" centre={_counts(centre, game)} supply={_counts(supply, game)}"
        f" bag={_counts(rest if bag is None else bag, game)} tower={_counts('' if bag is None else rest, game)} "
        + " ".join(f"seat{seat}={board}" for seat, board in enumerate(boards))
    )


def _displays(game: Game, displays: str) -> str:
    dealt = ["".join(sorted(tiles.strip("-"), key=game.letters.index)) or "-" for tiles in displays.split()]
    return ",".join([*dealt, *["-"] * (game.displays - len(dealt))])


def _rest(box: dict[str, int], *laid: str) -> str:
    counts = {letter: n - "".join(laid).count(letter) for letter, n in box.items()}
    assert min(counts.values()) >= 0, f"more tiles than the box has: {counts}"
    return "".join(letter * n for letter, n in counts.items())


def _counts(tiles: str, game: Game) -> str:
    return "".join(f"{letter}{tiles.count(letter)}" for letter in game.letters if letter in tiles) or "-"
