r"""Text without what does not change its words, with the way back to the original.

White space, the kinds of quotation marks and Markdown's marks are taken away or made
alike. Digits, signs, letters and negations stay as they are, and so do strike-through
(it takes a claim back), numbers of list items and what stands between two digits.
"""

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from itertools import product

from ragtui_core.model import Span

_QUOTES = str.maketrans(
    "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb\u2032\u2033",
    '\'\'\'\'""""""\'"',
)
_LINE_MARKS = re.compile(
    r"^[ \t]*(?:>[ \t]?)*[ \t]*(?:(?:#{1,6}|[-*+])(?=\s|\Z))?", re.M
)
"""Block quotes, headings and bullets, where a line begins."""

_MARKS = re.compile(r"(?<!\w)[*`]+|[*`]+(?!\w)|[\u00ad\u200b-\u200d\u2060\ufeff]")
"""Emphasis and code at the border of a word, and characters of no width."""

_UNDERLINED = re.compile(r"(?<![\w_])_(?=[^\W_])([^_\n]*[^\s_])_(?![\w_])")
"""Emphasis by underscores; single ones may belong to a name."""

_WORD = re.compile(r"[^\s|]+")
"""Words as white space and the borders of table cells part them."""

MOST_MARKS = 16
"""Marks of one word that are looked for around a quotation."""

_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")


def plain(text: str) -> str:
    """The plain form of a text, words parted by single spaces."""
    return " ".join(word for word in map(_cleaned, _words(text)) if word)


def without_links(text: str) -> str:
    """`text` with the words of its links in place of the links."""
    return _LINK.sub(r"\1", text)


@dataclass(frozen=True, slots=True)
class PlainText:
    """A text's plain form; `find` leads back to the original.

    Attributes:
        original: The text.
        text: The plain form.
        starts: Where each of its words begins in the plain form.
        spans: Where each of its words stands in the original.
    """

    original: str
    text: str
    starts: tuple[int, ...]
    spans: tuple[Span, ...]

    @classmethod
    def of(cls, original: str) -> "PlainText":
        """The plain form of `original`."""
        words, starts, spans, length = [], [], [], 0
        blanked = _blanked(original)
        for match in _WORD.finditer(blanked):
            word = _cleaned(match[0])
            if word:
                words.append(word)
                starts.append(length)
                spans.append(Span(match.start(), match.end()))
                length += len(word) + 1
        return cls(original, " ".join(words), tuple(starts), tuple(spans))

    def find(self, quote: str, near: int = 0) -> Span | None:
        """Where the original holds a plain quotation as whole words.

        Args:
            quote: In plain form; so is what the original holds there.
            near: Of several places the one nearest to this character is taken.
        """
        places = sorted(
            self._places(quote),
            key=lambda place: abs(self.spans[self._word(place)].start - near),
        )
        found = (self._original(place, quote) for place in places)
        return next((span for span in found if span), None)

    def _places(self, quote: str) -> list[int]:
        places: list[int] = []
        place = self.text.find(quote) if quote else -1
        while place >= 0:
            end = place + len(quote)
            if not (_goes_on(self.text, place) or _goes_on(self.text, end)):
                places.append(place)
            place = self.text.find(quote, place + 1)
        return places

    def _original(self, place: int, quote: str) -> Span | None:
        """The original's characters of a match, with the marks around them."""
        begins, ends = self._cuts(place), self._cuts(place + len(quote) - 1, after=1)
        for begin, end in product(begins, reversed(ends)):
            if begin < end and plain(self.original[begin:end]) == quote:
                return Span(begin, end)
        return None

    def _cuts(self, place: int, after: int = 0) -> range:
        """Where in the original a character of the plain form may begin.

        That it may be several places is due to marks taken from its word.

        Args:
            place: In the plain form.
            after: 1 for where it may end.
        """
        word = self._word(place)
        span = self.spans[word]
        following = word + 1 < len(self.starts)
        end = self.starts[word + 1] - 1 if following else len(self.text)
        marks = min(abs(len(span) - (end - self.starts[word])), MOST_MARKS)
        cut = span.start + place - self.starts[word] + after
        return range(max(span.start, cut - marks), min(span.end, cut + marks) + 1)

    def _word(self, place: int) -> int:
        return bisect_right(self.starts, place) - 1


_GOES_ON = re.compile(
    "\\w['-]\\w|\\d[.,:/^\u2013]\\d|\\w\\w|\\d[-+\u2212%\u2030]|[-+\u2212]\\d"
)
"""Three characters, or two, that belong to one word or number: can't, non-toxic, 5.30,
-5, 5%."""


def _goes_on(text: str, border: int) -> bool:
    """Whether a word or number stands on both sides of a border in a plain form."""
    places = range(max(0, border - 2), border)
    found = (_GOES_ON.match(text, place) for place in places)
    return any(match and match.end() > border for match in found)


def _words(text: str) -> list[str]:
    return _WORD.findall(_blanked(text))


def _blanked(text: str) -> str:
    """`text` without marks that a word alone does not show; its length stays."""
    text = _LINE_MARKS.sub(lambda match: " " * len(match[0]), text)
    return _UNDERLINED.sub("\u200b\\1\u200b", text) if "_" in text else text


def _cleaned(word: str) -> str:
    """A word without marks, its quotation marks and accents in their plain form.

    A word of marks alone, such as a sign of multiplication, stays.
    """
    bare = _MARKS.sub("", word.translate(_QUOTES)) or word.strip("\u200b\ufeff")
    return unicodedata.normalize("NFC", bare)
