"""A part of a document: a section, pages or slides, up to a maximum length."""

from dataclasses import dataclass
from itertools import pairwise

from ragtui_core.documents.markdown.headings import find_section
from ragtui_core.documents.markdown.markup import without_escapes
from ragtui_core.errors import DocumentNotFound
from ragtui_core.text.line_index import span_of_lines
from ragtui_core.types import Anchor, Document, Lines, Span


@dataclass(frozen=True, slots=True)
class DocumentPart:
    """A part of a document's text.

    `span` is in characters of the document's text; `left` is how many characters of
    what was asked for follow it. `is_extracted` if its text was extracted from another
    kind of file.
    """

    text: str
    span: Span
    left: int = 0
    is_extracted: bool = False

    @property
    def shown(self) -> str:
        """The text as people read it: without the backslashes of an extractor."""
        return without_escapes(self.text) if self.is_extracted else self.text


def document_part(
    document: Document,
    *,
    heading: str = "",
    pages: str = "",
    lines: Lines | None = None,
    start: int = 0,
    max_chars: int | None = None,
) -> DocumentPart:
    """A part of a document; the whole text if nothing is named.

    Args:
        document: The document.
        heading: The section under this heading (`find_section`).
        pages: Pages, slides or sheets by labels or numbers: `12`, `iv`, `3-5`.
        lines: Only these lines of the document; the last one is the last there is.
        start: Leave out everything before this character of the document's text.
        max_chars: The maximum length. The text ends with a paragraph or a line if one
            ends in the second half of what would fit.

    Raises:
        DocumentNotFound: The document has no such heading, page or slide.
    """
    span = Span(0, len(document.text))
    if heading:
        span = find_section(document, heading)
    if pages:
        span = _common(span, _pages(document, pages))
    if lines:
        span = _common(span, span_of_lines(lines, document.text, document.shifts))
    span = Span(min(max(start, span.start), span.end), span.end)
    if max_chars is None or len(span) <= max_chars:
        return DocumentPart(span.of(document.text), span, 0, document.is_extracted)
    end = _border(document.text, span.start, span.start + max_chars)
    shown = Span(span.start, end)
    left = span.end - end
    return DocumentPart(shown.of(document.text), shown, left, document.is_extracted)


def _common(one: Span, other: Span) -> Span:
    """The characters in both spans."""
    start = max(one.start, other.start)
    return Span(start, max(start, min(one.end, other.end)))


def _pages(document: Document, pages: str) -> Span:
    """The text from the first to the last of the pages."""
    if not document.anchors:
        raise DocumentNotFound(f"{document.path} has no pages or slides")
    end = Anchor(len(document.text), document.anchors[-1].location)
    spans = [
        (here, Span(here.start, after.start))
        for here, after in pairwise((*document.anchors, end))
    ]
    if one := _page(spans, pages):
        return one
    first, _, last = pages.partition("-")
    begin, finish = _page(spans, first.strip()), _page(spans, last.strip())
    if begin is None or finish is None or finish.end < begin.start:
        known = [anchor.location for anchor in document.anchors]
        raise DocumentNotFound(
            f"{document.path} has no page {pages!r}; it has {known[0]} to {known[-1]}"
        )
    return Span(begin.start, finish.end)


def _page(spans: list[tuple[Anchor, Span]], name: str) -> Span | None:
    """The page with this label; else the one with this number, if there is one."""
    for anchor, span in spans:
        if anchor.location.label == name:
            return span
    for anchor, span in spans:
        if str(anchor.location.number) == name:
            return span
    return None


def _border(text: str, start: int, end: int) -> int:
    """Where to cut before `end`: after a paragraph, else a line, else anywhere."""
    middle = start + (end - start) // 2
    for mark in ("\n\n", "\n"):
        found = text.rfind(mark, middle, end)
        if found >= 0:
            return found + len(mark)
    return end
