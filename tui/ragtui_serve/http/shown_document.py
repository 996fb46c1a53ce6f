"""A part of a document as HTML for a reader."""

import re
from dataclasses import replace
from typing import Any

from ragtui_core import Document, Span
from ragtui_core.documents import DocumentPart, further_fields
from ragtui_serve.rendering.markdown_html import Rendering, markdown_html
from ragtui_serve.rendering.note_links import NoteLinks, PictureAddresses
from ragtui_serve.served_vault import ServedVault

MAX_BACK = 100_000
"""Characters that a part begins earlier, so that it begins with a section."""

_TABLE_HEAD = re.compile(r"\|[^\n]*\n[ \t]*\|?[ \t]*:?-[-:| \t]*\n")

MAX_FIELDS = 30
MAX_FIELD = 300
"""Further fields of the front matter that are shown, and characters of one."""


def block_start(document: Document, start: int) -> int:
    """The start of the section, block or line that a character is in, if it is near."""
    sections = [s.span.start for s in document.sections if s.span.start <= start]
    first = sections[-1] if len(sections) > 1 else 0
    if start - first <= MAX_BACK:
        return first
    text = document.text
    for border in ("\n\n", "\n"):
        at = text.rfind(border, start - MAX_BACK, start)
        if at >= 0:
            return at + len(border)
    return start


def _table_head(text: str, start: int) -> str:
    """The first two lines of the table in whose rows a part begins; else empty."""
    block = text.rfind("\n\n", 0, start) + 2
    head = _TABLE_HEAD.match(text, block) if start > block else None
    return head[0] if head and head.end() < start else ""


def shown_document(
    served: ServedVault,
    document: Document,
    part: DocumentPart,
    passage: Span,
    pictures: PictureAddresses,
) -> dict[str, Any]:
    """What the JSON of a document has for the page: `html`, and what it is about.

    `html` leaves out front matter, and marks the `passage`, characters of the document.
    """
    links = NoteLinks(
        served.vault, document.path, lambda path: pictures.of(served.name, path)
    )
    front = document.front_matter.end if document.front_matter else 0
    start = min(max(part.span.start, front), part.span.end)
    anchors = [
        replace(anchor, start=anchor.start - start)
        for anchor in document.anchors
        if start <= anchor.start < part.span.end
    ]
    head = _table_head(document.text, start)
    before = start - len(head)
    inside = Span(max(0, passage.start - before), max(0, passage.end - before))
    text = head + document.text[start : part.span.end]
    rendering = Rendering(links, inside, anchors, breaks=_is_mail(document))
    fields = document.fields
    further = further_fields(document.metadata, {"title", "tags"})
    return {
        "html": markdown_html(text, rendering),
        "date": fields.date,
        "changed": fields.changed,
        "tags": list(fields.tags),
        "fields": {name: text[:MAX_FIELD] for name, text in further[:MAX_FIELDS]},
    }


def _is_mail(document: Document) -> bool:
    return document.encoding.startswith("mail/")
