"""Rendered Markdown of an answer: the marks of its citations tell their verdicts."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from markdown_it.token import Token
from textual.content import Content
from textual.style import Style
from textual.widget import Widget
from textual.widgets._markdown import (  # Textual has no public name for these.
    MarkdownBlock,
    MarkdownFence,
)

from ragtui_core.answer.events import Citation
from ragtui_tui.verdicts import seal_of
from ragtui_tui.widgets.marked_markdown import MarkedMarkdown

MARK = re.compile(r"\[(\d{1,3})\]")

SCHEME = "cite:"
"""Begins the target of a mark's link, which nothing but the chat follows."""


class AnswerMarkdown(MarkedMarkdown):
    """A part of an answer."""

    def __init__(self, citations: Mapping[int, Citation]) -> None:
        """Start empty.

        Args:
            citations: By number; those that come later may be added to it.
        """
        super().__init__()
        self.citations = citations
        """Whose marks are to be coloured."""

    def settle(self) -> None:
        """Keep the height: what grows below need not have this measured each time."""
        is_shown = all(node.display for node in self.ancestors_with_self)
        if is_shown and self.screen.is_current and self.outer_size.height:
            self.styles.height = self.outer_size.height

    def unsettle(self) -> None:
        """Take the height that is needed; the text or the width is another."""
        self.styles.height = "auto"

    def get_block_class(self, block_name: str) -> type[MarkdownBlock]:
        """The widget for a kind of block; code has no citations."""
        kind = super().get_block_class(block_name)
        return kind if issubclass(kind, MarkdownFence) else _citing(kind)


@cache
def _citing(kind: type[MarkdownBlock]) -> type[MarkdownBlock]:
    """The kind of block, with marks in its text."""

    class Citing(kind):  # type: ignore[valid-type, misc]
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            # Textual's own style of links would hide the colour of a verdict.
            self.set_reactive(Widget.auto_links, value=False)

        def _token_to_content(self, token: Token) -> Content:
            content: Content = super()._token_to_content(token)
            for span in content.spans:
                if isinstance(span.style, Style) and span.style.meta:
                    content = content.stylize("underline", span.start, span.end)
            return sealed(content, self._markdown.citations)

    return Citing


def sealed(content: Content, citations: Mapping[int, Citation]) -> Content:
    """The text with a sign and a colour at each mark of a known citation."""
    parts, end = [], 0
    for mark in MARK.finditer(content.plain):
        citation = citations.get(int(mark[1]))
        if citation and not _is_code(content, mark.start()):
            parts += [content[end : mark.start()], seal(citation)]
            end = mark.end()
    return Content("").join([*parts, content[end:]]) if parts else content


def seal(citation: Citation) -> Content:
    """`[1✓]`, which leads to the quotation."""
    shown = seal_of(citation.verdict)
    number = citation.number
    link: Any = Style.from_meta({"@click": f"link('{SCHEME}{number}')"})
    text = Content.styled(f"[{number}{shown.sign}]", f"bold {shown.style}")
    return text.stylize(link)


def _is_code(content: Content, place: int) -> bool:
    return any(
        span.style == ".code_inline" and span.start <= place < span.end
        for span in content.spans
    )
