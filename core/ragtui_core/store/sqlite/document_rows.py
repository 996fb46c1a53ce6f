"""The rows of tables `document`, `tag` and `chunk`.

Tags are removed with their document. Unchanged chunks keep their vectors.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import apsw

from ragtui_core.store.aliases import alias_names
from ragtui_core.store.folded_names import folded_names
from ragtui_core.store.indexed_values import indexable
from ragtui_core.store.note_keys import stored_keys
from ragtui_core.store.records import (
    ChunkRecord,
    DocumentRecord,
    name_of_file,
)
from ragtui_core.store.reusable_chunks import ReusableChunks
from ragtui_core.types import ChunkId, DocumentId

_CHUNK_COLUMNS = ChunkRecord._fields.index("text")
"""The number of a record's columns before `embedded` in the table."""


def next_id(connection: apsw.Connection, table: str) -> int:
    """An unused id of `table`; higher ids are unused, too."""
    sql = f"SELECT coalesce(max(id), 0) + 1 FROM {table}"
    rows: list[Any] = connection.execute(sql).fetchall()
    return int(rows[0][0])


def put_documents(
    connection: apsw.Connection,
    records: Sequence[DocumentRecord],
    known: dict[str, DocumentId],
) -> list[DocumentId]:
    """Insert or replace rows; the id of each record, `known` ones kept.

    A row whose id is known gets the record's path, whatever its path was.
    """
    first = next_id(connection, "document")
    ids = [
        known.get(record.file.path, DocumentId(first + offset))
        for offset, record in enumerate(records)
    ]
    rows = [_row(i, record) for i, record in zip(ids, records, strict=True)]
    marks = ", ".join("?" * len(rows[0])) if rows else ""
    tags = [
        (tag, i)
        for i, record in zip(ids, records, strict=True)
        for tag in record.fields.tags
    ]
    keys = [
        (key, i)
        for i, record in zip(ids, records, strict=True)
        if not record.source
        for key in {
            indexable(key)
            for key in stored_keys(record.file.path, _titles(record), record.metadata)
        }
    ]
    sql = f"INSERT OR REPLACE INTO document VALUES ({marks})"
    connection.executemany(sql, rows)
    connection.executemany("INSERT OR IGNORE INTO tag VALUES (?, ?)", tags)
    connection.executemany("INSERT INTO note_key VALUES (?, ?)", keys)
    return ids


def _row(document: DocumentId, record: DocumentRecord) -> tuple[str | int | bytes, ...]:
    file, fields = record.file, record.fields
    return (
        document,
        file.path,
        file.size,
        file.mtime_ns,
        record.checked_ns,
        record.hash,
        record.encoding,
        fields.title,
        fields.company,
        fields.category,
        fields.summary,
        fields.status,
        "\n".join(fields.tags),
        fields.created,
        fields.updated,
        record.name if record.source else name_of_file(file.path),
        record.metadata,
        record.problems,
        file.changed_ns,
        file.inode,
        record.source,
        _folded_names(record),
    )


def _folded_names(record: DocumentRecord) -> str:
    """The names by which a note is found; mails are not."""
    if record.source:
        return ""
    title, *aliases = _titles(record)
    return folded_names(title, aliases, record.file.path)


def _titles(record: DocumentRecord) -> tuple[str, ...]:
    """The title and the aliases."""
    return (record.fields.title, *alias_names(record.metadata))


def remove_chunks(
    connection: apsw.Connection, documents: Iterable[DocumentId]
) -> ReusableChunks:
    """Remove the chunks of `documents`, remembering the embedded ones."""
    taken = ReusableChunks()
    for document in documents:
        rows = connection.execute(
            "SELECT embedding_key, id FROM chunk WHERE document = ? AND embedded",
            (document,),
        )
        for key, chunk in rows:
            taken.add(document, key, ChunkId(chunk))
        connection.execute("DELETE FROM chunk WHERE document = ?", (document,))
    return taken


def put_chunks(
    connection: apsw.Connection,
    records: Sequence[DocumentRecord],
    documents: Sequence[DocumentId],
    taken: ReusableChunks,
) -> list[list[ChunkId]]:
    """Insert the chunks of `records`, whose ids are `documents`; the chunks' ids."""
    fresh = max([next_id(connection, "chunk"), *(i + 1 for i in taken.unused())])
    rows = []
    ids: list[list[ChunkId]] = []
    for document, record in zip(documents, records, strict=True):
        placed: list[ChunkId] = []
        ids.append(placed)
        for item in record.chunks:
            known = taken.reuse(document, item.embedding_key)
            chunk = ChunkId(fresh) if known is None else known
            fresh += known is None
            placed.append(chunk)
            embedded = known is not None
            stored = item[:_CHUNK_COLUMNS]
            quoted = int(item.quoted)
            rows.append((chunk, document, *stored, embedded, item.text, quoted))
    connection.executemany(
        "INSERT INTO chunk VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows
    )
    return ids
