"""Where in its file a text is: headings, list, row and column, and kind of block.

`5 bar` says something else under another heading, in another column or in code. So a
saved citation has the block context of its words: what people see of it as words, and
all of it as a digest. Case, markup and white space of headings do not count, nor does
the level of a heading; numbers of headings count, since sections are cited by them.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from ragtui_core.citations.citation import SavedCitation, clipped, saved_location
from ragtui_core.citations.comparing.normalization import WORD_CHARACTER, plain
from ragtui_core.citations.comparing.placed_blocks import (
    KINDS,
    PlacedBlock,
    comment_around,
    is_code,
    placed_blocks,
)
from ragtui_core.citations.saving.attribution_line import (
    COLUMN,
    OLD_DIGITS,
    ROW,
    UNDER,
    location_key,
)
from ragtui_core.text.sanitizing import kept_offsets, sanitize
from ragtui_core.types import (
    LOCATION_SEPARATOR,
    BlockKind,
    Document,
    LocationKind,
    Section,
    Span,
)

CONTEXT_DIGEST_LENGTH = 6
"""Hex digits."""

_NAMES = {UNDER: "text above", ROW: "row", COLUMN: "column head"}


@dataclass(frozen=True, slots=True)
class BlockContext:
    """In which blocks a text is.

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
        """The first `CONTEXT_DIGEST_LENGTH` hex digits of a SHA-256 of all of it."""
        words = (self.headings, self.context, self.headers)
        parts = (self.kind, *("\1".join(map(comparable, part)) for part in words))
        data = "\0".join(parts).encode("utf-8", "replace")
        return hashlib.sha256(data).hexdigest()[:CONTEXT_DIGEST_LENGTH]


def comparable(heading: str) -> str:
    """A heading, column head or the like without markup and case."""
    return plain(heading).casefold()


def block_context(document: Document, span: Span) -> BlockContext:
    """The context of a span: of the block of its first word, and of all its columns."""
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
    return BlockContext(kind, headings_at(document, span.start), context, headers)


def trimmed_to_words(text: str, span: Span) -> Span:
    """The span from the first printable letter or digit to the last."""
    quote = span.of(text)
    shown, contexts = sanitize(quote), kept_offsets(quote)
    first, last = WORD_CHARACTER.search(shown), WORD_CHARACTER.search(shown[::-1])
    if not first or not last:
        return span
    start, end = first.start(), len(shown) - 1 - last.start()
    if contexts is not None:
        start, end = contexts[start], contexts[end]
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
        return [PlacedBlock(KINDS[BlockKind.CODE], Span(0, len(document.text)))]
    overlapped: list[PlacedBlock] = []
    after = bisect_right(
        document.sections, span.start, key=lambda each: each.span.start
    )
    for section in document.sections[max(0, after - 1) :]:
        if overlapped and section.span.start >= span.end:
            break
        blocks = placed_blocks(document.text, section.span.start, section.span.end)
        first = bisect_right(blocks, span.start, key=lambda block: block.span.end)
        for block in blocks[first:]:
            if overlapped and block.span.start >= span.end:
                break
            overlapped.append(block)
    return overlapped


def changes_since(saved: SavedCitation, document: Document, span: Span) -> str:
    """What is written beside a saved citation that is not so now, in a few words.

    Such as `found under another heading: Curlew`. Empty if all of it is.
    """
    if saved.name not in {"", saved.path}:
        return f"the name of the file is {saved.path}"
    now = block_context(document, span)
    location = saved_location(document.location(span.start))
    if location_key(saved.location) != location_key(location):
        what = "mail's headers" if now.headers else "page"
        return f"the {what} changed: {saved.location or 'none'} → {location or 'none'}"
    old, is_old = _words(saved.heading_path), len(saved.surroundings) <= OLD_DIGITS
    if old != _words(now.headings) and (old or not is_old):
        if old in (_words(section.heading_path) for section in document.sections):
            return f"found under another heading: {_joined(now.headings)}"
        changed = _changed(saved.heading_path, now.headings)
        return f"the heading above changed: {changed}"
    if is_old:
        return ""  # Version 0.1 saved no context.
    for mark, name in _NAMES.items():
        was, is_now = (
            [part.removeprefix(mark).strip() for part in parts if part.startswith(mark)]
            for parts in (saved.context, clipped(now.context))
        )
        if _words(was) != _words(is_now):
            return f"the {name} changed: {_changed(was, is_now)}"
    return ""


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
        comment = comment_around(text[first.span.start : span.start])
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
