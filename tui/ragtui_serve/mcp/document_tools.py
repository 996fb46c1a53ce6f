"""Tools that read: `get_file_content`, `verify_quotes`, and `fetch` for ChatGPT."""

import json

from ragtui_core import Document, Lines
from ragtui_core.citations import (
    Rechecked,
    rechecked_as_json,
    verdict_label,
    verdict_sign,
)
from ragtui_core.documents import document_part
from ragtui_core.search import shortened
from ragtui_core.text import LineIndex, sanitize
from ragtui_serve.mcp.search_tools import document_url
from ragtui_serve.mcp.tool import MAX_QUOTE, Tool, ToolCall, ToolResult
from ragtui_serve.request_options import MAX_PATH, RequestOption
from ragtui_serve.served_vault import ServedVault

MAX_CHARS = 18_000
"""Characters of a document in one result, which has them as text and as data."""

DEFAULT_CHARS = 8_000
"""The same, unless the call says how many."""

MAX_OFFSET = 1_000_000_000
"""Highest number of a line or character; no file has more."""

MAX_CHECKED = 40_000
"""Characters of a text whose quotations are checked."""

MAX_QUOTES = 40
"""Quotations of one result."""


def get_file_content(call: ToolCall) -> ToolResult:
    """A document, a section, or a part of them."""
    served, values = call.served, call.values
    name, _, heading = values["path"].partition("#")
    document = _document(served, name)
    part = document_part(
        document,
        heading=heading,
        lines=Lines(values.get("first_line", 1), MAX_OFFSET),
        start=values.get("start", 0),
        max_chars=values.get("max_chars", DEFAULT_CHARS),
    )
    lines = LineIndex(document.text)
    first = lines.line(part.span.start) if document.text else 1
    text = sanitize(part.text)
    data = {
        "path": document.path,
        "first_line": first,
        "text": text,
        "left": part.left,
        "next_start": part.span.end if part.left else None,
        "source_url": served.urls.of(document.path, first),
    }
    if part.left:
        again = f"get_file_content(path={values['path']!r}, start={part.span.end})"
        text += f"\n[{part.left:,} more characters: {again}]"
    return ToolResult(f"{document.path}, from line {first}:\n{text}", data)


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
    location = quotation.path or "any note"
    location += f":{quotation.lines.first}" if quotation.lines else ""
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
        "source_url": url,
    }


def fetch(call: ToolCall) -> ToolResult:
    """A document as ChatGPT reads it: JSON as text."""
    document = _document(call.served, call.values["id"])
    part = document_part(document, max_chars=MAX_CHARS)
    data = {
        "id": document.path,
        "title": document.fields.title,
        "text": sanitize(part.text),
        "url": document_url(call.served, document.path),
        "metadata": {"left_out_characters": part.left},
    }
    return ToolResult(json.dumps(data), data)


GET_FILE_CONTENT = Tool(
    "get_file_content",
    "Read a note",
    "Read a note, or one section of it, as it is on disk now. What does not fit is "
    "stated, with the call that returns it.",
    (
        RequestOption(
            "path",
            str,
            "As search_files gave it: a/b.md, or with a heading: a/b.md#Heading.",
            high=MAX_PATH,
            required=True,
        ),
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
    {
        "path": {"type": "string"},
        "first_line": {"type": "integer"},
        "text": {"type": "string"},
        "left": {"type": "integer"},
        "next_start": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        "source_url": {"type": "string"},
    },
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
    {
        "verified": {"type": "integer"},
        "total": {"type": "integer"},
        "quotes": {"type": "array", "items": {"type": "object"}},
    },
)

FETCH = Tool(
    "fetch",
    "Fetch",
    "Read a note by the id that search returned.",
    (RequestOption("id", str, "The id of a note.", high=MAX_PATH, required=True),),
    fetch,
)
