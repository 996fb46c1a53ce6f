"""The excerpt of a hit as HTML on one line: emphasis and code, links as their words."""

from collections.abc import Iterator, Sequence

from ragtui_core import Span
from ragtui_core.documents import (
    InlineText,
    Mark,
    ParserPanic,
    TextLeaf,
    shown_blocks,
)
from ragtui_serve.rendering.html_sanitizer import page_html
from ragtui_serve.rendering.inline_html import Element, Placed, escaped, inline_html
from ragtui_serve.rendering.markdown_html import TAGS

_MATCH = Element("<mark>", "</mark>")


def excerpt_html(excerpt: str, matches: Sequence[Span]) -> str:
    """An excerpt, which may begin and end within markup, with its matches marked."""
    try:
        parts = list(_parts(excerpt, matches))
    except ParserPanic:
        parts = [escaped(excerpt)]
    return page_html(" ".join(parts))


def _parts(excerpt: str, matches: Sequence[Span]) -> Iterator[str]:
    for event in shown_blocks(excerpt):
        if isinstance(event, TextLeaf):
            for text in event.texts:
                yield inline_html(text, _element, _placed(text, matches), br=" ")


def _placed(text: InlineText, matches: Sequence[Span]) -> list[Placed]:
    if not text.runs:
        return []
    ends = ((text.displayed(m.start), text.displayed(m.end)) for m in matches)
    return [Placed(start, end, _MATCH) for start, end in ends if start < end]


def _element(mark: Mark, _: str) -> Element | None:
    return TAGS.get(mark.kind)
