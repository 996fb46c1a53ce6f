"""Splits documents into quotable passages: sentences, items, rows, code.

What is in a saved citation is in none: it is from another file.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ragtui_core.citations.cited_spans import citation_spans
from ragtui_core.text.sentences import sentence_spans, trimmed
from ragtui_core.types import Block, BlockKind, Document, Section, Span


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of a document, with its `span` in the text.

    `column_heads` is the header row of the table that a row belongs to.
    """

    kind: BlockKind
    span: Span
    heading_path: tuple[str, ...]
    column_heads: str = ""
    is_column_heads: bool = False


def passages_of(document: Document) -> list[Passage]:
    """Every passage of a document, in order; none overlap."""
    return [p for section in document.sections for p in _of_section(document, section)]


def _of_section(document: Document, section: Section) -> Iterator[Passage]:
    heads = ""
    before: Block | None = None
    for block in section.blocks:
        in_table = block.kind is BlockKind.TABLE_ROW
        opens = in_table and (before is None or before.kind is not block.kind)
        if opens:
            heads = block.span.of(document.text).splitlines()[0]
        for span in _spans(document, block):
            yield Passage(
                block.kind, span, section.heading_path, heads if in_table else "", opens
            )
        before = block


def _spans(document: Document, block: Block) -> Iterator[Span]:
    for part in _without_citations(document.text, block.span):
        if block.kind is BlockKind.PARAGRAPH:
            yield from sentence_spans(document.text, part)
        else:
            yield part


def _without_citations(text: str, span: Span) -> Iterator[Span]:
    """The parts of a span outside saved citations that have letters or digits."""
    start, cited = span.start, [c for c in citation_spans(text) if c.overlaps(span)]
    if not cited:
        yield span
        return
    for citation in (*cited, Span(span.end, span.end)):
        part = trimmed(text, Span(start, max(start, citation.start)))
        if any(character.isalnum() for character in part.of(text)):
            yield part
        start = citation.end
