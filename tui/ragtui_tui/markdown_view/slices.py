"""Cuts the lines of a page into slices that can be parsed separately.

A slice ends at a blank line if there is one within reach, else where least is lost: at
an item of a list, or within code or a table, whose beginning the next slice repeats.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MIN_LINES, MAX_LINES = 12, 36
"""Lines from which a slice ends at a blank line, and at any line."""
MANY_CHARS = 4_000
"""Characters from which it ends at any line."""
LONGEST_LINE = 2_000
"""Characters of a line; the parts of a longer one are shown as they are written."""

_FENCE = re.compile(r"[ \t>]*(?P<mark>`{3,}(?!.*`)|~{3,})")
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])[ \t]")
_TABLE_RULE = re.compile(
    r" {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*"
)


@dataclass(frozen=True, slots=True)
class Slice:
    """Lines of a page.

    `opening` are lines that are read before them but not shown: those of a fence or
    of a table that began in an earlier slice.
    """

    first: int
    """The line of the file that it begins with, counted from 1."""
    lines: Sequence[str]
    opening: tuple[str, ...] = ()
    plain: bool = False
    """Whether it is shown as it is written."""

    @property
    def last(self) -> int:
        """The line of the file that it ends with."""
        return self.first + max(1, len(self.lines)) - 1

    @property
    def size(self) -> int:
        """Characters."""
        return sum(map(len, self.lines))


def cut_markdown(lines: Sequence[str], first: int) -> list[Slice]:
    """The slices of Markdown whose first line is the line `first` of its file."""
    return list(_Slicer(lines, first).slices())


def cut_plain(lines: Sequence[str], first: int) -> list[Slice]:
    """The slices of a text that is shown as it is written."""
    slices: list[Slice] = []
    start = size = 0
    for at, line in enumerate(lines):
        if len(line) > LONGEST_LINE and at > start:
            slices.append(Slice(first + start, lines[start:at], plain=True))
            start, size = at, 0
        size += len(line)
        if at + 1 - start >= MAX_LINES or size >= LONGEST_LINE or at + 1 == len(lines):
            slices += _plain(lines[start : at + 1], first + start)
            start, size = at + 1, 0
    return slices


def _plain(lines: Sequence[str], first: int) -> Iterator[Slice]:
    """One slice; of a line that is too long for one, several."""
    if len(lines) > 1 or not lines or len(lines[0]) <= LONGEST_LINE:
        yield Slice(first, lines, plain=True)
        return
    for start in range(0, len(lines[0]), LONGEST_LINE):
        part = lines[0][start : start + LONGEST_LINE]
        yield Slice(first, [part], plain=True)


class _Slicer:
    """Walks over the lines once."""

    def __init__(self, lines: Sequence[str], first: int) -> None:
        self._lines = lines
        self._first = first
        self._start = 0
        self._size = 0
        self._fence = ""
        self._fence_line = ""
        self._table: tuple[str, ...] = ()
        self._opening: tuple[str, ...] = ()

    def slices(self) -> Iterator[Slice]:
        for at, line in enumerate(self._lines):
            if at > self._start and self._may_cut(at, line):
                yield self._cut(at)
            if len(line) > LONGEST_LINE and not self._fence:
                if at > self._start:
                    yield self._cut(at)
                yield from cut_plain([line], self._first + at)
                self._start, self._size = at + 1, 0
                continue
            self._size += len(line)
            self._track_context(at, line)
        if self._start < len(self._lines):
            yield self._cut(len(self._lines))

    def _may_cut(self, at: int, line: str) -> bool:
        length = at - self._start
        if length >= MAX_LINES or self._size >= MANY_CHARS:
            return True
        if length < MIN_LINES or self._fence or self._table:
            return False
        return line[:1] not in {"", " ", "\t"} and (
            not self._lines[at - 1].strip() or bool(_ITEM.match(line))
        )

    def _cut(self, end: int) -> Slice:
        text_slice = Slice(
            self._first + self._start, self._lines[self._start : end], self._opening
        )
        self._start, self._size = end, 0
        self._opening = (self._fence_line,) if self._fence else self._table
        return text_slice

    def _track_context(self, at: int, line: str) -> None:
        """Track whether the next line is in code or in a table."""
        found = _FENCE.match(line)
        if self._fence:
            closes = found and found["mark"].startswith(self._fence)
            if closes and not line[line.index(self._fence) :].strip(
                self._fence[0] + " "
            ):
                self._fence = ""
        elif found:
            self._fence, self._fence_line, self._table = found["mark"], line, ()
        elif self._table:
            if not line.strip():
                self._table = ()
        elif "|" in line and "-" in line and at > 0 and _TABLE_RULE.fullmatch(line):
            self._table = (self._lines[at - 1], line)
