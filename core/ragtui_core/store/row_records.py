"""Records from rows, in whichever database they are."""

from collections.abc import Sequence
from typing import Any

from ragtui_core.store.records import ChunkMatch, split_lines
from ragtui_core.types import (
    Anchor,
    Card,
    ChunkId,
    DocumentId,
    Fields,
    Lines,
    Location,
    LocationKind,
    Span,
)

CARD = (
    "document.path, mtime_ns, title, company, category, summary, status, tags, "
    "created, updated"
)
"""A document's columns, from which `card_of` makes one."""


def anchor_of(row: Sequence[Any]) -> Anchor:
    """An anchor of an extracted text, from its JSON."""
    start, kind, label, number = row
    return Anchor(start, Location(LocationKind(kind), label, number))


def card_of(path: Any, mtime_ns: Any, *fields: Any) -> Card:
    """A document from its columns `CARD`."""
    return Card(path, _fields_of(fields), mtime_ns / 1e9)


def _fields_of(row: Sequence[str]) -> Fields:
    title, company, category, summary, status, tags, created, updated = row
    return Fields(
        title=title,
        company=company,
        category=category,
        summary=summary,
        status=status,
        tags=split_lines(tags),
        created=created,
        updated=updated,
    )


def match_of(
    chunk: Any,
    document: Any,
    start: Any,
    end: Any,
    first_line: Any,
    last_line: Any,
    heading_path: Any,
    text: Any,
    head: Any,
    aliases: Any,
    path: Any,
    mtime_ns: Any,
    *fields: Any,
) -> ChunkMatch:
    """A chunk from its columns, which end with its document's `CARD`."""
    return ChunkMatch(
        id=ChunkId(chunk),
        document_id=DocumentId(document),
        path=path,
        fields=_fields_of(fields),
        modified_ns=mtime_ns,
        heading_path=split_lines(heading_path),
        lines=Lines(first_line, last_line),
        span=Span(start, end),
        text=text,
        head=head,
        aliases=aliases,
    )
