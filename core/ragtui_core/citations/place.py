"""Where in its file a text is: headings, list, row and column, and kind of block.

`5 bar` says something else under another heading, in another column or in code. So a
saved citation has the place of its words: what people see of it as words, and all of it
as a digest. Case, markup and white space of headings do not count, nor does the level
of a heading; numbers of headings count, since sections are cited by them.
"""

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from pathlib import PurePosixPath
from typing import NamedTuple

from ragtui_core.citations.attribution_line import COLUMN, ROW, UNDER, clipped
from ragtui_core.citations.normalization import plain
from ragtui_core.citations.saved_citations import SavedCitation, saved_location
from ragtui_core.documents.markdown.block_events import (
    ContainerEnd,
    ContainerKind,
    ContainerStart,
    TextLeaf,
    block_events,
)
from ragtui_core.documents.markdown.inline_text import InlineText, MarkKind
from ragtui_core.documents.markdown.parser_events import ParserPanic
from ragtui_core.text.sanitizing import kept_offsets, sanitize
from ragtui_core.text.sentences import sentence_spans
from ragtui_core.text.single_line import one_line
from ragtui_core.types import (
    LOCATION_SEPARATOR,
    BlockKind,
    Document,
    LocationKind,
    Section,
    Span,
)

DIGEST_LENGTH = 6
"""Hex digits."""

MAX_LABEL = 80
"""Maximum characters of a line in bold, or of HTML, that is a heading."""

PROSE = re.compile(
    r"\.(?:md|markdown|mdown|mkdn?|mdx|[qr]md|te?xt|rst|org|adoc|tex|textile|wiki)|",
    re.I,
)
"""Endings of names of text files that are not code."""

