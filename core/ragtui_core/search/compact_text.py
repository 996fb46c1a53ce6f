"""A search result as compact text, for pipes and for language models.

Two or three lines per hit; five hits take at most 2,000 characters with their notes.
"""

from collections.abc import Iterator

from ragtui_core.search.excerpt import Excerpt, cut_excerpt
from ragtui_core.search.score_explanation import explanation_lines
from ragtui_core.search_results import Hit, SearchResult, with_lines
from ragtui_core.text.document_dates import shown_dates
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.types import HEADING_SEPARATOR, Location

MAX_EXCERPT = 160
"""Characters of an excerpt; with `MAX_SHOWN_LOCATION` and `MAX_NOTES`, `MANY` hits stay
within 2,000."""

MANY = 5
"""Fewer hits have longer excerpts."""

MAX_SHOWN_LOCATION = 150
"""Characters of rank, score, path, line and headings."""

MAX_NOTES = 300
"""Characters of all notes together."""


def compact_lines(result: SearchResult) -> Iterator[str]:
    """The lines of each hit: score and place, and the excerpt; names of groups."""
    most = MAX_EXCERPT * MANY // min(MANY, max(1, len(result.hits)))
    for line, hit in with_lines(result.hits):
        if line:
            yield line
        shown_location = (
            f"{hit.score:.2f} {hit_location(hit)} {_facts(hit)}{_title(hit)}"
        )
        yield shortened(f"{hit.rank}. {shown_location}", MAX_SHOWN_LOCATION)
        yield "   " + _line(cut_excerpt(Excerpt(hit.excerpt, hit.matches), most))
        if hit.explanation:
            yield "   " + "; ".join(explanation_lines(hit, hit.explanation))
    if result.notes:
        yield shortened(f"({_line(' '.join(result.notes))})", MAX_NOTES)


def named_location(path: str, line: int | str | None, location: Location | None) -> str:
    """`notes/a.md:12`, or a page, slide or section: `report.pdf, p. 12`.

    Args:
        path: The document.
        line: A line, or lines such as `3-7`; None or 0 if it has no lines.
        location: Its page, slide or section; None if the file is text.
    """
    if location:
        return _line(f"{path}, {location}")
    return f"{_line(path)}:{line}" if line else _line(path)


def hit_location(hit: Hit) -> str:
    """The place of a hit, as `named_location`."""
    return named_location(hit.path, hit.lines.first, hit.location)


def shortened(text: str, width: int) -> str:
    """At most `width` characters of a text."""
    return text if len(text) <= width else f"{text[: width - 3]}..."


def _facts(hit: Hit) -> str:
    weak = "weak" if hit.is_weak else ""
    facts = filter(None, (weak, hit.state, shown_dates(hit.fields)))
    return "".join(f"[{_line(fact)}] " for fact in facts)


def _title(hit: Hit) -> str:
    path = [part for part in hit.heading_path if part != hit.title]
    return _line(HEADING_SEPARATOR.join([hit.title, *path]))


def _line(text: str) -> str:
    return sanitize(text, one_line=True)
