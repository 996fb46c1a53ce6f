"""Decides whether a quotation is verified at a location of a file.

Answers, `ragtui verify`, hovers, diagnostics and the app all use `verdict_at`.
Similarity is never enough: a quotation is verified only if

- it is long enough (`MIN_LETTERS`),
- it begins and ends at token boundaries, and no adjacent negation, sign, scale or unit
  is omitted (`token_borders`),
- it is not struck through, commented out or hidden (`withdrawn_text`),
- the file has its words there, in order (`normalization`), and
- the adjacent text is the same as when it was saved, if known (`surroundings`).
"""

import re

from ragtui_core.citations.citation import Verdict
from ragtui_core.citations.normalization import plain, without_links
from ragtui_core.citations.surroundings import Surroundings, surroundings
from ragtui_core.citations.token_borders import is_whole
from ragtui_core.citations.withdrawn_text import is_withdrawn
from ragtui_core.text.line_index import LINE_END
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.text.sentences import trimmed
from ragtui_core.types import Document, Span

MIN_LETTERS = 2
"""Minimum number of letters and digits of any quotation."""

MIN_WORDS = 3
MIN_CHARS = 12
"""A quotation with fewer words and fewer characters may occur anywhere: its location
must be known by other means."""

_WORD_CHARACTER = re.compile(r"[^\W_]")
_BLANK_LINE = re.compile(r"\n[ \t>]*+\n")
_IDEOGRAPHS = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def verdict_at(
    quote: str, span: Span, document: Document, saved: Surroundings | None = None
) -> Verdict:
    """The verdict on a quotation from this location of a file.

    Args:
        quote: The quoted text.
        span: Its claimed location.
        document: The current file.
        saved: Its surroundings when it was saved, if known.

    Returns:
        EXACT or NORMALISED if it is verified, else TOO_SHORT or ALTERED.
    """
    if says_too_little(quote):
        return Verdict.TOO_SHORT
    text = document.text
    span = trimmed(text, span)
    there = span.of(text)
    same = quote.strip() == there
    if not (is_whole(text, span) and (same or _means_the_same(quote, there))):
        return Verdict.ALTERED
    if is_withdrawn(document, span):
        return Verdict.ALTERED
    if saved is None:
        same = same or (as_saved(there) == as_saved(quote) and _is_printable(there))
        return Verdict.EXACT if same else Verdict.NORMALISED
    now = surroundings(text, span)
    # One paragraph that was saved is not the end of a heading and the next paragraph.
    is_split = _has_paragraphs(there) and not _has_paragraphs(quote)
    if now.sentence != saved.sentence or is_split:
        return Verdict.ALTERED
    same = now.touching == saved.touching and as_saved(there) == as_saved(quote)
    return Verdict.EXACT if same else Verdict.NORMALISED


def says_too_little(quote: str) -> bool:
    """Whether a quotation has too few letters and digits."""
    return len(_WORD_CHARACTER.findall(sanitize(quote)[:1000])) < MIN_LETTERS


def may_be_anywhere(quote: str) -> bool:
    """Whether a quotation is too short to be located by its words alone."""
    text = plain(quote)
    # An ideograph counts as two letters.
    count = len(_WORD_CHARACTER.findall(text)) + len(_IDEOGRAPHS.findall(text))
    return count < MIN_CHARS and len(text.split()) < MIN_WORDS


def as_saved(text: str) -> str:
    """`text` as restored from a saved citation: printable, with unified line ends."""
    lines = LINE_END.split(sanitize(text))
    return "\n".join(line.rstrip() for line in lines).strip()


def _has_paragraphs(text: str) -> bool:
    """Whether a blank line, or one of block quote marks alone, is within `text`."""
    return bool(_BLANK_LINE.search(as_saved(text)))


def _is_printable(text: str) -> bool:
    return len(sanitize(text)) == len(text)


def _means_the_same(quote: str, there: str) -> bool:
    quoted = plain(quote)
    if not quoted:
        return False
    forms = (there, without_links(there))
    return any(_same_but_case(quoted, plain(text)) for text in forms)


def _same_but_case(one: str, other: str) -> bool:
    """Whether both are equal except for the case of the first letter.

    A sentence that is quoted within another may begin in lower case. For units and
    abbreviations case matters: the rest of the word must be lower case.
    """
    if one == other:
        return True
    return one == other_first(other)


def other_first(text: str) -> str:
    """`text` with its first letter in the other case, if it begins a common word."""
    word = text.split(" ", 1)[0]
    is_common = len(word) == 1 or word[1:].islower()
    return text[:1].swapcase() + text[1:] if is_common else text