_WORD_CHARACTER = re.compile(r"[^\W_]")
_NAMES = {UNDER: "text above", ROW: "row", COLUMN: "column head"}
_COLONS = (":", "\uff1a")
_TAG = re.compile(r"<[^<>]*>")
_HTML_LINE = re.compile(r"<(b|strong|big|u|mark|font|span)\b[^<>]*>[^<>]*</\1>:?")
_BOLD_LINE = re.compile(r"[*_]{2,3}:?[ \t]*(?:\\?[\r\n]|\Z)")
"""After the last bold character of a line."""
_COMMENT = re.compile(
    r"^[ \t]*(?:(/\*)|(<!--)|(\{-)|(\(\*)|(--\[\[)|(<#)|(=begin)|(#if 0)"
    r"|(\"{3})|('{3}))",
    re.M,
)
_COMMENT_ENDS = ("*/", "-->", "-}", "*)", "]]", "#>", "=end", "#endif", '"""', "'''")
_KINDS = {
    BlockKind.HEADING: "heading",
    BlockKind.PARAGRAPH: "paragraph",
    BlockKind.LIST_ITEM: "list item",
    BlockKind.TABLE_ROW: "table row",
    BlockKind.CODE: "code block",
    BlockKind.HTML: "HTML",
}


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a text.

    Attributes:
        kind: The kind of block, such as `list item` or `quoted paragraph`.
        headings: The headings above, outermost first.
        context: What else it belongs to, outermost first, each after `UNDER`, `ROW` or
            `COLUMN` and a space; a column without a head has its number.
        headers: Sender, time and subject, if it is in a mail.
    """

    kind: str = ""
    headings: tuple[str, ...] = ()
    context: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """The first `DIGEST_LENGTH` hex digits of a SHA-256 of all of it."""
        words = (self.headings, self.context, self.headers)
        parts = (self.kind, *("\1".join(map(comparable, part)) for part in words))
        data = "\0".join(parts).encode("utf-8", "replace")
        return hashlib.sha256(data).hexdigest()[:DIGEST_LENGTH]


def comparable(heading: str) -> str:
    """A heading, column head or the like without markup and case."""
    return plain(heading).casefold()


class PlacedBlock(NamedTuple):
    """A block without blocks in it.

    `cells` are the spans of a table row's cells, None for empty ones; `heads` are the
    heads of the columns, none in the row of the heads itself.
    """

    kind: str
    span: Span
    context: tuple[str, ...] = ()
    cells: tuple[Span | None, ...] = ()
    texts: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()

    @property
    def is_code(self) -> bool:
        """Whether it is code, where every character counts."""
        return self.kind.endswith(_KINDS[BlockKind.CODE])

    @property
    def is_row(self) -> bool:
        """Whether it is a row of a table."""
        return bool(self.cells)

    def moved(self, by: int) -> "PlacedBlock":
        """The block in a text that begins `by` characters earlier."""
        cells = (cell and Span(cell.start + by, cell.end + by) for cell in self.cells)
        span = Span(self.span.start + by, self.span.end + by)
        return self._replace(span=span, cells=tuple(cells))

    def part_with(self, character: int) -> Span:
        """The cell with a character, of a row of a table; else all of the block."""
        around = Span(character, character + 1)
        cells = (cell for cell in self.cells if cell and cell.overlaps(around))
        return next(cells, around if self.is_row else self.span)


def place_of(document: Document, span: Span) -> Place:
    """The place of a span: of the block of its first word, and of all columns in it."""
    span = trimmed_to_words(document.text, span)
    headers: tuple[str, ...] = ()
    location = document.location(span.start)
    if location and location.kind is LocationKind.MESSAGE:
        fields = document.fields
        sender = str(document.metadata.get("from", ""))
        headers = (sender, fields.created, fields.title)
    blocks = blocks_in(document, span)
    kind = blocks[0].kind if blocks else ""
    context = _context(document.text, blocks, span)
    return Place(kind, headings_at(document, span.start), context, headers)


def is_code(document: Document) -> bool:
    """Whether a file is read as text though it is neither Markdown nor other prose."""
    is_text = bool(document.encoding) and not document.is_extracted
    return is_text and not PROSE.fullmatch(PurePosixPath(document.path).suffix)


def trimmed_to_words(text: str, span: Span) -> Span:
    """The span from the first printable letter or digit to the last."""
    quote = span.of(text)
    shown, places = sanitize(quote), kept_offsets(quote)
    first, last = _WORD_CHARACTER.search(shown), _WORD_CHARACTER.search(shown[::-1])
    if not first or not last:
        return span
    start, end = first.start(), len(shown) - 1 - last.start()
    if places is not None:
        start, end = places[start], places[end]
    return Span(span.start + start, span.start + end + 1)


def section_at(document: Document, start: int) -> Section | None:
    """The section with a character; None in front matter."""
    after = bisect_right(document.sections, start, key=lambda each: each.span.start)
    return document.sections[after - 1] if after else None


def headings_at(document: Document, start: int) -> tuple[str, ...]:
    """The headings above a character; none in code."""
    section = None if is_code(document) else section_at(document, start)
    return section.heading_path if section and start < section.span.end else ()


def blocks_in(document: Document, span: Span) -> list[PlacedBlock]:
    """The blocks that a span overlaps, in order.

    If it begins between two blocks, such as before the mark of a list item, the first
    is the one after. A file of code is one block.
    """
    if is_code(document):
        return [PlacedBlock(_KINDS[BlockKind.CODE], Span(0, len(document.text)))]
    found: list[PlacedBlock] = []
    after = bisect_right(
        document.sections, span.start, key=lambda each: each.span.start
    )
    for section in document.sections[max(0, after - 1) :]:
        if found and section.span.start >= span.end:
            break
        blocks = placed_blocks(document.text, section.span.start, section.span.end)
        first = bisect_right(blocks, span.start, key=lambda block: block.span.end)
        for block in blocks[first:]:
            if found and block.span.start >= span.end:
                break
            found.append(block)
    return found


def changes_since(saved: SavedCitation, document: Document, span: Span) -> str:
    """What is another place than when a citation was saved, in a few words.

    Such as `found under another heading: Curlew`.
    """
    now, mail = place_of(document, span), saved_location(document.location(span.start))
    if now.headers and mail != saved.location:
        return f"the mail's headers changed: {saved.location} → {mail}"
    old = _words(saved.heading_path)
    if old != _words(now.headings):
        if old in (_words(section.heading_path) for section in document.sections):
            return f"found under another heading: {_joined(now.headings)}"
        changed = _changed(saved.heading_path, now.headings)
        return f"the heading above changed: {changed}"
    for mark, name in _NAMES.items():
        was, is_now = (
            [part.removeprefix(mark).strip() for part in parts if part.startswith(mark)]
            for parts in (saved.context, clipped(now.context))
        )
        if _words(was) != _words(is_now):
            return f"the {name} changed: {_changed(was, is_now)}"
    if now.headers:
        return f"the mail's headers changed: {', '.join(now.headers)} now"
    return f"the text around it changed: it is in a {now.kind or 'file'} now"


def _words(headings: Sequence[str]) -> list[str]:
    return [comparable(heading) for heading in headings]


def _joined(parts: Sequence[str]) -> str:
    return LOCATION_SEPARATOR.join(parts) or "none"


def _changed(old: Sequence[str], new: Sequence[str]) -> str:
    """`Old → New` of what is not common to the beginnings and ends of both."""
    old, new = list(old), list(new)
    while old and new and old[0] == new[0]:
        del old[0], new[0]
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
    return f"{_joined(old)} → {_joined(new)}"


def _context(text: str, blocks: Sequence[PlacedBlock], span: Span) -> tuple[str, ...]:
    """What the first block belongs to, with the row and the columns of a table."""
    if not blocks:
        return ()
    first, columns = blocks[0], set[int]()
    if first.is_code:
        comment = _comment_around(text[first.span.start : span.start])
        return (*first.context, *(f"{UNDER} {mark}" for mark in comment))
    for row in takewhile(lambda block: block.is_row, blocks):
        columns |= {
            n for n, cell in enumerate(row.cells) if cell and cell.overlaps(span)
        }
    last = min(max(columns, default=-1) + 1, len(first.heads))
    heads = list(enumerate(first.heads[:last], 1))[min(columns, default=0) :]
    labels = first.texts[:1] if heads and 0 not in columns else ()
    return (
        *first.context,
        *(f"{ROW} {label}" for label in labels if label),
        *(f"{COLUMN} {head or number}" for number, head in heads),
    )


@lru_cache(maxsize=256)
def placed_blocks(text: str, start: int, end: int) -> tuple[PlacedBlock, ...]:
    """The blocks of a section of a text, in order; none if it cannot be parsed."""
    try:
        return tuple(block.moved(start) for block in _placed(text[start:end]))
    except ParserPanic:
        return ()


def _comment_around(before: str) -> Iterator[str]:
    """What opens a comment of several lines that does not end in this code."""
    place = 0
    while opened := _COMMENT.search(before, place):
        ending = _COMMENT_ENDS[(opened.lastindex or 1) - 1]
        place = before.find(ending, opened.end()) + len(ending)
        if place < opened.end():
            yield opened[opened.lastindex or 1]
            return


@dataclass(slots=True)
class _Container:
    """An open container, or the section around all.

    `text` is an item's first, or leads another in. `label` is the last line in it that
    is a heading by its looks alone: in bold, or in HTML.
    """

    kind: ContainerKind | None = None
    text: str = ""
    label: str = ""


def _placed(text: str) -> Iterator[PlacedBlock]:
    containers = [_Container()]
    above, heads = "", tuple[str, ...]()
    for event in block_events(text):
        match event:
            case ContainerStart(kind):
                lead = "" if kind is ContainerKind.ITEM else _last_sentence(above)
                containers.append(_Container(kind, lead))
                above, heads = "", ()
            case ContainerEnd():
                containers.pop()
                above = ""
            case TextLeaf():
                inner = containers[-1]
                shown = _shown(event)
                label = _label(event, text)
                if label:
                    inner.label = "" if label == shown else label
                yield _block(event, containers, _lead(above, event.kind), heads)
                inner.label = label or inner.label
                above = shown if event.kind is BlockKind.PARAGRAPH else ""
                if event.kind is BlockKind.TABLE_ROW:
                    heads = heads or tuple(cell.text for cell in event.texts)
                elif inner.kind is ContainerKind.ITEM:
                    inner.text = inner.text or shown
            case _:
                above = ""


def _block(
    leaf: TextLeaf, containers: list[_Container], lead: str, heads: tuple[str, ...]
) -> PlacedBlock:
    kinds = {container.kind for container in containers}
    is_item = leaf.kind is BlockKind.PARAGRAPH and ContainerKind.ITEM in kinds
    name = _KINDS[BlockKind.LIST_ITEM if is_item else leaf.kind]
    above = [part for each in containers for part in (each.text, each.label)]
    parents = filter(None, dict.fromkeys([*above, lead]))
    context = tuple(f"{UNDER} {parent}" for parent in parents)
    kind = f"quoted {name}" if ContainerKind.QUOTE in kinds else name
    if leaf.kind is not BlockKind.TABLE_ROW:
        return PlacedBlock(kind, leaf.span, context)
    cells, texts = map(_span, leaf.texts), (cell.text for cell in leaf.texts)
    return PlacedBlock(kind, leaf.span, context, tuple(cells), tuple(texts), heads)


def _span(cell: InlineText) -> Span | None:
    runs = cell.runs
    return Span(runs[0].source.start, runs[-1].source.end) if runs else None


def _lead(above: str, kind: BlockKind) -> str:
    """What a paragraph says of a block after it; of a paragraph, with a colon."""
    leads = kind is BlockKind.CODE or (
        kind is BlockKind.PARAGRAPH and above.endswith(_COLONS)
    )
    return _last_sentence(above) if leads else ""


def _last_sentence(text: str) -> str:
    *_, last = (Span(0, 0), *sentence_spans(text, Span(0, len(text))))
    return last.of(text)


def _label(leaf: TextLeaf, source: str) -> str:
    """The line that a leaf is, or begins with, if it looks like a heading."""
    first, label = leaf.texts[0], ""
    is_text = leaf.kind is BlockKind.PARAGRAPH
    if leaf.kind is BlockKind.HTML or (is_text and _HTML_LINE.fullmatch(first.text)):
        label = _shown(leaf)
    elif is_text:
        ends = [m.end for m in first.marks if (m.kind, m.start) == (MarkKind.STRONG, 0)]
        end = max(ends, default=0)
        if end and _BOLD_LINE.match(source, first.source_of(end - 1) + 1):
            label = first.text[:end]
    return label if len(label) <= MAX_LABEL else ""


def _shown(leaf: TextLeaf) -> str:
    """The text of a leaf on one line, without tags."""
    return one_line(_TAG.sub(" ", " ".join(cell.text for cell in leaf.texts))).strip()
