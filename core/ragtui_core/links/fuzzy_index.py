"""Many short texts in one string, one per line, for fast search."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

MAX_GAP = 8
"""Maximum number of characters between two consecutive letters of a query."""


class FuzzyIndex:
    """Finds the lines that contain a string. Lines count from 0."""

    def __init__(self, lines: Sequence[str]) -> None:
        """Index texts without line feeds."""
        self._text = "\n" + "\n".join(lines) + "\n"
        self._starts = list(accumulate((len(line) + 1 for line in lines), initial=0))

    def occurrences(self, needle: str) -> Iterator[tuple[int, str]]:
        """Each occurrence of a string: its line, and the character before it.

        That is a line feed if the line begins with the string.
        """
        at = self._text.find(needle, 1)
        while at >= 0:
            yield self._line(at), self._text[at - 1]
            at = self._text.find(needle, at + 1)

    def containing(self, needle: str) -> Iterator[int]:
        """Lines that contain a string, each once. It may start with a line feed.

        Further occurrences in the same line are skipped.
        """
        position = 0
        while (at := self._text.find(needle, position)) >= 0:
            index = self._line(at + len(needle) - 1)
            yield index
            position = self._starts[index + 1]

    def with_letters(self, letters: str) -> Iterator[int]:
        """Lines that contain these letters in this order, not far apart."""
        gap = f"[^\n]{{0,{MAX_GAP}}}?"
        pattern = re.compile(gap.join(map(re.escape, letters)))
        position = 1
        while found := pattern.search(self._text, position):
            index = self._line(found.start())
            yield index
            position = self._starts[index + 1]

    def _line(self, at: int) -> int:
        return bisect_right(self._starts, at - 1) - 1
