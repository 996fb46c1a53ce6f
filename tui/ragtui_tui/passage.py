"""A passage of a file, and the page that shows it. Lines count from 1."""

import re
from dataclasses import dataclass

from ragtui_core.model import Document, Fields, Hit, Lines
from ragtui_tui import wording

PREVIEW_LINES = 120
"""What a preview shows of a document: enough for the tallest screen."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines of a file, and the words in them that were looked for (lower case)."""

    lines: Lines
    words: frozenset[str] = frozenset()
    heading_path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    r"""A document, or a part of it, made safe to show.

    `first` is the line of the file at which `text` starts; its lines end with `\\n`.
    """

    path: str
    fields: Fields
    text: str
    first: int
    passage: Passage | None = None


def pattern_of(passage: Passage) -> re.Pattern[str] | None:
    """Finds the passage's words, whole and in either case; None if it has none."""
    words = sorted(map(re.escape, passage.words), key=len, reverse=True)
    if not words:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE)


def best_line(page: Page) -> int:
    """The passage's line with most of its words, else its first; 1 without one."""
    if page.passage is None:
        return 1
    wanted, pattern = page.passage.lines, pattern_of(page.passage)
    if pattern is None:
        return wanted.first
    shown = page.text.split("\n")[wanted.first - page.first :]
    shown = shown[: wanted.last - wanted.first + 1]
    found = [len({word.casefold() for word in pattern.findall(text)}) for text in shown]
    return wanted.first + (found.index(max(found)) if found else 0)


def passage_of(hit: Hit) -> Passage:
    """The passage that a search found."""
    words = frozenset(m.of(hit.excerpt).casefold() for m in hit.matches)
    return Passage(hit.lines, words, hit.heading_path)


def whole(document: Document, passage: Passage | None) -> Page:
    """The document without its front matter."""
    return _page(document, _body_start(document), passage)


def preview(document: Document, passage: Passage | None) -> Page:
    """A screenful of the document, from the heading above the passage on."""
    start = _body_start(document)
    if passage:
        starts = wording.line_starts(document.text)
        row = min(passage.lines.first, len(starts)) - 1
        above = (s.span.start for s in document.sections if s.span.start <= starts[row])
        start = max(above, default=start)
    return _page(document, start, passage, PREVIEW_LINES)


def _body_start(document: Document) -> int:
    return document.front_matter.end if document.front_matter else 0


def _page(
    document: Document, start: int, passage: Passage | None, limit: int | None = None
) -> Page:
    body = document.text[start:]
    start += len(body) - len(body.lstrip("\r\n"))
    first = len(wording.line_starts(document.text[:start]))
    shown = wording.lines(document.text[start:])[:limit]
    return Page(document.path, document.fields, "\n".join(shown), first, passage)
