"""A displayed block: its text, where its characters are in the source, its context."""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from ragtui_core.documents.markdown.inline_text import InlineText, Mark, MarkKind
from ragtui_core.documents.markdown.link_patterns import is_external
from ragtui_core.language.times.time_words import words
from ragtui_core.text.folding import folded_in_place
from ragtui_core.text.runs import blanked
from ragtui_core.text.sanitizing import kept_offsets, sanitize
from ragtui_core.types import Span

_UNSEEN = re.compile("[\u00ad\u034f\u180e\u200b\u2060\ufeff]+")
"""Characters without a width and without a meaning."""

_WORD = re.compile(r"(?P<word>[^\W_]+)")
_NAME_OR_WORD = re.compile(
    r"\{\{.*?\}\}|#[^\s#]+|\^[\w-]+|\S+://\S+|" + _WORD.pattern, re.DOTALL
)
"""Directives, tags, names of blocks and addresses, which only name something; words."""

CELL_BORDER = " | "
"""What is displayed between the cells of a row."""

QUOTED = "quoted"
"""The parent of a block in a block quote that is no callout."""


class ShownKind(StrEnum):
    """The kind of a displayed block."""

    PARAGRAPH = "paragraph"
    ITEM = "item"
    HEADING = "heading"
    ROW = "row"
    HEAD = "head"
    """The row of the heads of a table's columns."""
    CODE = "code"
    """A line of code, in which every character counts."""
    TITLE = "title"
    """The title of a callout or another container."""


_TITLES = frozenset({ShownKind.HEADING, ShownKind.HEAD, ShownKind.TITLE})
"""The kinds of blocks that only name what follows."""

_LINKS = frozenset({MarkKind.LINK, MarkKind.WIKI_LINK, MarkKind.IMAGE})


class State(StrEnum):
    """Why a block is not an ordinary statement of its file."""

    NONE = ""
    STRUCK = "struck"
    HIDDEN = "hidden"
    COMMENT = "comment"
    STRING = "string"
    """A string of several lines in code."""


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A block as it is displayed.

    Attributes:
        kind: What it is.
        text: Its characters; cells of a row are separated by `CELL_BORDER`.
        starts: The first character of the source that each of them displays.
        ends: The character of the source after that.
        headings: The headings above, outermost first.
        parents: The containers, lead lines and items above, outermost first.
        columns: Of a row, the heads of the columns.
        cells: Of a row, where its cells start.
        group: Of a row, the row above that only names a group.
        marker: Of an item, `•` or `3.`.
        callout: The kind of the innermost callout that it is in.
        state: Whether it is struck, hidden, a comment or a string.
        quote: The number of the outermost block quote it is in; 0 outside.
        marks: Its links, code and struck words.
        struck: Where struck words are in the source that are not displayed.
        notes: Where the marks of footnotes are in the source, and their names.
    """

    kind: ShownKind
    text: str
    starts: "array[int]"
    ends: "array[int]"
    headings: tuple[str, ...] = ()
    parents: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    cells: tuple[int, ...] = ()
    group: str = ""
    marker: str = ""
    callout: str = ""
    state: State = State.NONE
    quote: int = 0
    marks: tuple[Mark, ...] = ()
    struck: tuple[Span, ...] = ()
    notes: tuple[tuple[int, str], ...] = ()

    @property
    def is_statement(self) -> bool:
        """Whether it is no title, and has words beside links to files."""
        linked = (mark for mark in self._links() if not is_external(mark.target))
        return self.kind not in _TITLES and _states(self.text, linked, _WORD)

    def says_more_than_names(self) -> bool:
        """Whether it has words beside links, addresses, tags and directives."""
        return _states(self.text, self._links(), _NAME_OR_WORD)

    def _links(self) -> Iterator[Mark]:
        return (mark for mark in self.marks if mark.kind in _LINKS)

    def span(self, start: int, end: int) -> Span:
        """Where some characters are in the source."""
        return Span(self.starts[start], self.ends[end - 1])

    def at_source(self, position: int) -> int:
        """The first character that displays the source from a character on."""
        return bisect_left(self.starts, position)

    def columns_of(self, start: int, end: int) -> slice:
        """The columns of a row that some of its characters are in."""
        first = max(0, bisect_right(self.cells, start) - 1)
        return slice(first, max(first + 1, bisect_left(self.cells, end)))

    @property
    def cell_texts(self) -> list[str]:
        """The texts of a row's cells."""
        ends = [cell - len(CELL_BORDER) for cell in self.cells[1:]]
        borders = zip(self.cells, [*ends, len(self.text)], strict=False)
        return [" ".join(self.text[start:end].split()) for start, end in borders]

    def part(self, start: int, end: int, **changes: Any) -> "ShownBlock":
        """Some of its characters, without white space at the ends."""
        while start < end and self.text[start].isspace():
            start += 1
        while end > start and self.text[end - 1].isspace():
            end -= 1
        marks = tuple(
            mark._replace(
                start=max(mark.start, start) - start, end=min(mark.end, end) - start
            )
            for mark in self.marks
            if mark.start < end and mark.end > start
        )
        cells = tuple(max(0, cell - start) for cell in self.cells)
        return replace(
            self,
            text=self.text[start:end],
            starts=self.starts[start:end],
            ends=self.ends[start:end],
            marks=marks,
            **{"cells": cells, **changes},
        )

    def without(self, hidden: Iterable[tuple[int, int]]) -> "ShownBlock":
        """All of its characters but those of some ranges."""
        ranges = sorted(hidden)
        if not ranges:
            return self
        kept = list[int]()
        position = 0
        for start, end in ranges:
            kept.extend(range(position, max(position, start)))
            position = max(position, end)
        kept.extend(range(position, len(self.text)))
        return self.keeping(kept, "".join(map(self.text.__getitem__, kept)))

    def keeping(self, offsets: Sequence[int], text: str) -> "ShownBlock":
        """Only the characters at some offsets, in order; `text` shows one for each."""

        def position(offset: int) -> int:
            return bisect_left(offsets, offset)

        return replace(
            self,
            text=text,
            starts=array("I", [self.starts[offset] for offset in offsets]),
            ends=array("I", [self.ends[offset] for offset in offsets]),
            marks=tuple(
                mark._replace(start=position(mark.start), end=position(mark.end))
                for mark in self.marks
            ),
            cells=tuple(map(position, self.cells)),
        )


