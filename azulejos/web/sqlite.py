"""The store in an SQLite file: for one server, with nothing to install."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from azulejos.core.contract import Problem
from azulejos.web.cluster import Cluster, SingleServer
from azulejos.web.sql import Connection, SqlStore


class SqliteStore(SqlStore):
    """The tables in an SQLite file."""

    failed = sqlite3.Error
    taken = sqlite3.IntegrityError
    begin = "BEGIN IMMEDIATE"

    def __init__(self, path: Path | str) -> None:
        super().__init__(str(path))
        self._cluster = SingleServer(self.needing_server)

    @property
    def cluster(self) -> Cluster:
        return self._cluster

    def _connect(self) -> Connection:
        try:
            connection = sqlite3.connect(self.db, isolation_level=None, check_same_thread=False, timeout=10)
            self._open.append(connection)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
        except sqlite3.Error as error:
            raise Problem(f"{self.db} can't be opened as a database: {error}", "bad_database") from error
        return connection

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
