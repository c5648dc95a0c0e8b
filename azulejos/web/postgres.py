"""The store in a PostgreSQL database, for several servers at once."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from azulejos.core.contract import Problem
from azulejos.web.cluster import Cluster
from azulejos.web.cluster_postgres import ALIVE, CHANNEL, PostgresCluster
from azulejos.web.connection import Connection, Rows
from azulejos.web.sql import SqlStore
from azulejos.web.store import Batch

PATIENCE = 5  # seconds until a server that does not answer counts as lost
UPGRADE = 0x617A756C  # the lock that is held while the tables are created

# Lost when PostgreSQL crashes, which is right: then no table is leased, and all servers announce again who is there.
SHARED = (
    'CREATE UNLOGGED TABLE IF NOT EXISTS keepers ("table" TEXT PRIMARY KEY, server TEXT NOT NULL)',
    "CREATE UNLOGGED TABLE IF NOT EXISTS presence ("
    '"table" TEXT NOT NULL, owner TEXT NOT NULL, server TEXT NOT NULL, PRIMARY KEY ("table", owner, server))',
)


class Session:
    """A connection that accepts statements like SQLite's."""

    def __init__(self, address: str) -> None:
        self.raw: psycopg.Connection[Any] = psycopg.connect(address, autocommit=True)

    def execute(self, query: str, values: Sequence[Any] = (), /) -> Rows:
        return self.raw.execute(query.replace("?", "%s").encode(), values or None)

    def executemany(self, query: str, values: Iterable[Sequence[Any]], /) -> None:
        """The first runs on its own: a duplicate key is found there, and not in a pipeline, which would log an error."""
        rows = list(values)
        for first in rows[:1]:
            self.execute(query, first)
        if rows[1:]:
            with self.raw.cursor() as cursor:
                cursor.executemany(query.replace("?", "%s").encode(), rows[1:])

    def close(self) -> None:
        self.raw.close()


class PostgresStore(SqlStore):
    """The tables in a PostgreSQL database."""

    failed = psycopg.Error
    taken = psycopg.errors.UniqueViolation
    readers = 4

    def __init__(self, address: str) -> None:
        try:
            given = conninfo_to_dict(address)
        except psycopg.ProgrammingError as error:
            raise Problem(f"that is not a database URL: {' '.join(str(error).split())}", "bad_database") from None
        self._where = f"PostgreSQL database {given.get('dbname', '')} at {given.get('host', 'localhost')}"  # no password
        self._address = make_conninfo(address, connect_timeout=PATIENCE)
        super().__init__(address)
        self._cluster = PostgresCluster(self._address, f"azulejos-{secrets.token_hex(8)}")

    @property
    def cluster(self) -> Cluster:
        return self._cluster

    @property
    def name(self) -> str:
        return self._where

    def _connect(self) -> Connection:
        try:
            connection = Session(self._address)
        except psycopg.Error as error:
            raise Problem(f"the {self.name} can't be reached: {_one_line(error)}", "bad_database") from None
        self._open.append(connection)
        return connection

    def _lost(self, error: Exception) -> bool:
        # Lost connections, and transactions that lost against another server's.
        return isinstance(error, psycopg.OperationalError) and not isinstance(error, psycopg.errors.DiskFull)

    def _prepare(self, connection: Connection) -> None:
        try:
            connection.execute("BEGIN")
            connection.execute(f"SELECT pg_advisory_xact_lock({UPGRADE})")  # several servers may start at once
            if connection.execute("SELECT to_regclass('about')").fetchone() == (None,):
                self._upgrade(connection, 0)
            query = "SELECT value FROM about WHERE name = 'schema'"
            (found,) = connection.execute(query).fetchone() or (None,)
            if found is not None and found.isdecimal():
                self._upgrade(connection, int(found))
                (found,) = connection.execute(query).fetchone()
            self._check_schema(found)
            for statement in SHARED:
                connection.execute(statement)
            connection.execute("COMMIT")
        except psycopg.Error as error:
            raise Problem(f"the {self.name} is not an azulejos database: {_one_line(error)}", "bad_database") from None

    async def alone(self) -> bool:
        query = f"SELECT 1 FROM {ALIVE} alive WHERE application_name LIKE 'azulejos-%' LIMIT 1"
        return await self._read(lambda connection: connection.execute(query).fetchone()) is None

    def _dialect(self, statement: str) -> str:
        return statement.replace("WITHOUT ROWID", "")

    def _append(self, connection: Connection, batches: Sequence[Batch]) -> None:
        super()._append(connection, batches)
        for batch in batches:
            length = batch.number + len(batch.entries) - 1
            connection.execute("SELECT pg_notify(?, ?)", (CHANNEL, f"{batch.summary.table} {length}"))


def _one_line(error: psycopg.Error) -> str:
    return " ".join(str(error).split())
