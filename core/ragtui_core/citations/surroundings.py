"""Digests of the text adjacent to a quotation, which are saved with it.

`The pump can` is still in a file that now says `The pump can not`. So a saved citation
has digests of its surroundings: of the words before and after, up to the end of the
sentence or `REACH` characters, and of the adjacent characters.
"""

import hashlib
import re
from dataclasses import dataclass

from ragtui_core.citations.normalization import plain
from ragtui_core.text.line_index import LINE_END
from ragtui_core.text.line_marks import BLOCK_MARK, HEADING_MARK
from ragtui_core.text.sanitizing import kept_offsets, sanitize
from ragtui_core.types import Span

REACH = 40
"""Characters of the sentence on each side."""

WINDOW = 400
"""Characters in which the end of the sentence is searched."""

TOUCHING = 16
"""Maximum number of adjacent characters without white space."""

DIGEST_LENGTH = 6
"""Hex digits per digest."""

_WORD_CHARACTER = re.compile(r"[^\W_]")
_LINE_MARK = re.compile(rf"[ \t]*(?:>[ \t]?)*[ \t]*(?:{BLOCK_MARK}[ \t]+)?")
_OTHER_BLOCK = re.compile(rf"[ \t>]*(?:\Z|\||```|~~~|{BLOCK_MARK}[ \t])")
_ENDS_PARAGRAPH = re.compile(rf"[ \t>]*(?:{HEADING_MARK}[ \t]|```|~~~)")
"""A heading or the fence of a block of code."""
_CLOSING = r"[\"'\u201d\u2019)\]}\u00bb\u203a*_~`]*"
_SENTENCE_END = re.compile(
    rf"[.!?\u2026]{_CLOSING}(?=\s|\Z)|[\u3002\uff01\uff1f\uff61\u0964\u061f]"
    r"[\u300d\u300f\u201d\u2019\uff09\u3011\u300b\u3009\u3015*_]*"
)
_LAST_RUN = re.compile(rf"\S{{1,{TOUCHING}}}\Z")
_FIRST_RUN = re.compile(rf"\S{{1,{TOUCHING}}}")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Digests of the text around a quotation, `DIGEST_LENGTH` hex digits each.

    Attributes:
        sentence: Of the words around it, without markup.
        touching: Of the quotation as in the file, and the adjacent characters.
    """

    sentence: str
    touching: str

    def __str__(self) -> str:
        """The saved form."""
        return self.sentence + self.touching

    @classmethod
    def of_digits(cls, digits: str) -> "Surroundings":
        """Parse the saved form."""
        return cls(digits[:DIGEST_LENGTH], digits[DIGEST_LENGTH:])


def surroundings(text: str, span: Span) -> Surroundings:
    """The digests of the text around `span` in `text`.

    White space, marks and punctuation at the ends of the span count as around it, so
    that it does not matter whether they were quoted.
    """
    span = _trimmed_to_words(text, span)
    quote = span.of(text)
    before, after = _before(text, span.start), _after(text, span.end)
    touching = (
        _touching_before(text, span.start),
        quote,
        _touching_after(text, span.end),
    )
    # Unprintable characters may reorder text: then all of it must be equal.
    is_shown = all(len(sanitize(part)) == len(part) for part in touching)
    hidden = () if is_shown else touching
    return Surroundings(
        _digest(plain(before), *hidden, plain(after)), _digest(*touching)
    )


def _trimmed_to_words(text: str, span: Span) -> Span:
    """The span from the first printable letter or digit to the last."""
    quote = span.of(text)
    shown, places = sanitize(quote), kept_offsets(quote)
    first, last = _WORD_CHARACTER.search(shown), _WORD_CHARACTER.search(shown[::-1])
    if not first or not last:
        return span
    start, end = first.start(), len(shown) - 1 - last.start()
    if places is not None:
        start, end = places[start], places[end]
    return Span(span.start + start, span.start + end + 1)


def _digest(*parts: str) -> str:
    text = "\0".join(" ".join(part.split()) for part in parts)
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    return digest[:DIGEST_LENGTH]


def _before(text: str, start: int) -> str:
    """The text of the sentence before an offset."""
    sentence_text = ""
    lines = LINE_END.split(text[max(0, start - WINDOW) : start])
    for index, line in enumerate(reversed(lines)):
        mark = _LINE_MARK.match(line)
        content = line[mark.end() :] if mark else line
        if index and (not content.strip() or _ENDS_PARAGRAPH.match(line)):
            break
        sentence_text = (
            f"{content.rpartition('|')[2]} {sentence_text}" if index else content
        )
        is_marked = bool(mark and mark[0].strip(" \t>"))
        if is_marked or "|" in content or len(sentence_text) > 2 * REACH:
            sentence_text = sentence_text.rpartition("|")[2]
            break
    ends = [match.end() for match in _SENTENCE_END.finditer(f"{sentence_text}x")]
    return sentence_text[max(ends, default=0) :].strip()[-REACH:]


def _after(text: str, end: int) -> str:
    """The text of the sentence after an offset."""
    lines = LINE_END.split(text[end : end + WINDOW])
    sentence_text = lines[0]
    if not _ENDS_PARAGRAPH.match(_line_before(text, end)):
        for line in lines[1:]:
            if _OTHER_BLOCK.match(line) or len(sentence_text) > 2 * REACH:
                break
            sentence_text = f"{sentence_text} {line.lstrip(' >')}"
    sentence_text = sentence_text.partition("|")[0]
    sentence = _SENTENCE_END.search(sentence_text)
    return (sentence_text[: sentence.end()] if sentence else sentence_text).strip()[
        :REACH
    ]


def _touching_before(text: str, start: int) -> str:
    """The characters before an offset; at the start of a line, its marks."""
    line = _line_before(text, start)
    mark = _LINE_MARK.match(line)
    rest = line[mark.end() :] if mark else line
    if not _WORD_CHARACTER.search(rest):
        return line[-WINDOW // 4 :].strip()
    run = _LAST_RUN.search(line)
    if not run:
        return ""
    ends = [match.end() for match in _SENTENCE_END.finditer(f"{run[0]}x")]
    return run[0][max(ends, default=0) :]


def _touching_after(text: str, end: int) -> str:
    run = _FIRST_RUN.match(text, end)
    if not run:
        return ""
    sentence = _SENTENCE_END.search(run[0])
    return run[0][: sentence.end()] if sentence else run[0]


def _line_before(text: str, place: int) -> str:
    """The line up to an offset, at most `WINDOW` characters."""
    return LINE_END.split(text[max(0, place - WINDOW) : place])[-1]
