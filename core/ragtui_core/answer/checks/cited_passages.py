"""The passages that an answer cites, with the words around them, to check claims."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from itertools import zip_longest

from ragtui_core.citations.comparing.block_context import blocks_in
from ragtui_core.citations.comparing.placed_blocks import PlacedBlock
from ragtui_core.citations.passages import passages_of
from ragtui_core.citations.saving.attribution_line import UNDER
from ragtui_core.types import Document, Span

MAX_CHARS = 20_000
"""Maximum length of each text around a passage."""

MAX_HEAD_CHARS = 1_000
"""Maximum length of a document's beginning in which lines such as `Date: ...` count."""

_HEAD_LINE = re.compile(r"^\W*[^\W\d_][^\n:]{1,24}:[*_]{0,2}[ \t].{1,200}$", re.M)
"""A line such as `**Date:** 5 May 2026`."""


@dataclass(frozen=True, slots=True)
class CitedPassage:
    """The text of a citation, for checking claims.

    Attributes:
        said: The cited sentences, items or rows. A table cell is followed by the head
            of its column.
        around: What else says what they are about: their whole paragraph, the
            paragraph and items above a list item, headings, the document's title,
            name and dates.
        heads: The heads of a table, which say nothing by themselves.
    """

    said: tuple[str, ...]
    around: tuple[str, ...]
    heads: tuple[str, ...] = ()


def cited_passage(document: Document, span: Span) -> CitedPassage:
    """The passage that contains a span of a document."""
    sections = tuple(s for s in document.sections if s.span.overlaps(span))
    passages = [
        passage
        for passage in passages_of(replace(document, sections=sections))
        if passage.span.overlaps(span)
    ]
    text, blocks = document.text, blocks_in(document, span)
    rows = [block for block in blocks if block.is_row]
    around = [*_named(document)]
    for section in sections:
        around += section.heading_path
    for block in blocks:
        if not (block.is_row or block.is_code):
            around.append(block.span.of(text))
        around += (part.removeprefix(UNDER) for part in block.context)
    said = tuple(_said(passage.span, text, rows) for passage in passages)
    heads = tuple(dict.fromkeys(passage.column_heads for passage in passages))
    return CitedPassage(said, tuple(part[:MAX_CHARS] for part in around), heads)


def _said(span: Span, text: str, rows: Iterable[PlacedBlock]) -> str:
    """A passage; of a row of a table, each cell with the head of its column.

    A point between them keeps `30` in the column `January` from being read as a date.
    """
    row = next((row for row in rows if row.heads and row.span.overlaps(span)), None)
    said = span.of(text)
    if row:
        cells = zip_longest(row.texts, row.heads, fillvalue="")
        said = "; ".join(" \u00b7 ".join(filter(None, cell)) for cell in cells)
    return said


def _named(document: Document) -> Iterator[str]:
    yield from _HEAD_LINE.findall(document.text[:MAX_HEAD_CHARS])
    fields = document.fields
    yield document.path
    yield from (fields.title, fields.company, fields.category, fields.status)
    yield from (*fields.tags, fields.created, fields.updated)
    for value in document.metadata.values():
        if isinstance(value, date) or (isinstance(value, str) and len(value) < 30):
            yield str(value)
