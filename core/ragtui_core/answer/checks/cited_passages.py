"""The passages that an answer cites, with the words around them, to check claims."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import zip_longest

from ragtui_core.citations.shown.blocks import ShownBlock, ShownKind
from ragtui_core.citations.shown.quotable_file import quotable
from ragtui_core.citations.shown.quotation_rule import sentence_at
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
    file = quotable(document)
    said, around, heads = list[str](), [*_named(document)], list[str]()
    for place in file.places_in(span):
        block = file.blocks[place.block]
        around += (*block.headings, *block.parents, block.group)
        if block.cells:
            said.append(_row(block))
            heads.append("; ".join(block.columns))
            continue
        said.append(block.text[slice(*sentence_at(block, place.start, place.end))])
        if block.kind is not ShownKind.CODE:
            around.append(block.text)
    around = [part[:MAX_CHARS] for part in dict.fromkeys(around)]
    return CitedPassage(tuple(said), tuple(around), tuple(dict.fromkeys(heads)))


def _row(row: ShownBlock) -> str:
    """A row of a table, each cell with the head of its column.

    A point between them keeps `30` in the column `January` from being read as a date.
    """
    cells = zip_longest(row.cell_texts, row.columns, fillvalue="")
    return "; ".join(" \u00b7 ".join(filter(None, cell)) for cell in cells)


def _named(document: Document) -> Iterator[str]:
    yield from _HEAD_LINE.findall(document.text[:MAX_HEAD_CHARS])
    fields = document.fields
    yield document.path
    yield from (fields.title, fields.company, fields.category, fields.status)
    yield from (*fields.tags, fields.created, fields.updated)
    for value in document.metadata.values():
        if isinstance(value, date) or (isinstance(value, str) and len(value) < 30):
            yield str(value)
