"""The links and headings of a document -> their records in the store."""

from ragtui_core.documents.markdown.headings import headings_of
from ragtui_core.documents.markdown.link_extraction import links_from
from ragtui_core.store.records import HeadingRecord, LinkRecord
from ragtui_core.text.folding import name_key
from ragtui_core.text.line_index import LineIndex
from ragtui_core.types import Document


def link_records(document: Document) -> tuple[LinkRecord, ...]:
    """The document's links, in order."""
    lines = LineIndex(document.text)
    start = document.front_matter.end if document.front_matter else 0
    return tuple(
        LinkRecord(
            span_start=link.span.start,
            span_end=link.span.end,
            line=lines.line(link.span.start),
            key=name_key(link.target),
            target=link.target,
            heading=link.heading,
        )
        for link in links_from(document.text, start)
    )


def heading_records(document: Document) -> tuple[HeadingRecord, ...]:
    """The document's headings, in order."""
    return tuple(
        HeadingRecord(
            span_start=heading.span.start,
            span_end=heading.span.end,
            first_line=heading.lines.first,
            last_line=heading.lines.last,
            level=heading.level,
            heading_path="\n".join(heading.heading_path),
        )
        for heading in headings_of(document)
    )
