"""Passages that a tool chose, as hits."""

from ragtui_core.search_results import Hit
from ragtui_core.text.line_index import LineIndex
from ragtui_core.types import Document, Span


def hit_of(document: Document, span: Span) -> Hit:
    """A span of a document, which is not empty, as the best hit."""
    return Hit(
        rank=1,
        score=1.0,
        path=document.path,
        heading_path=(),
        lines=LineIndex(document.text, document.shifts).lines(span),
        span=span,
        excerpt="",
        matches=(),
        keyword=None,
        similarity=None,
        fused=0.0,
        fields=document.fields,
        modified=0.0,
        location=document.location(span.start),
    )
