"""Decides whether a quotation is verified at a location of a file.

Answers, `ragtui verify`, hovers, diagnostics and the app all use `verdict_at`.
Similarity is never enough: a quotation is verified only if

- it is long enough (`MIN_LETTERS`),
- it begins and ends at token boundaries, and no adjacent negation, sign, scale or unit
  is omitted (`token_borders`),
- it is not struck through, commented out or hidden, nor itself a saved citation
  (`withdrawn_text`),
- the file has its words there, in order (`normalization`); in code all characters, and
- the rest of its sentence and its headings, list, column and kind of block are the same
  as when it was saved, if known (`surroundings`, `context`).
"""

import re
from itertools import pairwise

from ragtui_core.citations.citation import SavedCitation, Verdict
from ragtui_core.citations.comparing.block_context import blocks_in
from ragtui_core.citations.comparing.normalization import (
    WORD_CHARACTER,
    plain,
    printable_lines,
    without_links,
)
from ragtui_core.citations.comparing.old_surroundings import upgraded
from ragtui_core.citations.comparing.surroundings import surroundings
from ragtui_core.citations.comparing.token_borders import is_whole
from ragtui_core.citations.comparing.withdrawn_text import is_withdrawn
from ragtui_core.language.sentences import trimmed
from ragtui_core.text.line_marks import BLOCK_MARK
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.types import Document, Span

MIN_LETTERS = 2
"""Minimum number of letters and digits of any quotation."""

MIN_WORDS = 3
MIN_CHARS = 12
"""A quotation with fewer words and fewer characters may occur anywhere: its location
must be known by other means."""

_MARKED_LINE = re.compile(rf"[ \t>]*(?:{BLOCK_MARK}[ \t]|\|)")
"""A line that begins a block of its own: a heading, a list item or a row of a table."""
_QUOTE_MARKS = " \t>"
MAX_QUOTE_MARKS = 100
"""Maximum characters of the marks of block quotes before a quotation."""

_IDEOGRAPHS = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def verdict_at(
    quote: str, span: Span, document: Document, saved: SavedCitation | None = None
) -> Verdict:
    """The verdict on a quotation from this location of a file.

    `saved` is the citation as it was saved, if it was, with what was around it.

    Returns:
        EXACT or NORMALISED if it is verified, else TOO_SHORT, ALTERED, or
        CONTEXT_CHANGED if only its context is another.
    """
    if len(WORD_CHARACTER.findall(sanitize(quote)[:1000])) < MIN_LETTERS:
        return Verdict.TOO_SHORT
    text = document.text
    span = trimmed(text, span)
    there = span.of(text)
    is_copy = printable_lines(there) == printable_lines(quote)
    if not is_whole(text, span) or not (is_copy or _means_the_same(quote, there)):
        return Verdict.ALTERED
    if is_withdrawn(document, span):
        return Verdict.ALTERED
    if not is_copy and any(block.is_code for block in blocks_in(document, span)):
        return Verdict.ALTERED
    if saved is None:
        same = quote.strip() == there or (is_copy and _is_printable(there))
        return Verdict.EXACT if same else Verdict.NORMALISED
    return _compared(saved, quote, span, document, is_copy=is_copy)


def _compared(
    saved: SavedCitation, quote: str, span: Span, document: Document, *, is_copy: bool
) -> Verdict:
    """The verdict on words that are in the file, by what was around them."""
    was, now = upgraded(saved, span, document), surroundings(document, span)
    borders = _borders(_line_of(span, document.text))
    is_split = not is_copy and borders != _borders(quote)
    # Of the oldest citations only the digest of their words was saved.
    has_surroundings = bool(saved.surroundings)
    if now.sentence != was.sentence or (is_split and has_surroundings):
        return Verdict.ALTERED
    if now.context != was.context:
        return Verdict.CONTEXT_CHANGED
    same = is_copy and now.touching == was.touching
    if not has_surroundings:
        same = same and _is_printable(span.of(document.text))
    return Verdict.EXACT if same else Verdict.NORMALISED


def may_be_anywhere(quote: str) -> bool:
    """Whether a quotation is too short to be located by its words alone."""
    text = plain(quote)
    # An ideograph counts as two letters.
    count = len(WORD_CHARACTER.findall(text)) + len(_IDEOGRAPHS.findall(text))
    return count < MIN_CHARS and len(text.split()) < MIN_WORDS


def _borders(text: str) -> int:
    """The number of lines of `text` that begin another block than the line before."""
    lines = printable_lines(text).split("\n")
    return sum(_begins_block(line, before) for before, line in pairwise(lines))


def _line_of(span: Span, text: str) -> str:
    """A span of a text with the marks of block quotes before it."""
    before = text[max(0, span.start - MAX_QUOTE_MARKS) : span.start]
    return before[len(before.rstrip(_QUOTE_MARKS)) :] + span.of(text)


def _begins_block(line: str, before: str) -> bool:
    if not line.strip(_QUOTE_MARKS):
        return False
    if not before.strip(_QUOTE_MARKS) or _MARKED_LINE.match(line):
        return True
    return _depth(line) > _depth(before)


def _depth(line: str) -> int:
    """The nesting depth of block quotes of a line that is not blank."""
    return line[: line.index(line.lstrip(_QUOTE_MARKS))].count(">")


def _is_printable(text: str) -> bool:
    return len(sanitize(text)) == len(text)


def _means_the_same(quote: str, there: str) -> bool:
    quoted = plain(quote)
    if not quoted:
        return False
    forms = (plain(there), plain(without_links(there)))
    return any(quoted in {form, other_first(form)} for form in forms)


def other_first(text: str) -> str:
    """`text` with its first letter in the other case, if it begins a common word.

    A sentence that is quoted within another may begin in lower case. For units and
    abbreviations case matters: the rest of the word must be lower case.
    """
    word = text.split(" ", 1)[0]
    is_common = len(word) == 1 or word[1:].islower()
    return text[:1].swapcase() + text[1:] if is_common else text
