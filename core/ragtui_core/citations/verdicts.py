"""Decides whether a quotation holds at a place of a file. Nothing else decides that.

Answers, `ragtui verify`, hovers, diagnostics and the app all ask `verdict_at`. It is
never too good: likeness counts nothing, and a quotation holds only if

- it says enough to be a quotation (`LEAST_TELLING`),
- it begins and ends where words and numbers do, and no negation, sign, scale or unit
  beside it is left out (`borders`),
- the file does not strike it through, comment it out or hide it (`withdrawn`),
- the file has its words there, in their order (`plain_text`), and
- what was beside it when it was saved still is, if that is known (`surroundings`).
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

LEAST_TELLING = 2
"""Letters and digits without which a quotation says nothing, wherever it is from."""

LEAST_WORDS = 3
LEAST_CHARS = 12
"""With fewer of both, words and letters or digits, a quotation may be anywhere: its
place must be known by other means."""

_TELLING = re.compile(r"[^\W_]")
_IDEOGRAPHS = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def verdict_at(
    quote: str, span: Span, document: Document, saved: Surroundings | None = None
) -> Verdict:
    """What a quotation is worth, if it is from this place of a file.

    Args:
        quote: What is quoted.
        span: Where it is said to be.
        document: The file as it is now.
        saved: What was beside it when it was saved, if that was saved too.

    Returns:
        EXACT or NORMALISED if it holds, else TOO_SHORT or ALTERED.
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
    if now.sentence != saved.sentence:
        return Verdict.ALTERED
    same = now.touching == saved.touching and as_saved(there) == as_saved(quote)
    return Verdict.EXACT if same else Verdict.NORMALISED


def says_too_little(quote: str) -> bool:
    """Whether a quotation says nothing, wherever it is from."""
    return len(_TELLING.findall(sanitize(quote)[:1000])) < LEAST_TELLING


def may_be_anywhere(quote: str) -> bool:
    """Whether a quotation is so short that its words alone tell no place."""
    said = plain(quote)
    # An ideograph says about as much as two letters.
    told = len(_TELLING.findall(said)) + len(_IDEOGRAPHS.findall(said))
    return told < LEAST_CHARS and len(said.split()) < LEAST_WORDS


def as_saved(text: str) -> str:
    """`text` as a saved citation gives it back: printable, its line ends alike."""
    lines = LINE_END.split(sanitize(text))
    return "\n".join(line.rstrip() for line in lines).strip()


def _is_printable(text: str) -> bool:
    return len(sanitize(text)) == len(text)


def _means_the_same(quote: str, there: str) -> bool:
    said = plain(quote)
    if not said:
        return False
    held = (there, without_links(there))
    return any(_same_but_case(said, plain(text)) for text in held)


def _same_but_case(one: str, other: str) -> bool:
    """Whether both are the same, the case of the first letter apart.

    A sentence that is quoted within another may begin with a small letter. Of units and
    abbreviations the case matters: only a word that goes on in small letters may.
    """
    if one == other:
        return True
    return one == other_first(other)


def other_first(text: str) -> str:
    """`text` with its first letter in the other case, if it begins a common word."""
    word = text.split(" ", 1)[0]
    is_common = len(word) == 1 or word[1:].islower()
    return text[:1].swapcase() + text[1:] if is_common else text
