"""The text of a block as the core reads it -> styled text and the links in it."""

from bisect import bisect_right
from collections.abc import Sequence

from textual.content import Content, Span
from textual.style import Style

from ragtui_core.documents import InlineText, Mark, MarkKind
from ragtui_tui.markdown_view.blocks import Link

LINK = "underline $text-accent"
CODE = "$text-warning on $foreground 8%"
_STYLES = {
    MarkKind.EMPHASIS: "italic",
    MarkKind.STRONG: "bold",
    MarkKind.STRUCK: "strike",
    MarkKind.CODE: CODE,
    MarkKind.HTML: "",
}


def styled(text: InlineText) -> Content:
    """The text with the styles of its marks.

    A click finds out which link it hit by the style's meta data: its number in
    `links_in`.
    """
    spans: list[Span] = []
    links = 0
    for mark in text.marks:
        if (style := _STYLES.get(mark.kind)) is not None:
            spans.append(Span(mark.start, mark.end, style))
        else:
            number = Style.from_meta({"link": links})
            spans.append(Span(mark.start, mark.end, LINK))
            spans.append(Span(mark.start, mark.end, number))
            links += 1
    return Content(text.text, spans)


def links_in(text: InlineText, cell: int = 0) -> list[Link]:
    """The links in the text of a cell, in the order of their numbers."""
    return [_link(mark, cell) for mark in text.marks if mark.kind not in _STYLES]


def _link(mark: Mark, cell: int) -> Link:
    is_wiki = mark.kind is MarkKind.WIKI_LINK
    return Link(cell, mark.start, mark.end, mark.target, is_wiki)


def line_breaks(text: InlineText, line_starts: Sequence[int]) -> list[int]:
    """The characters of the text at which a new line of the source begins.

    The first one is not among them. `line_starts` are characters of the source.
    """
    breaks: list[int] = []
    line = 0
    for start, source in text.runs:
        found = bisect_right(line_starts, source.start)
        breaks += [start] * (found - line if line else 0)
        line = found
    return breaks
