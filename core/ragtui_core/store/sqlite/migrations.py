"""Migrates an index file to the schema of this version of ragtui.

Each file in `migrations/` is one numbered step; SQLite's `user_version` contains the
number of the last one applied, `application_id` marks the file as ragtui's.
`PAGE_CHECKSUMS` is added to the former once the pages have checksums.
"""

import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any
from zlib import crc32

import apsw

from ragtui_core.errors import IndexUnusable
from ragtui_core.store.aliases import alias_names
from ragtui_core.store.facts import MODEL, NEXT_MODEL
from ragtui_core.store.folded_names import folded_heading, folded_names
from ragtui_core.store.note_keys import note_keys
from ragtui_core.store.sqlite import page_checksums
from ragtui_core.store.sqlite.connection import (
    ends_within_a_page,
    load_vector_extension,
    transaction,
)
from ragtui_core.store.sqlite.meta_rows import set_meta_value
from ragtui_core.store.sqlite.store_errors import REBUILD_HINT, damaged
from ragtui_core.store.sqlite.vector_tables import (
    NEXT_TABLE,
    TABLE,
    count_revision,
)

APPLICATION_ID = 0x52414754
"""ASCII `RAGT`."""

LATEST = 18
"""The newest step; a test compares it with the files."""

PAGE_CHECKSUMS = 1 << 16
"""Added to `user_version`: without it, a single bit of the header, in the number of
reserved bytes, could switch the checksums off."""


def check(connection: apsw.Connection, path: Path) -> int:
    """The schema version of the open index.

    Raises:
        IndexDamaged: Its header does not match its tables.
        IndexUnusable: The file is not ragtui's, or written by a newer version.
    """
    version = _version(connection)
    owner = connection.pragma("application_id")
    rows = connection.execute("SELECT name FROM sqlite_schema").fetchall()
    tables = {name for (name,) in rows}
    if owner == APPLICATION_ID and version > LATEST:
        raise IndexUnusable(
            f"the index {path} was written by a newer ragtui (schema {version}, this "
            f"one knows {LATEST}): update ragtui, or rebuild: {REBUILD_HINT}"
        )
    ours = tables >= _FIRST_TABLES
    if owner != APPLICATION_ID and tables and not ours:
        raise IndexUnusable(
            f"{path} is a database, but not a ragtui index; it was not changed: "
            "name another file with --db"
        )
    if tables and not (ours and owner == APPLICATION_ID and version):
        raise damaged(path, "its header does not match its tables")
    if _has_page_checksums(connection) and not page_checksums.are_reserved(connection):
        raise damaged(path, "its header does not match its pages")
    if ends_within_a_page(connection, path):
        raise damaged(path, "it ends too soon")
    return version


def _version(connection: apsw.Connection) -> int:
    return int(connection.pragma("user_version")) % PAGE_CHECKSUMS


def _has_page_checksums(connection: apsw.Connection) -> bool:
    return int(connection.pragma("user_version")) >= PAGE_CHECKSUMS


_FIRST_TABLES = frozenset({"meta", "document", "chunk"})
"""The tables that every version of the index has."""


def migrate(connection: apsw.Connection, path: Path) -> None:
    """Apply the steps that the index at `path` lacks, all or nothing.

    Raises:
        IndexDamaged: It does not have the tables of its version.
        IndexUnusable: The file is not ragtui's, or written by a newer version.
    """
    if check(connection, path) < LATEST:
        for name, function in FUNCTIONS.items():
            connection.create_scalar_function(name, function, deterministic=True)
        with transaction(connection):
            done = check(connection, path)
            try:
                _apply(connection, done)
            except (apsw.SQLError, apsw.ConstraintError) as error:
                raise damaged(path, f"it is not of schema {done}: {error}") from error
            connection.pragma("application_id", APPLICATION_ID)
    _add_page_checksums(connection, path)


def _apply(connection: apsw.Connection, done: int) -> None:
    for number, sql in steps():
        if number > done:
            connection.execute(sql).fetchall()
            if number == _PLAIN_VECTORS:
                _move_vectors(connection)
            connection.pragma("user_version", number)


_PLAIN_VECTORS = 13
"""The step after which sqlite-vec's tables are no longer used."""


def _move_vectors(connection: apsw.Connection) -> None:
    """Move the vectors of older versions into the tables of now.

    Without sqlite-vec they can be neither read nor removed. They are made again then.
    """
    tables = {"chunk_vector": TABLE, "chunk_vector_next": NEXT_TABLE}
    rows = connection.execute("SELECT name FROM sqlite_schema").fetchall()
    older = tables.keys() & {name for (name,) in rows}
    if older and not load_vector_extension(connection):
        connection.execute("UPDATE chunk SET embedded = 0").fetchall()
        set_meta_value(connection, MODEL, "")
        set_meta_value(connection, NEXT_MODEL, "")
        return
    revision = count_revision(connection)
    for table in sorted(older):
        connection.execute(
            f"INSERT INTO {tables[table]} SELECT rowid, ?, embedding FROM {table}",
            (revision,),
        ).fetchall()
        connection.execute(f"DROP TABLE {table}").fetchall()


def _checksum(*values: Any) -> int:
    """The checksum that rows had in versions 5 and 6."""
    return crc32("\0".join(map(str, values)).encode("utf-8", "surrogatepass"))


def _folded_names(title: str, metadata: str, path: str) -> str:
    """What `document_rows.py` writes to a column that step 14 adds."""
    return folded_names(title, alias_names(metadata), path)


def _note_keys(title: str, metadata: str, path: str) -> str:
    """The rows of a table that step 16 adds, as a JSON list."""
    return json.dumps(list(note_keys(path, (title, *alias_names(metadata)))))


FUNCTIONS: dict[str, Callable[..., int | str]] = {
    "checksum": _checksum,
    "folded_heading": folded_heading,
    "folded_names": _folded_names,
    "note_keys": _note_keys,
}
"""What steps call."""


def _add_page_checksums(connection: apsw.Connection, path: Path) -> None:
    """Give each page a checksum, once, if this installation can.

    Raises:
        IndexUnusable: They have checksums, which this installation cannot keep true.
    """
    supported = page_checksums.are_supported(connection)
    if _has_page_checksums(connection):
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
        connection.pragma("user_version", LATEST + PAGE_CHECKSUMS)


def steps() -> list[tuple[int, str]]:
    """Number and SQL of each step, in order."""
    folder = resources.files("ragtui_core.store.sqlite") / "migrations"
    files = sorted(
        (f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name
    )
    return [(int(f.name.split("_")[0]), f.read_text("utf-8")) for f in files]
