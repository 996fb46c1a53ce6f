"""The excerpt of a hit as HTML on one line: its words, with the matches marked."""

from collections.abc import Iterator, Sequence

from ragtui_core import Span
from ragtui_core.documents import InlineText, ParserPanic, TextLeaf, shown_blocks
from ragtui_serve.rendering.html_sanitizer import escaped


def excerpt_html(excerpt: str, matches: Sequence[Span]) -> str:
    """An excerpt, which may begin and end within markup, with its matches marked."""
    try:
        texts = [
            text
            for event in shown_blocks(excerpt)
            if isinstance(event, TextLeaf)
            for text in event.texts
        ]
    except ParserPanic:
        return escaped(excerpt)
    return " ".join("".join(_pieces(text, matches)) for text in texts)


def _pieces(text: InlineText, matches: Sequence[Span]) -> Iterator[str]:
    end = 0
    for match in matches if text.runs else ():
        first, last = text.displayed(match.start), text.displayed(match.end)
        if end <= first < last:
            marked = f"<mark>{_escaped(text.text[first:last])}</mark>"
            yield _escaped(text.text[end:first]) + marked
            end = last
    yield _escaped(text.text[end:])


def _escaped(text: str) -> str:
    return escaped(text).replace("\n", " ")
