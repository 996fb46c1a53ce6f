"""The rows of table `chunk`; unchanged chunks keep their vectors."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import apsw

from ragtui_core.store.records import ChunkRecord, DocumentRecord
from ragtui_core.store.sqlite.document_rows import next_id
from ragtui_core.store.sqlite.row_checksums import row_checksum
from ragtui_core.types import ChunkId, DocumentId

_COLUMNS = ChunkRecord._fields.index("text")
"""The number of a record's columns before `embedded` in the table."""


class ReusableChunks:
    """Embedded chunks of documents that are being rewritten.

    A new chunk with the same embedding key reuses the id of an old one, and
    with it the vector.
    """

    def __init__(self) -> None:
        """Start empty."""
        self._ids: dict[tuple[DocumentId, bytes], list[ChunkId]] = defaultdict(list)

    def add(self, document: DocumentId, key: bytes, chunk: ChunkId) -> None:
        """Record that `chunk` of `document` has a vector for `key`."""
        self._ids[document, key].append(chunk)

    def reuse(self, document: DocumentId, key: bytes) -> ChunkId | None:
        """Take a chunk of `document` with this key, if one is unused."""
        ids = self._ids.get((document, key))
        return ids.pop() if ids else None

    def unused(self) -> list[ChunkId]:
        """The chunks that were not reused, whose vectors are obsolete."""
        return [chunk for ids in self._ids.values() for chunk in ids]


def remove_chunks(
    connection: apsw.Connection, documents: Iterable[DocumentId]
) -> ReusableChunks:
    """Remove the chunks of `documents`, remembering the embedded ones."""
    taken = ReusableChunks()
    for document in documents:
        rows = connection.execute(
            "SELECT embedding_key, id FROM chunk WHERE document_id = ? AND embedded",
            (document,),
        )
        for key, chunk in rows:
            taken.add(document, key, ChunkId(chunk))
        connection.execute("DELETE FROM chunk WHERE document_id = ?", (document,))
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
            stored = item[:_COLUMNS]
            expected = row_checksum(chunk, document, *stored, item.text)
            rows.append((chunk, document, *stored, embedded, item.text, expected))
    connection.executemany(
        "INSERT INTO chunk VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows
    )
    return ids
