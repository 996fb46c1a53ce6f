"""Migrates the schema to that of this version of ragtui.

Each file in `migrations/` is one numbered step; table `schema_version` has the number
of the last one applied. One process migrates while others wait.
"""

from contextlib import suppress
from importlib import resources
from typing import Any

import psycopg

from ragtui_core.errors import IndexUnusable
from ragtui_core.store.aliases import alias_texts
from ragtui_core.store.folded_names import folded_heading
from ragtui_core.store.postgres.access_rights import guard, is_guarded
from ragtui_core.store.postgres.connection import SCHEMA, has_vectors
from ragtui_core.store.postgres.document_rows import compared_names

LATEST = 10
"""The newest step; a test compares it with the files."""

_LOCK = 0x52414754
"""Key of the advisory lock of migrations: ASCII `RAGT`."""

_EMBEDDING = """
CREATE TABLE IF NOT EXISTS embedding (
    vault int NOT NULL,
    model int NOT NULL,
    chunk int NOT NULL,
    embedding halfvec NOT NULL,
    PRIMARY KEY (vault, model, chunk),
    FOREIGN KEY (vault, model) REFERENCES model ON DELETE CASCADE
)
"""

_RIGHTS_OF_EMBEDDING = """
CREATE POLICY readable ON embedding USING (EXISTS (
        SELECT FROM chunk AS of
        WHERE of.vault = embedding.vault AND of.id = embedding.chunk))
    WITH CHECK (true);
"""
"""As of the other tables, which the steps give them."""


def version_of(connection: "psycopg.Connection[Any]", place: str) -> int:
    """The schema's version; 0 if there is none.

    Raises:
        IndexUnusable: It is another program's, or written by a newer ragtui.
    """
    ((schema, table, others),) = connection.execute(
        "SELECT to_regnamespace(%(s)s)::text, to_regclass(%(s)s || '.schema_version')"
        "::text, EXISTS (SELECT 1 FROM pg_class "
        "WHERE relnamespace = to_regnamespace(%(s)s))",
        {"s": SCHEMA},
    ).fetchall()
    if schema is None or (table is None and not others):
        return 0
    rows = [] if table is None else _versions(connection)
    if table is None or not all(isinstance(version, int) for (version,) in rows):
        raise IndexUnusable(
            f"the schema {SCHEMA} of {place} is another program's; it was not changed: "
            "name another database"
        )
    version = max((version for (version,) in rows), default=0)
    if version > LATEST:
        raise IndexUnusable(
            f"the schema {SCHEMA} of {place} was written by a newer ragtui (schema "
            f"{version}, this one knows {LATEST}): update ragtui"
        )
    return int(version)


def _versions(connection: "psycopg.Connection[Any]") -> list[Any]:
    """The rows of table `schema_version`, which may be another program's."""
    return connection.execute(f"SELECT version FROM {SCHEMA}.schema_version").fetchall()


def migrate(connection: "psycopg.Connection[Any]", place: str) -> bool:
    """Apply the steps that the schema lacks, all or nothing.

    Returns:
        Whether it can contain vectors.

    Raises:
        IndexUnusable: It is another program's, or written by a newer ragtui.
    """
    if version_of(connection, place) < LATEST:
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            _apply(connection, version_of(connection, place))
    return _create_embedding(connection)


def _apply(connection: "psycopg.Connection[Any]", done: int) -> None:
    ((exists,),) = connection.execute(
        "SELECT to_regnamespace(%s) IS NOT NULL", (SCHEMA,)
    ).fetchall()
    if not exists:  # otherwise an administrator may have created it
        connection.execute(f"CREATE SCHEMA {SCHEMA}")
    connection.execute(
        f"CREATE TABLE IF NOT EXISTS {SCHEMA}.schema_version (version int NOT NULL)"
    )
    for number, sql in steps():
        if number > done:
            connection.execute(sql)
            if number == _COMPARED_NAMES:
                _add_compared_names(connection)
            if number == _FOLDED_HEADINGS:
                _fold_headings(connection)
    connection.execute(f"DELETE FROM {SCHEMA}.schema_version")
    connection.execute(f"INSERT INTO {SCHEMA}.schema_version VALUES (%s)", (LATEST,))


_COMPARED_NAMES = 7
"""From this step on, table `document` has the columns `folded` and `keys`."""


def _add_compared_names(connection: "psycopg.Connection[Any]") -> None:
    """Write what `document_rows.py` writes to these columns.

    What front matter says of a note's state comes when its file is read again.
    """
    rows = connection.execute(
        "SELECT vault, id, title, aliases, path FROM document WHERE source = ''"
    )
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE document SET folded = %s, keys = %s WHERE vault = %s AND id = %s",
            [
                (
                    *compared_names(title, alias_texts(aliases), path, ""),
                    vault,
                    document,
                )
                for vault, document, title, aliases, path in rows.fetchall()
            ],
        )


_FOLDED_HEADINGS = 8
"""From this step on, table `heading` has the column `folded`."""


def _fold_headings(connection: "psycopg.Connection[Any]") -> None:
    """Fill it in, as `store/tables/links.py` does."""
    rows = connection.execute(
        "SELECT heading.vault, document, span_start, heading_path, title FROM heading "
        "JOIN document ON document.vault = heading.vault AND id = document"
    )
    folded = (
        (folded_heading(heading_path, title), *place)
        for *place, heading_path, title in rows.fetchall()
    )
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE heading SET folded = %s "
            "WHERE vault = %s AND document = %s AND span_start = %s",
            [row for row in folded if row[0]],
        )


def _create_embedding(connection: "psycopg.Connection[Any]") -> bool:
    """Create the table of vectors once pgvector is there."""
    if not has_vectors(connection):
        # It is not installed, or only an administrator may add it: then by word alone.
        # Or another process has just added it.
        with suppress(psycopg.Error):
            connection.execute("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public")
        if not has_vectors(connection):
            return False
    if not _has_guarded_embedding(connection):
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            connection.execute(_EMBEDDING)
            if not _has_guarded_embedding(connection):
                connection.execute(_RIGHTS_OF_EMBEDDING)
                if is_guarded(connection):
                    guard(connection)
    return True


def _has_guarded_embedding(connection: "psycopg.Connection[Any]") -> bool:
    """Whether the table of vectors is there, with its policy."""
    rows = connection.execute(
        "SELECT FROM pg_policy WHERE polrelid = to_regclass(%s)",
        (f"{SCHEMA}.embedding",),
    )
    return rows.rowcount > 0


def steps() -> list[tuple[int, str]]:
    """Number and SQL of each step, in order."""
    folder = resources.files("ragtui_core.store.postgres") / "migrations"
    files = sorted(
        (f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name
    )
    return [(int(f.name.split("_")[0]), f.read_text("utf-8")) for f in files]
