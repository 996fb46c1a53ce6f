"""What the addresses of documents answer: lists, texts, pictures."""

import dataclasses
import re
from typing import Any

from ragtui_core import Lines, Span
from ragtui_core.documents import document_part
from ragtui_core.text import LineIndex
from ragtui_core.tools import MAX_PATH, MAX_VALUE, RequestError, RequestOption
from ragtui_serve.http.shown_document import block_start, shown_document
from ragtui_serve.rendering.note_links import PictureAddresses
from ragtui_serve.served_vault import ServedVault

MAX_LINE = 1_000_000_000
"""The last line of a range without an end; no file has more."""

_LINES = re.compile(r"(?P<first>[0-9]{1,9})(?:(?P<dash>-)(?P<last>[0-9]{1,9})?)?")

MAX_DOCUMENTS = 1_000_000

MAX_RECENT = 12

MAX_CHARS = 1_000_000_000

DOCUMENTS = (
    RequestOption("contains", str, "Only paths that contain this.", high=MAX_VALUE),
    RequestOption("limit", int, "Maximum number.", low=1, high=MAX_DOCUMENTS),
)

DOCUMENT = (
    RequestOption("section", str, "Only what is under this heading.", high=MAX_PATH),
    RequestOption("page", str, "Only these pages or slides: 12, 3-5.", high=100),
    RequestOption("lines", str, "Only these lines: 3, 3-7, 3-.", high=100),
    RequestOption("start", int, "First character.", low=0, high=MAX_CHARS),
    RequestOption("max_chars", int, "Maximum length.", low=1, high=MAX_CHARS),
    RequestOption(
        "html",
        str,
        "Also as sanitised HTML, with this passage marked: its first and last "
        "character, as in 120-340, or 0-0. Begins with a block.",
        high=len("1000000000-1000000000"),
        pattern="^([0-9]{1,9}-[0-9]{1,9})?$",
    ),
)

PICTURE = (
    RequestOption("page", int, "The page or picture, from 1.", low=1, high=5_000),
    RequestOption("start", int, "First character to frame.", low=0, high=MAX_CHARS),
    RequestOption("end", int, "Character after the last.", low=0, high=MAX_CHARS),
)

PATH = RequestOption("path", str, "A document.", high=MAX_PATH, required=True)


def read_picture(served: ServedVault, values: dict[str, Any]) -> bytes:
    """A picture, or a page of a document as PNG, with the passage framed."""
    served.wait_for_index()
    documents = served.vault.documents
    path = documents.indexed_path(values["path"])
    start, end = values.get("start", 0), values.get("end", 0)
    span = Span(start, end) if end > start else None
    return documents.picture(path, values.get("page", 1), span)


def documents(served: ServedVault, values: dict[str, Any]) -> dict[str, Any]:
    """The paths of the indexed documents, sorted."""
    served.wait_for_index()
    wanted = values.get("contains", "").casefold()
    paths = [p for p in served.vault.documents.paths() if wanted in p.casefold()]
    shown = paths[: values.get("limit", len(paths))]
    return {"documents": shown, "total": len(paths)}


def home(served: ServedVault, _: object) -> dict[str, Any]:
    """What the page begins with: the documents changed last, and saved searches."""
    served.wait_for_index()
    return {
        "recent": [
            {
                "path": card.path,
                "title": card.fields.title,
                "date": card.fields.date,
                "tags": list(card.fields.tags),
                "modified": card.modified,
            }
            for card in served.vault.documents.recent(MAX_RECENT)
        ],
        "searches": [
            dataclasses.asdict(search) for search in served.vault.saved_searches.all()
        ],
    }


def read_document(
    served: ServedVault, values: dict[str, Any], pictures: PictureAddresses
) -> dict[str, Any]:
    """A document, or the part that the options name; its HTML shows `pictures`."""
    served.wait_for_index()
    documents = served.vault.documents
    document = documents.read(documents.indexed_path(values["path"]))
    start, passage = values.get("start", 0), _passage(values.get("html", ""))
    part = document_part(
        document,
        heading=values.get("section", ""),
        pages=values.get("page", ""),
        lines=line_range(values["lines"]) if "lines" in values else None,
        start=block_start(document, start) if passage else start,
        max_chars=values.get("max_chars"),
    )
    counter = LineIndex(document.text, document.shifts)
    first = counter.line(part.span.start)
    last = counter.line(max(part.span.start, part.span.end - 1))
    shown = {}
    if passage is not None:
        shown = shown_document(served, document, part, passage, pictures)
    return shown | {
        "path": document.path,
        "title": document.fields.title,
        "text": part.text,
        "span": [part.span.start, part.span.end],
        "lines": [first, last],
        "left": part.left,
        "pictured": [
            {"span": [line.span.start, line.span.end], **line.as_json()}
            for line in document.pictured_in(part.span)
        ],
    }


def _passage(text: str) -> Span | None:
    """`120-340` as characters; None for an empty text.

    Raises:
        RequestError: It is neither.
    """
    if not text:
        return None
    first, dash, last = text.partition("-")
    if not (dash and _LINES.fullmatch(first) and _LINES.fullmatch(last)):
        raise RequestError("`html` must be a passage such as 120-340", "html")
    return Span(int(first), max(int(first), int(last)))


def line_range(text: str) -> Lines:
    """`3-7`, `3` or `3-` as lines.

    Raises:
        RequestError: It is none of these.
    """
    found = _LINES.fullmatch(text)
    first = int(found["first"]) if found else 0
    last = int(found["last"] or MAX_LINE if found["dash"] else first) if found else 0
    if not 1 <= first <= last:
        raise RequestError("`lines` must be a range such as 3-7", "lines")
    return Lines(first, last)
