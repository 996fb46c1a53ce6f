r"""Normalizes text for comparison, with a mapping back to the original.

White space, kinds of quotation marks and Markdown markup are removed or unified.
Digits, signs, letters and negations are kept, and so are strike-through (it withdraws a
claim), numbers of list items, characters between two digits, the borders of table
cells, and what would be marks outside of code.

A text has five forms in citations, each with a purpose of its own. Of the source
`see  *the* [pump](p.md)` they are:

- `plain`, `see the [pump](p.md)`: words without emphasis, code and marks of lines.
  Whether a quotation says what the file says is decided by it.
- `single_spaced`, `see *the* [pump](p.md)`: words with markup. It finds quotations that
  cut marks off a word, whose plain form is not in that of the file.
- `printable_lines`, `see  *the* [pump](p.md)`: lines with all spaces within them. Equal
  ones are copies.
- `token_borders.rendered_before` and `rendered_after`: at most 64 characters beside a
  quotation, without markup, to see whether it cuts a word or a number.
- `InlineText` of `documents/markdown/`, `see  the pump`: as the parser displays it. It
  gives what is around a quotation, and what an answer presents as quoted.
"""

import re
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, product
from string import punctuation

from ragtui_core.documents.markdown.link_patterns import ESCAPED
from ragtui_core.documents.markdown.markup import markup_of
from ragtui_core.text.line_index import LINE_END
from ragtui_core.text.sanitizing import kept_offsets, sanitize
from ragtui_core.types import Span

_QUOTES = str.maketrans(
    "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb\u2032\u2033",
    '\'\'\'\'""""""\'"',
)
_LINE_MARKS = re.compile(
    r"^[ \t]*(?:>[ \t]?(?![ \t]*[^\w\s]*\d))*[ \t]*"
    r"(?:(?:#{1,6}|\*|[-+](?![ \t]*[^\w\s]*\d))(?=\s|\Z)|\|)?"
    r"|(?<!\\)\|[ \t]*(?=\r?$)",
    re.M,
)
"""Block quotes, headings, bullets and the outer borders of a table's rows, at the start
and at the end of a line; a possible sign of a number is kept."""

_MARKS = re.compile(r"(?<!\w)[*`]+|[*`]+(?!\w)|[\u00ad\u200b-\u200d\u2060\ufeff]")
"""Emphasis and code at the border of a word, and zero-width characters."""

WORD_CHARACTER = re.compile(r"[^\W_]")
"""A letter or a digit."""

_WORDS = re.compile(r"\S+")

_NO_WIDTH = "\u00ad\u200b\u200c\u200d\u2060\ufeff"

_UNDERLINED = re.compile(r"(?<![\w_])_(?=[^\W_])([^_\n]*[^\s_])_(?![\w_])")
"""Emphasis by underscores; single ones may belong to a name."""

_WORD = re.compile(r"(?:[^\s|]|(?<=\u200b)\|)+|\|")
"""Words, separated by white space, and borders of table cells; none are escaped."""

_HIDDEN = {ord(mark): 0xF0000 + ord(mark) for mark in punctuation}
_SHOWN = {hidden: mark for mark, hidden in _HIDDEN.items()}
_SHOWN_IN_TEXT = {h: mark for h, mark in _SHOWN.items() if chr(mark) not in "*`"}
"""Marks in code are hidden from the patterns for markup. Emphasis stays hidden until
each word is cleaned of that."""

MAX_MARKS = 16
"""Maximum number of marks of one word to include around a quotation."""

MAX_LINE_MARKS = 64
"""Maximum number of characters of a line's marks to include before a quotation."""

MAX_OCCURRENCES = 2_000
"""Maximum occurrences of a quotation to check, on each side of the expected offset."""

MAX_COMPARED_CHARS = 20_000_000
"""Maximum characters of all occurrences of a quotation, to bound the time."""

_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")


def plain(text: str) -> str:
    """The plain form of a text, with words separated by single spaces."""
    words = _WORD.findall(_blanked(sanitize(text)))
    return " ".join(word for word in map(_cleaned, words) if word)


def without_links(text: str) -> str:
    """`text` with links replaced by their labels."""
    return _LINK.sub(r"\1", text)


