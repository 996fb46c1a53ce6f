"""The rows of the FTS5 table, whose content is the view `chunk_content`."""

import json
from collections.abc import Iterable

import apsw

from ragtui_core.types import DocumentId

COLUMNS = "company, tags, title, category, summary, name, heading, body"


def delete_keywords(
    connection: apsw.Connection, documents: Iterable[DocumentId]
) -> None:
    """Remove documents from FTS5; before they change, as it needs the old text."""
    connection.execute(
        f"INSERT INTO keyword (keyword, rowid, {COLUMNS}) "
        f"SELECT 'delete', id, {COLUMNS} FROM chunk_content "
        "WHERE document_id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(documents)),),
    )


def add_keywords(connection: apsw.Connection, documents: Iterable[DocumentId]) -> None:
    """Add documents to FTS5; one statement, so that it runs without the GIL."""
    connection.execute(
        f"INSERT INTO keyword (rowid, {COLUMNS}) "
        f"SELECT id, {COLUMNS} FROM chunk_content "
        "WHERE document_id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(documents)),),
    )
