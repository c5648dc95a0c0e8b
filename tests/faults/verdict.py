"""The fate of all moves: every acknowledged one is there, none twice, and every game replays."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from azulejos.core.contract import Move
from azulejos.web.inspection import check
from azulejos.web.store import open_store
from azulejos.web.table import Table
from azulejos.web.transfer import Packed, played
from tests.faults.client import Made


class Verdict(NamedTuple):
    """The findings in a store."""

    tables: int = 0
    """Replayed, and compared with what is stored beside their logs."""
    lost: Sequence[Made] = ()
    """Acknowledged, but missing."""
    doubled: Sequence[Made] = ()
    """Present without having been sent, or acknowledged twice for the same place."""
    robbed: Sequence[str] = ()
    """Tables where a player lost the seat, though none was slow."""


def verify(db: Path | str, acknowledged: Iterable[Made], sent: Iterable[Made] | None = None) -> Verdict:
    """Compare a store with what was acknowledged and, if known, with everything that was sent."""
    taken = [_plain(one) for one in acknowledged]

    async def work() -> Verdict:
        store = open_store(db)
        try:
            tables = {id: played(Packed(id, await store.log(id))) for id in {one.table for one in taken}}
            robbed = [id for id, table in tables.items() if any(seat.replaced is not None for seat in table.seats)]
            return Verdict(await check(store, lambda _: None), _lost(tables, taken), _doubled(tables, taken, sent), robbed)
        finally:
            await store.close()

    return asyncio.run(work())


def _lost(tables: dict[str, Table], acknowledged: list[Made]) -> list[Made]:
    there = {one for table in tables.values() for one in _moves(table)}
    return [one for one in acknowledged if one not in there]


def _doubled(tables: dict[str, Table], acknowledged: list[Made], sent: Iterable[Made] | None) -> list[Made]:
    places = Counter(one[:2] for one in acknowledged)
    twice = [one for one in acknowledged if places[one[:2]] > 1]
    if sent is None:
        return twice
    known = {_plain(one) for one in sent}
    return twice + [one for table in tables.values() for one in _moves(table, of_people=True) if one not in known]


def _moves(table: Table, *, of_people: bool = False) -> list[Made]:
    """Return all moves of a game, each with its place."""
    bots = [number for number, seat in enumerate(table.seats) if seat.kind == "bot"]
    return [
        _plain(Made(table.id, number, event.action))
        for number, (state, event) in enumerate(zip(table.states, table.events, strict=False))
        if isinstance(event, Move) and not (of_people and state.actor in bots)
    ]


def _plain(made: Made) -> Made:
    """Return a move for comparison: as text, and without whose turn it was, which the log does not repeat."""
    kept = sorted((name, value) for name, value in made.action.items() if name != "player")
    return made._replace(action=json.dumps(kept))
