"""Compares quotations with files. Similarity alone never verifies a quotation.

A quotation is compared with a document, the current file: at its claimed `span`, or
where it occurs nearest to an offset, `near`. If the file has `changed` since, it may
have moved. `saved` is the citation as it was saved, if it was.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from ragtui_core.citations.citation import Citation, SavedCitation, Verdict
from ragtui_core.citations.comparing.block_context import block_context, headings_at
from ragtui_core.citations.comparing.normalization import (
    WORD_CHARACTER,
    PlainText,
    occurrences,
    plain,
    single_spaced,
)
from ragtui_core.citations.comparing.surroundings import surroundings
from ragtui_core.citations.comparing.verdicts import (
    may_be_anywhere,
    other_first,
    verdict_at,
)
from ragtui_core.citations.saving.cited_spans import without_citations
from ragtui_core.errors import DocumentNotFound, UnreadableFile
from ragtui_core.text.line_index import LineIndex
from ragtui_core.types import Document, Lines, Span

ALTERED_SIMILARITY = 80.0
"""Minimum similarity (rapidfuzz's partial ratio, 0..100) at which a quotation that is
not in a file is called altered, not missing."""

_SPACES = " \t\n\r"


@dataclass(frozen=True, slots=True)
class Located:
    """The verdict on a quotation and its span; None if not found."""

    verdict: Verdict
    span: Span | None = None


def check(
    quote: str,
    span: Span,
    document: Document,
    *,
    changed: bool = False,
    saved: SavedCitation | None = None,
) -> Located:
    """Compare a quotation with its claimed location."""
    there = span.of(document.text)
    if not WORD_CHARACTER.search(quote):
        return Located(Verdict.TOO_SHORT if quote.strip() else Verdict.MISSING)
    verdict = verdict_at(quote, span, document, saved)
    if verdict.verified:
        return Located(verdict, span)
    if verdict is Verdict.TOO_SHORT:
        return Located(verdict)
    elsewhere = locate(quote, document, span.start, saved)
    if changed:
        return Located(Verdict.STALE) if elsewhere.span is None else elsewhere
    if elsewhere.span is not None:
        return Located(Verdict.ELSEWHERE, elsewhere.span)
    return Located(Verdict.ALTERED if there.strip() else elsewhere.verdict)


def locate(
    quote: str, document: Document, near: int = 0, saved: SavedCitation | None = None
) -> Located:
    """Find a quotation whose location is unknown."""
    wanted = plain(quote)
    if not wanted:
        return Located(Verdict.MISSING)
    if may_be_anywhere(quote):
        return Located(Verdict.TOO_SHORT)
    occurrence = occurrence_of(quote, document, near, saved)
    if occurrence.span is not None:
        return occurrence
    text = _plain_text(without_citations(document.text)).text
    return Located(Verdict.ALTERED if _is_like(wanted, text) else Verdict.MISSING)


def with_whole_words(quote: str, document: Document) -> str:
    """The first occurrence of a quotation, with its first and last word completed.

    `OSCAL version 1` becomes `OSCAL version 1.0`. Empty if the document lacks it.
    """
    text = document.text
    for span in _plain_text(text).occurrences(plain(quote)):
        start = max(text.rfind(mark, 0, span.start) for mark in _SPACES) + 1
        ends = (text.find(mark, span.end) for mark in _SPACES)
        return text[start : min((end for end in ends if end >= 0), default=len(text))]
    return ""


def occurrence_of(
    quote: str,
    document: Document,
    near: int = 0,
    saved: SavedCitation | None = None,
    within: Span | None = None,
) -> Located:
    """The occurrence of a quotation; ALTERED without a span if there is none.

    An exact occurrence is preferred, then a normalised one, then one in another
    context; of several the nearest. Only those that begin `within` a span count, if
    there is one.
    """
    spans: dict[Verdict, Span] = {}
    for span in _spans(quote, document.text, near):
        if within and not within.start <= span.start < within.end:
            continue
        verdict = verdict_at(quote, span, document, saved)
        if verdict is Verdict.EXACT:
            return Located(verdict, span)
        spans.setdefault(verdict, span)
    for verdict in (Verdict.NORMALISED, Verdict.CONTEXT_CHANGED):
        if verdict in spans:
            return Located(verdict, spans[verdict])
    return Located(Verdict.TOO_SHORT if Verdict.TOO_SHORT in spans else Verdict.ALTERED)


def _spans(quote: str, text: str, near: int) -> Iterator[Span]:
    """Candidate spans of a quotation: verbatim, with other spaces, in plain form."""
    words = quote.strip()
    for start in occurrences(text, words, near):
        yield Span(start, start + len(words))
    yield from _single_spaced_text(text).occurrences(single_spaced(quote), near)
    wanted, plain_text = plain(quote), _plain_text(text)
    for form in dict.fromkeys((wanted, other_first(wanted))):
        yield from plain_text.occurrences(form, near)


def cite(
    number: int,
    quote: str,
    span: Span,
    heading_path: tuple[str, ...],
    document: Document,
    *,
    changed: bool = False,
    saved: SavedCitation | None = None,
) -> Citation:
    """A verified citation with the current location of the quotation.

    The number is that of the mark in the answer; `heading_path` counts if the quotation
    is not found.
    """
    checked = check(quote, span, document, changed=changed, saved=saved)
    place = checked.span or _within(span, document)
    verdict = checked.verdict.about(document)
    if not len(place):
        lines = Lines(1, 1)
        return Citation(
            number, document.path, place, lines, heading_path, quote, verdict
        )
    return Citation(
        number=number,
        path=document.path,
        span=place,
        lines=LineIndex(document.text).lines(place),
        heading_path=headings_at(document, place.start),
        quote=quote,
        verdict=verdict,
        surroundings=str(surroundings(document, place)),
        context=block_context(document, place).context,
        location=document.location(place.start),
    )


def _within(span: Span, document: Document) -> Span:
    length = len(document.text)
    return Span(min(span.start, length), min(span.end, length))


def _is_like(quote: str, text: str) -> bool:
    # Imported here: it takes 10 ms, which a mere search need not wait for.
    from rapidfuzz import fuzz

    return len(quote) <= len(text) and (
        fuzz.partial_ratio(quote, text, score_cutoff=ALTERED_SIMILARITY) > 0
    )


_plain_text = lru_cache(maxsize=64)(PlainText.of)
"""Cached, since an answer may quote a file many times."""
_single_spaced_text = lru_cache(maxsize=4)(PlainText.single_spaced)


def compare_with_file(citation: Citation, read: Callable[[str], Document]) -> Citation:
    """A citation compared again with its file, which may have changed since."""
    try:
        document = read(citation.path)
    except DocumentNotFound:
        return replace(citation, verdict=Verdict.FILE_MISSING, span=Span(0, 0))
    except UnreadableFile:
        return replace(citation, verdict=Verdict.STALE, span=Span(0, 0))
    if not len(citation.span):
        return citation
    was_there = citation.verdict.verified or citation.verdict is Verdict.FILE_NOT_HERE
    compared = cite(
        citation.number,
        citation.quote,
        citation.span,
        citation.heading_path,
        document,
        changed=was_there,
        saved=SavedCitation.of(citation) if was_there else None,
    )
    now = replace(compared, quoted=citation.quoted)
    # A citation that was wrong in the answer remains wrong.
    return now if was_there else replace(now, verdict=citation.verdict)
