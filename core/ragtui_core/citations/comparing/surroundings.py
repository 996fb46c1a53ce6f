"""Digests of what is around a quotation, which are saved with it.

`The pump can` is still in a file that now says `The pump can not`. So a saved citation
has three digests: of the rest of its sentence, of the quotation with the characters
that touch it, and of its blocks (`context`). In code the rest of the lines is compared
instead of a sentence, and white space counts.
"""

import hashlib
import re
from dataclasses import dataclass, replace

from ragtui_core.citations.comparing.block_context import (
    CONTEXT_DIGEST_LENGTH,
    block_context,
    blocks_in,
    trimmed_to_words,
)
from ragtui_core.citations.comparing.normalization import WORD_CHARACTER, plain
from ragtui_core.citations.shown.folding import fold
from ragtui_core.citations.shown.quotable_file import quotable
from ragtui_core.language.sentences import sentence_spans
from ragtui_core.text.line_index import LINE_END
from ragtui_core.text.line_marks import BLOCK_MARK
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.types import Document, Span

REACH = 10_000
"""Maximum characters of the sentence on each side."""

WINDOW = 400
"""Characters in which adjacent characters are searched."""

FOOTNOTE = re.compile(r"\[\^?\d{1,4}\](?!\()|\[\^[\w-]{1,20}\]")

TOUCHING = 16
"""Maximum number of adjacent characters without white space."""

LINE_MARK = re.compile(rf"[ \t]*(?:>[ \t]?)*[ \t]*(?:{BLOCK_MARK}[ \t]+)?")
_CLOSING = r"[\"'\u201d\u2019)\]}\u00bb\u203a*_~`]*"
SENTENCE_END = re.compile(
    rf"[.!?\u2026]{_CLOSING}(?=\s|\Z)|[\u3002\uff01\uff1f\uff61\u0964\u061f]"
    r"[\u300d\u300f\u201d\u2019\uff09\u3011\u300b\u3009\u3015*_]*"
)
_LAST_RUN = re.compile(rf"\S{{1,{TOUCHING}}}\Z")
_FIRST_RUN = re.compile(rf"\S{{1,{TOUCHING}}}")


_VISIBLE_SPACES = str.maketrans({" ": "\u2423", "\t": "\u2409"})


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Digests of what is around a quotation, `CONTEXT_DIGEST_LENGTH` hex digits each.

    Attributes:
        sentence: Of the words around it in its sentence, without markup.
        touching: Of the quotation as in the file, and the adjacent characters.
        context: Of its headings, list, column and kind of block; "" in version 0.1.
        place: Of all that is displayed above it and says what it is, containers and
            groups of rows included, and of its state; "" in version 0.2.
    """

    sentence: str
    touching: str
    context: str = ""
    place: str = ""

    def __str__(self) -> str:
        """The saved form."""
        return self.sentence + self.touching + self.context + self.place

    @classmethod
    def of_digits(cls, digits: str) -> "Surroundings":
        """Parse the saved form."""
        starts = range(0, 4 * CONTEXT_DIGEST_LENGTH, CONTEXT_DIGEST_LENGTH)
        return cls(*(digits[start : start + CONTEXT_DIGEST_LENGTH] for start in starts))


def surroundings(document: Document, span: Span) -> Surroundings:
    """The digests of what is around `span` in its document.

    White space, marks and punctuation at the ends of the span count as around it, so
    that it does not matter whether they were quoted. Marks of footnotes do not count.
    """
    text, context = document.text, block_context(document, span).digest
    span = trimmed_to_words(text, span)
    around = [FOOTNOTE.sub("", part) for part in beside(text, span)]
    rest = _rest_of_sentence(document, span)
    found = digests(rest, span.of(text), around, context)
    return replace(found, place=_place(document, span))


def _place(document: Document, span: Span) -> str:
    """The digest of what is displayed above a span, and of its state."""
    file = quotable(document)
    places = file.places_in(span)
    if not places:
        return _digest("")
    place = places[0]
    block = file.blocks[place.block]
    columns = block.columns_of(place.start, place.end) if block.cells else slice(0)
    above = (*block.headings, *block.parents, block.group, *block.columns[columns])
    return _digest(block.state, *(fold(text).casefold() for text in above))


def beside(text: str, span: Span) -> list[str]:
    """At most `WINDOW` characters before and after a span."""
    start = max(0, span.start - WINDOW)
    return [text[start : span.start], text[span.end : span.end + WINDOW]]


def digests(
    sentence: tuple[str, str], quote: str, around: list[str], context: str
) -> Surroundings:
    """The digests of the rest of a sentence, and of a quotation between two texts."""
    touching = _touching_before(around[0]), quote, _touching_after(around[1])
    # Unprintable characters may reorder text: then all of it must be equal.
    is_shown = all(len(sanitize(part)) == len(part) for part in touching)
    hidden = () if is_shown else touching
    before, after = sentence
    return Surroundings(_digest(before, *hidden, after), _digest(*touching), context)


def _rest_of_sentence(document: Document, span: Span) -> tuple[str, str]:
    """The sentence before and after a span, plain.

    Of code, and of what is in no block, such as a link definition, the lines as
    written.
    """
    text, blocks = document.text, blocks_in(document, span)
    if not blocks or blocks[0].is_code or span.end <= blocks[0].span.start:
        start = max(text.rfind(end, 0, span.start) for end in "\r\n") + 1
        line_end = LINE_END.search(text, span.end)
        end = line_end.start() if line_end else len(text)
        before, after = text[start : span.start], text[span.end : end]
        return before.translate(_VISIBLE_SPACES), after.translate(_VISIBLE_SPACES)
    first = _sentence_at(text, blocks[0].part_with(span.start), span.start)
    last = _sentence_at(text, blocks[-1].part_with(span.end - 1), span.end - 1)
    before, after = text[first.start : span.start], text[span.end : last.end]
    return plain(FOOTNOTE.sub("", before)), plain(FOOTNOTE.sub("", after))


def _sentence_at(text: str, part: Span, position: int) -> Span:
    """The sentence of a part of a text that contains a character; else nothing."""
    window = Span(max(part.start, position - REACH), min(part.end, position + REACH))
    for sentence in sentence_spans(text, window):
        if position < sentence.end:
            return Span(min(position, sentence.start), sentence.end)
    return Span(position, position)


def _digest(*parts: str) -> str:
    text = "\0".join(" ".join(part.split()) for part in parts)
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    return digest[:CONTEXT_DIGEST_LENGTH]


def _touching_before(text: str) -> str:
    """The last characters of a text; at the start of a line, its marks."""
    line = LINE_END.split(text)[-1]
    mark = LINE_MARK.match(line)
    rest = line[mark.end() :] if mark else line
    if not WORD_CHARACTER.search(rest):
        return line[-WINDOW // 4 :].strip()
    run = _LAST_RUN.search(line)
    if not run:
        return ""
    ends = [match.end() for match in SENTENCE_END.finditer(f"{run[0]}x")]
    return run[0][max(ends, default=0) :]


def _touching_after(text: str) -> str:
    """The first characters of a text."""
    run = _FIRST_RUN.match(text)
    if not run:
        return ""
    sentence = SENTENCE_END.search(run[0])
    return run[0][: sentence.end()] if sentence else run[0]
