"""Converts a selected text to a query."""

import re

from ragtui_core.citations.normalization import plain, without_links
from ragtui_core.documents.markdown.link_extraction import links_of

_SYNTAX = re.compile(r"(?<!\w)-+|[\":]")
"""Characters with a meaning in the query language."""


def query_of(text: str) -> str:
    """A selected text as a query: its words, without markup and syntax."""
    for link in reversed(links_of(text)):
        text = f"{text[: link.span.start]}{link.label}{text[link.span.end :]}"
    return " ".join(_SYNTAX.sub(" ", plain(without_links(text))).split())
