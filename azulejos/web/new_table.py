"""What the store gets for a new table."""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.core.contract import Json
from azulejos.web import messages
from azulejos.web.entries import Entry, Setup, game_event
from azulejos.web.results import results
from azulejos.web.store import Batch
from azulejos.web.table import Table


def first_batch(id: str, setup: Setup, at: float, events: Sequence[Json] = ()) -> Batch:
    """Return the first entries of a table, with the events that come with it."""
    entries = [Entry(at, setup), *(Entry(at, game_event(event)) for event in events)]
    table = Table.of(id, entries)
    # Until the room has drawn the first tiles: if this server is killed before then, another one will draw them.
    needs_server = table.started and not setup.closed
    over = results(table) if table.status == "finished" else ()
    return Batch(1, entries, table.summary(messages.key_of(table.game)), table.owners, needs_server, over)
