"""The headings of a document, and the section under a given heading."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from ragtui_core.errors import DocumentNotFound
from ragtui_core.text.line_index import LineIndex
from ragtui_core.types import HEADING_SEPARATOR, Document, Lines, Section, Span

_TEXT = re.compile(r"(?:\#{1,6}(?![^ \t\r\n]))?[ \t]*+(?P<text>[^\r\n]*+)")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading with text. `lines` are those of its section."""

    heading_path: tuple[str, ...]
    level: int
    span: Span
    """The first line of its text, without the heading markers."""
    lines: Lines


def headings_of(document: Document) -> list[Heading]:
    """The headings that open sections, in order, without those that have no text."""
    lines = LineIndex(document.text)
    return [
        Heading(
            section.heading_path,
            section.level,
            span,
            lines.lines(Span(span.start, section.blocks[-1].span.end)),
        )
        for section in document.sections
        if section.level and len(span := _text_span(document.text, section))
    ]


def _text_span(text: str, section: Section) -> Span:
    found = _TEXT.match(text, section.blocks[0].span.start)
    if not found:
        return Span(0, 0)
    start = found.start("text")
    title = found["text"].rstrip()
    bare = title.rstrip("#")
    if not bare or bare[-1] in " \t":
        title = bare.rstrip()
    return Span(start, start + len(title))


def find_section(document: Document, heading: str) -> Span:
    """The section under a heading, including its subsections.

    Args:
        document: The document to search.
        heading: A heading's text (case and punctuation are ignored), or the
            form used in links (`economic-evaluation`), or a heading path.

    Raises:
        DocumentNotFound: No heading matches.
    """
    wanted = [slug(part) for part in heading.split(HEADING_SEPARATOR)]
    sections = document.sections
    for index, section in enumerate(sections):
        path = [slug(part) for part in section.heading_path]
        if path and path[-len(wanted) :] == wanted:
            return _with_subsections(sections[index:])
    known = ", ".join(s.heading_path[-1] for s in sections if s.heading_path)
    raise DocumentNotFound(
        f"{document.path} has no heading {heading!r}"
        + (f"; it has: {known}" if known else "; it has no headings")
    )


def _with_subsections(sections: Sequence[Section]) -> Span:
    """The first section and those below it in the outline."""
    first, *others = sections
    subsections = takewhile(lambda other: other.level > first.level, others)
    return Span(
        first.span.start, max([first.span.end, *(s.span.end for s in subsections)])
    )


@lru_cache(maxsize=4096)
def slug(text: str) -> str:
    """A heading in the form used in links: lower-case words joined with hyphens."""
    return "-".join(re.findall(r"\w+", text.casefold()))
