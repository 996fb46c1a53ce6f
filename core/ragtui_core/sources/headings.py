"""Finds the part of a document that a heading names."""

import re
from collections.abc import Sequence
from itertools import takewhile

from ragtui_core.errors import DocumentNotFound
from ragtui_core.model import HEADING_SEPARATOR, Document, Section, Span


def find_section(document: Document, heading: str) -> Span:
    """The part of a document under a heading, its deeper headings included.

    Args:
        document: Where to look.
        heading: A heading's text, without regard to case and punctuation, or the
            way links write it (`economic-evaluation`); or a heading path.

    Raises:
        DocumentNotFound: No heading reads so.
    """
    wanted = [_slug(part) for part in heading.split(HEADING_SEPARATOR)]
    sections = document.sections
    for index, section in enumerate(sections):
        path = [_slug(part) for part in section.heading_path]
        if path and path[-len(wanted) :] == wanted:
            return _with_deeper(sections[index:])
    known = ", ".join(s.heading_path[-1] for s in sections if s.heading_path)
    raise DocumentNotFound(
        f"{document.path} has no heading {heading!r}"
        + (f"; it has: {known}" if known else "; it has no headings")
    )


def _with_deeper(sections: Sequence[Section]) -> Span:
    """The first section and those below it in the outline."""
    first, *others = sections
    deeper = takewhile(lambda other: other.level > first.level, others)
    return Span(first.span.start, max([first.span.end, *(s.span.end for s in deeper)]))


def _slug(text: str) -> str:
    return "-".join(re.findall(r"\w+", text.casefold()))
