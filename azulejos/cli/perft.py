"""`azulejos perft`: counts of move sequences from a position."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, BinaryIO

import click

if TYPE_CHECKING:
    from azulejos import State


@click.command("perft")
@click.argument("file", type=click.File("rb"), required=False)
@click.option("-d", "--depth", type=click.IntRange(1), default=3, show_default=True, help="The most decisions in a sequence.")
@click.option("-t", "--text", help="The position as `state.text` gives it, instead of a FILE.")
def command(file: BinaryIO | None, depth: int, text: str | None) -> None:
    """Count the sequences of 1, 2, … moves from a position.

    FILE (- for standard input) is a record, or JSON Lines as the referee reads them: a game, and the events that lead to the
    position.
    """
    from azulejos import position
    from azulejos.perft import perft

    if text is not None and file is None:
        state = position(text)
    elif file is not None and text is None:
        state = _end_of(file.read())
    else:
        raise click.UsageError("the position is given either by a FILE or by --text")

    def progress(done: int, of: int) -> None:
        click.echo(f"\r{done} of {of} first moves", err=True, nl=done == of)

    watch = progress if _is_terminal() else None
    begin = time.perf_counter()
    counts = perft(state, depth, watch)
    for played, count in enumerate(counts, 1):
        click.echo(f"{played} {count}")
    click.echo(f"{sum(counts)} sequences in {time.perf_counter() - begin:.2f} s", err=True)


def _is_terminal() -> bool:
    return sys.stderr.isatty()


def _end_of(data: bytes) -> State:
    """The position at the end of a record or of the referee's lines."""
    from azulejos.record import FORMAT, Record
    from azulejos.referee import Referee

    head = data[:4096]
    if head.startswith(FORMAT.encode()) or (b'"format"' in head and FORMAT.encode() in head):
        return Record.load(data).final
    referee = Referee()
    for number, line in enumerate(data.splitlines(), 1):
        answer = referee.answer(line) if line.strip() else {}
        if "error" in answer:
            raise click.ClickException(f"line {number}: {answer['error']['message']}")
    if not referee.states:
        raise click.ClickException("the file holds no game")
    return referee.states[-1]
