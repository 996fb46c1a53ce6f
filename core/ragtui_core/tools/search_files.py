"""The tool that finds passages: `search_files`."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum

from ragtui_core.answer.deep.model_tools import ToolResult
from ragtui_core.search.compact_text import compact_lines, hit_location
from ragtui_core.search.options import Sort
from ragtui_core.search_results import LOW_CONFIDENCE, SearchResult, with_lines
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.tools.request_option import RequestError, RequestOption
from ragtui_core.tools.request_options import (
    NARROWING,
    QUERY,
    named_option,
    search_options,
)
from ragtui_core.tools.tool import MAX_RESULT, Tool, ToolCall
from ragtui_core.types import HEADING_SEPARATOR

MAX_HITS = 50
DEFAULT_HITS = 5


class Format(StrEnum):
    """How much of each hit is returned."""

    COMPACT = "compact"
    DETAILED = "detailed"


def text_option(name: str, description: str) -> RequestOption:
    """A filter as one text, described by examples."""
    return replace(named_option(name), kind=str, description=description)


def search_files(call: ToolCall) -> ToolResult:
    """Hits for a query; without one the newest documents that match the filters."""
    values = {"limit": DEFAULT_HITS, **call.values}
    form = values.pop("format", Format.COMPACT)
    query = values.pop("query", "")
    if not query.strip():
        if not values.keys() - {"limit", "sort"}:
            raise RequestError("`query` is missing: words, or give a filter", "query")
        values = {"sort": Sort.NEWEST} | values
    options = search_options(values, call.vault, call.front_end)
    result = call.search(query, options)
    if "min_score" not in values:
        result = result.cut("min_score 0 shows them")
    layout = compact_lines if form is Format.COMPACT else _detailed_lines
    text = "\n".join(layout(result))
    shown = len(result.hits)
    while len(text) > MAX_RESULT and shown:
        shown -= 1
        left_out = f"{len(result.hits) - shown} more left out"
        note = f"{left_out}: lower the limit, or use format compact."
        fewer = replace(result, hits=result.hits[:shown], notes=(note, *result.notes))
        text = "\n".join(layout(fewer))
    return ToolResult(text or "No hits.", result.hits, result.counted)


def _detailed_lines(result: SearchResult) -> Iterator[str]:
    """Score, location, title and headings of each hit, and its excerpt in full."""
    for line, hit in with_lines(result.hits):
        if line:
            yield line
        headings = HEADING_SEPARATOR.join(hit.heading_path)
        yield f"{hit.rank}. {hit.score:.2f} {hit_location(hit)}"
        yield sanitize(f"   {hit.title} | {headings}", one_line=True)
        yield "   " + sanitize(hit.excerpt, one_line=True)
    yield from (sanitize(f"({note})", one_line=True) for note in result.notes)


KIND = text_option("kind", "pdf, mail, markdown, docx ...")
FOLDER = text_option("folder", "Below it: projects/house.")
AFTER = text_option("after", "From 2026-01-31 on; 7d; 2026-01.")
BEFORE = text_option("before", "Before this day.")

SEARCH_FILES = Tool(
    "search_files",
    "Search the notes",
    "Find passages in the user's notes and mails, by words and meaning. Use it first "
    "for any question about what the user wrote or received. Understands last week, "
    "latest, how many notes mention X. Without query: the newest that match the "
    f"filters. Hits have a score (0..1; below {LOW_CONFIDENCE}: weak), place, date and "
    "excerpt. Read with get_file_content before you quote.",
    (
        replace(QUERY, required=False),
        replace(
            named_option("limit"),
            description="Most hits.",
            high=MAX_HITS,
            default=DEFAULT_HITS,
        ),
        KIND,
        FOLDER,
        AFTER,
        BEFORE,
        text_option("from", "A mail's sender: ann, example.org."),
        text_option("to", "Its recipient."),
        text_option("has", "attachment."),
        text_option("type", "In front matter: meeting."),
        text_option("links", "What links to this note."),
        named_option("days"),
        replace(named_option("sort"), description="By date."),
        named_option("min_score"),
        RequestOption(
            "format",
            Format,
            "detailed: all of the excerpt.",
            default=Format.COMPACT.value,
        ),
    ),
    search_files,
    NARROWING,
)
