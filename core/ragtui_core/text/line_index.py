r"""Character offsets -> line numbers, as an editor shows them.

Lines end with `\n`, `\r\n` or a lone `\r`, as in the Language Server Protocol. Other
line boundaries of Python (form feed, U+2028, ...) do not end a line.
"""

import re

from ragtui_core.types import Lines, Span

LINE_END = re.compile(r"\r\n?|\n")


class LineIndex:
    """Finds the lines of spans of one text; fastest in ascending order."""

    def __init__(self, text: str) -> None:
        """Start at the first line of `text`."""
        self._text = text
        self._position = 0
        self._line = 1

    def lines(self, span: Span) -> Lines:
        """The first and last line that `span` touches; it must not be empty."""
        return Lines(self._line_of(span.start), self._line_of(span.end - 1))

    def line(self, position: int) -> int:
        """The line of one character."""
        return self._line_of(position)

    def _line_of(self, position: int) -> int:
        if self._text.startswith("\r\n", position - 1) and position:
            position -= 1  # both belong to the line that they end
        if position >= self._position:
            self._line += self._line_ends(self._position, position)
        else:
            self._line -= self._line_ends(position, self._position)
        self._position = position
        return self._line

    def _line_ends(self, start: int, end: int) -> int:
        count = self._text.count
        returns = count("\r", start, end)
        pairs = count("\r\n", start, end) if returns else 0
        return count("\n", start, end) + returns - pairs
