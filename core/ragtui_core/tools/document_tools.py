"""Tools that read: `get_file_content` and `verify_quotes`."""

import re
from dataclasses import dataclass

from ragtui_core.answer.deep.model_tools import ToolResult
from ragtui_core.citations.recheck import Rechecked
from ragtui_core.citations.verdict_wording import verdict_label, verdict_sign
from ragtui_core.documents.markdown.markup import without_escapes
from ragtui_core.documents.parts import DocumentPart, document_part
from ragtui_core.errors import DocumentNotFound
from ragtui_core.links.link_parts import no_part, part_of
from ragtui_core.links.link_results import BLOCK
from ragtui_core.search.compact_text import named_location, shortened
from ragtui_core.text.line_index import LineIndex
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.tools.hits import hit_of
from ragtui_core.tools.request_option import RequestOption
from ragtui_core.tools.request_options import MAX_PATH
from ragtui_core.tools.searched_vault import SearchedVault
from ragtui_core.tools.tool import MAX_QUOTE, Tool, ToolCall
from ragtui_core.types import Document, Lines

MAX_CHARS = 18_000
"""Characters of a document in one result."""

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
    values = call.values
    asked = _asked_part(call.vault, values["path"])
    document = asked.document
    start = values.get("start", asked.start)
    part = document_part(
        document,
        heading=asked.heading,
        pages=values.get("pages", asked.pages),
        lines=Lines(values.get("first_line", asked.first_line), MAX_OFFSET),
        start=start,
        max_chars=asked.chars or min(MAX_CHARS, values.get("max_chars", DEFAULT_CHARS)),
    )
    first = (
        LineIndex(document.text, document.shifts).line(part.span.start)
        if document.text
        else 1
    )
    location = document.location(part.span.start)
    shown = f"{named_location(document.path, None, location)}, from line {first}:"
    lines = [shown, _with_locations(document, part)]
    if not part.span and document.text:
        lines.append(f"[nothing: the text has {len(document.text):,} characters]")
    if part.left and not asked.chars:
        again = {key: values[key] for key in ("path", "pages") if key in values}
        again["start"] = part.span.end
        named = ", ".join(f"{name}={value!r}" for name, value in again.items())
        lines.append(f"[{part.left:,} more characters: get_file_content({named})]")
    hits = (hit_of(document, part.span),) if part.span else ()
    return ToolResult("\n".join(lines), hits)


def _with_locations(document: Document, part: DocumentPart) -> str:
    """The text of a part; each page or message after the first begins with its name."""
    start, pieces = part.span.start, list[str]()
    for anchor in document.anchors:
        if part.span.start < anchor.start < part.span.end:
            pieces += [document.text[start : anchor.start], f"[{anchor.location}]\n"]
            start = anchor.start
    text = "".join([*pieces, document.text[start : part.span.end]])
    return sanitize(without_escapes(text) if part.is_extracted else text)


@dataclass(frozen=True, slots=True)
class _AskedPart:
    """A document and the part of it that a path names, such as `a.pdf, p. 21`."""

    document: Document
    heading: str = ""
    pages: str = ""
    first_line: int = 1
    start: int = 0
    chars: int = 0
    """The length of a block; 0 for anything else."""


_SHOWN_LOCATION = re.compile(
    r"#\^(?P<block>.+)|#(?P<heading>.+)"
    r"|, (?:(?:p\.|slide|sheet|cell) |(?=[\d:]*\d:\d\d(?:, |$)))(?P<pages>.+)"
    r"|, (?P<section>.+)"
    r"|:(?P<line>[0-9]{1,9})(?:-[0-9]{1,9})?"
)
"""What follows the path in a place, as other tools give it."""


def _asked_part(vault: SearchedVault, name: str) -> _AskedPart:
    """What `name` names: a document, or a document and a place in it.

    Raises:
        DocumentNotFound: There is no such document, or several.
    """
    paths = vault.documents.paths()
    # Without its folders, too, as people name it.
    known = {
        named
        for path in paths
        for named in (path, path.rpartition("/")[2])
        if name.startswith(named)
    }
    path = max(known, key=len, default=name.partition("#")[0])
    match = _SHOWN_LOCATION.fullmatch(name.removeprefix(path))
    document = _document(vault, path if match else name)
    if not match:
        return _AskedPart(document)
    if match["block"]:
        block = f"{BLOCK}{match['block']}"
        if part := part_of(document.path, block, lambda _: document):
            start, chars = part.span.start, len(part.span)
            return _AskedPart(document, start=start, chars=chars)
        raise DocumentNotFound(no_part(document.path, block))
    section = match["section"] or ""
    if section == str(document.location(0)):  # a mail, which is one message
        section = ""
    heading = match["heading"] or section
    return _AskedPart(document, heading, match["pages"] or "", int(match["line"] or 1))


def _document(vault: SearchedVault, name: str) -> Document:
    """An indexed document in its current state; also by a title or alias of a note."""
    documents = vault.documents
    try:
        path = documents.indexed_path(name)
    except DocumentNotFound:
        target = vault.links.resolve(name)
        if target is None:
            raise
        path = target.path
    return documents.read(path)


def verify_quotes(call: ToolCall) -> ToolResult:
    """The verdict on each quotation of a text."""
    checked = call.vault.quotations.verify_all(call.values["text"])
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
    return ToolResult("\n".join(lines))


def _verdict_line(number: int, quotation: Rechecked) -> str:
    line = quotation.lines.first if quotation.lines else None
    location = named_location(quotation.path or "any note", line, quotation.location)
    label = quotation.change or verdict_label(quotation.verdict)
    verdict = f"{verdict_sign(quotation.verdict)} {label}"
    passage = quotation.passage
    words = passage.words if passage else quotation.saved.quote
    above = f" ({passage.above})" if passage and passage.above else ""
    shown = f"{number}. {verdict}: {location} {shortened(words, MAX_QUOTE)!r}{above}"
    return sanitize(shown, one_line=True)


GET_FILE_CONTENT = Tool(
    "get_file_content",
    "Read a note",
    "Read a note, section, page or mail as it is on disk now. Pages and messages after "
    "the first begin with their name in brackets. What does not fit is stated, with "
    "the call that returns it.",
    (
        RequestOption(
            "path",
            str,
            "As search_files gave it: a.md, a.md:12, a.md#Heading, a.md#^block, b.pdf, "
            "p. 21; or a title or alias.",
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
            f"Maximum length, at most {MAX_CHARS}.",
            low=200,
            high=MAX_OFFSET,
            default=DEFAULT_CHARS,
        ),
    ),
    get_file_content,
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
)
