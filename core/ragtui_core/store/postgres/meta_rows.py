"""The rows of table `meta`: facts about the whole index."""

from ragtui_core.store.facts import MODEL, REVISION
from ragtui_core.store.postgres.connection import Session


def meta_value(session: Session, key: str) -> str:
    """The value of `key`, or the empty string."""
    rows = session.rows(
        "SELECT value FROM meta WHERE vault = %(vault)s AND key = %(key)s", key=key
    )
    return str(rows[0][0]) if rows else ""


def set_meta_value(session: Session, key: str, value: str) -> None:
    """Set `key`; within a transaction of the caller's."""
    session.run(
        "INSERT INTO meta VALUES (%(vault)s, %(key)s, %(value)s) "
        "ON CONFLICT (vault, key) DO UPDATE SET value = excluded.value",
        key=key,
        value=value,
    )


def count_revision(session: Session) -> None:
    """Increment the revision; within a transaction of the caller's."""
    revision = int(meta_value(session, REVISION) or 0) + 1
    set_meta_value(session, REVISION, str(revision))


SERVED_MODEL = (
    "(SELECT model.id FROM model JOIN meta ON meta.vault = model.vault "
    "AND meta.value = model.name "
    f"WHERE model.vault = %(vault)s AND meta.key = '{MODEL}')"
)
"""The number of the model whose vectors are in use, in SQL."""
