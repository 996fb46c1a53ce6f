"""The rows of table `value_count` when many documents are written at once.

Triggers keep the counts (migration 0011), at some 70 us per document: half of the time
of writing small files. Here the values of all of them are counted together instead.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager

import apsw

from ragtui_core.store.sqlite.typed_rows import typed

MIN_DOCUMENTS = 16
"""With fewer documents triggers take less time."""

_VALUES = """WITH listed (id) AS (SELECT value FROM json_each(?))
SELECT field, value, count(*) FROM document_value
WHERE document_id IN listed AND value != '' GROUP BY 1, 2
UNION ALL
SELECT 'tag', tag, count(*) FROM tag
WHERE document_id IN listed AND tag != '' GROUP BY 2"""


@contextmanager
def counted_together(
    connection: apsw.Connection, documents: Collection[int], paths: Collection[str]
) -> Iterator[None]:
    """While rows of `document` and `tag` are replaced: triggers, or one count of all.

    Args:
        connection: In a transaction, which must be rolled back if the block raises.
        documents: The ids of the rows that are written.
        paths: Their paths: other rows at these are replaced, too.
    """
    if len(documents) < MIN_DOCUMENTS:
        yield
        return
    counts = Counter[tuple[str, str]]()
    counts.subtract(_values(connection, _replaced(connection, documents, paths)))
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    try:
        yield
        counts.update(_values(connection, documents))
        _add(connection, counts)
    finally:
        connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 1)


def _replaced(
    connection: apsw.Connection, documents: Collection[int], paths: Collection[str]
) -> list[int]:
    rows = connection.execute(
        "SELECT id FROM document WHERE id IN (SELECT value FROM json_each(?)) "
        "UNION SELECT id FROM document WHERE path IN (SELECT value FROM json_each(?))",
        (json.dumps(list(documents)), json.dumps(list(paths))),
    )
    return [document for (document,) in typed(rows, int)]


def _values(
    connection: apsw.Connection, documents: Collection[int]
) -> dict[tuple[str, str], int]:
    """How many of `documents` have each value of each field."""
    rows = connection.execute(_VALUES, (json.dumps(list(documents)),))
    return {(field, value): count for field, value, count in typed(rows, str, str, int)}


def _add(connection: apsw.Connection, counts: Counter[tuple[str, str]]) -> None:
    changes = [(*key, change) for key, change in counts.items() if change]
    connection.executemany(
        "INSERT INTO value_count VALUES (?, ?, ?) ON CONFLICT (field, value) "
        "DO UPDATE SET documents = documents + excluded.documents",
        changes,
    )
    connection.executemany(
        "DELETE FROM value_count WHERE field = ? AND value = ? AND documents = 0",
        [change[:2] for change in changes],
    )
