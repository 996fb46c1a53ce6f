"""Tools that read: `get_file_content`, `verify_quotes`, and `fetch` for ChatGPT."""

import json
import re
from dataclasses import dataclass

from ragtui_core import Document, Lines
from ragtui_core.citations import (
    Rechecked,
    rechecked_as_json,
    verdict_label,
    verdict_sign,
)
from ragtui_core.documents import document_part
from ragtui_core.search import named_location, shortened
from ragtui_core.text import LineIndex, sanitize
from ragtui_serve.mcp.search_tools import document_url
from ragtui_serve.mcp.tool import MAX_QUOTE, Tool, ToolCall, ToolResult
from ragtui_serve.request_options import MAX_PATH, RequestOption
from ragtui_serve.served_vault import ServedVault

MAX_CHARS = 18_000
"""Characters of a document in one result, which has them as text and as data."""

DEFAULT_CHARS = 8_000
"""Characters of a document in one result, unless the call says how many."""

MAX_OFFSET = 1_000_000_000
"""Highest number of a line or character; no file has more."""

MAX_CHECKED = 40_000
"""Characters of a text whose quotations are checked."""

MAX_QUOTES = 40
"""Quotations of one result."""


def get_file_content(call: ToolCall) -> ToolResult:
    """A document, a section, or a part of them."""
    served, values = call.served, call.values
    asked = _asked_part(served, values["path"])
    document = asked.document
    first_line = values.get("first_line", asked.first_line)
    part = document_part(
        document,
        heading=asked.heading,
        pages=values.get("pages", asked.pages),
        lines=Lines(first_line, MAX_OFFSET),
        start=values.get("start", 0),
        max_chars=values.get("max_chars", DEFAULT_CHARS),
    )
    lines = LineIndex(document.text)
    first = lines.line(part.span.start) if document.text else 1
    location = document.location(part.span.start)
    text = sanitize(part.shown)
    data = {
        "path": document.path,
        "place": str(location or ""),
        "first_line": first,
        "text": text,
        "left": part.left,
        "next_start": part.span.end if part.left else None,
        "source_url": served.urls.of(document.path, first),
    }
    if part.left:
        again = {key: values[key] for key in ("path", "pages") if key in values}
        again["start"] = part.span.end
        named = ", ".join(f"{name}={value!r}" for name, value in again.items())
        text += f"\n[{part.left:,} more characters: get_file_content({named})]"
    shown_location = named_location(document.path, None, location)
    return ToolResult(f"{shown_location}, from line {first}:\n{text}", data)


@dataclass(frozen=True, slots=True)
class _AskedPart:
    """A document and the part of it that a path names, such as `a.pdf, p. 21`."""

    document: Document
    heading: str = ""
    pages: str = ""
    first_line: int = 1


_SHOWN_LOCATION = re.compile(
    r"#(?P<heading>.+)|, (?:(?:p\.|slide|sheet|cell) |(?=[\d:]*\d:\d\d(?:, |$)))"
    r"(?P<pages>.+)|, (?P<section>.+)"
    r"|:(?P<line>[0-9]{1,9})(?:-[0-9]{1,9})?"
)
"""What follows the path in a place, as other tools give it."""


def _asked_part(served: ServedVault, name: str) -> _AskedPart:
    """What `name` names: a document, or a document and a place in it.

    Raises:
        DocumentNotFound: There is no such document, or several.
    """
    served.wait_for_index()
    paths = served.vault.documents.paths()
    # Without its folders, too, as people name it.
    known = {
        named
        for path in paths
        for named in (path, path.rpartition("/")[2])
        if name.startswith(named)
    }
    path = max(known, key=len, default=name.partition("#")[0])
    match = _SHOWN_LOCATION.fullmatch(name.removeprefix(path))
    document = _document(served, path if match else name)
    if not match:
        return _AskedPart(document)
    section = match["section"] or ""
    if section == str(document.location(0)):  # a mail, which is one message
        section = ""
    heading = match["heading"] or section
    return _AskedPart(document, heading, match["pages"] or "", int(match["line"] or 1))


def _document(served: ServedVault, name: str) -> Document:
    """An indexed document in its current state."""
    served.wait_for_index()
    documents = served.vault.documents
    return documents.read(documents.indexed_path(name))


