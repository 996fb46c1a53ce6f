"""Finds a quotation that differs from the file in white space and invisible characters.

That is all that saving a citation changes. Its plain form may not be in the plain form
of the file if it begins or ends with marks that were cut off a word.
"""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragtui_core.citations.normalization import occurrences
from ragtui_core.text.sanitizing import kept_offsets, sanitize
from ragtui_core.types import Span

_WORD = re.compile(r"\S+")
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class RespacedText:
    """A text whose words are separated by single spaces.

    Attributes:
        text: The words.
        starts: Offset of each word in `text`.
        origins: Offset of each word in the printable text.
        places: Offset of each printable character in the original; None if equal.
    """

    text: str
    starts: Sequence[int]
    origins: Sequence[int]
    places: Sequence[int] | None

    @classmethod
    def of(cls, original: str) -> "RespacedText":
        """The words of `original`."""
        shown, length = sanitize(original), 0
        starts, origins = array("L"), array("L")  # a quarter of the memory of lists
        for match in _WORD.finditer(shown):
            starts.append(length)
            origins.append(match.start())
            length += match.end() - match.start() + 1
        text = _SPACES.sub(" ", shown).strip()
        return cls(text, starts, origins, kept_offsets(original))

    def occurrences(self, quote: str, near: int = 0) -> Iterator[Span]:
        """Spans of the original with the words of `quote`, nearest to `near` first.

        The first and the last word may be parts of longer ones.

        Args:
            quote: In any white space.
            near: An offset in the original.
        """
        words = " ".join(sanitize(quote).split())
        if not words or not self.starts:
            return
        if self.places is not None:
            near = bisect_left(self.places, near)
        word = min(bisect_left(self.origins, near), len(self.starts) - 1)
        for start in occurrences(self.text, words, self.starts[word]):
            last = self._original(start + len(words) - 1)
            yield Span(self._original(start), last + 1)

    def _original(self, place: int) -> int:
        word = bisect_right(self.starts, place) - 1
        shown = self.origins[word] + place - self.starts[word]
        return shown if self.places is None else self.places[shown]
