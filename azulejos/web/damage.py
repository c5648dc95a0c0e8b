"""Damaged tables: their logs or summaries can't be read, or their games can't be replayed. Other tables are not affected."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from azulejos.core.contract import Problem
from azulejos.web.entries import Entry
from azulejos.web.log import log_always
from azulejos.web.table import Table

LONGEST = 200  # characters of a reason
SLICE = 25  # entries that are replayed in half a millisecond


class Damaged(Problem):
    """A table can't be used."""

    def __init__(self, table: str, why: str) -> None:
        super().__init__(f"table {table} is damaged: {why[:LONGEST]}", "damaged")
        self.table = table
        self.why = why[:LONGEST]


def replayed(id: str, entries: Sequence[Entry]) -> Table:
    """Return the table of a log; raises `Damaged` if it can't have happened."""
    steps = replayed_in_slices(id, entries)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            table: Table = end.value
            return table


def replayed_in_slices(id: str, entries: Sequence[Entry]) -> Generator[None, None, Table]:
    """Do the same as `replayed`, with short pauses."""
    try:
        table = Table(id, entries[0])
        for number, entry in enumerate(entries[1:], 1):
            if not number % SLICE:
                yield
            table.add(entry)
        return table
    except Exception as error:  # a damaged log can raise anything
        raise Damaged(id, f"it can't be replayed: {error or type(error).__name__}") from error


class DamagedTables:
    """The damaged tables that a server has come across, each with the reason; each is named in the log once."""

    def __init__(self) -> None:
        self._logs: dict[str, str] = {}
        self._summaries: dict[str, str] = {}

    def __len__(self) -> int:
        return len({*self._logs, *self._summaries})

    def __contains__(self, table: str) -> bool:
        """Return whether the log of a table is damaged."""
        return table in self._logs

    def add(self, damaged: Damaged) -> None:
        """Note that a log is damaged."""
        if damaged.table not in self._logs:
            self._logs[damaged.table] = damaged.why
            log_always("damaged", table=damaged.table, error=damaged.why)

    def add_summary(self, table: str, why: str) -> None:
        """Note that a summary is unreadable."""
        if table not in self._summaries:
            self._summaries[table] = why[:LONGEST]
            log_always("damaged", table=table, error=f"its summary can't be read: {why[:LONGEST]}")

    def is_fine(self, table: str) -> None:
        """Note that a log is not damaged, or no longer."""
        self._logs.pop(table, None)

    def has_summary(self, table: str) -> None:
        """Note that a summary is readable, or has become so."""
        self._summaries.pop(table, None)
