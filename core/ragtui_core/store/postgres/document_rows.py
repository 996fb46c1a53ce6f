"""The rows of tables `document`, `tag` and `chunk`.

Tags are removed with their document. Unchanged chunks keep their vectors.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ragtui_core.store.aliases import alias_texts, alias_value, json_text
from ragtui_core.store.folded_names import folded_names
from ragtui_core.store.indexed_values import indexable
from ragtui_core.store.matching import TermKind
from ragtui_core.store.note_keys import stored_keys
from ragtui_core.store.postgres.connection import Session
from ragtui_core.store.postgres.indexed_terms import RANGES, ChunkTerms
from ragtui_core.store.postgres.indexed_texts import word_texts
from ragtui_core.store.postgres.shared_session import SharedSession
from ragtui_core.store.records import (
    ChunkRecord,
    DocumentRecord,
)
from ragtui_core.store.reusable_chunks import ReusableChunks
from ragtui_core.store.tables.documents import (
    ids_for,
    name_of,
    placed_chunks,
    put_tags,
)
from ragtui_core.types import ChunkId, DocumentId

_COLUMNS = (
    "id, path, size, mtime_ns, checked_ns, changed_ns, inode, hash, encoding, title, "
    "company, category, summary, status, tags, created, updated, name, metadata, "
    "problems, source, changed, type, aliases, sender, recipients, addressees, "
    "message_id, thread, attachments, names, folded, keys"
)
_CHUNK_COLUMNS = (
    "id, document, span_start, span_end, first_line, last_line, heading_path, tokens, "
    "embedding_key, text, quoted, words, grams, parts, word_count, "
    "gram_count, part_count"
)


def put_documents(
    session: SharedSession,
    records: Sequence[DocumentRecord],
    known: Mapping[str, DocumentId],
) -> list[DocumentId]:
    """Insert or replace rows; the id of each record, `known` ones kept.

    A row whose id is known gets the record's path, whatever its path was.
    """
    ids = ids_for(session, records, known)
    session.run("DELETE FROM document WHERE id IN :ids", ids=list(known.values()))
    rows = (_row(i, record) for i, record in zip(ids, records, strict=True))
    session.insert("document", _COLUMNS, rows)
    put_tags(session, records, ids)
    return ids


@dataclass(frozen=True, slots=True)
class _Derived:
    """What filters and look-ups need of a document's metadata; columns of its row."""

    type: str
    aliases: str
    sender: str = ""
    recipients: str = ""
    addressees: tuple[str, ...] = ()
    message_id: str = ""
    thread: str = ""
    attachments: int = 0

    @classmethod
    def of(cls, record: DocumentRecord) -> "_Derived":
        loaded = json.loads(record.metadata)
        metadata = loaded if isinstance(loaded, dict) else {}
        kind, aliases = json_text(metadata.get("type")), alias_value(metadata)
        if not record.source:
            return cls(kind, json_text(aliases))
        mail = metadata.get("mail")
        mail = mail if isinstance(mail, dict) else {}
        to, attached = mail.get("to"), mail.get("attachments")
        return cls(
            type=kind,
            aliases=json_text(aliases),
            sender=json_text(mail.get("from")),
            recipients=json_text(metadata.get("recipients")),
            addressees=tuple(map(json_text, to)) if isinstance(to, list) else (),
            message_id=json_text(mail.get("message_id")),
            thread=json_text(mail.get("thread")),
            attachments=len(attached) if isinstance(attached, list) else 0,
        )


