"""What a note says of its own validity: superseded, obsolete, a draft, and by what.

It says so in front matter (`status: superseded`, `superseded_by: "[[new]]"`), or in the
first line of its text (`Superseded by [[new]]`). A conflict copy says so by its name.
"""

import re
from collections.abc import Iterator
from typing import Any

from ragtui_core.documents.front_matter.fields import SUCCESSOR_KEY, texts_of
from ragtui_core.documents.markdown.link_extraction import links_of
from ragtui_core.documents.validity import Succession, Validity, copied_name
from ragtui_core.text.document_dates import shown_dates
from ragtui_core.types import Document

_SUPERSEDED_BY = "superseded by"
_LINE = re.compile(r"[^\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")
_MARKS = " *_:"
"""What may be between these words and a link."""


def succession_of(document: Document) -> Succession:
    """What a document says of its validity, in front matter, text and name."""
    copied = copied_name(document.path)
    if document.is_extracted:
        return Succession(Validity.SUPERSEDED, (copied,)) if copied else Succession()
    names = list(_names_in(document.metadata.get(SUCCESSOR_KEY)))
    states = set[Validity]()
    for status in texts_of(document.metadata.get("status")):
        words = status.lower()
        states |= {state for state in Validity if words.startswith(state)}
        if words.startswith(_SUPERSEDED_BY):
            names += _names_in(status)
    names += _named(_first_line(document))
    names += [copied] * bool(copied)
    if names:
        states.add(Validity.SUPERSEDED)
    found = next((state for state in Validity if state in states), None)
    return Succession(found, tuple(dict.fromkeys(names)))


def facts_of(document: Document) -> str:
    """The state and the dates of a document, as `superseded by b, dated 3 Nov 2026`."""
    said = succession_of(document)
    by = f" by {' and '.join(said.replaced_by)}" if said.replaced_by else ""
    state = f"{said.validity}{by}" if said.validity else ""
    return ", ".join(filter(None, (state, shown_dates(document.fields))))


def _first_line(document: Document) -> str:
    """The first line with words below the title."""
    start = document.front_matter.end if document.front_matter else 0
    lines = (line[0] for line in _LINE.finditer(document.text, start))
    return next((it for it in lines if it.strip() and not it.startswith("#")), "")


def _named(line: str) -> Iterator[str]:
    """The notes that a line says that its note is superseded by."""
    start = line.lower().find(_SUPERSEDED_BY)
    rest = line[start + len(_SUPERSEDED_BY) :].lstrip(_MARKS) if start >= 0 else ""
    if rest.startswith("["):
        yield from (link.target for link in links_of(rest))


def _names_in(value: Any) -> Iterator[str]:
    """The notes that values of front matter name, as links or not."""
    for text in texts_of(value):
        links = [link.target for link in links_of(text)]
        bare = text.strip().strip("[]").partition("|")[0].strip()
        yield from links or filter(None, [bare])
