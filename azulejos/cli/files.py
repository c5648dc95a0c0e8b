"""Read positions and records from files."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

import click

from azulejos.cli.i18n import tr
from azulejos.cli.problems import explained

if TYPE_CHECKING:
    from azulejos.core.contract import State
    from azulejos.record import Record


def read_record(file: BinaryIO) -> Record:
    """Return the record in a file; errors name the file."""
    from azulejos.record import Record, RecordError

    try:
        return Record.load(file.read())
    except RecordError as error:
        name = getattr(file, "name", "<stdin>")
        raise click.ClickException(f"{name}: {explained(error)}") from None


def state_after(record: Record, number: int) -> State:
    """Return the position after this many events of a record."""
    check_number(record, number, "--move")
    return list(record.states())[number]


def check_number(record: Record, number: int, option: str) -> None:
    """Raise an error unless the record has an event with this number (0 is the start)."""
    if number > len(record.events):
        raise click.UsageError(
            tr("{option}: the record has events 1 to {n}, not {number}", option=option, n=len(record.events), number=number)
        )
