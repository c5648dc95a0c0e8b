"""The tables of `docs/environments.md`: every index of an observation, printed by `python -m azulejos.env.observation_docs`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from azulejos.core.game import Game
from azulejos.core.registry import GAMES
from azulejos.env.observation import VERSION, Encoder, Part, layout

PLAYERS = (2, 3, 4)


class Kind(NamedTuple):
    """Variants with the same boards."""

    name: str
    game: Game


def kinds_of(kind: type[Game]) -> list[Kind]:
    """Return the variants of a game whose boards have different numbers."""
    part = kind.observation()
    return [] if part is None else [Kind(title, kind(**options)) for title, options in part.VARIANTS.items()]


def tables() -> str:
    """Return all tables in Markdown."""
    parts = [f"The encoding has version {VERSION}."]
    for game_class in GAMES.values():
        kinds = kinds_of(game_class)
        if not kinds:
            continue
        parts += [
            f"### {game_class.title}",
            f"Colours are in the order {', '.join(kinds[0].game.colours)}.",
            _table(kinds[0].game),
        ]
        known: list[str] = []
        for name, game in kinds:
            encoders = [Encoder(replace(game, players=n)) for n in PLAYERS]
            firsts, sizes = (
                ", ".join(map(str, numbers)) for numbers in zip(*((e.table_size, e.size) for e in encoders), strict=True)
            )
            lines = _board(game)
            more = bool(known) and lines[: len(known)] == known
            parts += [
                f"{name}: then a board of {encoders[0].board_size} numbers for each player, the viewer's from index {firsts}"
                f" on; {sizes} numbers in all." + (" The board begins as the one before, and goes on:" if more else ""),
                "\n".join(_head("index in the board") + (lines[len(known) :] if more else lines)),
            ]
            known = lines
    return "\n\n".join(parts) + "\n"


def _table(game: Game) -> str:
    lines, at = _head("index with 2, 3, 4 players"), [0] * len(PLAYERS)
    for parts in zip(*(layout(replace(game, players=n)).table for n in PLAYERS), strict=True):
        lines.append(_line(", ".join(map(str, at)), parts, game))
        at = [start + part.size for start, part in zip(at, parts, strict=True)]
    return "\n".join(lines)


def _board(game: Game) -> list[str]:
    lines, at = [], 0
    for part in layout(game).board:
        lines.append(_line(str(at), [part], game))
        at += part.size
    return lines


def _head(index: str) -> list[str]:
    return [f"| {index} | part | numbers | meaning | 1 is |", "| --- | --- | --- | --- | --- |"]


def _line(index: str, parts: Sequence[Part], game: Game) -> str:
    shapes = dict.fromkeys(" × ".join(map(str, part.shape)) for part in parts)
    axes = " × ".join(_axis(axis, game) for axis in parts[0].axes if len(axis) > 1)
    meaning = f"{parts[0].meaning}{f': {axes}' if axes else ''}"
    return f"| {index} | `{parts[0].name}` | {', '.join(shapes)} | {meaning} | {parts[0].one} |"


def _axis(axis: tuple[str, ...], game: Game) -> str:
    """Return the names along a dimension, as in a game for two."""
    if axis == game.colours:
        return "colour"
    return ", ".join(axis) if len(axis) <= 3 else f"{axis[0]} … {axis[-1]}"


if __name__ == "__main__":
    print(tables(), end="")
