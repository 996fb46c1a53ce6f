"""The schema of an index file, `schema.sql`, and files that have another one.

SQLite's `user_version` has the number of the schema, `application_id` marks the file as
ragtui's. `PAGE_CHECKSUMS` is added to the former once the pages have checksums. A file
of an older version gets the present tables, empty but for its vectors: the next run
reads all files again, and each chunk that is as before takes its vector.
"""

from pathlib import Path

import apsw

from ragtui_core.errors import IndexUnusable
from ragtui_core.store.meta_keys import MODEL
from ragtui_core.store.sqlite import page_checksums
from ragtui_core.store.sqlite.connection import (
    ends_within_a_page,
    load_vector_extension,
    transaction,
)
from ragtui_core.store.sqlite.session import SqliteSession
from ragtui_core.store.sqlite.store_errors import REBUILD_HINT, damaged
from ragtui_core.store.tables.meta import TABLES, meta_value, set_meta_value

APPLICATION_ID = 0x52414754
"""ASCII `RAGT`."""

SCHEMA_VERSION = 31
"""The number of the present schema. Those up to 18 were made by steps."""

PAGE_CHECKSUMS = 1 << 16
"""Added to `user_version`: without it, a single bit of the header, in the number of
reserved bytes, could switch the checksums off."""

_ALWAYS = frozenset({"meta", "document", "chunk"})
"""The tables that every version of the index has."""


def check(connection: apsw.Connection, path: Path) -> int:
    """The schema version of the open index; 0 of an empty file.

    Raises:
        IndexDamaged: Its header does not match its tables.
        IndexUnusable: The file is not ragtui's, or written by a newer version.
    """
    with connection:  # all of one state: another process may just be creating it
        has_checksums, version = _user_version(connection)
        owner = connection.pragma("application_id")
        tables = set(_names(connection, "table"))
    if owner == APPLICATION_ID and version > SCHEMA_VERSION:
        raise IndexUnusable(
            f"the index {path} was written by a newer ragtui (schema {version}, this "
            f"one knows {SCHEMA_VERSION}): update ragtui, or rebuild: {REBUILD_HINT}"
        )
    ours = tables >= _ALWAYS
    if owner != APPLICATION_ID and tables and not ours:
        raise IndexUnusable(
            f"{path} is a database, but not a ragtui index; it was not changed: "
            "name another file with --db"
        )
    if tables and not (ours and owner == APPLICATION_ID and version):
        raise damaged(path, "its header does not match its tables")
    if has_checksums and not page_checksums.are_reserved(connection):
        raise damaged(path, "its header does not match its pages")
    if ends_within_a_page(connection, path):
        raise damaged(path, "it ends too soon")
    return version


def _user_version(connection: apsw.Connection) -> tuple[bool, int]:
    """Whether the pages have checksums, and the number of the schema."""
    has_checksums, version = divmod(connection.pragma("user_version"), PAGE_CHECKSUMS)
    return bool(has_checksums), version


def _names(connection: apsw.Connection, kind: str) -> list[str]:
    """What the file has of a kind, without SQLite's own."""
    sql = "SELECT name FROM sqlite_schema WHERE type = ? AND name NOT GLOB 'sqlite_*'"
    return [name for (name,) in connection.execute(sql, (kind,))]


def prepare(connection: apsw.Connection, path: Path) -> None:
    """Give the index at `path` the present schema, if it has another; all or nothing.

    Raises:
        IndexDamaged: It does not have the tables of its version.
        IndexUnusable: The file is not ragtui's, or written by a newer version.
    """
    if check(connection, path) < SCHEMA_VERSION:
        load_vector_extension(connection)  # It alone can drop tables of 0.1.
        connection.pragma("foreign_keys", False)  # Whole tables are dropped.
        with transaction(connection):
            if (version := check(connection, path)) < SCHEMA_VERSION:
                try:
                    _replace(connection)
                except (apsw.SQLError, apsw.ConstraintError) as error:
                    reason = f"it is not of schema {version}: {error}"
                    raise damaged(path, reason) from error
        connection.pragma("foreign_keys", True)
    _add_page_checksums(connection, path)


def _replace(connection: apsw.Connection) -> None:
    """Replace all tables by those of the present schema; vectors are kept."""
    model = ""
    connection.execute(_FORMER).fetchall()
    if "embedding" in _names(connection, "table"):  # From 0.2 on.
        model = meta_value(SqliteSession(connection), MODEL)
        connection.execute(
            "INSERT INTO former_embedding SELECT embedding_key, vector "
            "FROM embedding JOIN chunk ON chunk.id = chunk"
        ).fetchall()
    _drop_all(connection)
    shared = TABLES.replace("/* WITHOUT ROWID */", "WITHOUT ROWID")
    own = Path(__file__).with_name("schema.sql")
    connection.execute(shared + own.read_text("utf-8")).fetchall()
    set_meta_value(SqliteSession(connection), MODEL, model)
    connection.pragma("application_id", APPLICATION_ID)
    connection.pragma("user_version", SCHEMA_VERSION)


_FORMER = """
CREATE TABLE IF NOT EXISTS former_embedding (
    embedding_key BLOB NOT NULL,
    vector BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS former_embedding_key ON former_embedding (embedding_key);
"""
"""The vectors of an index with another schema, until all files were read again."""


def _drop_all(connection: apsw.Connection) -> None:
    """Remove all but the former vectors."""
    for kind in ("trigger", "view"):
        for name in _names(connection, kind):
            connection.execute(f"DROP {kind} {name}").fetchall()
    sql = "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%'"
    virtual = [name for (name,) in connection.execute(sql)]
    for name in virtual:  # first, with the tables of their own
        connection.execute(f"DROP TABLE {name}").fetchall()
    for name in _names(connection, "table"):
        if name != "former_embedding":
            connection.execute(f"DROP TABLE {name}").fetchall()


def _add_page_checksums(connection: apsw.Connection, path: Path) -> None:
    """Give each page a checksum, once, if this installation can.

    Raises:
        IndexUnusable: They have checksums, which this installation cannot keep true.
    """
    supported = page_checksums.are_supported(connection)
    has_checksums, _ = _user_version(connection)
    if has_checksums:
        if not supported:
            raise IndexUnusable(
                f"the index {path} has checksums, which this installation cannot write "
                "(apsw without cksumvfs): install apsw from its wheel, or rebuild: "
                f"{REBUILD_HINT}"
            )
    elif supported:
        if not page_checksums.are_reserved(connection):
            page_checksums.reserve(connection)
            connection.execute("VACUUM").fetchall()
        connection.pragma("user_version", SCHEMA_VERSION + PAGE_CHECKSUMS)
