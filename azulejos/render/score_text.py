"""The scoring sheet of a game as lines of text, for terminals."""

from __future__ import annotations

from azulejos import render
from azulejos.language import ENGLISH, Language
from azulejos.record import Record


def verdict(record: Record, tr: Language = ENGLISH) -> str:
    """Return the heading: who won, or that the game is in progress."""
    if record.result is None:
        return tr("Points so far")
    winners = [record.names[seat] for seat in record.result.winners]
    *some, last = winners
    if not some:
        return tr("{name} wins", name=last)
    return tr("{names} share the victory", names=tr("{most} and {last}", most=", ".join(some), last=last))


def sheet_lines(record: Record, tr: Language = ENGLISH) -> list[str]:
    """Return where the points came from: a column per seat, from the score at the start to the final one."""
    rows = render.sheet(record.start, record.events, tr)
    start, final = record.start.scores, record.final.scores
    table = [("", record.names)]
    table += [(tr("At the start"), tuple(map(str, start)))] if any(start) else []
    table += [(row.text, tuple(f"{points:+}" if points else "–" for points in row.points)) for row in rows]
    table += [(tr("Total"), tuple(map(str, final)))]
    left = max(len(text) for text, _ in table)
    widths = [max(len(cells[seat]) for _, cells in table) for seat in range(record.game.players)]
    return [
        f"{text:{left}}" + "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        for text, cells in table
    ]
