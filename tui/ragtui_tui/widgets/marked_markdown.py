"""Markdown in which a passage is marked. Nothing in it opens by itself."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Markdown
from textual.widgets._markdown import (  # Textual has no public name for these.
    MarkdownBlock,
    MarkdownBlockQuote,
    MarkdownFence,
    MarkdownH1,
    MarkdownList,
    MarkdownTable,
    MarkdownTableCellContents,
)

from ragtui_core.model import Lines
from ragtui_core.untrusted import printable
from ragtui_tui.card import MATCH
from ragtui_tui.passage import Page, pattern_of

AROUND_CLASS = "-around"
"""Outermost blocks that meet the passage; reader.tcss tells how they look."""

PASSAGE_CLASS = "-passage"
"""Parts that meet it, a list's items or a table's cells, if the whole does not."""


COLOURED_CHARS = 4_000
"""Longer code stays without colours, which would hold up the keys (0.1 s)."""


class PlainFence(MarkdownFence):
    """Code; of no language unless one is named, since guessing takes seconds."""

    @classmethod
    def highlight(
        cls, code: str, language: str, ansi: bool = False, dark: bool = False
    ) -> Content:
        """Colour the code; Textual asks twice for each block."""
        if len(code) > COLOURED_CHARS:
            language = ""
        return _coloured(code, language or "text", ansi, dark)


@lru_cache(maxsize=64)
def _coloured(code: str, language: str, ansi: bool, dark: bool) -> Content:
    return MarkdownFence.highlight(code, language, ansi, dark)


def _parser() -> MarkdownIt:
    """Textual's own, but what it makes of entities is safe to show."""
    parser = MarkdownIt("gfm-like")
    parser.core.ruler.push("printable", _make_printable)
    return parser


def _make_printable(state: StateCore) -> None:
    """Take away what is hidden: `&#x202e;` became a character only just now."""
    for token in state.tokens:
        _clean(token.children or ())


def _clean(inline: Iterable[Token]) -> None:
    """Of an image, `children` are the words that stand for it."""
    for token in inline:
        token.content = printable(token.content)
        _clean(token.children or ())


class MarkedMarkdown(Markdown):
    """Rendered Markdown; raw HTML is shown as it is written."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__(open_links=False, parser_factory=_parser)

    def get_block_class(self, block_name: str) -> type[MarkdownBlock]:
        """The widget for a kind of block."""
        if block_name in {"fence", "code_block"}:
            return PlainFence
        return super().get_block_class(block_name)

    def unhandled_token(self, token: Token) -> MarkdownBlock | None:
        """Show HTML blocks as code: notes may be found by what is in them."""
        if token.type != "html_block":
            return None
        token.info = "html"
        return PlainFence(self, token, token.content.rstrip())

    def hide_title(self, title: str) -> None:
        """Hide a first heading that repeats what stands above the document."""
        for block in self.query_children(MarkdownH1)[:1]:
            block.display = block._content.plain.strip() != title.strip()

    def mark(self, page: Page) -> Widget | None:
        """Mark the page's passage; the widget that should be in view, if any."""
        if page.passage is None:
            return None
        wanted, words = page.passage.lines, pattern_of(page.passage)
        best: tuple[int, Widget | None] = (-1, None)
        for outer in self.query_children(MarkdownBlock):
            shown = _lines(outer, page)
            if not (outer.display and _meet(shown, wanted)):
                continue
            outer.add_class(AROUND_CLASS)
            sticks_out = shown.first < wanted.first or shown.last > wanted.last
            for leaf, content in _leaves(outer, page, wanted):
                leaf.set_class(sticks_out, PASSAGE_CLASS)
                found = _highlight(leaf, content, words)
                if found > best[0]:
                    best = found, leaf
        return best[1]


def _leaves(
    outer: MarkdownBlock, page: Page, wanted: Lines
) -> Iterator[tuple[Widget, Content | None]]:
    """Innermost widgets that show one of the wanted lines, with their text."""
    for block in (outer, *outer.query(MarkdownBlock)):
        if isinstance(block, MarkdownTable):
            yield from _cells(block, page, wanted)
        elif isinstance(block, MarkdownList | MarkdownBlockQuote):
            continue  # Their leaves come by themselves.
        elif _meet(_lines(block, page), wanted):
            code = isinstance(block, MarkdownFence)
            yield block, None if code else block._content


def _cells(
    table: MarkdownTable, page: Page, wanted: Lines
) -> Iterator[tuple[Widget, Content | None]]:
    """The cells of the rows wanted; row n is n + 1 lines below the heads."""
    top = page.first + table.source_range[0]
    for cell in table.query(MarkdownTableCellContents):
        row = next((int(c[3:]) for c in cell.classes if c.startswith("row")), 0)
        if wanted.first <= top + (row + 1 if row else 0) <= wanted.last:
            yield cell, cell.content if isinstance(cell.content, Content) else None


def _lines(block: MarkdownBlock, page: Page) -> Lines:
    """The lines of the file that a block shows."""
    start, end = block.source_range
    text = block.source or ""
    blank = len(text) - len(text.rstrip("\n"))
    return Lines(page.first + start, page.first + max(start, end - max(1, blank)))


def _meet(some: Lines, others: Lines) -> bool:
    return some.first <= others.last and some.last >= others.first


def _highlight(
    widget: Widget, content: Content | None, words: re.Pattern[str] | None
) -> int:
    """Mark the words in a widget's text; how many different ones it has."""
    if words is None or content is None:
        return 0
    found = list(words.finditer(content.plain))
    for match in found:
        content = content.stylize(MATCH, match.start(), match.end())
    if found and isinstance(widget, MarkdownBlock):
        widget.set_content(content)
    elif found and isinstance(widget, MarkdownTableCellContents):
        widget.update(content)
    return len({match.group().casefold() for match in found})
