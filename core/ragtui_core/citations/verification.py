"""Compares quotations with files. Similarity never verifies: one digit may matter."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.citations.normalization import PlainText, occurrences, plain
from ragtui_core.citations.surroundings import Surroundings, surroundings
from ragtui_core.citations.verdicts import (
    may_be_anywhere,
    other_first,
    verdict_at,
)
from ragtui_core.text.line_index import LineIndex
from ragtui_core.types import Document, Lines, Span

ALTERED_SIMILARITY = 80.0
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
    quote: str,
    span: Span,
    document: Document,
    *,
    changed: bool = False,
    saved: Surroundings | None = None,
) -> Checked:
    """Compare a quotation with the place that it is said to be from.

    Args:
        quote: What is quoted.
        span: Where it is said to stand.
        document: The file as it is now.
        changed: Whether the file changed since the span was told; then the quotation
            may have moved.
        saved: What was beside the quotation before, if that is known.
    """
    there = span.of(document.text)
    if not _TELLING.search(quote):
        return Checked(Verdict.TOO_SHORT if quote.strip() else Verdict.MISSING)
    verdict = verdict_at(quote, span, document, saved)
    if verdict.verified:
        return Checked(verdict, span)
    if verdict is Verdict.TOO_SHORT:
        return Checked(verdict)
    found = locate(quote, document, span.start, saved)
    if changed:
        return Checked(Verdict.STALE) if found.span is None else found
    if found.span is not None:
        return Checked(Verdict.ELSEWHERE, found.span)
    return Checked(Verdict.ALTERED if there.strip() else found.verdict)


def locate(
    quote: str, document: Document, near: int = 0, saved: Surroundings | None = None
) -> Checked:
    """Find a quotation whose place is not known.

    Args:
        quote: What is quoted.
        document: The file as it is now.
        near: Of several places the one nearest to this character is taken.
        saved: What was beside it before, if that is known.
    """
    wanted = plain(quote)
    if not wanted:
        return Checked(Verdict.MISSING)
    if may_be_anywhere(quote):
        return Checked(Verdict.TOO_SHORT)
    found = held(quote, document, near, saved)
    if found.span is not None:
        return found
    text = _plain_text(document.text).text
    return Checked(Verdict.ALTERED if _is_like(wanted, text) else Verdict.MISSING)


def held(
    quote: str,
    document: Document,
    near: int = 0,
    saved: Surroundings | None = None,
    within: Span | None = None,
) -> Checked:
    """Where a document holds a quotation; ALTERED and no span if it does not.

    An exact place is preferred, then the nearest.

    Args:
        quote: What is quoted.
        document: The file as it is now.
        near: Where it is expected.
        saved: What was beside it when it was saved, if that is known.
        within: Only places that begin here count.
    """
    normalised: Span | None = None
    worst = Verdict.ALTERED
    for span in _places(quote, document.text, near):
        if within and not within.start <= span.start < within.end:
            continue
        verdict = verdict_at(quote, span, document, saved)
        if verdict is Verdict.EXACT:
            return Checked(verdict, span)
        if verdict is Verdict.NORMALISED:
            normalised = normalised or span
        elif verdict is Verdict.TOO_SHORT:
            worst = verdict
    if normalised:
        return Checked(Verdict.NORMALISED, normalised)
    return Checked(worst)


def _places(quote: str, text: str, near: int) -> Iterator[Span]:
    """Where `text` may hold a quotation: as it is written, then in its plain form."""
    words = quote.strip()
    for start in occurrences(text, words, near):
        yield Span(start, start + len(words))
    wanted, plain_text = plain(quote), _plain_text(text)
    for form in dict.fromkeys((wanted, other_first(wanted))):
        yield from plain_text.occurrences(form, near)


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
    saved: Surroundings | None = None,
) -> Citation:
    """A checked citation; its place is where the quotation stands now.

    Args:
        number: Of the mark in the answer.
        quote: What is quoted.
        span: Where it is said to stand.
        heading_path: Above that place.
        document: The file as it is now.
        changed: Whether the file changed since the span was told.
        saved: What was beside the quotation before, if that is known.
    """
    checked = check(quote, span, document, changed=changed, saved=saved)
    found = checked.span or _within(span, document)
    return Citation(
        number=number,
        path=document.path,
        span=found,
        lines=LineIndex(document.text).lines(found) if len(found) else Lines(1, 1),
        heading_path=heading_path,
        quote=quote,
        verdict=checked.verdict,
        surroundings=str(surroundings(document.text, found)) if len(found) else "",
    )


def _within(span: Span, document: Document) -> Span:
    length = len(document.text)
    return Span(min(span.start, length), min(span.end, length))


def _is_like(quote: str, text: str) -> bool:
    # Spares those who only search 10 ms.
    from rapidfuzz import fuzz

    return len(quote) <= len(text) and (
        fuzz.partial_ratio(quote, text, score_cutoff=ALTERED_SIMILARITY) > 0
    )


@lru_cache(maxsize=64)
def _plain_text(text: str) -> PlainText:
    """Kept, since an answer may quote a file many times."""
    return PlainText.of(text)
