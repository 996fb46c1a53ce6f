"""The store of one vault in PostgreSQL: the writer's lock, the pool of readers."""

import hashlib
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, LifoQueue

import psycopg
from psycopg.conninfo import conninfo_to_dict

from ragtui_core import IndexBusy, IndexMissing, StorageError, interruptible
from ragtui_core.store import SharedStore, state_error
from ragtui_postgres.access_rights import (
    PostgresAccessRights,
    give,
    rights_of,
)
from ragtui_postgres.connection import (
    Connection,
    connect,
    has_vectors,
    quoted,
    schema_of,
    vector_extension,
)
from ragtui_postgres.reader import PostgresReader
from ragtui_postgres.schema import (
    SCHEMA_VERSION,
    create,
    is_in_older_schema,
    prepare,
    version_of,
)
from ragtui_postgres.server_errors import read_only, translated
from ragtui_postgres.session import PostgresSession
from ragtui_postgres.vector_rows import PostgresVectorWriter
from ragtui_postgres.writer import PostgresWriter

MIN_LOCK_SECONDS = 0.25
"""How long a writer waits at least."""

_ARE_ACCEPTED = "deletions_accepted > now() - interval '1 minute'"
"""SQL for a vault whose deletions were accepted, and no run has used it."""

_SIZE = """
SELECT sum(pg_total_relation_size(oid)) FROM pg_class
WHERE relnamespace = to_regnamespace(:name) AND relkind = 'r'
"""

_READABLE_SIZE = "SELECT coalesce(sum(octet_length(text)), 0) FROM chunk"
"""Bytes of the texts that a team may read; tables would tell of the others."""


