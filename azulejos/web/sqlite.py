"""The store in an SQLite file: for one server, with nothing to install."""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path
from typing import IO

from azulejos.core.contract import Problem
from azulejos.web.cluster import Cluster, SingleServer
from azulejos.web.connection import Connection
from azulejos.web.log import log
from azulejos.web.schema import SCHEMA
from azulejos.web.sql import SqlStore


class SqliteStore(SqlStore):
    """The tables in an SQLite file."""

    failed = sqlite3.Error
    taken = sqlite3.IntegrityError
    begin = "BEGIN IMMEDIATE"

    def __init__(self, path: Path | str, serving: bool = False) -> None:
        _check_ours(str(path))
        self._lock = lock(str(path)) if serving else None
        try:
            super().__init__(str(path))
        except Problem:
            self._unlock()
            raise
        self._cluster = SingleServer(self.needing_server)

    @property
    def cluster(self) -> Cluster:
        return self._cluster

    async def close(self) -> None:
        await super().close()
        self._unlock()

    async def alone(self) -> bool:
        try:
            found = lock(self.db)
        except Problem:
            return False
        if found is not None:
            found.close()
        return True

    async def flaw(self) -> str | None:
        def read(connection: Connection) -> str | None:
            try:
                (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            except sqlite3.DatabaseError as error:
                return str(error)
            return None if found == "ok" else str(found)

        return await self._read(read)

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()

    def _connect(self) -> Connection:
        try:
            connection = sqlite3.connect(self.db, isolation_level=None, check_same_thread=False, timeout=10)
            self._open.append(connection)
            connection.text_factory = _text
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
        except sqlite3.Error as error:
            raise Problem(f"{self.db} can't be opened as a database: {error}", "bad_database") from error
        return connection

    def raw(self, column: str) -> str:
        # Damaged text need not be UTF-8.
        return f"CASE WHEN typeof({column}) IN ('text', 'blob') THEN CAST({column} AS BLOB) ELSE {column} END"

    def _corrupt(self, error: Exception) -> bool:
        return type(error) is sqlite3.DatabaseError  # its subclasses are for other problems, such as a full disk

    def _prepare(self, connection: Connection) -> None:
        try:
            connection.execute(self.begin)
            if connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
                self._upgrade(connection, 0)
            query = "SELECT value FROM about WHERE name = 'schema'"
            (found,) = connection.execute(query).fetchone() or (None,)
            if found is not None and found.isdecimal():
                self._upgrade(connection, int(found))
                (found,) = connection.execute(query).fetchone()
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise Problem(f"{self.db} is not an azulejos database: {error}", "bad_database") from error
        self._check_schema(found)


def _text(data: bytes) -> str:
    return data.decode(errors="replace")


def _check_ours(db: str) -> None:
    """Raise a `Problem` if a file is not ours, before anything is changed: even opening it as we do sets its journal mode."""
    if not os.path.isfile(db) or not os.path.getsize(db):
        return
    try:
        connection = sqlite3.connect(db, timeout=10)
        try:
            connection.text_factory = _text
            if connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None:
                return
            (found,) = connection.execute("SELECT value FROM about WHERE name = 'schema'").fetchone() or (None,)
        finally:
            connection.close()
    except sqlite3.OperationalError as error:
        raise Problem(f"{db} is not an azulejos database: {error}", "bad_database") from error
    except sqlite3.Error as error:
        raise Problem(f"{db} can't be opened as a database: {error}", "bad_database") from error
    if not (isinstance(found, str) and found.isdecimal() and 0 < int(found) <= SCHEMA):
        raise Problem(f"{db} has schema {found}, but this version of azulejos needs schema {SCHEMA}", "bad_database")


def lock(db: str) -> IO[bytes] | None:
    """Reserve a database for this server, as long as the file that is returned is open; raises a `Problem` if it is taken.

    The system ends the lock with the process, however that ends. It is on a file of its own, because other programs may read
    the database meanwhile. `None` if the file system has no locks.
    """
    try:
        file = open(f"{os.path.realpath(db)}-server", "ab")  # noqa: SIM115 (it stays open)
    except OSError as error:
        raise Problem(f"{db} can't be reserved for this server: {error}", "bad_database") from error
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        file.close()
        raise Problem(
            f"another server is using {db}; stop it first, give this one another --db,"
            " or use PostgreSQL, which several servers can share",
            "database_in_use",
        ) from None
    except OSError as error:
        file.close()
        log("not_locked", db=db, error=str(error))
        return None
    return file
