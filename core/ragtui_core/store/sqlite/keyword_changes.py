"""Changes of the FTS5 tables: words and subwords of documents that come and go."""

import json
from collections.abc import Iterable

import apsw

from ragtui_core.store.tables.document_rows import PlacedChunk
from ragtui_core.types import DocumentId

COLUMNS = "company, tags, title, category, summary, name, heading, body"
"""The columns of FTS5's table of words."""


def delete_keywords(
    connection: apsw.Connection, documents: Iterable[DocumentId]
) -> None:
    """Remove documents from FTS5; before they change, as it needs the old text."""
    connection.execute(
        f"INSERT INTO keyword (keyword, rowid, {COLUMNS}) "
        f"SELECT 'delete', id, {COLUMNS} FROM chunk_content "
        "WHERE document IN (SELECT value FROM json_each(?))",
        (json.dumps(list(documents)),),
    )


def add_keywords(connection: apsw.Connection, documents: Iterable[DocumentId]) -> None:
    """Add documents to FTS5; one statement, so that it runs without the GIL."""
    connection.execute(
        f"INSERT INTO keyword (rowid, {COLUMNS}) "
        f"SELECT id, {COLUMNS} FROM chunk_content "
        "WHERE document IN (SELECT value FROM json_each(?))",
        (json.dumps(list(documents)),),
    )


_OF_DOCUMENTS = (
    "SELECT id FROM chunk WHERE document IN (SELECT value FROM json_each(?))"
)


def delete_subwords(
    connection: apsw.Connection, documents: Iterable[DocumentId]
) -> None:
    """Remove the chunks of documents from both tables, before they change."""
    listed = json.dumps(list(documents))
    for table in ("gram", "part"):
        sql = f"DELETE FROM {table} WHERE rowid IN ({_OF_DOCUMENTS})"
        connection.execute(sql, (listed,))


def add_subwords(connection: apsw.Connection, chunks: Iterable[PlacedChunk]) -> None:
    """Add the subwords of chunks."""
    gram_rows, part_rows = [], []
    for chunk, _, record, item, _ in chunks:
        if item.grams or record.field_grams:
            gram_rows.append((chunk, record.field_grams, item.grams))
        if item.parts:
            part_rows.append((chunk, item.parts))
    connection.executemany(
        "INSERT INTO gram (rowid, fields, body) VALUES (?, ?, ?)", gram_rows
    )
    connection.executemany("INSERT INTO part (rowid, body) VALUES (?, ?)", part_rows)
