"""Compares quotations with files. Similarity alone never verifies a quotation.

A quotation is compared with a document, the current file: at its claimed `span`, or
where it occurs nearest to an offset, `near`. If the file has `changed` since, it may
have moved. With `saved`, the citation as it was saved, its sentence, headings and
context must be unchanged, too.

Answers, `ragtui verify`, hovers, diagnostics and the app all compare by
`comparing/quotation_rule.py`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ragtui_core.citations.citation import Citation, SavedCitation, Verdict
from ragtui_core.citations.comparing.normalization import WORD_CHARACTER
from ragtui_core.citations.comparing.placement import (
    Placement,
    change_since,
    placement,
)
from ragtui_core.citations.comparing.quotation_rule import (
    MAX_PLACES,
    compare,
    occurrences,
    rest_of_sentence,
    verbatim,
)
from ragtui_core.citations.saving.attribution_line import escape_markdown
from ragtui_core.citations.shown.blocks import ShownBlock, ShownKind, plain_block
from ragtui_core.citations.shown.displayed_file import quoted_blocks
from ragtui_core.citations.shown.folding import fold
from ragtui_core.citations.shown.quotable_file import QuotableFile, quotable
from ragtui_core.documents.succession import facts_of
from ragtui_core.errors import DocumentNotFound, UnreadableFile
from ragtui_core.text.line_index import LINE_END, LineIndex
from ragtui_core.text.sanitizing import kept_offsets, sanitize
from ragtui_core.types import Document, Lines, Span

MIN_LETTERS = 2
"""Minimum number of letters and digits of any quotation."""

BOLD = "**"
MIN_WORDS = 3
MIN_CHARS = 12
"""A quotation with fewer words and fewer characters may occur anywhere: its location
must be known by other means."""

_IDEOGRAPHS = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_LINE_BREAK = r"[^\S\r\n]*(?:\r\n?|\n)(?:[^\S\r\n]|[>\ufe0e\ufe0f])*"
_FENCE = re.compile(r"[ \t>]*(?:`{3}|~{3})")
_PARAGRAPHS = re.compile(r"[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*")


@dataclass(frozen=True, slots=True)
class Located:
    """The verdict on a quotation and its span; None if not found.

    `change` is what differs around it if that is the verdict.
    """

    verdict: Verdict
    span: Span | None = None
    change: str = ""


def may_be_anywhere(quote: str) -> bool:
    """Whether a quotation is too short to be located by its words alone."""
    text = fold(quote[:1000])
    # An ideograph counts as two letters.
    count = len(WORD_CHARACTER.findall(text)) + len(_IDEOGRAPHS.findall(text))
    return count < MIN_CHARS and len(text.split()) < MIN_WORDS


def check(
    quote: str,
    span: Span,
    document: Document,
    *,
    changed: bool = False,
    saved: SavedCitation | None = None,
) -> Located:
    """Compare a quotation with its claimed location."""
    if _has_few_letters(quote):
        return Located(Verdict.TOO_SHORT if quote.strip() else Verdict.MISSING)
    there = _at(quote, span, document)
    if there is not None:
        located = _located(quote, there, document, saved)
        if located.verdict.verified:
            return located
    elsewhere = locate(quote, document, span.start, saved)
    if changed:
        return Located(Verdict.STALE) if elsewhere.span is None else elsewhere
    if elsewhere.span is not None:
        return Located(Verdict.ELSEWHERE, elsewhere.span)
    is_text = bool(span.of(document.text).strip())
    return Located(Verdict.ALTERED if is_text else elsewhere.verdict)


def locate(
    quote: str, document: Document, near: int = 0, saved: SavedCitation | None = None
) -> Located:
    """Find a quotation whose location is unknown, without a span if it is nowhere.

    An exact occurrence is preferred, then a normalised one, then one in another
    context; of several the nearest.
    """
    is_placed = bool(saved and saved.surroundings)
    if _has_few_letters(quote) or (may_be_anywhere(quote) and not is_placed):
        return Located(Verdict.TOO_SHORT if fold(quote) else Verdict.MISSING)
    best: dict[Verdict, Located] = {}
    for span in _spans(quote, document, near):
        located = _located(quote, span, document, saved)
        if located.verdict is Verdict.EXACT:
            return located
        best.setdefault(located.verdict, located)
    for verdict in (Verdict.NORMALISED, Verdict.CONTEXT_CHANGED):
        if verdict in best:
            return best[verdict]
    is_like = any(
        compare(form, quotable(document)).places for form in _forms(quote, document)[:1]
    )
    return Located(Verdict.ALTERED if is_like else Verdict.MISSING)


def judge(blocks: Sequence[ShownBlock], document: Document, near: int = 0) -> Located:
    """The verdict on what a text presents as quoted, and where it is."""
    if may_be_anywhere("\n".join(block.text for block in blocks)):
        return Located(Verdict.TOO_SHORT)
    file = quotable(document)
    found = compare(blocks, file, near=near)
    return Located(found.verdict, file.span(found.places) if found.is_there else None)


def _has_few_letters(quote: str) -> bool:
    return len(WORD_CHARACTER.findall(sanitize(quote)[:1000])) < MIN_LETTERS


def _forms(quote: str, document: Document) -> list[tuple[ShownBlock, ...]]:
    """What a quoted text may display: read as its file is, or as it is written."""
    plain = tuple(
        plain_block(ShownKind.PARAGRAPH, found[0], found.start())
        for found in _PARAGRAPHS.finditer(quote)
    )
    return [form for form in (quoted_blocks(quote, document), plain) if form]


def _spans(quote: str, document: Document, near: int) -> Iterator[Span]:
    """The spans with a quotation, as source or as displayed, nearest first."""
    file, copied = quotable(document), _printable(quote)
    found = [
        span
        for span in _written(quote, document.text)
        if file.is_whole(span)
        and (not file.is_code(span) or copied == _printable(span.of(document.text)))
    ]
    found += (
        file.span(places)
        for form in _forms(quote, document)
        for places in occurrences(form, file)
        if file.is_copied(form, places)
        and (
            file.blocks[places[0].block].kind is not ShownKind.CODE
            or copied == _printable(file.span(places).of(document.text))
        )
    )
    yield from sorted(dict.fromkeys(found), key=lambda span: abs(span.start - near))


def _written(quote: str, text: str) -> Iterator[Span]:
    """Where a text has the lines of a quotation, with any spaces."""
    lines = [*map(str.split, LINE_END.split(sanitize(quote).strip()))]
    shown = sanitize(text)
    if lines[0] and lines[0][0] in shown:
        rows = (r"[^\S\r\n]+".join(map(re.escape, words)) for words in lines)
        offsets = kept_offsets(text) or range(len(text))
        for match in islice(re.finditer(_LINE_BREAK.join(rows), shown), MAX_PLACES):
            yield Span(offsets[match.start()], offsets[match.end() - 1] + 1)


def _printable(text: str) -> list[str]:
    """The lines of code without fences; all spaces count but those at the ends."""
    lines = LINE_END.split(sanitize(text).strip("\r\n"))
    if _FENCE.match(lines[0]):
        del lines[0]
    if lines and _FENCE.match(lines[-1]):
        del lines[-1]
    return [line.rstrip() for line in [*map(str.lstrip, lines[:1]), *lines[1:]]]


def _lines(text: str) -> list[list[str]]:
    """The words of each line."""
    lines = map(str.split, LINE_END.split(sanitize(text)))
    return [words for words in lines if words]


def _at(quote: str, span: Span, document: Document) -> Span | None:
    """Where a quotation is within a span; all of it if that is what is written."""
    if _lines(span.of(document.text)) == _lines(quote):
        return span if quotable(document).is_whole(span) else None
    inside = (
        found
        for found in _spans(quote, document, span.start)
        if found.start >= span.start and found.end <= span.end
    )
    return next(inside, None)


def _located(
    quote: str, span: Span, document: Document, saved: SavedCitation | None
) -> Located:
    """EXACT or NORMALISED; CONTEXT_CHANGED if the saved surroundings differ."""
    if saved and (change := change_since(saved, document, span)):
        return Located(Verdict.CONTEXT_CHANGED, span, change)
    # The part of a sentence that is quoted is in bold in its saved form.
    is_copy = _lines(span.of(document.text)) in map(
        _lines, (quote, quote.replace(BOLD, ""))
    )
    return Located(Verdict.EXACT if is_copy else Verdict.NORMALISED, span)


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
    length = len(document.text)
    place = checked.span or Span(min(span.start, length), min(span.end, length))
    verdict = checked.verdict.about(document)
    if not len(place):
        lines = Lines(1, 1)
        return Citation(
            number, document.path, place, lines, heading_path, quote, verdict
        )
    return cited(number, quote, place, document, verdict)


def cited(
    number: int, quote: str, span: Span, document: Document, verdict: Verdict
) -> Citation:
    """A citation of words of a document, with what is around them."""
    before, after, sentence = "", "", ""
    file, now = quotable(document), placement(document, span)
    if verdict.verified:
        before, after = rest_of_sentence(file, file.places_in(span))
    if before or after:
        sentence = _with_marked_part(quote, before, after, file, now, span)
    return Citation(
        number=number,
        path=document.path,
        span=span,
        lines=LineIndex(document.text, document.shifts).lines(span),
        heading_path=now.headings,
        quote=quote,
        verdict=verdict,
        surroundings=now.digests,
        context=now.context,
        location=document.location(span.start),
        facts=facts_of(document),
        sentence=sentence,
        before=before,
        after=after,
    )


def _with_marked_part(
    quote: str, before: str, after: str, file: QuotableFile, now: Placement, span: Span
) -> str:
    """A sentence as Markdown with the part in bold that is quoted.

    Empty if what is written is not found again in the same place, as a part of code.
    """
    shown = sanitize(quote)  # What stays of it is written, and at its borders no space.
    quoted, document = shown.strip(), file.document
    if not quoted or "\n" in quoted or file.is_code(span):
        return ""
    start, end = shown.split(quoted, 1)
    written = f"{_escaped(before)}{start}{BOLD}{quoted}{BOLD}{end}{_escaped(after)}"
    again = verbatim(quoted_blocks(written, document), file, span.start)
    if not again:
        return ""
    there = placement(document, file.span(again))
    return written if there.digests == now.digests else ""


def _escaped(words: str) -> str:
    """Words as Markdown, with the spaces at the border to others."""
    start, end = words[:1].isspace(), words[-1:].isspace()
    return f"{' ' * start}{escape_markdown(words)}{' ' * end}"


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
