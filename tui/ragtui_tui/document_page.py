"""A passage of a file, and the page that shows it. Lines count from 1."""

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from ragtui_core import Document, Fields, Hit, Lines, Location, PicturedLine
from ragtui_core.documents import Heading, further_fields, headings_of
from ragtui_core.text import LineIndex, span_of_lines, unspaced_runs
from ragtui_tui import formatting

if TYPE_CHECKING:
    from ragtui_tui.markdown_view.rendered_document import RenderedDocument


PREVIEW_LINES = 120
"""What a preview shows of a document: enough for the tallest screen."""

RENDERED_BYTES = 1_000_000
"""Longer files are shown as they are written: to parse this many takes 0.7 s, in a
thread."""

HEAD_CHARS = 100_000
"""What is parsed of these: their front matter and first headings."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines of a file, and the words in them that were looked for (lower case)."""

    lines: Lines
    words: frozenset[str] = frozenset()
    heading_path: tuple[str, ...] = ()


@dataclass(frozen=True)
class Page:
    """A document, or a part of it, made safe to show."""

    path: str
    fields: Fields
    lines: tuple[str, ...]
    """The lines of the whole file."""
    first: int
    """The line of the file at which the rendered part begins."""
    last: int
    """The line with which it ends."""
    passage: Passage | None = None
    cited: Lines | None = None
    """The lines of the passage in the file, if those shown are others."""
    further: tuple[tuple[str, str], ...] = ()
    """Fields of the front matter that `field_summary` does not show."""
    headings: tuple[Heading, ...] = ()
    is_long: bool = False
    """Whether it is only shown as it is written."""
    locations: tuple[tuple[int, Location], ...] = ()
    """The pages or slides of an extracted text, and the line at which each begins."""
    pictured: tuple[tuple[int, PicturedLine], ...] = ()
    """The lines that were recognised in pictures, with their numbers."""

    @property
    def text(self) -> str:
        """What is rendered, as it is written."""
        return "\n".join(self.lines[self.first - 1 : self.last])

    @property
    def line_count(self) -> int:
        """The number of lines; the last line end has none after it."""
        return len(self.lines) - (len(self.lines) > 1 and not self.lines[-1])

    @cached_property
    def rendered(self) -> "RenderedDocument":
        """The page, rendered."""
        from ragtui_tui.markdown_view import rendered_document

        lines = self.lines[self.first - 1 : self.last]
        return rendered_document.rendered(
            lines, self.first, formatting.one_line(self.fields.title)
        )

    @cached_property
    def raw(self) -> "RenderedDocument":
        """The whole file as it is written."""
        from ragtui_tui.markdown_view import rendered_document

        return rendered_document.plain(self.lines, 1)

    def location_at(self, line: int) -> Location | None:
        """The page or slide that a line is on."""
        after = bisect_right(self.locations, line, key=lambda row: row[0])
        return self.locations[after - 1][1] if after else None

    def pictured_at(self, line: int) -> PicturedLine | None:
        """Where in a picture a line, or the one above it, is; None in other texts."""
        location = self.location_at(line)
        if location is None or not location.is_recognized:
            return None
        after = bisect_right(self.pictured, line, key=lambda row: row[0])
        return self.pictured[after - 1][1] if after else None

    def heading_above(self, line: int) -> Heading | None:
        """The heading of the section that a line is in."""
        above = [heading for heading in self.headings if heading.lines.first <= line]
        return above[-1] if above else None


def pattern_of(words: frozenset[str]) -> re.Pattern[str] | None:
    """Finds words in either case, whole if their script has spaces; None if none."""
    longest_first = sorted(words, key=len, reverse=True)
    whole = (
        re.escape(word) if unspaced_runs(word) else rf"(?<!\w){re.escape(word)}(?!\w)"
        for word in longest_first
    )
    return re.compile("|".join(whole), re.IGNORECASE) if words else None


def phrase_pattern(typed: str) -> re.Pattern[str] | None:
    """Finds what was typed, in either case and however it is spaced; None for ""."""
    words = [re.escape(word) for word in typed.split()]
    return re.compile(r"\s+".join(words), re.IGNORECASE) if words else None


def best_line(page: Page) -> int:
    """The passage's line with most of its words, else its first; 1 without one."""
    if page.passage is None:
        return 1
    wanted, pattern = page.passage.lines, pattern_of(page.passage.words)
    if pattern is None:
        return wanted.first
    shown = page.lines[wanted.first - 1 : wanted.last]
    found = [len({word.casefold() for word in pattern.findall(text)}) for text in shown]
    return wanted.first + (found.index(max(found)) if found else 0)


def passage_of(hit: Hit) -> Passage:
    """The passage that a search found."""
    words = frozenset(m.of(hit.excerpt).casefold() for m in hit.matches)
    return Passage(hit.lines, words, hit.heading_path)


def whole(document: Document, passage: Passage | None) -> Page:
    """The document; its front matter is shown only as it is written."""
    return _page(document, _body_start(document), passage)


def long_page(head: Document, text: str, passage: Passage | None) -> Page:
    """A document of which only the beginning is parsed."""
    lines = tuple(formatting.safe_lines(text))
    page = _page(head, 0, passage)
    return replace(page, lines=lines, first=1, last=len(lines), is_long=True)


def preview(document: Document, passage: Passage | None) -> Page:
    """A screenful of the document, from the heading above the passage on."""
    start = _body_start(document)
    if passage:
        first = span_of_lines(passage.lines, document.text, document.shifts).start
        above = (s.span.start for s in document.sections if s.span.start <= first)
        start = max(above, default=start)
    return _page(document, start, passage, PREVIEW_LINES)


def _body_start(document: Document) -> int:
    return document.front_matter.end if document.front_matter else 0


def _page(
    document: Document, start: int, passage: Passage | None, limit: int | None = None
) -> Page:
    body = document.text[start:]
    start += len(body) - len(body.lstrip("\r\n"))
    first = LineIndex(document.text).line(start)
    lines = tuple(formatting.safe_lines(document.text))
    cited = passage.lines if passage and document.shifts else None
    if passage and cited:
        span = span_of_lines(cited, document.text, document.shifts)
        passage = replace(passage, lines=LineIndex(document.text).lines(span))
    return Page(
        document.path,
        document.fields,
        lines,
        first,
        min(len(lines), first + limit - 1) if limit else len(lines),
        passage,
        cited,
        _further(document),
        tuple(headings_of(document)),
        locations=_locations(document),
        pictured=_pictured(document),
    )


def _locations(document: Document) -> tuple[tuple[int, Location], ...]:
    if not document.anchors:
        return ()
    lines = LineIndex(document.text)
    return tuple(
        (lines.line(anchor.start), anchor.location) for anchor in document.anchors
    )


def _pictured(document: Document) -> tuple[tuple[int, PicturedLine], ...]:
    if not document.pictured:
        return ()
    lines = LineIndex(document.text)
    return tuple((lines.line(row.span.start), row) for row in document.pictured)


def _further(document: Document) -> tuple[tuple[str, str], ...]:
    shown = {"title", "company", "category", "summary", "tags", "created", "updated"}
    if formatting.is_notable(document.fields.status):
        shown.add("status")
    return further_fields(document.metadata, shown)
