r"""Character offsets -> line numbers, as an editor shows them.

Lines end with `\n`, `\r\n` or a lone `\r`, as in the Language Server Protocol. Other
line boundaries of Python (form feed, U+2028, ...) do not end a line.
"""

import re
from bisect import bisect_left, bisect_right
from operator import itemgetter

from ragtui_core.types import Lines, Shifts, Span

LINE_END = re.compile(r"\r\n?|\n")


class LineIndex:
    """Finds the lines of spans of one text; fastest in ascending order."""

    def __init__(self, text: str, shifts: Shifts = ()) -> None:
        """Start at the first line of `text`; `shifts` are those of its `Document`."""
        self._text = text
        self._shifts = shifts
        self._position = 0
        self._line = 1

    def lines(self, span: Span) -> Lines:
        """The first and last line that `span` touches; it must not be empty."""
        return Lines(self.line(span.start), self.line(span.end - 1))

    def line(self, position: int) -> int:
        """The line of one character."""
        if self._text.startswith("\r\n", position - 1) and position:
            position -= 1  # both belong to the line that they end
        if position >= self._position:
            self._line += self._line_ends(self._position, position)
        else:
            self._line -= self._line_ends(position, self._position)
        self._position = position
        after = bisect_right(self._shifts, position, key=itemgetter(0))
        return self._line + (self._shifts[after - 1][1] if after else 0)

    def _line_ends(self, start: int, end: int) -> int:
        count = self._text.count
        returns = count("\r", start, end)
        pairs = count("\r\n", start, end) if returns else 0
        return count("\n", start, end) + returns - pairs


def line_count(text: str) -> int:
    """The number of lines; a text that ends with a line end has no line after it."""
    ends = sum(1 for _ in LINE_END.finditer(text))
    return ends + (not text.endswith(("\r", "\n")) and bool(text))


def span_of_lines(lines: Lines, text: str, shifts: Shifts = ()) -> Span:
    """The characters of lines, with the end of the last one.

    Lines after the last one of `text` count as that. With `shifts` they are lines of
    the file.
    """
    if shifts:
        index = LineIndex(text, shifts)
        starts = [0, *(end.end() for end in LINE_END.finditer(text))]
        numbers = [index.line(start) for start in starts]
        first = max(0, bisect_right(numbers, lines.first) - 1)
        start = bisect_left(numbers, numbers[first])
        return Span(
            starts[start], [*starts, len(text)][bisect_right(numbers, lines.last)]
        )
    # As long as before, with one kind of line end.
    text = text.replace("\r\n", "\0\n").replace("\r", "\n") if "\r" in text else text
    parts = text.split("\n", lines.last)
    first = min(lines.first, len(parts)) - 1
    start = sum(map(len, parts[:first])) + first
    length = sum(map(len, parts[first : lines.last])) + lines.last - first
    return Span(start, min(len(text), start + length))


class ByteOffsets:
    """Maps UTF-8 byte offsets of one text to characters.

    Moving from one offset to the next decodes only the bytes between, so ascending
    offsets, as a parser gives them, take linear time.
    """

    def __init__(self, text: str, base: int = 0) -> None:
        """Start at byte 0, which is character `base`."""
        # In ASCII, bytes are characters.
        self._data = b"" if text.isascii() else text.encode()
        self._base = base
        self._byte = 0
        self._char = base

    def __call__(self, byte: int) -> int:
        """The character that begins at `byte`."""
        if not self._data:
            return self._base + byte
        if byte >= self._byte:
            self._char += len(self._data[self._byte : byte].decode())
        else:
            self._char -= len(self._data[byte : self._byte].decode())
        self._byte = byte
        return self._char
