"""The passages that an answer cites, with what they belong to, to check claims."""

import re
from collections.abc import Iterator
from datetime import date
from itertools import zip_longest

from ragtui_core.citations.shown.blocks import ShownBlock
from ragtui_core.citations.shown.context import context_of, shown_context
from ragtui_core.citations.shown.quotable_file import QuotableFile, quotable
from ragtui_core.types import Document, Span

MAX_CHARS = 20_000
"""Maximum length of each text."""

MAX_HEAD_CHARS = 1_000
"""Maximum length of a document's beginning in which lines such as `Date: ...` count."""

_HEAD_LINE = re.compile(r"^[^\W\d_][^\n:]{1,24}:[ \t].{1,200}$", re.M)
"""A line such as `Date: 5 May 2026`."""


def cited_passage(document: Document, span: Span) -> tuple[str, ...]:
    """The texts that support a claim which cites a span of a document.

    First its blocks, with the head of its column after each cell, then what is
    displayed above them, and the document's title, name, fields and dates.
    """
    file = quotable(document)
    places = file.places_in(span)
    blocks = [file.blocks[place.block] for place in places]
    said = (_row(block) if block.cells else block.text for block in blocks)
    headings = blocks[0].headings if blocks else ()
    above = shown_context([*context_of(file, places, headings)])
    every = dict.fromkeys((*said, *above, *_head_lines(file), *_named(document)))
    return tuple(part[:MAX_CHARS] for part in every)


def _row(row: ShownBlock) -> str:
    """A row of a table, each cell with the head of its column.

    A point between them keeps `30` in the column `January` from being read as a date.
    """
    cells = zip_longest(row.cell_texts, row.columns, fillvalue="")
    return "; ".join(" \u00b7 ".join(filter(None, cell)) for cell in cells)


def _head_lines(file: QuotableFile) -> Iterator[str]:
    for block in file.blocks:
        if block.starts[0] >= MAX_HEAD_CHARS:
            return
        yield from _HEAD_LINE.findall(block.text)


def _named(document: Document) -> Iterator[str]:
    fields = document.fields
    yield document.path
    yield from (fields.title, fields.company, fields.category, fields.status)
    yield from (*fields.tags, fields.created, fields.updated)
    for value in document.metadata.values():
        if isinstance(value, date) or (isinstance(value, str) and len(value) < 30):
            yield str(value)
