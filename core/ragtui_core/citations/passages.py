"""Splits documents into quotable passages: sentences, items, rows, code.

Saved citations, which are words of other files, references to them by number, and
encoded data are in no passage.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from ragtui_core.citations.saving.cited_spans import citation_spans, refers_to_citation
from ragtui_core.documents.entries import Entries
from ragtui_core.documents.table_heads import TableHeads, head_row
from ragtui_core.language.sentences import sentence_spans, trimmed
from ragtui_core.text.encoded_data import encoded_spans
from ragtui_core.types import NO_ENTRY, Block, BlockKind, Document, Entry, Span


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of a document, with its `span` in the text.

    `column_heads` is the header row of the table that a row belongs to. `entry` is what
    a person sees beside it.
    """

    kind: BlockKind
    span: Span
    heading_path: tuple[str, ...]
    column_heads: str = ""
    is_column_heads: bool = False
    entry: Entry = NO_ENTRY


def passages_of(document: Document) -> list[Passage]:
    """Every passage of a document, in order; none overlap, none is of two entries."""
    entries = Entries(document)
    properties = [
        Passage(BlockKind.LIST_ITEM, span, (), entry=entries.of(span))
        for span in entries.properties
    ]
    return [*properties, *_of_body(document, entries)]


def _of_body(document: Document, entries: Entries) -> Iterator[Passage]:
    table_heads = TableHeads(document)
    parts = entries.parts(document.sections)
    for section in chain.from_iterable(parts):
        path = section.heading_path
        for block in section.blocks:
            opens = head_row(document.text, block)
            heads = opens or table_heads.at(block.span.start)
            for span in _spans(document, block):
                entry = entries.of(span)
                yield Passage(block.kind, span, path, heads, bool(opens), entry)


def _spans(document: Document, block: Block) -> Iterator[Span]:
    for part in _own_parts(document.text, block.span):
        if block.kind is not BlockKind.CODE and refers_to_citation(document.text, part):
            continue
        if block.kind is BlockKind.PARAGRAPH:
            yield from sentence_spans(document.text, part)
        else:
            yield part


def _own_parts(text: str, span: Span) -> Iterator[Span]:
    """The parts of a span that have letters or digits.

    Saved citations and encoded data are in none.
    """
    others = (*citation_spans(text), *encoded_spans(text))
    left_out = sorted(
        (other for other in others if other.overlaps(span)),
        key=lambda other: other.start,
    )
    if not left_out:
        yield span
        return
    start = span.start
    for other in (*left_out, Span(span.end, span.end)):
        part = trimmed(text, Span(start, max(start, other.start)))
        if any(character.isalnum() for character in part.of(text)):
            yield part
        start = max(start, other.end)
