"""The columns of rows, and records from them, in whichever database they are."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, NamedTuple

from ragtui_core.store.records import ChunkMatch, FileState, split_lines
from ragtui_core.types import (
    Anchor,
    Card,
    ChunkId,
    DocumentId,
    Entry,
    Fields,
    Lines,
    Location,
    LocationKind,
    Span,
)

FILE_COLUMNS = ", ".join((*FileState._fields, "checked_ns", "hash"))
"""The columns of a file's state: `FileState`, and its content when it was read."""

SET_FILE_STATE = (
    ", ".join(f"{name} = :{name}" for name in FileState._fields[1:])
    + ", checked_ns = :now"
)
"""Changes of a row of a file whose content was the same at the time `now`."""

FIELDS = tuple(field.name for field in fields(Fields))
"""The columns of a document's fields."""

CARD = f"document.path, mtime_ns, {', '.join(FIELDS)}"
"""A document's columns, from which `card_of` makes one."""


class _MatchColumns(NamedTuple):
    """A chunk and its document, without the document's fields."""

    chunk: ChunkId
    document: DocumentId
    span_start: int
    span_end: int
    first_line: int
    last_line: int
    heading_path: str
    text: str
    head: str
    own_day: str | None
    own_until: str | None
    state: str
    due: str | None
    speakers: str
    aliases: str
    path: str
    mtime_ns: int


_OF_MATCH = len(_MatchColumns._fields)

MATCH = ", ".join(("chunk.id", "chunk.document", *_MatchColumns._fields[2:], *FIELDS))
"""The columns of a chunk and its document, from which `match_of` makes a record."""


def anchor_of(row: Sequence[Any]) -> Anchor:
    """An anchor of an extracted text, from its JSON."""
    start, kind, label, number = row
    return Anchor(start, Location(LocationKind(kind), label, number))


def card_of(row: Sequence[Any]) -> Card:
    """A document from its columns `CARD`."""
    path, mtime_ns, *values = row
    return Card(path, _fields_of(values), mtime_ns / 1e9)


def _fields_of(row: Sequence[Any]) -> Fields:
    values = dict(zip(FIELDS, row, strict=True))
    return Fields(**values | {"tags": split_lines(values["tags"])})


def match_of(row: Sequence[Any]) -> ChunkMatch:
    """A chunk from its columns `MATCH`."""
    columns = _MatchColumns._make(row[:_OF_MATCH])
    return ChunkMatch(
        id=columns.chunk,
        document_id=columns.document,
        path=columns.path,
        fields=_fields_of(row[_OF_MATCH:]),
        modified_ns=columns.mtime_ns,
        heading_path=split_lines(columns.heading_path),
        lines=Lines(columns.first_line, columns.last_line),
        span=Span(columns.span_start, columns.span_end),
        text=columns.text,
        head=columns.head,
        aliases=columns.aliases,
        entry=Entry(
            columns.own_day or "",
            (columns.own_until or "").rstrip("~"),
            columns.state,
            columns.due or "",
            split_lines(columns.speakers),
        ),
    )
