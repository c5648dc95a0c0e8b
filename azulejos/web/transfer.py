"""Copy tables between stores, to a file and back; each game is replayed on the way as a check.

The file has a JSON object per line: `{"table": …, "entries": […], "analysis": … or nothing}`. What a store keeps beside the log
(summary, owners, statistics) is computed again, so a copied table is complete. After the tables, there is a line for each owner
who has tried puzzles: `{"owner": …, "attempts": […], "rating": …}`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from azulejos.core.contract import Problem
from azulejos.web import messages
from azulejos.web.damage import Damaged, replayed
from azulejos.web.entries import Entry, decode, encode
from azulejos.web.ratings import PuzzleProgress
from azulejos.web.results import results
from azulejos.web.store import Batch, Store, Taken
from azulejos.web.table import Table

AT_ONCE = 200  # tables

Report: TypeAlias = Callable[[int], None]
"""Called with the number of further tables that are done."""


class Packed(NamedTuple):
    """A table being copied."""

    table: str
    entries: list[Entry]
    analysis: dict[str, Any] | None = None


class _Line(Struct, frozen=True, omit_defaults=True):
    """A table in the file."""

    table: str
    entries: list[msgspec.Raw]
    analysis: dict[str, Any] | None = None


_decode_line = msgspec.json.Decoder(_Line).decode


_decode_progress = msgspec.json.Decoder(PuzzleProgress).decode
PROGRESS = b'{"owner":'  # how the line of an owner begins


def encode_line(packed: Packed) -> bytes:
    """Return a table as a line of the file."""
    entries = [msgspec.Raw(encode(entry)) for entry in packed.entries]
    return msgspec.json.encode(_Line(packed.table, entries, packed.analysis)) + b"\n"


def decode_line(line: bytes) -> Packed:
    """Return the table in a line of the file."""
    found = _decode_line(line)
    return Packed(found.table, [decode(bytes(entry)) for entry in found.entries], found.analysis)


def played(packed: Packed) -> Table:
    """Return the table of a log; raises `Damaged` if it can't have happened."""
    return replayed(packed.table, packed.entries)


def batch_of(packed: Packed) -> Batch:
    """Return what a store needs to have the table; raises `Damaged` if it can't be replayed."""
    table = played(packed)
    over = results(table) if table.status == "finished" else ()
    summary = table.summary(messages.key_of(table.game))
    # A table that has not been dealt yet needs a server, too.
    needs_server = table.needs_server or (table.started and not table.setup.closed and not table.events)
    return Batch(1, packed.entries, summary, table.owners, needs_server, over)


class Copied(NamedTuple):
    """How many tables were copied, how many of them were new, and which were left out because they are damaged."""

    found: int
    new: int
    damaged: list[Damaged]


async def unpacked(store: Store, report: Report, damaged: list[Damaged]) -> AsyncIterator[list[Packed]]:
    """Return all tables of a store, in batches; the damaged ones are added to the list instead."""
    last = ""
    while ids := await store.every_id(last, AT_ONCE):
        some = []
        for found in await asyncio.gather(*(_packed(store, id) for id in ids), return_exceptions=True):
            if isinstance(found, Damaged):
                damaged.append(found)
            elif isinstance(found, BaseException):
                raise found
            else:
                some.append(found)
        yield some
        report(len(ids))
        last = ids[-1]


async def _packed(store: Store, id: str) -> Packed:
    entries = await store.log(id)
    if not entries:
        raise Damaged(id, "it has no log")
    await asyncio.to_thread(replayed, id, entries)
    return Packed(id, entries, await store.analysis(id))


async def add(store: Store, tables: Sequence[Packed]) -> int:
    """Add tables to a store; return how many were new. A table whose id exists with a different log is refused."""
    there = await asyncio.gather(*(store.log(packed.table) for packed in tables))
    new = [packed for packed, log in zip(tables, there, strict=True) if not _is_there(packed, log)]
    added = await asyncio.gather(*(_add(store, packed, batch) for packed, batch in zip(new, map(batch_of, new), strict=True)))
    return sum(added)


async def _add(store: Store, packed: Packed, batch: Batch) -> bool:
    try:
        await store.append(batch)
    except Taken:  # another writer was faster
        return not _is_there(packed, await store.log(packed.table))
    if packed.analysis is not None:
        await store.keep_analysis(packed.table, packed.analysis)
    return True


def _is_there(packed: Packed, log: Sequence[Entry]) -> bool:
    """Return whether a store that has this log has the table; raises a `Problem` if it is a different one."""
    if log and log != packed.entries:
        raise Problem(f"table {packed.table} already exists with a different log", "bad_table")
    return bool(log)


async def move(source: Store, target: Store, report: Report) -> Copied:
    """Copy all tables."""
    found = new = 0
    damaged: list[Damaged] = []
    async for tables in unpacked(source, report, damaged):
        new += await add(target, tables)
        found += len(tables)
    async for one in _all_progress(source):
        await target.add_progress(one)
    return Copied(found, new, damaged)


async def _all_progress(store: Store) -> AsyncIterator[PuzzleProgress]:
    """Return what all owners have achieved with puzzles."""
    last = ""
    while some := await store.progress(last, AT_ONCE):
        for one in some:
            yield one
        last = some[-1].owner


async def pack(store: Store, write: Callable[[bytes], object], report: Report) -> Copied:
    """Write all tables as lines."""
    found = 0
    damaged: list[Damaged] = []
    async for tables in unpacked(store, report, damaged):
        for packed in tables:
            write(encode_line(packed))
        found += len(tables)
    async for one in _all_progress(store):
        write(msgspec.json.encode(one) + b"\n")
    return Copied(found, found, damaged)


async def unpack(lines: Iterable[bytes], store: Store, report: Report) -> tuple[int, int]:
    """Add the tables in these lines; return how many there were, and how many of them were new."""
    found = new = 0
    some: list[Packed] = []
    for packed in _read_lines(lines):
        if isinstance(packed, PuzzleProgress):
            await store.add_progress(packed)
            continue
        some.append(packed)
        found += 1
        if len(some) == AT_ONCE:
            new += await add(store, some)
            some.clear()
            report(AT_ONCE)
    new += await add(store, some)
    report(len(some))
    return found, new


def _read_lines(lines: Iterable[bytes]) -> Iterator[Packed | PuzzleProgress]:
    for number, line in enumerate(lines, 1):
        try:
            yield _decode_progress(line) if line.startswith(PROGRESS) else decode_line(line)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise Problem(f"line {number} is not a table: {error}", "bad_table") from None