def _changed(record: DocumentRecord) -> str | None:
    if record.fields.updated:
        return record.fields.updated[:10]
    try:
        changed = datetime.fromtimestamp(record.file.mtime_ns // 10**9, UTC)
    except (OverflowError, ValueError, OSError):
        return None
    return changed.date().isoformat()


def name_terms(title: str, name: str) -> str:
    """The terms of a title and a file name as a tsvector, each in a range."""
    texts = ["" for _ in RANGES[TermKind.WORD]]
    names = [each.name for each in RANGES[TermKind.WORD]]
    texts[names.index("title")], texts[names.index("name")] = title, name
    return ChunkTerms.of(texts).vector


def _row(document: DocumentId, record: DocumentRecord) -> tuple[Any, ...]:
    file, fields = record.file, record.fields
    derived = _Derived.of(record)
    name = name_of(record)
    title, aliases = fields.title, alias_texts(derived.aliases)
    names = compared_names(title, aliases, file.path, record.metadata)
    return (
        *(document, file.path, file.size, file.mtime_ns, record.checked_ns),
        *(file.changed_ns, file.inode, record.hash, record.encoding),
        *(fields.title, indexable(fields.company), indexable(fields.category)),
        *(fields.summary, indexable(fields.status), "\n".join(fields.tags)),
        *(fields.created, fields.updated, name, record.metadata, record.problems),
        *(record.source, _changed(record), indexable(derived.type), derived.aliases),
        *(indexable(derived.sender), derived.recipients, list(derived.addressees)),
        *(indexable(derived.message_id), indexable(derived.thread)),
        *(derived.attachments, name_terms(fields.title, name)),
        *(("", []) if record.source else names),
    )


def compared_names(
    title: str, aliases: Sequence[str], path: str, metadata: str
) -> tuple[str, list[str]]:
    """The columns by which a note is found by name, and by links."""
    keys = sorted(map(indexable, stored_keys(path, (title, *aliases), metadata)))
    return folded_names(title, aliases, path), keys


def remove_chunks(
    session: Session,
    documents: Iterable[DocumentId],
    embedded_of: Callable[[list[ChunkId]], set[ChunkId]],
) -> ReusableChunks:
    """Remove the chunks of `documents`, remembering those of them that are embedded."""
    taken = ReusableChunks()
    rows = session.rows(
        "DELETE FROM chunk WHERE vault = %(vault)s "
        "AND document = ANY(%(documents)s::int[]) "
        "RETURNING document, embedding_key, id",
        documents=list(documents),
    )
    embedded = embedded_of([ChunkId(chunk) for *_, chunk in rows])
    for document, key, chunk in sorted(rows):
        if chunk in embedded:
            taken.add(DocumentId(document), bytes(key), ChunkId(chunk))
    return taken


@dataclass(frozen=True, slots=True)
class PlacedTerms:
    """The terms of written chunks, by kind."""

    words: dict[ChunkId, ChunkTerms]
    grams: dict[ChunkId, ChunkTerms]
    parts: dict[ChunkId, ChunkTerms]


def put_chunks(
    session: SharedSession,
    records: Sequence[DocumentRecord],
    documents: Sequence[DocumentId],
    taken: ReusableChunks,
) -> PlacedTerms:
    """Insert the chunks of `records`, whose ids are `documents`; their terms."""
    rows = []
    placed = PlacedTerms({}, {}, {})
    for chunk, document, record, item, _ in placed_chunks(
        session, records, documents, taken
    ):
        terms = _place(placed, chunk, record, item)
        *stored, text, _, _, quoted = item
        rows.append((chunk, document, *stored, text, quoted, *terms))
    session.insert("chunk", _CHUNK_COLUMNS, rows)
    return placed


def _place(
    placed: PlacedTerms, chunk: ChunkId, record: DocumentRecord, item: ChunkRecord
) -> tuple[Any, ...]:
    """The terms of a chunk, also as columns of its row."""
    fields = record.fields
    texts = word_texts(
        *(fields.company, "\n".join(fields.tags), fields.title, fields.category),
        *(fields.summary, name_of(record), item.heading_path, item.text),
    )
    words = placed.words[chunk] = ChunkTerms.of(texts)
    grams = parts = None
    if item.grams or record.field_grams:
        both = (record.field_grams, item.grams)
        grams = placed.grams[chunk] = ChunkTerms.of(both, TermKind.GRAM)
    if item.parts:
        parts = placed.parts[chunk] = ChunkTerms.of((item.parts,), TermKind.PART)
    kinds = (words, grams, parts)
    return (
        *(each.vector if each else None for each in kinds),
        *(each.count if each else 0 for each in kinds),
    )
