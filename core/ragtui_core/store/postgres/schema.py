"""The schema of a database, `schema.sql`, and databases that have another one.

Table `schema_version` has its number. A database of an older version gets the present
tables, empty but for vaults, rights and vectors: the next run of each vault reads all
files again, and each chunk that is as before takes its vector. One process replaces
the tables while others wait.
"""

from contextlib import suppress
from importlib import resources
from typing import Any

import psycopg

from ragtui_core.errors import IndexUnusable
from ragtui_core.store.postgres.access_rights import guard, is_guarded
from ragtui_core.store.postgres.connection import SCHEMA, has_vectors

SCHEMA_VERSION = 14
"""The number of the present schema. Those up to 10 were made by steps."""

_LOCK = 0x52414754
"""Key of the advisory lock of changes of the schema: ASCII `RAGT`."""

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

_FORMER = """
CREATE TABLE IF NOT EXISTS former_embedding (
    vault int NOT NULL REFERENCES vault ON DELETE CASCADE,
    embedding_key bytea NOT NULL,
    embedding halfvec NOT NULL
);
CREATE INDEX IF NOT EXISTS former_embedding_key
    ON former_embedding (vault, embedding_key)
"""
"""The vectors of an older schema, until the files of their vault were read again."""

_RIGHTS_OF_EMBEDDING = """
CREATE POLICY readable ON embedding USING (EXISTS (
        SELECT FROM chunk AS of
        WHERE of.vault = embedding.vault AND of.id = embedding.chunk))
    WITH CHECK (true);
CREATE POLICY whole ON former_embedding
    USING (vault = ANY ((SELECT whole FROM readable_vaults())::int[])) WITH CHECK (true)
"""
"""Policies as of the other tables, which have theirs in `schema.sql`."""


def version_of(connection: "psycopg.Connection[Any]", location: str) -> int:
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
            f"the schema {SCHEMA} of {location} is another program's; it was not "
            "changed: name another database"
        )
    version = max((version for (version,) in rows), default=0)
    if version > SCHEMA_VERSION:
        raise IndexUnusable(
            f"the schema {SCHEMA} of {location} was written by a newer ragtui (schema "
            f"{version}, this one knows {SCHEMA_VERSION}): update ragtui"
        )
    return int(version)


def _versions(connection: "psycopg.Connection[Any]") -> list[Any]:
    """The rows of table `schema_version`, which may be another program's."""
    return connection.execute(f"SELECT version FROM {SCHEMA}.schema_version").fetchall()


def prepare(connection: "psycopg.Connection[Any]", location: str) -> bool:
    """Give the database the present schema, if it has another; all or nothing.

    Returns:
        Whether it can contain vectors.

    Raises:
        IndexUnusable: It is another program's, or written by a newer ragtui.
    """
    if version_of(connection, location) < SCHEMA_VERSION:
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            if version_of(connection, location) < SCHEMA_VERSION:
                _replace(connection)
    return _create_embedding(connection)


def _replace(connection: "psycopg.Connection[Any]") -> None:
    """Replace the tables; vaults, rights, privileges and vectors are kept."""
    ((exists, has_vectors),) = connection.execute(
        "SELECT to_regnamespace(%(s)s) IS NOT NULL, "
        "to_regclass(%(s)s || '.embedding') IS NOT NULL",
        {"s": SCHEMA},
    ).fetchall()
    if not exists:  # otherwise an administrator may have created it
        connection.execute(f"CREATE SCHEMA {SCHEMA}")
    was_guarded = is_guarded(connection)
    privileges = connection.execute(_PRIVILEGES, (SCHEMA,)).fetchall()
    if has_vectors:
        connection.execute(_FORMER)
        connection.execute(_KEEP_VECTORS)
    connection.execute(_DROP_ALL)
    sql = resources.files("ragtui_core.store.postgres").joinpath("schema.sql")
    connection.execute(sql.read_text("utf-8"))
    if has_vectors:
        connection.execute(_EMBEDDING)
        connection.execute(_KEEP_MODELS)
    for table, role, granted in privileges:
        connection.execute(f"GRANT {granted} ON {table} TO {role}")
    if was_guarded:
        guard(connection)
    connection.execute("DELETE FROM schema_version")
    connection.execute("INSERT INTO schema_version VALUES (%s)", (SCHEMA_VERSION,))


_PRIVILEGES = """
SELECT target, CASE grantee WHEN 0 THEN 'PUBLIC'
    ELSE quote_ident(pg_get_userbyid(grantee)) END, string_agg(privilege_type, ', ')
FROM pg_class, aclexplode(relacl), unnest(CASE relname
    WHEN 'document' THEN '{document, note_key, addressee}' ELSE ARRAY[relname] END
) AS target
WHERE relnamespace = to_regnamespace(%s) AND relkind = 'r' AND grantee != relowner
GROUP BY 1, 2
"""
"""The rights of each role on each table. Each version has the tables of those before,
but for those of a document's values, which are for the same roles as the document."""

_KEEP_VECTORS = """
CREATE TEMPORARY TABLE served ON COMMIT DROP AS
SELECT model.vault, model.id, name, dimension FROM model
JOIN meta ON meta.vault = model.vault AND meta.key = 'model' AND meta.value = name;
INSERT INTO former_embedding SELECT served.vault, embedding_key, embedding FROM served
JOIN embedding ON embedding.vault = served.vault AND embedding.model = served.id
JOIN chunk ON chunk.vault = served.vault AND chunk.id = embedding.chunk
"""

_KEEP_MODELS = """
INSERT INTO model (vault, id, name, dimension) SELECT * FROM served;
INSERT INTO meta SELECT vault, 'model', name FROM served
"""

_DROP_ALL = f"""
DO $$
DECLARE command text;
BEGIN
    FOR command IN
        SELECT format('DROP TABLE %s CASCADE', oid::regclass) FROM pg_class
        WHERE relnamespace = to_regnamespace('{SCHEMA}') AND relkind = 'r' AND relname
            != ALL ('{{vault, readable, schema_version, former_embedding}}')
        UNION ALL
        SELECT format('DROP FUNCTION %s CASCADE', oid::regprocedure) FROM pg_proc
        WHERE pronamespace = to_regnamespace('{SCHEMA}') AND oid NOT IN (
            SELECT objid FROM pg_depend WHERE deptype = 'e')  -- an extension's
    LOOP
        EXECUTE command;
    END LOOP;
END $$
"""


def _create_embedding(connection: "psycopg.Connection[Any]") -> bool:
    """Create the tables of vectors once pgvector is there."""
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
            connection.execute(_FORMER)
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
