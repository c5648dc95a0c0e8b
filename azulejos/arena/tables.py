"""Ladders at all tables: every game, board and number of players, and what they show as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from azulejos.arena.ladder import Ladder
from azulejos.arena.stats import Estimate
from azulejos.core.contract import Json
from azulejos.core.game import Game
from azulejos.core.registry import GAMES

REPORT = "ratings.md"


def all_tables() -> list[Game]:
    """Return every game with each board and number of players, with default options."""
    return [kind(players, board) for kind in GAMES.values() for board in kind.boards for players in kind.player_counts]


def directory(out: Path, game: Game) -> Path:
    """Return the directory for the games at a table."""
    return out / f"{game.name}-{game.board}-{game.players}"


def title(game: Game) -> str:
    """Return the name of a table: the game, the board, and the number of players."""
    board = next(one.title for one in game.description().boards if one.value == game.board)
    return f"{game.title}, {board.lower()}, {game.players} players"


def out_of_order(ladder: Ladder) -> list[tuple[str, str]]:
    """Return the neighbours in the list of bots of which the second is not rated above the first."""
    names, ratings = _names(ladder), ladder.ratings
    return [(names[i], names[i + 1]) for i in range(len(names) - 1) if ratings[i + 1].value <= ratings[i].value]


def markdown(ladders: Sequence[Ladder]) -> str:
    """Return two tables: the ratings, and how often each bot is ahead of the one before it; with their 95 % intervals.

    All ladders have the same bots.
    """
    names = _names(ladders[0])
    steps = [(i, i + 1) for i in range(len(names) - 1)]
    parts = [
        "Ratings (Elo, 1500 on average at each table), with 95 % intervals:",
        _table(ladders, names, lambda ladder: [_rating(one) for one in ladder.ratings]),
        "Share of the games in which a bot is ahead of the one before it (ties half), with 95 % intervals:",
        _table(
            ladders,
            [f"{names[second]} over {names[first]}" for first, second in steps],
            lambda ladder: [_share(ladder.result.pairing(second, first)) for first, second in steps],
        ),
    ]
    wrong = [f"{title(_game(one))}: {low} and {high}" for one in ladders for low, high in out_of_order(one)]
    order = "All bots are in order at all tables." if not wrong else f"Not in order: {'; '.join(wrong)}."
    return "\n\n".join([*parts, order]) + "\n"


def json_of(ladders: Sequence[Ladder]) -> Json:
    """Return everything as a JSON object, by table."""
    return {directory(Path(), _game(one)).name: {**one.json, "times": one.result.times_json} for one in ladders}


def _table(ladders: Sequence[Ladder], heads: Sequence[str], cells: Callable[[Ladder], Sequence[str]]) -> str:
    lines = [("table", *heads, "games"), ("---",) * (len(heads) + 2)]
    lines += [(title(_game(one)), *cells(one), f"{len(one.result.played):,}") for one in ladders]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _rating(one: Estimate) -> str:
    return f"{one.value:.0f} ({one.low:.0f}–{one.high:.0f})"


def _share(one: Estimate | None) -> str:
    return "" if one is None else f"{100 * one.value:.0f} % ({100 * one.low:.0f}–{100 * one.high:.0f})"


def _names(ladder: Ladder) -> list[str]:
    return [entrant.name for entrant in ladder.result.plan.entrants]


def _game(ladder: Ladder) -> Game:
    return ladder.result.plan.game


__all__ = ["REPORT", "all_tables", "directory", "json_of", "markdown", "out_of_order", "title"]
