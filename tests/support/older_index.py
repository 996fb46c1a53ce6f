"""Index files as older versions of ragtui wrote them: without checksums of pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw

from ragtui_core.store.facts import VECTOR_REVISION
from ragtui_core.store.sqlite import migrations
from ragtui_core.store.sqlite.connection import load_vector_extension
from ragtui_core.store.sqlite.vector_tables import dimension_of
from ragtui_core.vault import open_vault

if TYPE_CHECKING:
    from pathlib import Path

PLAIN_VFS = "unix"
"""The platform's file system layer, which knows nothing of checksums."""


def make_plain_index(root: Path, place: Path) -> None:
    """Index the vault at `root` in `place`, without checksums of pages."""
    vault = open_vault(root, db=place, vfs=PLAIN_VFS)
    vault.index()
    vault.close()


def make_older(place: Path, version: int) -> None:
    """Return a plain index to schema 4, 5 or 6."""
    connection = apsw.Connection(str(place))
    return_to_schema_12(connection)
    _remove_what_newer_steps_added(connection)
    add_functions(connection)
    for number, sql in migrations.steps():
        if 4 < number <= version:
            connection.execute(sql).fetchall()
    connection.pragma("user_version", version)
    connection.pragma("journal_mode", "delete")
    connection.close()


def add_functions(connection: apsw.Connection) -> None:
    """Those that the steps of migrations call."""
    for name, function in migrations.FUNCTIONS.items():
        connection.create_scalar_function(name, function)


def return_to_schema_12(connection: apsw.Connection) -> None:
    """Store vectors in sqlite-vec's tables, and none of what newer steps added."""
    indexes = "document_names", "document_facets", "document_aliases", "chunk_place"
    for index in indexes:
        connection.execute(f"DROP INDEX {index}").fetchall()
    for trigger in ("chunk_added", "chunk_removed", "chunk_embedded"):
        connection.execute(f"DROP TRIGGER {trigger}").fetchall()
    connection.execute("DROP TABLE chunk_count").fetchall()
    _drop(connection, "document", "folded")
    _drop(connection, "heading", "folded")
    connection.execute("DROP TABLE note_key").fetchall()
    load_vector_extension(connection)
    for table, older in (
        ("embedding", "chunk_vector"),
        ("next_embedding", "chunk_vector_next"),
    ):
        if dimension := dimension_of(connection, table):
            connection.execute(
                f"CREATE VIRTUAL TABLE {older} USING vec0 "
                f"(embedding float[{dimension}])"
            ).fetchall()
            connection.execute(
                f"INSERT INTO {older} (rowid, embedding) "
                f"SELECT chunk, vector FROM {table}"
            ).fetchall()
        connection.execute(f"DROP TABLE {table}").fetchall()
    connection.execute("DELETE FROM meta WHERE key = ?", (VECTOR_REVISION,)).fetchall()


def _remove_what_newer_steps_added(connection: apsw.Connection) -> None:
    """Return to the tables of schema 7, which are those of schema 4."""
    older = apsw.Connection(":memory:")
    add_functions(older)
    for number, sql in migrations.steps():
        if number <= SAME_AS_4:
            older.execute(sql).fetchall()
    for kind in ("trigger", "view", "index"):
        for name in _names(connection, kind) - _names(older, kind):
            connection.execute(f"DROP {kind} {name}").fetchall()
    for table in _names(connection, "table") & _names(older, "table"):
        known = _columns(older, table)
        # The last first: a generated column reads those before it.
        for column in reversed(_columns(connection, table)):
            if column not in known:
                _drop(connection, table, column)
    for table in TABLES_OF_NEWER_STEPS:
        connection.execute(f"DROP TABLE {table}").fetchall()
    older.close()


SAME_AS_4 = 7
"""The step that removes what the steps after 4 had added."""

TABLES_OF_NEWER_STEPS = (
    "mail_place",
    "mail_file",
    "code_basis",
    "code_block",
    "value_count",
    "posting",
    "posting_base",
    "posting_change",
    "posting_corpus",
    "posting_word",
    "word_instance",
)


def _drop(connection: apsw.Connection, table: str, column: str) -> None:
    connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}").fetchall()


def _names(connection: apsw.Connection, kind: str) -> set[str]:
    rows = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = ? AND sql NOT NULL "
        "AND sql NOT LIKE 'CREATE VIRTUAL%'",
        (kind,),
    )
    return {name for (name,) in rows}


def _columns(connection: apsw.Connection, table: str) -> list[str]:
    rows = connection.execute("SELECT name FROM pragma_table_xinfo(?)", (table,))
    return [name for (name,) in rows]
