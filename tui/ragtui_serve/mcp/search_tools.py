"""Tools that find passages: `search_files`, and `search` for ChatGPT."""

import json
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Any

from ragtui_core import HEADING_SEPARATOR, LOW_CONFIDENCE, Hit, SearchResult, Sort
from ragtui_core.search import (
    compact_lines,
    fitted_text,
    hit_location,
    search_as_json,
)
from ragtui_core.text import sanitize, shown_dates
from ragtui_serve.mcp.tool import MAX_RESULT, Tool, ToolCall, ToolResult
from ragtui_serve.request_options import (
    NARROWING,
    QUERY,
    FrontEnd,
    RequestOption,
    named_option,
    search_options,
)
from ragtui_serve.served_vault import ServedVault
from ragtui_serve.source_urls import SourceUrls

MAX_HITS = 50
DEFAULT_HITS = 5
MAX_TEXT = MAX_RESULT // 2
"""Characters of the text; the data have the same hits."""


class Format(StrEnum):
    """How much of each hit is returned."""

    COMPACT = "compact"
    DETAILED = "detailed"


def text_option(name: str, description: str) -> RequestOption:
    """A filter as one text, described by examples."""
    return replace(named_option(name), kind=str, description=description)


def search_emails(call: ToolCall) -> ToolResult:
    """Mails and their attachments, as `search_files` gives hits."""
    wanted = {"sort": Sort.NEWEST} if not call.values.get("query") else {}
    found = {**wanted, **call.values, "kind": "mail"}
    return search_files(replace(call, values=found))


def search_files(call: ToolCall) -> ToolResult:
    """Hits for a query, as text and as data."""
    result = _found(call)
    form = call.values.get("format", Format.COMPACT)
    urls = call.served.urls
    while True:
        data = _data(result, form, urls)
        text = _text(result, form, urls)
        found = ToolResult(text, data)
        if len(found) <= MAX_RESULT or not result.hits:
            return found
        left = "Further hits left out: lower the limit, or use format compact."
        notes = tuple(note for note in result.notes if note != left)
        result = replace(result, hits=result.hits[:-1], notes=(*notes, left))


def _found(call: ToolCall) -> SearchResult:
    served = call.served
    served.wait_for_index()
    values = {"limit": DEFAULT_HITS, **call.values}
    values.pop("format", None)
    options = search_options(values, served.vault, FrontEnd.MCP)
    result = served.search(values.get("query", ""), options)
    return result if "min_score" in values else result.cut("min_score 0 shows them")


def _data(result: SearchResult, form: Format, urls: SourceUrls) -> dict[str, Any]:
    found = search_as_json(result)
    hits = [
        _hit(data, hit, form, urls)
        for data, hit in zip(found["hits"], result.hits, strict=True)
    ]
    return {"confidence": found["confidence"], "notes": found["notes"], "hits": hits}


def _hit(
    data: dict[str, Any], hit: Hit, form: Format, urls: SourceUrls
) -> dict[str, Any]:
    kept = {key: data[key] for key in ("path", "score", "title", "heading_path")}
    kept["line"] = hit.lines.first
    kept["place"] = hit_location(hit)
    kept["date"] = shown_dates(hit.fields)
    if form is Format.DETAILED:
        kept["excerpt"] = hit.excerpt
    if url := urls.of_hit(hit):
        kept["source_url"] = url
    return kept


def _text(result: SearchResult, form: Format, urls: SourceUrls) -> str:
    def layout(some: SearchResult) -> Iterator[str]:
        if form is Format.COMPACT:
            return compact_lines(some, urls.of_hit)
        return _detailed_lines(some, urls)

    return fitted_text(result, MAX_TEXT, layout, ": lower the limit.") or "No hits."


def _detailed_lines(result: SearchResult, urls: SourceUrls) -> Iterator[str]:
    """Score, location, title and headings of each hit, and its excerpt in full."""
    for hit in result.hits:
        headings = HEADING_SEPARATOR.join(hit.heading_path)
        yield f"{hit.rank}. {hit.score:.2f} {hit_location(hit)}"
        yield sanitize(f"   {hit.title} | {headings}", one_line=True)
        yield "   " + sanitize(hit.excerpt, one_line=True)
        if url := urls.of_hit(hit):
            yield "   " + url
    yield from (sanitize(f"({note})", one_line=True) for note in result.notes)


def search(call: ToolCall) -> ToolResult:
    """Hits as ChatGPT reads them: JSON as text."""
    result = _found(call)
    hits = [
        {"id": hit.path, "title": hit.title, "url": document_url(call.served, hit.path)}
        for hit in result.hits
    ]
    return ToolResult(json.dumps({"results": hits}), {"results": hits})


def document_url(served: ServedVault, path: str) -> str:
    """The address of a document; that of its resource if no other is set."""
    return served.urls.of(path) or served.note_uri(path)


_LIMIT = replace(
    named_option("limit"), description="Most hits.", high=MAX_HITS, default=DEFAULT_HITS
)
_FORMAT = RequestOption(
    "format", Format, "detailed: all of the excerpt.", default=Format.COMPACT.value
)
_RESULT = {"hits": "array"}

KIND = text_option("kind", "pdf, mail, markdown, docx ...")
FOLDER = text_option("folder", "Below it: projects/house.")
AFTER = text_option("after", "From 2026-01-31 on; 7d; 2026-01.")
BEFORE = text_option("before", "Before this day.")

SEARCH_FILES = Tool(
    "search_files",
    "Search the notes",
    "Find passages in the user's notes, by words and meaning. Use it first for any "
    "question about what the user wrote or received. Understands last week, latest, "
    "how many notes mention X. Hits have a score "
    f"(0..1; below {LOW_CONFIDENCE}: weak), place, date and excerpt. "
    "Read with get_file_content before you quote.",
    (
        QUERY,
        _LIMIT,
        KIND,
        FOLDER,
        AFTER,
        BEFORE,
        text_option("from", "A mail's sender: ann."),
        text_option("to", "Its recipient."),
        text_option("type", "In front matter: meeting."),
        named_option("days"),
        replace(named_option("sort"), description="By date."),
        named_option("min_score"),
        named_option("level"),
        named_option("rerank"),
        _FORMAT,
    ),
    search_files,
    _RESULT,
    NARROWING,
)

SEARCH_EMAILS = Tool(
    "search_emails",
    "Search mails",
    "As search_files, in mails alone; without a query the newest that match.",
    (
        replace(QUERY, description="Words.", required=False),
        _LIMIT,
        text_option("from", "Sender: ann, example.org."),
        text_option("to", "Recipient."),
        text_option("subject", "Words of the subject."),
        text_option("has", "attachment."),
        AFTER,
        BEFORE,
        FOLDER,
        _FORMAT,
    ),
    search_emails,
    _RESULT,
    NARROWING,
)

SEARCH = Tool(
    "search",
    "Search",
    "Find notes. Returns ids for fetch.",
    (QUERY,),
    search,
)
