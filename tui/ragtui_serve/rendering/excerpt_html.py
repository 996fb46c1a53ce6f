"""The excerpt of a hit as HTML on one line: emphasis and code, links as their words."""

from collections.abc import Iterator, Sequence

from ragtui_core import BlockKind, Span
from ragtui_core.documents import (
    InlineText,
    Mark,
    MarkKind,
    ParserPanic,
    TextLeaf,
    block_events,
)
from ragtui_serve.rendering.html_sanitizer import PLAIN, inline_tag, page_html
from ragtui_serve.rendering.inline_html import Element, Placed, escaped, inline_html
from ragtui_serve.rendering.markdown_html import TAGS, displayed
from ragtui_serve.rendering.note_links import Links

_MATCH = Element("<mark>", "</mark>")
_LITERALS = {BlockKind.CODE, BlockKind.HTML}


def excerpt_html(excerpt: str, matches: Sequence[Span]) -> str:
    """An excerpt, which may begin and end within markup, with its matches marked."""
    try:
        parts = list(_parts(excerpt, matches))
    except ParserPanic:
        parts = [escaped(excerpt)]
    return page_html(" ".join(parts))


def _parts(excerpt: str, matches: Sequence[Span]) -> Iterator[str]:
    for event in block_events(excerpt):
        if isinstance(event, TextLeaf):
            element_of = _nothing if event.kind in _LITERALS else _element
            for text in event.texts:
                yield inline_html(text, element_of, _placed(text, matches), br=" ")


def _placed(text: InlineText, matches: Sequence[Span]) -> list[Placed]:
    if not text.runs:
        return []
    ends = ((displayed(text, m.start), displayed(text, m.end)) for m in matches)
    return [Placed(start, end, _MATCH) for start, end in ends if start < end]


def _nothing(_: Mark, __: str) -> None:
    return None


def _element(mark: Mark, shown: str) -> Element | None:
    if mark.kind is not MarkKind.HTML:
        return TAGS.get(mark.kind)
    if PLAIN.fullmatch(shown):
        return Element(shown, replaces_text=True)
    is_known = inline_tag(shown, Links()) is not None
    return Element("", replaces_text=True) if is_known else None
