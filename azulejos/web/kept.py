"""Results that do not change (replays, pictures, films, layouts): made once by a worker, and kept as long as there is room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable
from typing import Any, TypeAlias, cast

from azulejos.web.assets import Asset
from azulejos.web.scheduler import Scheduler, Urgency
from azulejos.web.table import Table

MOST_BYTES = 24_000_000
LARGEST = MOST_BYTES // 4

Make: TypeAlias = Callable[..., Asset] | Callable[..., Generator[Any, None, Asset]]


class Kept:
    """The most recently used results, by their key."""

    def __init__(self, scheduler: Scheduler) -> None:
        self.bytes = 0
        self._scheduler = scheduler
        self._kept: OrderedDict[Hashable, Asset] = OrderedDict()

    async def get(
        self,
        key: Hashable,
        make: Callable[..., Asset | Generator[Any, None, Asset]],
        *args: Any,
        total: float = 30.0,
        urgency: Urgency = Urgency.REST,
        admitted: bool = False,
    ) -> Asset:
        """Return what a worker makes under a key (see `Scheduler.run`)."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        made = await self._scheduler.run(
            cast(Callable[..., Asset], make), *args, key=key, total=total, urgency=urgency, admitted=admitted
        )
        if key not in self._kept and made.size <= LARGEST:
            self._kept[key] = made
            self.bytes += made.size
            while self.bytes > MOST_BYTES:
                self.bytes -= self._kept.popitem(last=False)[1].size
        return made


def version_of(table: Table) -> tuple[object, ...]:
    """Return what a replay, film or record depends on: a game that is over changes no more, except for the names."""
    seats = tuple(seat.summary for seat in table.seats)
    return (table.id, table.number if table.outcome is not None else -table.length, seats)