@dataclass(frozen=True, slots=True)
class PlainText:
    """A text's plain form; `occurrences` maps back to the original.

    Attributes:
        shown: The text without unprintable characters.
        text: The plain form.
        starts: Offset of each word in the plain form.
        begins: Where each word begins in `shown`.
        ends: Where each word ends there.
        positions: Offset of each character of `shown` in the original; None if equal.
        form: Makes the plain form, or another one, of a part of the text.
    """

    shown: str
    text: str
    starts: Sequence[int]
    begins: Sequence[int]
    ends: Sequence[int]
    positions: Sequence[int] | None
    form: Callable[[str], str]

    @classmethod
    def of(cls, original: str) -> "PlainText":
        """The plain form of `original`."""
        words = _WORD.finditer(_blanked(sanitize(original)))
        return cls._of(original, words, _cleaned, plain)

    @classmethod
    def single_spaced(cls, original: str) -> "PlainText":
        """The words of `original` as they are, separated by single spaces.

        Finds quotations that begin or end with marks cut off a word, whose plain form
        may not be in that of the file.
        """
        return cls._of(
            original, _WORDS.finditer(sanitize(original)), str, single_spaced
        )

    @classmethod
    def _of(
        cls,
        original: str,
        matches: Iterable[re.Match[str]],
        cleaned: Callable[[str], str],
        form: Callable[[str], str],
    ) -> "PlainText":
        words, length = [], 0
        # A quarter of the memory of lists; a text may have millions of words.
        starts, begins, ends = array("L"), array("L"), array("L")
        for match in matches:
            word = cleaned(match[0])
            if word:
                words.append(word)
                starts.append(length)
                begins.append(match.start())
                ends.append(match.end())
                length += len(word) + 1
        positions, text = kept_offsets(original), " ".join(words)
        return cls(sanitize(original), text, starts, begins, ends, positions, form)

    def occurrences(self, quote: str, near: int = 0) -> Iterator[Span]:
        """Spans of the original with a plain quotation, nearest to `near` first.

        Words may be cut there. The quotation is in the form of the text.
        """
        if not quote or not self.starts:
            return
        if self.positions is not None:
            near = bisect_left(self.positions, near)
        word = bisect_left(self.begins, near)
        close = self.starts[min(word, len(self.starts) - 1)]
        for position in occurrences(self.text, quote, close):
            span = self._shown(position, quote)
            if span:
                yield self._original(span)

    def _shown(self, position: int, quote: str) -> Span | None:
        """The span of a match in `shown`, including adjacent marks."""
        begins, ends = (
            self._cuts(position),
            self._cuts(position + len(quote) - 1, after=1),
        )
        tried = max(9, MAX_COMPARED_CHARS // 10 // len(quote))
        # A word that looks like a mark of a line is none after another, such as the
        # second `#` of `# # a`: then the quotation begins with the first.
        before = self._marks_before(begins[0]) if begins else ()
        starts = chain(begins, before)
        for begin, end in islice(product(starts, reversed(ends)), tried):
            if begin < end and self.form(self.shown[begin:end]) == quote:
                return Span(begin, end)
        return None

    def _marks_before(self, position: int) -> Iterator[int]:
        """The offsets of the marks of a line directly before an offset, last first."""
        first = max(0, position - MAX_LINE_MARKS)
        for start in range(position - 1, first - 1, -1):
            if self.shown[start] not in " \t>#*+-":
                return
            if not self.shown[start].isspace():
                yield start

    def _original(self, span: Span) -> Span:
        if self.positions is None:
            return span
        return Span(self.positions[span.start], self.positions[span.end - 1] + 1)

    def _cuts(self, position: int, after: int = 0) -> range:
        """Possible offsets in `shown` of a character of the plain form.

        There are several if marks were removed from its word. With `after` 1, of the
        end of the character.
        """
        word = bisect_right(self.starts, position) - 1
        begin, last = self.begins[word], self.ends[word]
        following = word + 1 < len(self.starts)
        end = self.starts[word + 1] - 1 if following else len(self.text)
        marks = min(abs(last - begin - (end - self.starts[word])), MAX_MARKS)
        cut = begin + position - self.starts[word] + after
        return range(max(begin, cut - marks), min(last, cut + marks) + 1)


def occurrences(text: str, words: str, near: int) -> Iterator[int]:
    """Offsets of `words` in `text`, nearest to `near` first.

    At most `MAX_OCCURRENCES` on each side, and fewer of a long text.
    """
    limit = max(2, min(MAX_OCCURRENCES, MAX_COMPARED_CHARS // max(1, len(words))))
    after = _offsets(text, words, near, len(text))
    before: list[int] = []
    window = 8 * len(words) + 4096
    for start in (max(0, near - window), 0):
        before = list(islice(_offsets(text, words, start, near), limit))
        if before:
            break
    following = list(islice(after, limit))
    yield from sorted([*before, *following], key=lambda position: abs(position - near))


def _offsets(text: str, words: str, start: int, end: int) -> Iterator[int]:
    position = text.find(words, start) if words else -1
    while 0 <= position < end:
        yield position
        position = text.find(words, position + 1)


def _blanked(text: str) -> str:
    """`text` with markup replaced by spaces of any width; the length is unchanged."""
    has_code = "`" in text
    if has_code:
        text = _with_hidden_code(text)
    text = ESCAPED.sub("\u200b\\1", text) if "\\" in text else text
    text = _LINE_MARKS.sub(lambda match: " " * len(match[0]), text)
    text = _UNDERLINED.sub("\u200b\\1\u200b", text) if "_" in text else text
    return text.translate(_SHOWN_IN_TEXT) if has_code else text


def _with_hidden_code(text: str) -> str:
    """`text` with the marks within code replaced by characters for private use."""
    pieces, end = [], 0
    for span in markup_of(text).code:
        marked = span.of(text)
        code = marked.strip("`")
        start = span.start + marked.index(code)
        pieces += [text[end:start], code.translate(_HIDDEN)]
        end = start + len(code)
    return "".join([*pieces, text[end:]])


def _cleaned(word: str) -> str:
    """A word without marks, with quotation marks and accents normalized.

    A word of marks alone, such as a multiplication sign, is kept.
    """
    bare = _MARKS.sub("", word.translate(_QUOTES)) or word.strip(_NO_WIDTH)
    return unicodedata.normalize("NFC", bare).translate(_SHOWN)


def single_spaced(text: str) -> str:
    """The printable words of a text, markup included, separated by single spaces."""
    return " ".join(sanitize(text).split())


def printable_lines(text: str) -> str:
    """The printable lines of a text without spaces at their ends.

    That is what is left of it after saving and reading.
    """
    lines = LINE_END.split(sanitize(text))
    return "\n".join(line.rstrip() for line in lines).strip()
