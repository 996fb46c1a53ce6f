"""Many short texts in one string, a line each, which C code searches."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

MAX_GAP = 8
"""Characters between two letters that are typed one after the other."""


class FuzzyIndex:
    """Finds the lines that hold a string. Lines count from 0."""

    def __init__(self, lines: Sequence[str]) -> None:
        """Take over texts without line feeds."""
        self._text = "\n" + "\n".join(lines) + "\n"
        self._starts = list(accumulate((len(line) + 1 for line in lines), initial=0))

    def places(self, needle: str) -> Iterator[tuple[int, str]]:
        """Each place of a string: its line, and the character before it.

        That is a line feed where the line begins with the string.
        """
        at = self._text.find(needle, 1)
        while at >= 0:
            yield self._line(at), self._text[at - 1]
            at = self._text.find(needle, at + 1)

    def holding(self, needle: str) -> Iterator[int]:
        """Lines that hold a string, each once; it may begin with the line feed before.

        What is found in a line is not looked for in it again.
        """
        position = 0
        while (at := self._text.find(needle, position)) >= 0:
            index = self._line(at + len(needle) - 1)
            yield index
            position = self._starts[index + 1]

    def with_letters(self, letters: str) -> Iterator[int]:
        """Lines that hold these letters in this order and not far apart."""
        gap = f"[^\n]{{0,{MAX_GAP}}}?"
        pattern = re.compile(gap.join(map(re.escape, letters)))
        position = 1
        while found := pattern.search(self._text, position):
            index = self._line(found.start())
            yield index
            position = self._starts[index + 1]

    def _line(self, at: int) -> int:
        return bisect_right(self._starts, at - 1) - 1
