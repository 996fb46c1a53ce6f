"""What a selected text is searched for."""

import re

from ragtui_core.citations.normalization import plain, without_links
from ragtui_core.documents.markdown.link_extraction import links_of

_SYNTAX = re.compile(r"(?<!\w)-+|[\":]")
"""What the query language would take for something else than words."""


def query_of(text: str) -> str:
    """A selected text as a query: its words, without markup and syntax."""
    for link in reversed(links_of(text)):
        text = f"{text[: link.span.start]}{link.label}{text[link.span.end :]}"
    return " ".join(_SYNTAX.sub(" ", plain(without_links(text))).split())
