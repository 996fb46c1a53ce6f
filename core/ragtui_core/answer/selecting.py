"""What a selected text is searched for, and what of the hits is the text itself."""

import re
from dataclasses import replace

from ragtui_core.answer.inquiry import Selection
from ragtui_core.answer.plain_text import plain, without_links
from ragtui_core.model import Hit, SearchResult
from ragtui_core.sources.links import links_of

_SYNTAX = re.compile(r"(?<!\w)-+|[\":]")
"""What the query language would take for something else than words."""


def query_of(text: str) -> str:
    """A selected text as a query: its words, without markup and syntax."""
    for link in reversed(links_of(text)):
        text = f"{text[: link.span.start]}{link.label}{text[link.span.end :]}"
    return " ".join(_SYNTAX.sub(" ", plain(without_links(text))).split())


def without_selection(result: SearchResult, selection: Selection) -> SearchResult:
    """The result without hits that show the selected lines themselves."""
    others = [hit for hit in result.hits if not _shows(hit, selection)]
    hits = tuple(replace(hit, rank=rank) for rank, hit in enumerate(others, 1))
    return replace(result, hits=hits)


def _shows(hit: Hit, selection: Selection) -> bool:
    lines = selection.lines
    if hit.path != selection.path or lines is None:
        return False
    return hit.lines.first <= lines.last and lines.first <= hit.lines.last
