"""The rows of a document that is written: its own, chunks, tags, keys, addressees.

All but chunks are removed with their document. Unchanged chunks keep their ids, and
with them their vectors.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from ragtui_core.store.index_limits import indexable
from ragtui_core.store.names.folded_names import folded_names
from ragtui_core.store.names.note_keys import (
    alias_texts,
    json_text,
    stored_aliases,
    stored_keys,
)
from ragtui_core.store.names.title_names import content_keys, names_of
from ragtui_core.store.records import (
    WORDS_ONLY,
    ChunkRecord,
    DocumentRecord,
    name_of_file,
)
from ragtui_core.store.tables.columns import FIELDS
from ragtui_core.types import ChunkId, DocumentId

Reusable = dict[tuple[DocumentId, bytes], list[ChunkId]]
"""Embedded chunks of documents that are being rewritten, by document and embedding key.

A new chunk with the same key takes the id of one, and with it the vector; what is left
has obsolete vectors."""

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from ragtui_core.store.session import Session

_OF_RECORD = [name for name in ChunkRecord._fields if name not in ("grams", "parts")]
_values_of_record = attrgetter(*_OF_RECORD)
"""The columns of a chunk: what is embedded or indexed by subwords is not kept."""

_OF_DOCUMENT = ("checked_ns", "hash", "encoding", "metadata", "problems", "source")
"""The columns of a document that its record has as they are."""

_INDEXED_FIELDS = ("company", "category", "status")
"""Fields that an index of the database has."""


def next_id(session: Session, table: str) -> int:
    """An unused id of `table`; higher ids are unused, too."""
    ((number,),) = session.rows(f"SELECT coalesce(max(id), 0) + 1 FROM {table}")
    return int(number)


def name_of(record: DocumentRecord) -> str:
    """A document's name for the index."""
    return record.name if record.source else name_of_file(record.file.path)


def name_words(record: DocumentRecord) -> str:
    """A document's name and aliases, by whose words it is found."""
    return f"{name_of(record)}\n{_Derived.of(record).aliases}"


def put_documents(
    session: Session,
    records: Sequence[DocumentRecord],
    known: Mapping[str, DocumentId],
) -> list[DocumentId]:
    """Insert or replace rows; the id of each record, `known` ones kept.

    A row whose id is known gets the record's path, whatever its path was.

    Args:
        session: Within a transaction.
        records: The documents; at least one.
        known: Ids by the records' paths.
    """
    first = next_id(session, "document")
    ids = [
        known.get(record.file.path, DocumentId(first + offset))
        for offset, record in enumerate(records)
    ]
    session.run("DELETE FROM document WHERE id IN :ids", ids=list(known.values()))
    written = [
        (document, record, _Derived.of(record))
        for document, record in zip(ids, records, strict=True)
    ]
    rows = [
        {"id": document, **_row(record, more)} for document, record, more in written
    ]
    columns = ", ".join(rows[0])
    session.insert("document", columns, (tuple(row.values()) for row in rows))
    for table, values_of in _VALUES_OF.items():
        listed = (
            (value, document)
            for document, record, more in written
            for value in dict.fromkeys(map(indexable, values_of(record, more)))
        )
        session.insert(table, f"{_VALUE[table]}, document", listed)
    return ids


class _Derived(NamedTuple):
    """What filters and look-ups need of a document's metadata; columns of its row."""

    type: str
    aliases: str
    sender: str = ""
    recipients: str = ""
    message_id: str = ""
    thread: str = ""
    attachments: int = 0
    addressees: tuple[str, ...] = ()

    @classmethod
    def of(cls, record: DocumentRecord) -> _Derived:
        loaded = json.loads(record.metadata)
        metadata = loaded if isinstance(loaded, dict) else {}
        kind = indexable(json_text(metadata.get("type")))
        aliases = stored_aliases(metadata)
        if not record.source:
            return cls(kind, aliases)
        mail = metadata.get("mail")
        mail = mail if isinstance(mail, dict) else {}
        to, attached = mail.get("to"), mail.get("attachments")
        return cls(
            kind,
            aliases,
            sender=indexable(json_text(mail.get("from"))),
            recipients=json_text(metadata.get("recipients")),
            message_id=indexable(json_text(mail.get("message_id"))),
            thread=indexable(json_text(mail.get("thread"))),
            attachments=len(attached) if isinstance(attached, list) else 0,
            addressees=tuple(map(json_text, to)) if isinstance(to, list) else (),
        )


