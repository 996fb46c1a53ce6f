"""What is next to a quotation in its sentence, as two digests that are saved with it.

`The pump can` is still in a file that now says `The pump can not`. So a saved citation
knows what was beside it: the words before and after, up to the end of the sentence or
`REACH` characters, and the characters that touched it. Neither can be read back.
"""

import hashlib
import re
from dataclasses import dataclass

from ragtui_core.citations.normalization import plain
from ragtui_core.text.sanitizing import kept_offsets, sanitize
from ragtui_core.types import Span

REACH = 40
"""Characters of the sentence on each side."""

WINDOW = 400
"""Characters in which the sentence is looked for."""

TOUCHING = 16
"""Characters without white space that touch a quotation, at most."""

DIGEST_LENGTH = 6
"""Hex digits of each of both digests."""

_TELLING = re.compile(r"[^\W_]")
_LINE_MARK = re.compile(
    r"[ \t]*(?:>[ \t]?)*[ \t]*(?:(?:#{1,6}|[-*+]|\d{1,9}[.)])[ \t]+)?"
)
_OTHER_BLOCK = re.compile(r"[ \t>]*(?:\Z|\||```|~~~|(?:#{1,6}|[-*+]|\d{1,9}[.)])[ \t])")
_ENDS_PARAGRAPH = re.compile(r"[ \t>]*(?:#{1,6}[ \t]|```|~~~)")
"""A heading or the fence of a block of code."""
_LINE_END = re.compile(r"\r\n?|\n")
_CLOSING = r"[\"'\u201d\u2019)\]}\u00bb\u203a*_~`]*"
_SENTENCE_END = re.compile(
    rf"[.!?\u2026]{_CLOSING}(?=\s|\Z)|[\u3002\uff01\uff1f\uff61\u0964\u061f]"
    r"[\u300d\u300f\u201d\u2019\uff09\u3011\u300b\u3009\u3015*_]*"
)
_LAST_RUN = re.compile(rf"\S{{1,{TOUCHING}}}\Z")
_FIRST_RUN = re.compile(rf"\S{{1,{TOUCHING}}}")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Digests of what is beside a quotation, `DIGEST_LENGTH` hex digits each.

    Attributes:
        sentence: Of the words beside it, markup left out.
        touching: Of the quotation as the file has it, and what touches it.
    """

    sentence: str
    touching: str

    def __str__(self) -> str:
        """As it is saved."""
        return self.sentence + self.touching

    @classmethod
    def of_digits(cls, digits: str) -> "Surroundings":
        """What `str` made."""
        return cls(digits[:DIGEST_LENGTH], digits[DIGEST_LENGTH:])


def surroundings(text: str, span: Span) -> Surroundings:
    """What is beside `span` in `text`.

    White space, marks and punctuation at the ends of the span count as beside it, so
    that it does not matter whether they were quoted.
    """
    span = _telling(text, span)
    quote = span.of(text)
    before, after = _before(text, span.start), _after(text, span.end)
    touching = (
        _touching_before(text, span.start),
        quote,
        _touching_after(text, span.end),
    )
    # What cannot be shown may put text in another order: then all must be the same.
    is_shown = all(len(sanitize(part)) == len(part) for part in touching)
    hidden = () if is_shown else touching
    return Surroundings(
        _digest(plain(before), *hidden, plain(after)), _digest(*touching)
    )


def _telling(text: str, span: Span) -> Span:
    """From the first letter or digit that is shown to the last."""
    quote = span.of(text)
    shown, places = sanitize(quote), kept_offsets(quote)
    first, last = _TELLING.search(shown), _TELLING.search(shown[::-1])
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
    """What the sentence says before a place."""
    said = ""
    lines = _LINE_END.split(text[max(0, start - WINDOW) : start])
    for index, line in enumerate(reversed(lines)):
        mark = _LINE_MARK.match(line)
        content = line[mark.end() :] if mark else line
        if index and (not content.strip() or _ENDS_PARAGRAPH.match(line)):
            break
        said = f"{content.rpartition('|')[2]} {said}" if index else content
        is_marked = bool(mark and mark[0].strip(" \t>"))
        if is_marked or "|" in content or len(said) > 2 * REACH:
            said = said.rpartition("|")[2]
            break
    ends = [match.end() for match in _SENTENCE_END.finditer(f"{said}x")]
    return said[max(ends, default=0) :].strip()[-REACH:]


def _after(text: str, end: int) -> str:
    """What the sentence says after a place."""
    lines = _LINE_END.split(text[end : end + WINDOW])
    said = lines[0]
    if not _ENDS_PARAGRAPH.match(_line_before(text, end)):
        for line in lines[1:]:
            if _OTHER_BLOCK.match(line) or len(said) > 2 * REACH:
                break
            said = f"{said} {line.lstrip(' >')}"
    said = said.partition("|")[0]
    sentence = _SENTENCE_END.search(said)
    return (said[: sentence.end()] if sentence else said).strip()[:REACH]


def _touching_before(text: str, start: int) -> str:
    """The characters that touch a place; where a line begins, the marks before it."""
    line = _line_before(text, start)
    mark = _LINE_MARK.match(line)
    rest = line[mark.end() :] if mark else line
    if not _TELLING.search(rest):
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
    """The line up to a place, `WINDOW` characters at most."""
    return _LINE_END.split(text[max(0, place - WINDOW) : place])[-1]
