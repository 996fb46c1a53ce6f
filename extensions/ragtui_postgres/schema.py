"""The schema of a vault: its tables, `schema.sql`, and those of vectors.

Each vault has a schema of its own. Table `vault` has the number of the tables' version.
An index that ragtui 0.2 made, in the schema `ragtui`, is left as it is: the vault's new
tables take its rights and its vectors, by the texts that these are of.
"""

from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

from ragtui_core import IndexUnusable
from ragtui_core.store import TABLES, AccessRight
from ragtui_postgres.access_rights import give, guard, is_guarded
from ragtui_postgres.connection import has_vectors, quoted
from ragtui_postgres.session import PostgresSession

SCHEMA_VERSION = 17
"""The number of the present tables; 0.2 had 14, of all vaults together."""

_EMBEDDING = """
CREATE TABLE embedding (
    model int NOT NULL REFERENCES model ON DELETE CASCADE,
    chunk int NOT NULL,
    embedding halfvec NOT NULL,
    PRIMARY KEY (model, chunk)
);
-- The vectors of an older index, until the files of the vault were read again.
CREATE TABLE former_embedding (
    embedding_key bytea NOT NULL, embedding halfvec NOT NULL
);
CREATE INDEX former_embedding_key ON former_embedding (embedding_key);
CREATE POLICY readable ON embedding
    USING (EXISTS (SELECT FROM chunk AS of WHERE of.id = embedding.chunk))
    WITH CHECK (true);
CREATE POLICY whole ON former_embedding USING ((SELECT reads_all())) WITH CHECK (true);
"""

_OLDER = """
SELECT count(*) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE nspname = 'ragtui' AND relname IN ('vault', 'chunk', 'meta', 'model', 'embedding')
    AND has_schema_privilege(relnamespace, 'USAGE')
    AND has_table_privilege(pg_class.oid, 'SELECT')
"""
"""How many of the five tables that vectors are taken from are there."""

_TAKE_VECTORS = """
WITH served AS (
    SELECT vault.id AS vault, model.id, model.name, dimension FROM ragtui.vault
    JOIN ragtui.meta ON meta.vault = vault.id AND key = 'model'
    JOIN ragtui.model ON model.vault = vault.id AND model.name = value
    WHERE vault.name = :name
), taken AS (
    INSERT INTO former_embedding
    SELECT embedding_key, embedding FROM served
    JOIN ragtui.embedding ON embedding.vault = served.vault AND model = served.id
    JOIN ragtui.chunk ON chunk.vault = served.vault AND chunk.id = embedding.chunk
), used AS (INSERT INTO meta SELECT 'model', name FROM served)
INSERT INTO model SELECT 1, name, dimension FROM served
"""

_OLDER_RIGHTS = """
SELECT team, folder FROM ragtui.vault LEFT JOIN ragtui.readable ON vault = id
WHERE name = :name AND restricted
"""


def version_of(
    connection: "psycopg.Connection[Any]", schema: str, location: str
) -> int:
    """The version of the tables; 0 if there are none.

    Raises:
        IndexUnusable: They are another program's, or written by a newer ragtui.
    """
    name = quoted(schema)
    ((tables, are_ours),) = connection.execute(
        "SELECT (SELECT count(*) FROM pg_class "
        "WHERE relnamespace = to_regnamespace(%(schema)s)), "
        "EXISTS (SELECT FROM pg_attribute WHERE attname = 'schema' "
        "AND atttypid = 'int'::regtype AND attrelid = to_regclass(%(vault)s))",
        {"schema": name, "vault": f"{name}.vault"},
    ).fetchall()
    if not tables:
        return 0
    if not are_ours:
        raise IndexUnusable(
            f"the schema {schema} of {location} is another program's; it was not "
            "changed: name another database"
        )
    rows = connection.execute(f"SELECT schema FROM {name}.vault").fetchall()
    if not rows:  # The role may read nothing.
        return 0
    version = int(rows[0][0])
    if version > SCHEMA_VERSION:
        raise IndexUnusable(
            f"the schema {schema} of {location} was written by a newer ragtui (version "
            f"{version}, this one knows {SCHEMA_VERSION}): update ragtui"
        )
    return version


def is_in_older_schema(connection: "psycopg.Connection[Any]", vault: str) -> bool:
    """Whether ragtui 0.2 has indexed a vault."""
    ((tables,),) = connection.execute(_OLDER).fetchall()
    return tables > 0 and bool(
        connection.execute(
            "SELECT FROM ragtui.vault WHERE name = %s", (vault,)
        ).rowcount
    )


def prepare(session: PostgresSession, vault: str, location: str) -> bool:
    """Make the tables of a vault if there are none; all or nothing.

    Returns:
        Whether they can have vectors.

    Raises:
        IndexUnusable: There are tables of another program, or of another ragtui.
    """
    connection = session.connection
    version = version_of(connection, session.schema, location)
    if 0 < version < SCHEMA_VERSION:
        raise IndexUnusable(
            f"the schema {session.schema} of {location} was written between two "
            f"releases (version {version}): rebuild it with `ragtui index --rebuild`"
        )
    if not version:
        _add_vectors(connection)
        with connection.transaction():
            create(session)
            _take_older(session, vault)
        return _has_embedding(session)
    if _add_vectors(connection) and not _has_embedding(session):
        with connection.transaction():
            connection.execute(_EMBEDDING)
            if is_guarded(session):
                guard(session)
    return _has_embedding(session)


def create(session: PostgresSession) -> None:
    """Make the tables; in a transaction of the caller's."""
    name = quoted(session.schema)
    exists = "SELECT to_regnamespace(:name) IS NOT NULL"
    if session.rows(exists, name=name) == [(False,)]:
        # Otherwise an administrator has made it.
        session.connection.execute(f"CREATE SCHEMA {name}")
    own = Path(__file__).with_name("schema.sql")
    session.connection.execute('CREATE DOMAIN plain_text AS text COLLATE "C"')
    session.connection.execute(TABLES + own.read_text("utf-8"))
    session.run("INSERT INTO vault (schema) VALUES (:version)", version=SCHEMA_VERSION)
    if has_vectors(session.connection):
        session.connection.execute(_EMBEDDING)


def _add_vectors(connection: "psycopg.Connection[Any]") -> bool:
    """Add pgvector to the database; whether it is there."""
    if not has_vectors(connection):
        # It is not installed, or only an administrator may add it: then by word alone.
        # Or another process has just added it.
        with suppress(psycopg.Error):
            connection.execute("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public")
    return has_vectors(connection)


def _has_embedding(session: PostgresSession) -> bool:
    name = f"{quoted(session.schema)}.embedding"
    return session.rows("SELECT to_regclass(:name) IS NOT NULL", name=name) == [(True,)]


def _take_older(session: PostgresSession, vault: str) -> None:
    """Take the rights and vectors of a vault that ragtui 0.2 has indexed."""
    if not is_in_older_schema(session.connection, vault):
        return
    if rights := session.rows(_OLDER_RIGHTS, name=vault):
        give(session, [AccessRight(*row) for row in rights if row[0] is not None])
    if session.rows(_OLDER) == [(5,)] and has_vectors(session.connection):
        session.run(_TAKE_VECTORS, name=vault)
