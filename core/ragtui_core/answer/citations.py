"""Compares quotations with files. Similarity never verifies: one digit may matter."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from ragtui_core.answer.events import Citation, Verdict
from ragtui_core.answer.plain_text import PlainText, plain, without_links
from ragtui_core.model import Document, Lines, Span
from ragtui_core.sources.lines import LineCounter

LEAST_WORDS = 3
LEAST_CHARS = 12
"""A quotation with fewer of both, letters and digits, stands anywhere."""

ALIKE = 80.0
"""From this likeness on (rapidfuzz's partial ratio, 0..100) a quotation that a file
does not hold is called altered, not missing."""

_TELLING = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class Checked:
    """What a quotation is worth, and where it stands; None is nowhere."""

    verdict: Verdict
    span: Span | None = None


def verify(quote: str, span: Span, document: Document) -> Verdict:
    """What `quote`, said to be at `span` of `document`, is worth."""
    return check(quote, span, document).verdict


def check(
    quote: str, span: Span, document: Document, *, changed: bool = False
) -> Checked:
    """Compare a quotation with the place that it is said to be from.

    Args:
        quote: What is quoted.
        span: Where it is said to stand.
        document: The file as it is now.
        changed: Whether the file changed since the span was told; then the quotation
            may have moved.
    """
    there = span.of(document.text)
    if not _TELLING.search(quote):
        return Checked(Verdict.TOO_SHORT if quote.strip() else Verdict.MISSING)
    if quote == there:
        return Checked(Verdict.EXACT, span)
    if _means_the_same(quote, there):
        return Checked(Verdict.NORMALISED, span)
    found = locate(quote, document, near=span.start)
    if changed:
        return Checked(Verdict.STALE) if found.span is None else found
    if found.span is not None:
        return Checked(Verdict.ELSEWHERE, found.span)
    return Checked(Verdict.ALTERED if there.strip() else found.verdict)


def locate(quote: str, document: Document, near: int = 0) -> Checked:
    """Find a quotation whose place is not known.

    Args:
        quote: What is quoted.
        document: The file as it is now.
        near: Of several places the one nearest to this character is taken.
    """
    wanted = plain(quote)
    if not wanted:
        return Checked(Verdict.MISSING)
    if _is_short(wanted):
        return Checked(Verdict.TOO_SHORT)
    text = _plain_text(document.text)
    for form in (wanted, _other_first(wanted)):
        span = text.find(form, near)
        if span is not None:
            exact = quote.strip() == span.of(document.text)
            return Checked(Verdict.EXACT if exact else Verdict.NORMALISED, span)
    return Checked(Verdict.ALTERED if _is_like(wanted, text.text) else Verdict.MISSING)


def locate_among(
    quote: str, documents: Iterable[Document]
) -> tuple[Document, Span] | None:
    """The first document that holds a quotation, and where."""
    for document in documents:
        span = locate(quote, document).span
        if span is not None:
            return document, span
    return None


def cite(
    number: int,
    quote: str,
    span: Span,
    heading_path: tuple[str, ...],
    document: Document,
    *,
    changed: bool = False,
) -> Citation:
    """A checked citation; its place is where the quotation stands now.

    Args:
        number: Of the mark in the answer.
        quote: What is quoted.
        span: Where it is said to stand.
        heading_path: Above that place.
        document: The file as it is now.
        changed: Whether the file changed since the span was told.
    """
    checked = check(quote, span, document, changed=changed)
    found = checked.span or _within(span, document)
    return Citation(
        number=number,
        path=document.path,
        span=found,
        lines=LineCounter(document.text).lines(found) if len(found) else Lines(1, 1),
        heading_path=heading_path,
        quote=quote,
        verdict=checked.verdict,
    )


def _means_the_same(quote: str, there: str) -> bool:
    said = _small_first(plain(quote))
    held = (there, without_links(there))
    return any(said == _small_first(plain(text)) for text in held)


def _within(span: Span, document: Document) -> Span:
    length = len(document.text)
    return Span(min(span.start, length), min(span.end, length))


def _is_short(quote: str) -> bool:
    few = len(_TELLING.findall(quote)) < LEAST_CHARS
    return few and len(quote.split()) < LEAST_WORDS


def _is_like(quote: str, text: str) -> bool:
    # Spares those who only search 10 ms.
    from rapidfuzz import fuzz

    return len(quote) <= len(text) and (
        fuzz.partial_ratio(quote, text, score_cutoff=ALIKE) > 0
    )


@lru_cache(maxsize=64)
def _plain_text(text: str) -> PlainText:
    """Kept, since an answer may quote a file many times."""
    return PlainText.of(text)


def _small_first(text: str) -> str:
    """A sentence that is quoted within another may begin with a small letter."""
    return text[:1].lower() + text[1:]


def _other_first(text: str) -> str:
    """`text` with its first letter in the other case."""
    return text[:1].swapcase() + text[1:]
