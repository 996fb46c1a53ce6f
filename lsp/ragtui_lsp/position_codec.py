"""Characters of a text <-> lines and columns, in the client's units.

The core counts characters. The protocol counts lines, which end with LF, CRLF or CR
and nothing else, and within them bytes, UTF-16 code units or characters, as the
client and the server agreed on.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from itertools import accumulate

from lsprotocol import types

from ragtui_core import Lines, Span

# As in ragtui_core.text.line_index, whose import would delay the start by 20 ms.
LINE_END = re.compile(r"\r\n?|\n")

BYTE_ORDER_MARK = "\ufeff"
"""Editors hide it: it is not part of the first line."""

Encoding = str
"""`utf-8`, `utf-16` or `utf-32`, as a PositionEncodingKind has it."""


def _bytes(character: str) -> int:
    code = ord(character)
    return 1 + (code > 0x7F) + (code > 0x7FF) + (code > 0xFFFF)


WIDTHS: dict[Encoding, Callable[[str], int]] = {
    "utf-8": _bytes,
    "utf-16": lambda character: 1 + (ord(character) > 0xFFFF),
    "utf-32": lambda _: 1,
}
"""How many units a character takes."""


def _line_starts(text: str) -> Iterable[int]:
    """The characters after each line end."""
    if "\r" in text:
        return (end.end() for end in LINE_END.finditer(text))
    # A fifth of the time, which a long note takes for each letter that is typed.
    lengths = (len(line) + 1 for line in text.split("\n")[:-1])
    return accumulate(lengths)


class PositionedText:
    """A text addressed by line and column."""

    def __init__(self, text: str, encoding: Encoding) -> None:
        self.text = text
        self._width = WIDTHS[encoding]
        first = int(text.startswith(BYTE_ORDER_MARK))
        self._starts = [first, *_line_starts(text)]

    @property
    def line_count(self) -> int:
        """Lines, the empty one after a last line end included."""
        return len(self._starts)

    def lines(self) -> list[str]:
        """The lines with their ends; no empty one at the end."""
        ends = [*self._starts[1:], len(self.text)]
        spans = zip(self._starts, ends, strict=True)
        return [self.text[start:end] for start, end in spans if start < end]

    def line(self, number: int) -> str:
        """A line without its end; lines count from 0, and the text has it."""
        return self.text[self._starts[number] : self._end(number)]

    def line_start(self, number: int) -> int:
        """The first character of a line; that of the text's end if it has fewer."""
        return self._starts[number] if number < self.line_count else len(self.text)

    def offset(self, position: types.Position) -> int:
        """The character at a position; beyond the end of a line, the line's end."""
        if position.line >= self.line_count:
            return len(self.text)
        line = self.line(position.line)
        return self._starts[position.line] + self._characters(line, position.character)

    def position(self, offset: int) -> types.Position:
        """The position of a character; beyond the text, the text's end."""
        line = max(0, bisect_right(self._starts, min(offset, len(self.text))) - 1)
        start = self._starts[line]
        before = self.text[start : max(start, min(offset, self._end(line)))]
        return types.Position(line, self._units(before))

    def span(self, where: types.Range) -> Span:
        """The characters of a range."""
        start = self.offset(where.start)
        return Span(start, max(start, self.offset(where.end)))

    def range(self, span: Span) -> types.Range:
        """The range of some characters."""
        return types.Range(self.position(span.start), self.position(span.end))

    def range_of_lines(self, lines: Lines) -> types.Range:
        """The range of whole lines, without the last one's end."""
        first, last = (min(n, self.line_count) - 1 for n in (lines.first, lines.last))
        return self.range(Span(self._starts[max(0, first)], self._end(max(0, last))))

    def lines_of(self, span: Span) -> Lines:
        """The lines that a span touches, counted from 1."""
        last = max(span.start, span.end - 1)
        return Lines(self.position(span.start).line + 1, self.position(last).line + 1)

    def _end(self, line: int) -> int:
        """Where a line's text ends, before what ends the line."""
        if line + 1 == self.line_count:
            return len(self.text)
        following = self._starts[line + 1]
        pair = self.text.endswith("\r\n", self._starts[line], following)
        return following - 1 - pair

    def _units(self, text: str) -> int:
        return len(text) if text.isascii() else sum(map(self._width, text))

    def _characters(self, line: str, units: int) -> int:
        """How many characters of a line fit into so many units."""
        if line.isascii():
            return min(units, len(line))
        for index, character in enumerate(line):
            units -= self._width(character)
            if units < 0:
                return index
        return len(line)


def carried(span: Span, before: str, after: str) -> Span:
    """The span with the same characters after a text was edited.

    The nearest occurrence of the same characters; the unchanged span if there is none.
    """
    words = span.of(before)
    if not words or span.of(after) == words:
        return span
    found = [after.find(words, span.start), after.rfind(words, 0, span.end)]
    starts = [start for start in found if start >= 0]
    if not starts:
        return span
    start = min(starts, key=lambda candidate: abs(candidate - span.start))
    return Span(start, start + len(words))
