"""Servers behind a proxy, clients that play, faults in between, and what must hold afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from azulejos.core.contract import Move
from azulejos.web.moving import Packed, check, played
from azulejos.web.store import open_store
from tests.faults.client import Acknowledged, Client
from tests.faults.proxy import running_proxy
from tests.web.live import PATIENCE, Process
from tests.web.postgres import Postgres


class Scenario:
    """Running servers, their clients, and the faults that can be brought about."""

    def __init__(self, db: Path | str, postgres: Postgres | None, servers: int, clients: int, seed: int) -> None:
        self.db = db
        self.postgres = postgres
        self.dice = random.Random(seed)
        self.servers = [Process(db, "--workers", "1") for _ in range(servers)]
        self.injected: Counter[str] = Counter()
        self.verified = 0  # tables
        self._proxy = running_proxy([server.port for server in self.servers])
        self.proxy = self._proxy.__enter__()
        self.clients = [Client(self.proxy, number) for number in range(clients)]
        for client in self.clients:
            client.start()

    def close(self) -> list[Acknowledged]:
        """Ends clients and servers; what was acknowledged."""
        for client in self.clients:
            client.stop()
        self._proxy.__exit__(None, None, None)
        for server in self.servers:
            assert server.end(signal.SIGTERM) == 0
        return [one for client in self.clients for one in client.acknowledged]

    def abandon(self) -> None:
        """Ends what goes on in this process, whatever state it is in."""
        for client in self.clients:
            client.give_up()
        self._proxy.__exit__(None, None, None)

    def go_on(self, moves: int = 5) -> None:
        """Waits until each client has made so many more moves."""
        wanted = [len(client.acknowledged) + moves for client in self.clients]
        deadline = time.monotonic() + 3 * PATIENCE  # many share this machine
        while any(len(client.acknowledged) < n for client, n in zip(self.clients, wanted, strict=True)):
            assert time.monotonic() < deadline, "a client does not come on"
            time.sleep(0.02)

    # -- faults

    @property
    def faults(self) -> list[Callable[[], None]]:
        """All that can happen here."""
        usual = [self.kill_server, self.kill_worker, self.cut_lines, self.freeze_server]
        return usual if self.postgres is None else [*usual, self.kill_postgres]

    def inject(self) -> None:
        """Something happens, at some moment."""
        time.sleep(self.dice.random() * 0.3)
        self.dice.choice(self.faults)()

    def kill_server(self) -> None:
        self.injected["server killed"] += 1
        number = self.dice.randrange(len(self.servers))
        self.servers[number].end(signal.SIGKILL)
        self.servers[number] = Process(self.db, "--workers", "1")
        self.proxy.ports[number] = self.servers[number].port

    def kill_worker(self) -> None:
        self.injected["bot worker killed"] += 1
        pid = self.dice.choice(self.servers).process.pid
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            with contextlib.suppress(OSError):
                if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                    os.kill(int(child), signal.SIGKILL)

    def cut_lines(self) -> None:
        self.injected["lines cut"] += 1
        self.proxy.cut()

    def freeze_server(self) -> None:
        self.injected["server frozen for a second"] += 1
        process = self.dice.choice(self.servers).process
        process.send_signal(signal.SIGSTOP)
        time.sleep(1)
        process.send_signal(signal.SIGCONT)

    def kill_postgres(self) -> None:
        assert self.postgres is not None
        self.injected["PostgreSQL killed"] += 1
        self.postgres.kill()
        time.sleep(self.dice.random() * 0.5)
        self.postgres.start()


@contextlib.contextmanager
def scenario(
    db: Path | str, postgres: Postgres | None = None, *, servers: int = 1, clients: int = 2, seed: int = 0
) -> Iterator[Scenario]:
    """A scenario; at its end everything is verified."""
    found = Scenario(db, postgres, servers, clients, seed)
    try:
        yield found
        acknowledged = found.close()
    except BaseException:
        for server in found.servers:
            if server.process.poll() is None:
                server.end(signal.SIGKILL)
        found.abandon()
        raise
    found.verified = verify(db, acknowledged)
    assert found.verified


def verify(db: Path | str, acknowledged: list[Acknowledged]) -> int:
    """Every acknowledged move is there, at its place and no other, and every game replays; how many games."""

    async def work() -> int:
        store = open_store(db)
        try:
            tables = {id: played(Packed(id, await store.log(id))) for id in {one.table for one in acknowledged}}
            for one in acknowledged:
                event = tables[one.table].events[one.number]
                assert isinstance(event, Move)
                assert event.action == {name: value for name, value in one.action.items() if name != "player"}, one
            places = Counter((one.table, one.number) for one in acknowledged)
            assert max(places.values(), default=0) <= 1, "two moves were acknowledged for the same place"
            return await check(store, lambda _: None)
        finally:
            await store.close()

    return asyncio.run(work())
