"""The rows of table `vault`: one for each vault of the database."""

from ragtui_core.store.meta_keys import MODEL
from ragtui_core.store.postgres.connection import SCHEMA, Connection
from ragtui_core.store.postgres.schema import SCHEMA_VERSION

ACCEPTANCE_SECONDS = 60.0
"""How long accepted deletions stay accepted until a run uses it."""

ARE_DELETIONS_ACCEPTED = (
    f"deletions_accepted > now() - make_interval(secs => {ACCEPTANCE_SECONDS}) "
)
"""SQL for a vault whose deletions were accepted, and no run has used it."""


def id_of_vault(connection: Connection, name: str) -> int | None:
    """The number of the vault of a name, if there is one in the present schema."""
    rows = connection.execute(
        f"SELECT id FROM {SCHEMA}.vault WHERE name = %s AND schema = %s",
        (name, SCHEMA_VERSION),
    ).fetchall()
    return rows[0][0] if rows else None


def is_older_vault(connection: Connection, name: str) -> bool:
    """Whether no run has filled a vault again since the schema was replaced."""
    rows = connection.execute(
        f"SELECT 1 FROM {SCHEMA}.vault WHERE name = %s AND schema < %s",
        (name, SCHEMA_VERSION),
    )
    return bool(rows.fetchall())


def ensure_vault(connection: Connection, name: str) -> int:
    """The number of the vault of a name, which is made if it has none."""
    ((vault,),) = connection.execute(
        "WITH made AS (INSERT INTO vault (name, schema) VALUES (%(name)s, %(schema)s) "
        "ON CONFLICT (name) DO UPDATE SET schema = excluded.schema "
        "WHERE vault.schema != excluded.schema RETURNING id) "
        "SELECT id FROM made UNION SELECT id FROM vault WHERE name = %(name)s",
        {"name": name, "schema": SCHEMA_VERSION},
    ).fetchall()
    return int(vault)


def size_of_vault(connection: Connection, vault: int) -> int:
    """Bytes of the tables; if there are several vaults, this one's share by chunks.

    To a team with rights in a part of the vault, the bytes of the texts there.
    """
    ((is_part,),) = connection.execute(
        "SELECT %s != ALL (whole) FROM readable_vaults()", (vault,)
    ).fetchall()
    if is_part:
        return _size_of_part(connection, vault)
    ((size,),) = connection.execute(
        "SELECT (SELECT sum(pg_total_relation_size(oid)) FROM pg_class "
        "WHERE relnamespace = to_regnamespace(%(schema)s) AND relkind = 'r') "
        "* (SELECT greatest(1, count(*) FILTER (WHERE vault = %(vault)s)) "
        "/ greatest(1, count(*))::numeric FROM chunk)",
        {"schema": SCHEMA, "vault": vault},
    ).fetchall()
    return int(size)


def _size_of_part(connection: Connection, vault: int) -> int:
    """Bytes of the texts that a team may read; tables would tell of the others."""
    ((size,),) = connection.execute(
        "SELECT coalesce(sum(octet_length(text)), 0) FROM chunk WHERE vault = %s",
        (vault,),
    ).fetchall()
    return int(size)


def rename_vault(connection: Connection, vault: int, name: str) -> None:
    """Rename a vault, in place of the one that has the name; in a transaction."""
    _delete_vault(connection, name)
    connection.execute("UPDATE vault SET name = %s WHERE id = %s", (name, vault))


def _delete_vault(connection: Connection, name: str) -> None:
    """Remove a vault and its rows."""
    rows = connection.execute("SELECT id FROM vault WHERE name = %s", (name,))
    for (vault,) in rows.fetchall():
        names = connection.execute(
            "SELECT indexname FROM pg_indexes WHERE schemaname = %s "
            "AND indexname LIKE %s",
            (SCHEMA, f"embedding\\_{vault}\\_%"),
        )
        for (index,) in names.fetchall():
            connection.execute(f"DROP INDEX {SCHEMA}.{index}")
        connection.execute("DELETE FROM mail_place WHERE vault = %s", (vault,))
        connection.execute("DELETE FROM chunk WHERE vault = %s", (vault,))
        connection.execute("DELETE FROM vault WHERE id = %s", (vault,))


SERVED_MODEL = (
    "(SELECT model.id FROM model JOIN meta ON meta.vault = model.vault "
    "AND meta.value = model.name "
    f"WHERE model.vault = %(vault)s AND meta.key = '{MODEL}')"
)
"""The number of the model whose vectors are in use, in SQL."""
