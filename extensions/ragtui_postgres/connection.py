"""Opens PostgreSQL connections: names, the texts they take, settings, poolers."""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

import psycopg
from psycopg.types.string import StrDumperUnknown

from ragtui_core import IndexUnusable, StorageError

_PREFIX = "ragtui_"

_MAX_NAME_BYTES = 63
"""The most bytes of a name in PostgreSQL, which cuts longer ones without an error."""

CONNECT_SECONDS = 10
"""How long a connection may take."""

MIN_VECTOR = (0, 7)
"""The oldest pgvector with halfvec."""

_WITH_ITERATIVE_SCAN = (0, 8)
"""The pgvector that searches on until a filter leaves enough."""

EF_SEARCH = 800
"""Vectors that a search by an index considers. Of 60,000 vectors, .988 of the ten
nearest were found, and .960 with 400 (`benchmarks.team --vectors`)."""

_KEEPALIVE = {
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}
"""The server ends a connection a minute after its machine is gone, and with it the
writer's lock; without, after two hours (Linux)."""


WORK_MEMORY = 64 * 1024 * 1024
"""Bytes that a step of a statement may use, unless the server allows more.

The documents of a filter are a set that each document is looked up in. With the default
of 4 MB, a set of more than some hundred thousand is not hashed, but read for each
document: a filter took over nine minutes at 318,000 documents, and .5 s with this."""


class _TextDumper(StrDumperUnknown):
    """Texts as UTF-8; PostgreSQL has no NUL, UTF-8 no lone surrogate."""

    def dump(self, obj: str) -> bytes:
        return storable(obj).encode()


def storable(text: str) -> str:
    """`text`, of the same length, without what PostgreSQL cannot store."""
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    try:
        text.encode()
    except UnicodeEncodeError:
        # The tokenizer, too, takes a lone surrogate for this.
        text = text.encode("utf-8", "replace").decode()
    return text


class Connection(psycopg.Connection[Any]):
    """A connection with ragtui's settings."""

    is_pooled = False
    """Whether each transaction may be served by another process of the server."""

    settings: Mapping[str, str] = MappingProxyType({})
    """Settings of the server by name; if it is pooled, of each transaction."""

    @contextmanager
    def prepared(self) -> Iterator[None]:
        """A block whose statements have the settings: one transaction, if pooled."""
        if not self.is_pooled:
            yield
            return
        with self.transaction():
            self.set_all(of_transaction=True)
            yield

    def set_all(self, *, of_transaction: bool) -> None:
        """Apply the settings, for the session or for the present transaction."""
        self.execute(
            "SELECT set_config(name, value, %s) "
            "FROM unnest(%s::text[], %s::text[]) AS setting (name, value)",
            (of_transaction, list(self.settings), list(self.settings.values())),
        )


def schema_of(vault: str) -> str:
    """The name of the schema that has the tables of a vault."""
    name = f"{_PREFIX}{storable(vault)}"
    data = name.encode()
    if len(data) <= _MAX_NAME_BYTES:
        return name
    digest = hashlib.blake2b(data, digest_size=8).hexdigest()
    kept = data[: _MAX_NAME_BYTES - len(digest) - 1].decode(errors="ignore")
    return f"{kept}~{digest}"


def quoted(name: str) -> str:
    """A name as SQL has it, whatever it contains."""
    return '"{}"'.format(name.replace('"', '""'))


def connect(dsn: str, schema: str, *, may_be_pooled: bool = False) -> Connection:
    """A connection that commits each statement, with the tables of a vault.

    Args:
        dsn: A connection string of libpq.
        schema: The name of a schema, which need not exist.
        may_be_pooled: Whether a pooler in transaction mode may be between; statements
            are then executed in `Connection.prepared`.

    Raises:
        IndexUnusable: The database is not in UTF-8.
        StorageError: Such a pooler is between, and may not be.
        psycopg.Error: It cannot be opened; see `server_errors.translated`.
    """
    connection = _opened(dsn)
    try:
        connection.adapters.register_dumper(str, _TextDumper)
        _require_utf8(connection)
        connection.is_pooled = not _has_session(connection, dsn)
        if not may_be_pooled:
            _require_session(connection)
        connection.settings = _settings_of(connection, schema)
        if connection.is_pooled:
            connection.prepare_threshold = None  # Another process would not know it.
        else:
            connection.set_all(of_transaction=False)
    except BaseException:
        connection.close()
        raise
    return connection


def _settings_of(connection: Connection, schema: str) -> dict[str, str]:
    of_vectors, version = vector_extension(connection) or ("", ())
    schemas = dict.fromkeys((schema, "public", of_vectors))
    path = ", ".join(quoted(name) for name in schemas if name)
    # To compile a statement takes longer than to execute it.
    settings = {"search_path": path, "jit": "off", "hnsw.ef_search": str(EF_SEARCH)}
    asked = "SELECT pg_size_bytes(current_setting('work_mem')) < %s"
    ((is_less,),) = connection.execute(asked, (WORK_MEMORY,)).fetchall()
    if is_less:
        settings["work_mem"] = f"{WORK_MEMORY // 1024}kB"
    if version >= _WITH_ITERATIVE_SCAN:
        settings["hnsw.iterative_scan"] = "relaxed_order"
    return settings if connection.is_pooled else settings | _KEEPALIVE


def _opened(dsn: str) -> Connection:
    return Connection.connect(
        dsn,
        autocommit=True,
        connect_timeout=CONNECT_SECONDS,
        application_name="ragtui",
    )


_TRIES = 8
"""How often to look for a pooler: other clients use its processes, too."""


def _has_session(connection: Connection, dsn: str) -> bool:
    """Whether one process of the server serves this connection, and no other.

    A pooler does not tell which process serves a connection. In transaction mode,
    another connection is served by the same one, or this one by another than before.
    """
    process = _process_of(connection)
    if process == connection.info.backend_pid:
        return True
    with _opened(dsn) as other:
        return not any(
            _process_of(other) == process or _process_of(connection) != process
            for _ in range(_TRIES)
        )


def _require_session(connection: Connection) -> None:
    if connection.is_pooled:
        raise StorageError(
            f"the server of the database {connection.info.dbname} is behind a pooler "
            "in transaction mode, which does not keep the writer's lock: search works; "
            "to index, connect to the server itself, or set the pooler to session mode"
        )


def _process_of(connection: "psycopg.Connection[Any]") -> int:
    """The number of the server's process that executes a statement."""
    ((number,),) = connection.execute("SELECT pg_backend_pid()").fetchall()
    return int(number)


def _require_utf8(connection: "psycopg.Connection[Any]") -> None:
    encoding = connection.execute("SHOW server_encoding").fetchall()[0][0]
    if encoding != "UTF8":
        raise IndexUnusable(
            f"the database {connection.info.dbname} is in {encoding}, and notes can be "
            "in any script: create one with ENCODING 'UTF8'"
        )


def vector_extension(
    connection: "psycopg.Connection[Any]",
) -> tuple[str, tuple[int, ...]] | None:
    """The schema and the version of pgvector in this database, if it is there."""
    rows = connection.execute(
        "SELECT nspname, extversion FROM pg_extension "
        "JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'vector'"
    ).fetchall()
    if not rows:
        return None
    schema, version = rows[0]
    return schema, tuple(int(part) for part in version.split(".") if part.isdigit())


def has_vectors(connection: "psycopg.Connection[Any]") -> bool:
    """Whether the database can store and compare vectors."""
    extension = vector_extension(connection)
    return extension is not None and extension[1] >= MIN_VECTOR