@dataclass(slots=True)
class BlockText:
    """The text of a block while it is read."""

    source: str = ""
    base: int = 0
    """The character of the whole source at which `source` begins."""
    chars: list[str] = field(default_factory=list)
    starts: "array[int]" = field(default_factory=lambda: array("I"))
    ends: "array[int]" = field(default_factory=lambda: array("I"))
    marks: list[Mark] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)

    def add(self, text: str, start: int, end: int) -> None:
        """Add characters; each has its own source if there are as many."""
        self.chars.append(text)
        start, end = start + self.base, end + self.base
        if len(text) == end - start:
            self.starts.extend(range(start, end))
            self.ends.extend(range(start + 1, end + 1))
        else:
            self.starts.extend([start] * len(text))
            self.ends.extend([end] * len(text))

    def add_inline(self, shown: InlineText) -> None:
        """Add a displayed text with its marks."""
        before = len(self.starts)
        borders = [*(run.start for run in shown.runs), len(shown.text)]
        for run, end in zip(shown.runs, borders[1:], strict=True):
            start = run.source.start
            is_break = self.source[start : start + 1] in {"\r", "\n"}
            text = "\n" if is_break else shown.text[run.start : end]
            self.add(text, start, run.source.end)
        self.marks += (
            mark._replace(start=mark.start + before, end=mark.end + before)
            for mark in shown.marks
        )

    def cell(self, place: int) -> None:
        """A cell of a table starts."""
        if self.cells:
            place = self.ends[-1] if self.ends else place
            self.chars.append(CELL_BORDER)
            self.starts.extend([place] * len(CELL_BORDER))
            self.ends.extend([place] * len(CELL_BORDER))
        self.cells.append(len(self.starts))

    def block(self, kind: ShownKind, **context: Any) -> ShownBlock:
        """The block, with what is safe to display of its text."""
        text, marks, cells = "".join(self.chars), tuple(self.marks), tuple(self.cells)
        block = ShownBlock(
            kind, text, self.starts, self.ends, marks=marks, cells=cells, **context
        )
        if (offsets := kept_offsets(text)) is not None:
            block = block.keeping(offsets, sanitize(text))
        if text.isascii():
            return block
        return block.without(found.span() for found in _UNSEEN.finditer(block.text))


def plain_block(kind: ShownKind, text: str, start: int, **context: Any) -> ShownBlock:
    """A block whose characters are those of the source from a character on."""
    read = BlockText()
    read.add(text, start, start + len(text))
    block = read.block(kind, **context)
    return block.part(0, len(block.text))


def names_alone(text: str) -> bool:
    """Whether a text is only addresses, tags, names of blocks and directives."""
    return not _states(text, (), _NAME_OR_WORD)


def _states(text: str, linked: Iterable[Mark], pattern: re.Pattern[str]) -> bool:
    """Whether a text has words beside links, other than articles and "and"."""
    beside = blanked(text, (Span(mark.start, mark.end) for mark in linked))
    said = (found["word"] for found in pattern.finditer(beside))
    plain = words("and", "article")
    return any(word and folded_in_place(word) not in plain for word in said)
