"""Markdown of answers, as it streams. Nothing in it opens by itself."""

from functools import lru_cache

from markdown_it.token import Token
from textual.content import Content
from textual.widgets import Markdown
from textual.widgets._markdown import (  # Textual has no public name for these.
    MarkdownBlock,
    MarkdownFence,
)

from ragtui_tui.typesetting.code import COLOURED_CHARS
from ragtui_tui.typesetting.parser import safe_parser


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


class MarkedMarkdown(Markdown):
    """Rendered Markdown; raw HTML is shown as it is written."""

    def __init__(self) -> None:
        """Start empty."""
        super().__init__(open_links=False, parser_factory=safe_parser)

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