class PostgresStore(SharedStore):
    """A vault's tables: any number of readers, one writer at a time on all machines."""

    def __init__(self, dsn: str, vault: str, extracted: Path) -> None:
        """Set where the tables are; the server is not contacted yet.

        Args:
            dsn: A connection string of libpq, a URL or keywords. A password may also
                be in the usual locations of libpq.
            vault: The name of the vault, the same on every machine.
            extracted: The folder of extracted texts on this machine.

        Raises:
            StorageError: It is not a connection string; the message does not repeat it.
        """
        self._dsn = dsn
        self._vault = vault
        self._schema = schema_of(vault)
        self._extracted = extracted
        try:
            parts = conninfo_to_dict(dsn)
        except psycopg.Error:
            raise StorageError(
                "the address of the store is not a connection string of PostgreSQL, "
                "such as postgresql://user@host/database"
            ) from None
        host = parts.get("host") or parts.get("hostaddr") or "localhost"
        port = f":{parts['port']}" if parts.get("port") else ""
        self._location = f"postgresql://{host}{port}/{parts.get('dbname') or ''}"
        # The reader used last has the most in its cache.
        self._idle: LifoQueue[PostgresReader] = LifoQueue()
        weakref.finalize(self, _close_all, self._idle)

    @property
    def location(self) -> str:
        """The server, the database and the vault; without user and password."""
        return f"{self._location}#{self._vault}"

    @property
    def extracted(self) -> Path:
        return self._extracted

    def _open(self, *, may_be_pooled: bool) -> PostgresSession:
        connection = connect(self._dsn, self._schema, may_be_pooled=may_be_pooled)
        return PostgresSession(connection, self._schema)

    @contextmanager
    def _connected(self, *, needs_session: bool = False) -> Iterator[PostgresSession]:
        """A connection of its own, for a short while.

        Args:
            needs_session: Whether it has to be served by one process of the server;
                otherwise the block may be one transaction.
        """
        with translated(self._location):
            session = self._open(may_be_pooled=not needs_session)
            try:
                with session.connection.prepared():
                    yield session
            finally:
                session.connection.close()

    @property
    def identity(self) -> None:
        """Nothing: a server does not replace a vault under its writer."""
        return

    def exists(self) -> bool:
        with self._connected() as session:
            return self._has_tables(session)

    def _has_tables(self, session: PostgresSession) -> bool:
        return version_of(session.connection, self._schema, self._location) > 0

    def size(self) -> int:
        with self._connected() as session:
            if not self._has_tables(session):
                return 0
            reads_all = session.rows("SELECT reads_all()") == [(True,)]
            sql = _SIZE if reads_all else _READABLE_SIZE
            ((size,),) = session.rows(sql, name=quoted(self._schema))
            return int(size)

    @contextmanager
    def reader(self) -> Iterator[PostgresReader]:
        with translated(self._location):
            reader = self._take_idle() or self._open_reader()
            try:
                with interruptible(reader.interrupt):
                    yield reader
            except BaseException:
                # The connection may be in the middle of a statement, or lost.
                reader.close()
                raise
        self._idle.put(reader)

    def _take_idle(self) -> PostgresReader | None:
        """A pooled reader whose connection works and whose vault is still there."""
        while True:
            try:
                reader = self._idle.get_nowait()
            except Empty:
                return None
            with suppress(psycopg.Error):
                if reader.refresh():
                    return reader
            reader.close()

    def _open_reader(self) -> PostgresReader:
        session = self._open(may_be_pooled=True)
        try:
            self._require_tables(session)
            extension = vector_extension(session.connection)
            version = extension[1] if extension else ()
            reader = PostgresReader(session, version)
            reader.refresh()
        except BaseException:
            session.connection.close()
            raise
        return reader

    def _require_tables(self, session: PostgresSession) -> None:
        version = version_of(session.connection, self._schema, self._location)
        if version < SCHEMA_VERSION:
            is_older = version or is_in_older_schema(session.connection, self._vault)
            state = "from an older ragtui, " if is_older else ""
            raise state_error(IndexMissing, f"{state}{self.location}")

    @contextmanager
    def writer(self, *, wait: float = 0.0) -> Iterator[PostgresWriter]:
        with (
            self._connected(needs_session=True) as session,
            self._locked(session.connection, wait),
        ):
            vectors = prepare(session, self._vault, self._location)
            yield PostgresWriter(session, vectors=vectors)

    @contextmanager
    def vector_writer(self) -> Iterator[PostgresVectorWriter]:
        with self._connected(needs_session=True) as session:
            self._require_writable(session.connection)
            self._require_tables(session)
            available = has_vectors(session.connection)
            yield PostgresVectorWriter(session, available=available)

    @property
    def _key(self) -> int:
        """The key of the advisory lock: 64 bits of the vault's name."""
        digest = hashlib.blake2b(self._vault.encode("utf-8", "replace"), digest_size=8)
        return int.from_bytes(digest.digest(), "big", signed=True)

    @contextmanager
    def _locked(self, connection: Connection, wait: float) -> Iterator[None]:
        """Have the writer's lock, which the server releases if the connection ends."""
        self._lock(connection, wait)
        try:
            yield
        finally:
            # The server may notice a closed connection only later.
            with suppress(psycopg.Error):
                connection.execute(
                    "SELECT pg_advisory_unlock(%s::bigint)", (self._key,)
                )

    def _require_writable(self, connection: Connection) -> None:
        asked = "SELECT current_setting('transaction_read_only') = 'on'"
        if connection.execute(asked).fetchall() == [(True,)]:
            raise read_only(self._location)

    def _lock(self, connection: Connection, wait: float) -> None:
        self._require_writable(connection)
        wait_ms = 0 if wait < 0 else int(max(wait, MIN_LOCK_SECONDS) * 1000)
        connection.execute(
            "SELECT set_config('lock_timeout', %s, false)", (f"{wait_ms}",)
        )
        try:
            connection.execute("SELECT pg_advisory_lock(%s::bigint)", (self._key,))
        except psycopg.errors.LockNotAvailable as error:
            raise state_error(IndexBusy) from error
        connection.execute("RESET lock_timeout")

    @property
    def is_written(self) -> bool:
        key = self._key % (1 << 64)
        try:
            with self._connected() as session:
                ((held,),) = session.connection.execute(
                    "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' "
                    "AND database = (SELECT oid FROM pg_database "
                    "WHERE datname = current_database()) AND objsubid = 1 AND granted "
                    "AND classid::bigint = %s AND objid::bigint = %s)",
                    (key >> 32, key & 0xFFFFFFFF),
                ).fetchall()
        except StorageError:
            return False
        return bool(held)

    @property
    def access_rights(self) -> PostgresAccessRights:
        @contextmanager
        def session() -> Iterator[PostgresSession]:
            with self._connected() as session:
                self._require_writable(session.connection)
                self._require_tables(session)
                yield session

        return PostgresAccessRights(session)

    def check(self) -> bool:
        with self.reader() as reader:
            return reader.has_page_checksums

    def accept_deletions(self) -> None:
        self._on_vault("UPDATE vault SET deletions_accepted = now() RETURNING true")

    @property
    def are_deletions_accepted(self) -> bool:
        return self._on_vault(f"SELECT true FROM vault WHERE {_ARE_ACCEPTED}")

    def take_acceptance(self) -> bool:
        return self._on_vault(
            f"UPDATE vault SET deletions_accepted = NULL WHERE {_ARE_ACCEPTED} "
            "RETURNING true"
        )

    def _on_vault(self, sql: str) -> bool:
        """Whether a statement on the vault's row has a row."""
        with self._connected() as session:
            return self._has_tables(session) and bool(session.rows(sql))

    def back_up(self) -> str | None:
        with self._connected(needs_session=True) as session:
            if not self._has_tables(session):
                return None
            connection = session.connection
            with self._locked(connection, 0.0):
                self.close()
                kept = quoted(schema_of(f"{self._vault}.old"))
                with connection.transaction():
                    rights = rights_of(session)
                    connection.execute(f"DROP SCHEMA IF EXISTS {kept} CASCADE")
                    connection.execute(
                        f"ALTER SCHEMA {quoted(self._schema)} RENAME TO {kept}"
                    )
                    if rights is not None:
                        create(session)
                        give(session, rights)
        return f"{self.location}.old"

    def close(self) -> None:
        _close_all(self._idle)


def _close_all(idle: "LifoQueue[PostgresReader]") -> None:
    while True:
        try:
            idle.get_nowait().close()
        except Empty:
            return
