"""The rows of tables `document`, `tag` and `chunk`.

Tags are removed with their document. Unchanged chunks keep their vectors.
"""

from collections.abc import Iterable, Mapping, Sequence

import apsw

from ragtui_core.store.aliases import alias_names
from ragtui_core.store.folded_names import folded_names
from ragtui_core.store.indexed_values import indexable
from ragtui_core.store.note_keys import stored_keys
from ragtui_core.store.records import (
    ChunkRecord,
    DocumentRecord,
)
from ragtui_core.store.reusable_chunks import ReusableChunks
from ragtui_core.store.sqlite.session import Session
from ragtui_core.store.tables.documents import (
    ids_for,
    name_of,
    placed_chunks,
    put_tags,
)
from ragtui_core.types import ChunkId, DocumentId

_BEFORE_EMBEDDED = ChunkRecord._fields.index("text")
"""The number of a record's columns before `embedded` in the table."""


_DOCUMENT = (
    "id, path, size, mtime_ns, checked_ns, hash, encoding, title, company, category, "
    "summary, status, tags, created, updated, name, metadata, problems, changed_ns, "
    "inode, source, folded"
)

_CHUNK = (
    "id, document, span_start, span_end, first_line, last_line, heading_path, tokens, "
    "embedding_key, embedded, text, quoted"
)


def put_documents(
    session: Session,
    records: Sequence[DocumentRecord],
    known: Mapping[str, DocumentId],
) -> list[DocumentId]:
    """Insert or replace rows; the id of each record, `known` ones kept.

    A row whose id is known gets the record's path, whatever its path was.
    """
    ids = ids_for(session, records, known)
    pairs = list(zip(ids, records, strict=True))
    session.replace("document", _DOCUMENT, [_row(i, record) for i, record in pairs])
    put_tags(session, records, ids)
    keys = (
        (key, document)
        for document, record in pairs
        if not record.source
        for key in {
            indexable(key)
            for key in stored_keys(record.file.path, _titles(record), record.metadata)
        }
    )
    session.insert("note_key", "key, document", keys)
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
        name_of(record),
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
    session: Session,
    records: Sequence[DocumentRecord],
    documents: Sequence[DocumentId],
    taken: ReusableChunks,
) -> list[list[ChunkId]]:
    """Insert the chunks of `records`, whose ids are `documents`; the chunks' ids."""
    rows = []
    ids: dict[DocumentId, list[ChunkId]] = {document: [] for document in documents}
    for chunk, document, _, item, is_embedded in placed_chunks(
        session, records, documents, taken
    ):
        ids[document].append(chunk)
        stored, quoted = item[:_BEFORE_EMBEDDED], int(item.quoted)
        rows.append((chunk, document, *stored, int(is_embedded), item.text, quoted))
    session.insert("chunk", _CHUNK, rows)
    return list(ids.values())
