"""Servers behind a proxy, clients that play, faults in between, and what must be true afterwards."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.faults.client import LOST, Client, Made
from tests.faults.jumpy import clock
from tests.faults.proxy import running_proxy
from tests.faults.verdict import Verdict, verify
from tests.web.live import ME, PATIENCE, Process, Running, children
from tests.web.postgres import Postgres

YEAR = 365 * 24 * 3600.0
DEAF = 5  # sockets at a table that are not read
FRAME = 24 + 4096  # bytes: a page in SQLite's write-ahead log


class Scenario:
    """Running servers, their clients, and the faults that can be triggered."""

    def __init__(self, db: Path | str, postgres: Postgres | None, servers: int, clients: int, seed: int) -> None:
        self.db = db
        self.postgres = postgres
        self.dice = random.Random(seed)
        self.injected: Counter[str] = Counter()
        self.verdict = Verdict()
        self._clock = tempfile.NamedTemporaryFile()  # noqa: SIM115 (`_end` closes it)
        self._clock.truncate(8)
        self.ahead = clock(Path(self._clock.name))
        self.servers = [self.start() for _ in range(servers)]
        self._proxy = running_proxy([server.port for server in self.servers])
        self.proxy = self._proxy.__enter__()
        self._deaf: list[socket.socket] = []
        self._raced: list[tuple[Made, int]] = []
        self.clients = [Client(self.proxy, number) for number in range(clients)]
        for client in self.clients:
            client.start()

    def start(self) -> Process:
        """Start another server."""
        jumpy = (sys.executable, "-m", "tests.faults.jumpy", self._clock.name)
        return Process(self.db, "--workers", "1", program=jumpy)

    @property
    def sent(self) -> list[Made]:
        """Return every move that any client has sent."""
        return [one for client in self.clients for one in client.sent] + [one for one, _ in self._raced]

    @property
    def acknowledged(self) -> list[Made]:
        """Return every move that a server has accepted."""
        raced = [one for one, status in self._raced if status == 200]
        return [one for client in self.clients for one in client.acknowledged] + raced

    def close(self) -> None:
        """Stop clients and servers, and check what became of all moves."""
        for client in self.clients:
            client.stop()
        self._end()
        for server in self.servers:
            assert server.end(signal.SIGTERM) == 0
        self.verdict = verify(self.db, self.acknowledged, self.sent)

    def abandon(self) -> None:
        """Stop everything in this process, whatever state it is in."""
        for server in self.servers:
            if server.process.poll() is None:
                server.end(signal.SIGKILL)
        for client in self.clients:
            client.give_up()
        self._end()

    def _end(self) -> None:
        for line in self._deaf:
            line.close()
        self._proxy.__exit__(None, None, None)
        self._clock.close()

    def go_on(self, moves: int = 5) -> None:
        """Wait until each client has made this many more moves."""
        wanted = [len(client.acknowledged) + moves for client in self.clients]
        deadline = time.monotonic() + 3 * PATIENCE  # many share this machine
        while any(len(client.acknowledged) < n for client, n in zip(self.clients, wanted, strict=True)):
            assert time.monotonic() < deadline, "a client makes no progress"
            time.sleep(0.02)

    # -- faults

    @property
    def faults(self) -> list[Callable[[], None]]:
        """Return all possible faults."""
        faults = [self.kill_server, self.kill_worker, self.cut_lines, self.freeze_server, self.fill_disk, self.tear]
        faults += [self.jump, self.race, self.stop_reading]
        return faults if self.postgres is None else [*faults, self.kill_postgres]

    def inject(self) -> None:
        """Trigger a random fault at a random moment."""
        time.sleep(self.dice.random() * 0.3)
        self.dice.choice(self.faults)()

    def kill_server(self) -> None:
        self.injected["server killed"] += 1
        self._replace(self.dice.randrange(len(self.servers)))

    def _replace(self, number: int, meanwhile: Callable[[], None] = lambda: None) -> None:
        self.servers[number].end(signal.SIGKILL)
        meanwhile()
        self.servers[number] = self.start()
        self.proxy.ports[number] = self.servers[number].port

    def kill_worker(self) -> None:
        self.injected["bot worker killed"] += 1
        pid = self.dice.choice(self.servers).process.pid
        for child in children(pid):
            with contextlib.suppress(OSError):
                if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                    os.kill(child, signal.SIGKILL)

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

    def fill_disk(self) -> None:
        """The process that writes the database can't write another byte to any file, for a moment."""
        self.injected["disk full"] += 1
        with self.postgres.full_disk() if self.postgres else full_disk(self.servers[0].process.pid):
            time.sleep(0.2 + self.dice.random())

    def tear(self) -> None:
        """The power fails in the middle of a write that was not acknowledged."""
        self.injected["torn last write"] += 1
        if self.postgres is not None:
            self.postgres.kill()
            self.postgres.tear(self.dice.randbytes(1000))
            self.postgres.start()
        else:
            self._replace(0, self._tear_journal)

    def _tear_journal(self) -> None:
        journal = Path(f"{self.db}-wal")
        last = journal.read_bytes()[-FRAME:]
        with journal.open("ab") as file:
            file.write(last[: self.dice.randrange(1, FRAME)])

    def jump(self) -> None:
        """The clock of the machine is set, by hours or years."""
        self.injected["clock jump"] += 1
        self.ahead[0] += self.dice.choice((-1, 1)) * self.dice.choice((2 * 3600, YEAR))

    def race(self) -> None:
        """The same seat moves twice at the same moment, if possible through two servers."""
        self.injected["two moves at once"] += 1
        places = [Running(port) for port in self.dice.choices(self.proxy.ports, k=2)]
        ana = places[0].player()
        players = [ana, places[1].player(token=ana.token)]
        deadline = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(AssertionError, *LOST):  # a server may not be back yet from the last fault
                table = ana.create(ME, ME)
                now = players[1].look(table)
                made = [Made(table, now["number"], move) for move in self.dice.sample(now["legal"], 2)]
                with ThreadPoolExecutor(2) as pool:
                    answers = pool.map(lambda player, one: player.move(one.table, one.action, one.number), players, made)
                    statuses = [answer.status_code for answer in answers]
                self._raced += zip(made, statuses, strict=True)
                if 200 in statuses:
                    return
            assert time.monotonic() < deadline, "no server accepts a move"
            time.sleep(0.1)

    def stop_reading(self) -> None:
        """Some clients connect to a table and never read its messages."""
        self.injected["client that stops reading"] += 1
        server, table = self.dice.choice(self.servers), self.dice.choice(self.clients).table
        for _ in range(DEAF):
            line = socket.socket()
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            line.connect(("127.0.0.1", server.port))
            line.sendall(
                f"GET /api/tables/{table}/socket?view=scene HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
            )
            self._deaf.append(line)


@contextlib.contextmanager
def full_disk(pid: int) -> Iterator[None]:
    """For as long as this lasts, a process can't write another byte to any file."""
    import resource  # Linux only

    endless = resource.RLIM_INFINITY
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, endless))
    yield
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (endless, endless))


@contextlib.contextmanager
def scenario(
    db: Path | str, postgres: Postgres | None = None, *, servers: int = 1, clients: int = 2, seed: int = 0
) -> Iterator[Scenario]:
    """A scenario; when it ends, its verdict is available."""
    found = Scenario(db, postgres, servers, clients, seed)
    try:
        yield found
        found.close()
    except BaseException:
        found.abandon()
        raise