def _row(record: DocumentRecord, derived: _Derived) -> dict[str, Any]:
    """The columns of a document's row, without its id."""
    file, fields = record.file, record.fields
    titles = _titles(record, derived)
    columns = derived._asdict()
    del columns["addressees"]
    return {
        **file._asdict(),
        **{name: getattr(record, name) for name in _OF_DOCUMENT},
        **{name: getattr(fields, name) for name in FIELDS},
        **{name: indexable(getattr(fields, name)) for name in _INDEXED_FIELDS},
        "tags": "\n".join(fields.tags),
        "name": name_of(record),
        "folded": folded_names(*titles, file.path) if titles else "",
        "changed": fields.updated[:10] or day_of(file.mtime_ns),
        **columns,
    }


def _titles(
    record: DocumentRecord, derived: _Derived
) -> tuple[str, tuple[str, ...]] | None:
    """Title and aliases, by which a note is found; mails are not."""
    if record.source:
        return None
    return record.fields.title, alias_texts(derived.aliases)


def day_of(time_ns: int) -> str | None:
    """The day of a time since the epoch, as YYYY-MM-DD; None if no calendar has it."""
    try:
        return datetime.fromtimestamp(time_ns // 10**9, UTC).date().isoformat()
    except (OverflowError, ValueError, OSError):
        return None


def _keys(record: DocumentRecord, derived: _Derived) -> Iterable[str]:
    if record.hash == WORDS_ONLY:
        return ()
    keys = content_keys(
        *names_of(record.fields.title, name_of(record), derived.aliases)
    )
    if titles := _titles(record, derived):
        title, aliases = titles
        keys |= stored_keys(record.file.path, (title, *aliases), record.metadata)
    return keys


_VALUE = {"tag": "tag", "note_key": "key", "addressee": "addressee"}
"""Tables of a document's values, each with its column."""

_VALUES_OF: Mapping[str, Callable[[DocumentRecord, _Derived], Iterable[str]]] = {
    "tag": lambda record, _: record.fields.tags,
    "note_key": _keys,
    "addressee": lambda _, derived: derived.addressees,
}


def remove_chunks(
    session: Session, documents: Iterable[DocumentId], is_embedded: str
) -> Reusable:
    """Remove the chunks of documents; returns those with a vector.

    `is_embedded` is SQL for a row of `chunk` that has a vector.
    """
    taken: Reusable = {}
    listed = list(documents)
    rows = session.rows(
        "SELECT document, embedding_key, chunk.id FROM chunk "
        f"WHERE document IN :documents AND {is_embedded} ORDER BY chunk.id",
        documents=listed,
    )
    for document, key, chunk in rows:
        taken.setdefault((document, bytes(key)), []).append(chunk)
    session.run("DELETE FROM chunk WHERE document IN :documents", documents=listed)
    return taken


class PlacedChunk(NamedTuple):
    """A chunk that is written; one that has a vector keeps its id."""

    id: ChunkId
    document: DocumentId
    record: DocumentRecord
    chunk: ChunkRecord
    is_embedded: bool

    @property
    def row(self) -> tuple[Any, ...]:
        """The columns of its row that both stores have."""
        return (self.id, self.document, *_values_of_record(self.chunk))


def placed_chunks(
    session: Session,
    records: Sequence[DocumentRecord],
    documents: Sequence[DocumentId],
    taken: Reusable,
) -> Iterator[PlacedChunk]:
    """The chunks of `records`, whose ids are `documents`, with ids, some of `taken`."""
    used = [chunk + 1 for chunks in taken.values() for chunk in chunks]
    fresh = max([next_id(session, "chunk"), *used])
    for document, record in zip(documents, records, strict=True):
        for item in record.chunks:
            reusable = taken.get((document, item.embedding_key))
            chunk = reusable.pop() if reusable else ChunkId(fresh)
            is_embedded = chunk != fresh
            fresh += not is_embedded
            yield PlacedChunk(chunk, document, record, item, is_embedded)


def put_chunks(
    session: Session, columns: str, rows: Iterable[tuple[PlacedChunk, Sequence[Any]]]
) -> None:
    """Insert chunks, each with the values of `columns` that one store alone has."""
    # A list, since ids are looked up while rows are made, and COPY allows nothing else.
    made = [(*placed.row, *values) for placed, values in rows]
    names = ", ".join(("id", "document", *_OF_RECORD, columns))
    session.insert("chunk", names, made)
