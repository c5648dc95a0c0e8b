"""What the statements of the database need: a connection, and the rows that it returns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol


class Rows(Protocol):
    """The rows that a statement returns."""

    def __iter__(self) -> Iterator[Any]: ...
    def fetchone(self) -> Any: ...


class Connection(Protocol):
    """A connection to a database, like that of `sqlite3`."""

    def execute(self, query: str, values: Sequence[Any] = (), /) -> Rows: ...
    def executemany(self, query: str, values: Iterable[Sequence[Any]], /) -> object: ...
    def close(self) -> None: ...