def verify_quotes(call: ToolCall) -> ToolResult:
    """The verdict on each quotation of a text."""
    call.served.wait_for_index()
    checked = call.served.vault.quotations.verify_all(call.values["text"])
    shown = checked[:MAX_QUOTES]
    verified = sum(quotation.verdict.verified for quotation in checked)
    lines = [f"{verified} of {len(checked)} quotations verified."]
    if not checked:
        lines = [
            "There are no quotations: put them in quotation marks or block quotes, "
            'each followed by its file, as in "text" (folder/note.md:12).'
        ]
    lines += [_verdict_line(n, quotation) for n, quotation in enumerate(shown, 1)]
    if len(checked) > len(shown):
        lines.append(f"({len(checked) - len(shown)} more: send a shorter text.)")
    data = {
        "verified": verified,
        "total": len(checked),
        "quotes": [_quote(quotation, call.served) for quotation in shown],
    }
    return ToolResult("\n".join(lines), data)


def _verdict_line(number: int, quotation: Rechecked) -> str:
    line = quotation.lines.first if quotation.lines else None
    location = named_location(quotation.path or "any note", line, quotation.location)
    label = quotation.change or verdict_label(quotation.verdict)
    verdict = f"{verdict_sign(quotation.verdict)} {label}"
    quote = shortened(quotation.saved.quote, MAX_QUOTE)
    return sanitize(f"{number}. {verdict}: {location} {quote!r}", one_line=True)


def _quote(quotation: Rechecked, served: ServedVault) -> dict[str, object]:
    found = rechecked_as_json(quotation)
    line = quotation.lines.first if quotation.lines else None
    url = served.urls.of(quotation.path, line) if line else ""
    return {
        "quote": shortened(quotation.saved.quote, MAX_QUOTE),
        "verdict": found["verdict"],
        "verified": quotation.verdict.verified,
        "path": quotation.path,
        "line": line,
        "place": str(quotation.location or ""),
        "source_url": url,
    }


def fetch(call: ToolCall) -> ToolResult:
    """A document as ChatGPT reads it: JSON as text."""
    document = _document(call.served, call.values["id"])
    part = document_part(document, max_chars=MAX_CHARS)
    data = {
        "id": document.path,
        "title": document.fields.title,
        "text": sanitize(part.shown),
        "url": document_url(call.served, document.path),
        "metadata": {"left_out_characters": part.left},
    }
    return ToolResult(json.dumps(data), data)


GET_FILE_CONTENT = Tool(
    "get_file_content",
    "Read a note",
    "Read a note, section, page or mail as it is on disk now. What does not fit is "
    "stated, with the call that returns it.",
    (
        RequestOption(
            "path",
            str,
            "As search_files gave it: a.md, a.md:12, a.md#Heading, b.pdf, p. 21.",
            high=MAX_PATH,
            required=True,
            guessed=("file", "filename", "file_path", "note"),
        ),
        RequestOption("pages", str, "Pages, slides, sheets: 21 or 3-5.", high=100),
        RequestOption("first_line", int, "First line.", low=1, high=MAX_OFFSET),
        RequestOption("start", int, "First character.", low=0, high=MAX_OFFSET),
        RequestOption(
            "max_chars",
            int,
            "Maximum length.",
            low=200,
            high=MAX_CHARS,
            default=DEFAULT_CHARS,
        ),
    ),
    get_file_content,
    {"text": "string", "left": "integer"},
)

VERIFY_QUOTES = Tool(
    "verify_quotes",
    "Check quotations",
    "Check whether quotations are really in the notes, word for word. Use it on your "
    "draft before you answer. Reads block quotes and words in quotation marks; name "
    'the file after each: "the words" (folder/note.md:12).',
    (
        RequestOption(
            "text",
            str,
            "The text with its quotations.",
            high=MAX_CHECKED,
            required=True,
        ),
    ),
    verify_quotes,
    {"verified": "integer", "quotes": "array"},
)

FETCH = Tool(
    "fetch",
    "Fetch",
    "Read a note by the id that search returned.",
    (RequestOption("id", str, "The id of a note.", high=MAX_PATH, required=True),),
    fetch,
)
