"""Quotations in any text: block quotes, and words in quotation marks.

A text that a person or a language model wrote has no saved citations. A source is what
looks like a file name between a quotation and the next one: `(notes/pump.md:12)`,
`[Pump](notes/pump.md#care)`, `pump.md`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from urllib.parse import unquote

from ragtui_core.citations.verdicts import may_be_anywhere
from ragtui_core.types import Lines, Span

MAX_QUOTE = 4_000
"""Characters of a quotation; longer ones are ignored."""

MAX_DISTANCE = 300
"""Characters between a quotation and its source."""

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_BLOCK = re.compile(r"(?:^[ \t]{0,3}>[^\n]*(?:\n|\Z))+", re.M)
_MARK = re.compile(r"^[ \t]{0,3}>[ \t]?", re.M)
_PAIRS = {'"': '"', "\u201c": "\u201d", "\u201e": "\u201c\u201d", "\u00ab": "\u00bb"}
"""Opening marks, each with the marks that may close it."""

_SOURCE = re.compile(
    r"""<(?P<angled>[^<>\n]{1,200}?\.[A-Za-z]{1,8})(?:\#[^<>\n]{0,200})?>|"""
    r"""(?P<bare>[^\s<>()\[\]"'`,;\u201c\u201d]{1,200}?\.[A-Za-z]{1,8})"""
    r"""(?::(?P<line>[0-9]{1,9}))?(?![\w/])"""
)


@dataclass(frozen=True, slots=True)
class QuotedText:
    """A quotation in a text.

    Attributes:
        quote: The quoted text.
        place: Its span in the text, in characters, marks included.
        source: The name of the file that follows it; empty if none does.
        lines: The line that follows the name, if any.
    """

    quote: str
    place: Span
    source: str = ""
    lines: Lines | None = None


def quotes_of(text: str) -> list[QuotedText]:
    """The quotations in a text, in order.

    Those that are so short that they may be anywhere count only with a source.
    """
    found = sorted((*_blocks(text), *_in_marks(text)), key=lambda each: each[1].start)
    ends = [*(span.start for _, span in found[1:]), len(text)][: len(found)]
    quotes = (
        _with_source(quote, span, text[span.end : min(end, span.end + MAX_DISTANCE)])
        for (quote, span), end in zip(found, ends, strict=True)
    )
    return [each for each in quotes if each.source or not may_be_anywhere(each.quote)]


def _blocks(text: str) -> Iterator[tuple[str, Span]]:
    for block in _BLOCK.finditer(text):
        quote = _MARK.sub("", block[0]).strip()
        if 0 < len(quote) <= MAX_QUOTE:
            yield quote, Span(*block.span())


def _in_marks(text: str) -> Iterator[tuple[str, Span]]:
    """The text between quotation marks of one paragraph, outside of block quotes."""
    outside = _BLOCK.sub(lambda block: re.sub(r"[^\n]", " ", block[0]), text)
    blank = [line.start() for line in _BLANK_LINE.finditer(outside)]
    for first, last in pairwise((0, *blank, len(outside))):
        position = first
        while (start := _next_mark(outside, position, last)) >= 0:
            end = _closing(outside, start, last)
            if end > start + 1:
                yield outside[start + 1 : end].strip(), Span(start, end + 1)
            position = max(start, end) + 1


_OPENING = re.compile("(?<!\\w)[" + "".join(_PAIRS) + "]")
"""Not after a word: in `5"` the mark is a unit, or closes a quotation."""


def _next_mark(text: str, start: int, end: int) -> int:
    found = _OPENING.search(text, start, end)
    return found.start() if found else -1


def _closing(text: str, start: int, end: int) -> int:
    """Where the quotation that opens at `start` closes; -1 if it does not."""
    end = min(end, start + MAX_QUOTE)
    places = (text.find(mark, start + 1, end) for mark in _PAIRS[text[start]])
    return min((place for place in places if place >= 0), default=-1)


def _with_source(quote: str, place: Span, after: str) -> QuotedText:
    found = _SOURCE.search(after)
    if not found:
        return QuotedText(quote, place)
    name = unquote(found["angled"] or found["bare"])
    line = int(found["line"] or 0)
    return QuotedText(quote, place, name, Lines(line, line) if line else None)
