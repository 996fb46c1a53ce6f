"""The rows of tables `document` and `tag`."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

import apsw

from ragtui_core.model import DocumentId
from ragtui_core.store.records import DocumentRecord, FileState, StoredFile
from ragtui_core.store.seals import document_columns, row_seal, typed


def stored_files(connection: apsw.Connection) -> dict[str, StoredFile]:
    """Every indexed file by path."""
    rows = connection.execute(
        "SELECT path, id, size, mtime_ns, checked_ns, hash FROM document"
    )
    found = typed(rows, str, int, int, int, int, bytes)
    return {path: StoredFile(*rest) for path, *rest in found}


def ids_of(connection: apsw.Connection, paths: Iterable[str]) -> dict[str, DocumentId]:
    """The ids of those of `paths` that are indexed."""
    rows = connection.execute(
        "SELECT path, id FROM document WHERE path IN (SELECT value FROM json_each(?))",
        (json.dumps(list(paths)),),
    )
    return {path: DocumentId(document) for path, document in rows}


def next_id(connection: apsw.Connection, table: str) -> int:
    """An id that no row of `table`, or of those after it, has."""
    sql = f"SELECT coalesce(max(id), 0) + 1 FROM {table}"
    rows: list[Any] = connection.execute(sql).fetchall()
    return int(rows[0][0])


def put_documents(
    connection: apsw.Connection,
    records: Sequence[DocumentRecord],
    known: dict[str, DocumentId],
) -> list[DocumentId]:
    """Insert or replace rows; the id of each record, `known` ones kept."""
    first = next_id(connection, "document")
    ids = [
        known.get(record.file.path, DocumentId(first + offset))
        for offset, record in enumerate(records)
    ]
    rows = [_row(i, record) for i, record in zip(ids, records, strict=True)]
    marks = ", ".join("?" * len(rows[0])) if rows else ""
    connection.executemany(f"INSERT OR REPLACE INTO document VALUES ({marks})", rows)
    tags = [
        (tag, i)
        for i, record in zip(ids, records, strict=True)
        for tag in record.fields.tags
    ]
    connection.executemany("INSERT OR IGNORE INTO tag VALUES (?, ?)", tags)
    return ids


def move_document(connection: apsw.Connection, document: DocumentId, path: str) -> None:
    """Give a document another path."""
    sql = "UPDATE document SET path = ? WHERE id = ?"
    connection.execute(sql, (path, document))
    sql = f"SELECT {document_columns()} FROM document WHERE id = ?"
    ((*row,),) = connection.execute(sql, (document,)).fetchall()
    sql = "UPDATE document SET seal = ? WHERE id = ?"
    connection.execute(sql, (row_seal(*row), document))


def touch_documents(
    connection: apsw.Connection, states: Iterable[FileState], now_ns: int
) -> None:
    """Note sizes and times of files found at `now_ns` to hold what they held."""
    connection.executemany(
        "UPDATE document SET size = ?, mtime_ns = ?, checked_ns = ? WHERE path = ?",
        [(state.size, state.mtime_ns, now_ns, state.path) for state in states],
    )


def delete_documents(
    connection: apsw.Connection, documents: Iterable[DocumentId]
) -> None:
    """Remove rows; their tags go with them."""
    rows = [(document,) for document in documents]
    connection.executemany("DELETE FROM document WHERE id = ?", rows)


def _row(document: DocumentId, record: DocumentRecord) -> tuple[str | int | bytes, ...]:
    file, fields = record.file, record.fields
    tags = "\n".join(fields.tags)
    shown = (
        fields.title,
        fields.company,
        fields.category,
        fields.summary,
        fields.status,
        tags,
        fields.created,
        fields.updated,
    )
    return (
        document,
        file.path,
        file.size,
        file.mtime_ns,
        record.checked_ns,
        record.hash,
        record.encoding,
        *shown,
        file.path.rpartition("/")[2].rpartition(".")[0],
        record.metadata,
        record.problems,
        row_seal(document, file.path, *shown),
    )
