"""The store of one vault in PostgreSQL: the writer's lock, the pool of readers."""

import hashlib
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, LifoQueue
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from ragtui_core.cancellation import interruptible
from ragtui_core.errors import IndexBusy, IndexDamaged, IndexMissing, StorageError
from ragtui_core.index_state import state_error
from ragtui_core.store.postgres.access_rights import PostgresAccessRights, keep_rights
from ragtui_core.store.postgres.change_listener import PostgresChangeListener
from ragtui_core.store.postgres.connection import (
    SCHEMA,
    Connection,
    PostgresSession,
    channel_of,
    connect,
    has_vectors,
    vector_extension,
)
from ragtui_core.store.postgres.reader import PostgresReader
from ragtui_core.store.postgres.reader_state import PostgresReaderState
from ragtui_core.store.postgres.schema import SCHEMA_VERSION, prepare, version_of
from ragtui_core.store.postgres.server_errors import read_only, translated
from ragtui_core.store.postgres.vault_rows import (
    ARE_DELETIONS_ACCEPTED,
    ensure_vault,
    id_of_vault,
    is_older_vault,
    rename_vault,
    size_of_vault,
)
from ragtui_core.store.postgres.vector_rows import PostgresVectorWriter
from ragtui_core.store.postgres.writer import PostgresWriter
from ragtui_core.store.protocols import SharedStore

MIN_LOCK_SECONDS = 0.25
"""How long a writer waits at least."""


class PostgresStore(SharedStore):
    """A vault's rows: any number of readers, one writer at a time on all machines."""

    def __init__(self, dsn: str, vault: str, extracted: Path) -> None:
        """Set where the rows are; the server is not contacted yet.

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

    @contextmanager
    def _connected(self, *, needs_session: bool = False) -> Iterator[Connection]:
        """A connection of its own, for a short while.

        Args:
            needs_session: Whether it has to be served by one process of the server;
                otherwise the block may be one transaction.
        """
        with translated(self._location):
            connection = connect(self._dsn, may_be_pooled=not needs_session)
            try:
                with connection.prepared():
                    yield connection
            finally:
                connection.close()

    @property
    def identity(self) -> None:
        """Nothing: a server does not replace a vault under its writer."""
        return

    def exists(self) -> bool:
        with self._connected() as connection:
            return self._id_of_vault(connection) is not None

    def _id_of_vault(self, connection: Connection) -> int | None:
        """The number of the vault, if it has one in the present schema."""
        if version_of(connection, self._location) < SCHEMA_VERSION:
            return None
        return id_of_vault(connection, self._vault)

    def size(self) -> int:
        with self._connected() as connection:
            vault = self._id_of_vault(connection)
            return 0 if vault is None else size_of_vault(connection, vault)

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
                if reader.refresh(self._vault):
                    return reader
            reader.close()

    def _open_reader(self) -> PostgresReader:
        connection = connect(self._dsn, may_be_pooled=True)
        try:
            vault = self._require_vault(connection)
            extension = vector_extension(connection)
            shared = PostgresReaderState(
                PostgresSession(connection, vault),
                vector_version=extension[1] if extension else (),
            )
            reader = PostgresReader(shared)
            reader.refresh(self._vault)
        except BaseException:
            connection.close()
            raise
        return reader

    def _require_vault(self, connection: Connection) -> int:
        vault = self._id_of_vault(connection)
        if vault is None:
            version = version_of(connection, self._location)
            is_older = 0 < version < SCHEMA_VERSION or (
                version == SCHEMA_VERSION and is_older_vault(connection, self._vault)
            )
            state = "from an older ragtui, " if is_older else ""
            raise state_error(IndexMissing, f"{state}{self.location}")
        return vault

    @contextmanager
    def writer(self, *, wait: float = 0.0) -> Iterator[PostgresWriter]:
        with (
            self._connected(needs_session=True) as connection,
            self._locked(connection, wait),
        ):
            vectors = prepare(connection, self._location)
            vault = ensure_vault(connection, self._vault)
            try:
                yield PostgresWriter(
                    PostgresSession(connection, vault), vectors=vectors
                )
            finally:
                # Others may write from now on.
                with suppress(psycopg.Error):
                    connection.execute(
                        "SELECT pg_notify(%s, version::text) FROM vault WHERE id = %s",
                        (channel_of(vault), vault),
                    )

    @contextmanager
    def vector_writer(self) -> Iterator[PostgresVectorWriter]:
        with self._connected(needs_session=True) as connection:
            self._require_writable(connection)
            vault = self._require_vault(connection)
            session = PostgresSession(connection, vault)
            yield PostgresVectorWriter(session, available=has_vectors(connection))

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
        ((replica,),) = connection.execute("SELECT pg_is_in_recovery()").fetchall()
        if replica:
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
            with self._connected() as connection:
                ((held,),) = connection.execute(
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
            with self._connected() as connection:
                self._require_writable(connection)
                yield PostgresSession(connection, self._require_vault(connection))

        return PostgresAccessRights(session)

    def changes(self) -> PostgresChangeListener:
        def listen() -> tuple[Connection, int]:
            with translated(self._location):
                connection = connect(self._dsn)
                try:
                    return connection, self._require_vault(connection)
                except BaseException:
                    connection.close()
                    raise

        return PostgresChangeListener(listen)

    def check(self) -> bool:
        with self.reader() as reader:
            if wrong := reader.count_wrong_terms():
                raise IndexDamaged(
                    f"the index {self.location} is damaged ({wrong:,} terms have "
                    "other frequencies than postings): `ragtui index --rebuild` "
                    "creates a new one from the vault"
                )
            return reader.has_page_checksums

    def accept_deletions(self) -> None:
        self._on_vault("UPDATE {} SET deletions_accepted = now() WHERE id = %s")

    @property
    def are_deletions_accepted(self) -> bool:
        return bool(
            self._on_vault(
                f"SELECT 1 FROM {{}} WHERE id = %s AND {ARE_DELETIONS_ACCEPTED}"
            )
        )

    def take_acceptance(self) -> bool:
        return bool(
            self._on_vault(
                "UPDATE {} SET deletions_accepted = NULL "
                f"WHERE id = %s AND {ARE_DELETIONS_ACCEPTED} RETURNING id"
            )
        )

    def _on_vault(self, sql: str) -> list[Any]:
        """The rows of a statement on the vault's row; none if there is no vault."""
        with self._connected() as connection:
            vault = self._id_of_vault(connection)
            if vault is None:
                return []
            cursor = connection.execute(sql.format(f"{SCHEMA}.vault"), (vault,))
            return cursor.fetchall() if cursor.description else []

    def back_up(self) -> str | None:
        with self._connected(needs_session=True) as connection:
            vault = self._id_of_vault(connection)
            if vault is None:
                return None
            with self._locked(connection, 0.0):
                self.close()
                kept = f"{self._vault}.old"
                with connection.transaction():
                    rename_vault(connection, vault, kept)
                    keep_rights(PostgresSession(connection, vault), self._vault)
        return f"{self.location}.old"

    def close(self) -> None:
        _close_all(self._idle)


def _close_all(idle: "LifoQueue[PostgresReader]") -> None:
    while True:
        try:
            idle.get_nowait().close()
        except Empty:
            return
