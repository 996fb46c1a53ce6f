"""Text that the user has selected: its source, and its words as a query."""

import re
from dataclasses import dataclass

from ragtui_core.citations.comparing.normalization import plain, without_links
from ragtui_core.documents.markdown.link_extraction import links_of
from ragtui_core.types import Lines

_SYNTAX = re.compile(r"(?<!\w)-+|[\":]")
"""Characters with a meaning in the query language."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Selected text, which may be unsaved.

    `path` is relative to the vault, and empty if the text is from elsewhere.
    """

    text: str
    path: str = ""
    lines: Lines | None = None

    @property
    def location(self) -> str:
        """The source as text: `notes/pump.md, lines 3-7`."""
        if not self.lines:
            return self.path
        first, last = self.lines.first, self.lines.last
        span = f"line {first}" if first == last else f"lines {first}-{last}"
        return f"{self.path}, {span}"


def query_of(text: str) -> str:
    """A selected text as a query: its words, without markup and syntax."""
    for link in reversed(links_of(text)):
        text = f"{text[: link.span.start]}{link.label}{text[link.span.end :]}"
    return " ".join(_SYNTAX.sub(" ", plain(without_links(text))).split())
