"""Selects the passage to quote: to support a text, or to replace a stale quotation."""

from collections.abc import Iterable
from dataclasses import replace

from ragtui_core.citations.citation import Citation, SavedCitation
from ragtui_core.citations.comparing.normalization import plain
from ragtui_core.citations.comparing.verification import cite, locate
from ragtui_core.citations.passages import Passage, passages_of
from ragtui_core.citations.recheck import Rechecked
from ragtui_core.citations.selected_text import Selection
from ragtui_core.citations.shown.folding import fold
from ragtui_core.citations.shown.quotable_file import quotable
from ragtui_core.language.question_words import Overlap, terms_of_text
from ragtui_core.search_results import Hit
from ragtui_core.text.line_index import LineIndex
from ragtui_core.types import Document, Lines, Span


def quote_hit(hit: Hit, document: Document, about: str) -> Citation:
    """The passage of a hit that has most words in common with a text."""
    passages = _quotable(document)
    within = [p for p in passages if hit.span.start <= p.span.start < hit.span.end]
    passage = _most_about(within or passages, about, document)
    quote = passage.span.of(document.text)
    return cite(1, quote, passage.span, passage.heading_path, document)


def quote_selection(
    selection: Selection, document: Document, about: str
) -> Citation | None:
    """The selected text of a document, or the passage at the cursor.

    Args:
        selection: Its text is quoted as it is in the file. If it has none, or the file
            does not contain it, or it is too short to prove anything, its lines are.
        document: The current document.
        about: Of several passages in the lines the one that has most words in common
            with this is quoted; "" quotes all of them.
    """
    lines = selection.lines or Lines(1, document.text.count("\n") + 1)
    counter = LineIndex(document.text, document.shifts)
    within = [
        passage
        for passage in _quotable(document)
        if (where := counter.lines(passage.span)).first <= lines.last
        and where.last >= lines.first
    ]
    near = within[0].span.start if within else 0
    span = locate(selection.text, document, near).span if selection.text else None
    if span is None and within:
        span = _span_about(within, about or selection.text, document)
    if span is None:
        return None
    return cite(1, span.of(document.text), span, (), document)


def _span_about(passages: list[Passage], about: str, document: Document) -> Span:
    """The passage with most words in common with a text; all of them for ""."""
    if not about:
        return Span(passages[0].span.start, passages[-1].span.end)
    return _most_about(passages, about, document).span


def _most_about(passages: list[Passage], about: str, document: Document) -> Passage:
    words = [terms_of_text(passage.span.of(document.text)) for passage in passages]
    overlap = Overlap(about, words)
    best = max(
        range(len(passages)), key=lambda position: overlap.share(words[position])
    )
    return passages[best]


def relocated(checked: Rechecked, document: Document) -> SavedCitation | None:
    """A citation with its words, if they were found, at their current location.

    Else with the words of the most similar passages; None if none is similar.
    """
    saved, span = checked.saved, checked.span
    if span is not None:
        return _cited(saved, saved.quote, span, document)
    span = _most_similar(saved, document)
    return _cited(saved, span.of(document.text), span, document) if span else None


def _ratio(quote: str, there: str) -> float:
    from rapidfuzz import fuzz

    return fuzz.ratio(quote, there) / 100


def _most_similar(saved: SavedCitation, document: Document) -> Span | None:
    """The adjacent passages most similar to a quotation; None if too little is."""
    file = quotable(document)
    number = file.similar(fold(saved.quote))
    if number is None:
        return None
    block = file.blocks[number]
    whole = block.span(0, len(block.text))
    passages, quote = _quotable(document), plain(saved.quote)
    within = [at for at, p in enumerate(passages) if p.span.overlaps(whole)]
    if not within:
        return whole
    nearest = _most_about([passages[at] for at in within], saved.quote, document)
    unchanged = (
        at for at in within if plain(passages[at].span.of(document.text)) in quote
    )
    found = sorted((*unchanged, passages.index(nearest)))
    start = passages[found[0]].span.start
    later = (Span(start, passage.span.end) for passage in passages[found[-1] :])
    end = _closest(later, quote, document).end
    earlier = (Span(passage.span.start, end) for passage in passages[found[0] :: -1])
    return _closest(earlier, quote, document)


def _closest(spans: Iterable[Span], quote: str, document: Document) -> Span:
    """The span most similar to a quotation in plain form, of spans that grow."""
    best, most = Span(0, 0), -1.0
    for span in spans:
        there = plain(span.of(document.text))
        if 2 * len(quote) < most * (len(quote) + len(there)):
            break  # Even with all words of the quotation it is less similar.
        if (ratio := _ratio(quote, there)) > most:
            best, most = span, ratio
    return best


def _cited(
    saved: SavedCitation, quote: str, span: Span, document: Document
) -> SavedCitation:
    """A saved citation with another quotation and location."""
    cited = cite(saved.number or 0, quote, span, (), document)
    return replace(SavedCitation.of(cited), number=saved.number)


def _quotable(document: Document) -> list[Passage]:
    """The quotable passages: what states something, else all."""
    every, file = passages_of(document), quotable(document)
    stating = {at for at, block in enumerate(file.blocks) if block.is_statement}
    placed = ((p, {it.block for it in file.places_in(p.span)}) for p in every)
    return [passage for passage, blocks in placed if blocks & stating] or every
