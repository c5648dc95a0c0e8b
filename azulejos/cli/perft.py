"""`azulejos perft`: count move sequences from a position."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, BinaryIO

import click

from azulejos.cli.help import examples
from azulejos.cli.i18n import many, tr
from azulejos.cli.options import json_option
from azulejos.cli.terminal import progress
from azulejos.language import language_of

if TYPE_CHECKING:
    from azulejos import State


@click.command("perft", epilog=examples("azulejos perft game.txt --depth 3", 'azulejos perft --text "azul players=2 …" --json'))
@click.argument("file", type=click.File("rb"), required=False)
@click.option(
    "-d", "--depth", metavar="N", type=click.IntRange(1), default=3, show_default=True, help="Maximum length of a sequence."
)
@click.option("-t", "--text", help="Position as printed by `state.text`, instead of FILE.")
@json_option
def command(file: BinaryIO | None, depth: int, text: str | None, as_json: bool) -> None:
    """Count the move sequences of length 1, 2, … from a position.

    FILE (- for standard input) is a record, or JSON Lines as for the referee: a game and the events up to the position.
    """
    from azulejos import position
    from azulejos.perft import perft

    if text is not None and file is None:
        state = position(text)
    elif file is not None and text is None:
        state = _end_of(file.read())
    else:
        raise click.UsageError(tr("give the position either as FILE or with --text"))
    begin = time.perf_counter()
    with progress(tr("first moves")) as watch:
        counts = perft(state, depth, watch)
    seconds = time.perf_counter() - begin
    if as_json:
        click.echo(json.dumps({"counts": counts, "seconds": round(seconds, 3)}))
        return
    for played, count in enumerate(counts, 1):
        click.echo(f"{played} {count}")
    click.echo(
        many(
            "{n} sequence in {seconds} s", "{n} sequences in {seconds} s", sum(counts), seconds=language_of().decimal(seconds)
        ),
        err=True,
    )


def _end_of(data: bytes) -> State:
    """Return the position at the end of a record or of a referee's lines."""
    from azulejos.record import FORMAT, Record
    from azulejos.referee import Referee

    head = data[:4096]
    if head.startswith(FORMAT.encode()) or (b'"format"' in head and FORMAT.encode() in head):
        return Record.load(data).final
    referee = Referee()
    for number, line in enumerate(data.splitlines(), 1):
        answer = referee.answer(line) if line.strip() else {}
        if "error" in answer:
            raise click.ClickException(tr("line {line}: {reason}", line=number, reason=answer["error"]["message"]))
    if not referee.states:
        raise click.ClickException(tr("the file contains no game"))
    return referee.states[-1]
