"""Turns a ranking into a result: hits with texts and scores, and notes for the user."""

from collections import Counter
from collections.abc import Sequence

from ragtui_core.cancellation import check_cancelled
from ragtui_core.search.excerpt import find_matches, joined, make_excerpt
from ragtui_core.search.options import Sort
from ragtui_core.search.rank import Ranking, Slot, by_date
from ragtui_core.search.result_notes import (
    counted_note,
    missing_words,
    result_notes,
    time_note,
)
from ragtui_core.search_results import Explanation, Hit, SearchResult, listed_count
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.records import ChunkMatch
from ragtui_core.text.stemming import stemmed
from ragtui_core.text.subwords import grams as split_grams
from ragtui_core.types import Anchor, ChunkId, Location, Span, location_at

MAX_HEAD = 120
"""About so many characters of an excerpt are the head of a table."""


def present(ranking: Ranking, reader: Reader) -> SearchResult:
    """The result of a search, with the texts of its hits."""
    query, whole = ranking.query, ranking.whole
    hits = _hits(ranking, reader)
    shown = tuple(hit for hit in hits if hit.score >= query.options.min_score)
    hidden = len(hits) - len(shown)
    total = _total(ranking, reader)
    counted = "" if total is None else counted_note(ranking, total)
    is_by_date = query.is_by_date and (ranking.is_dated or query.filters.are_of_items)
    notes = [*query.notes, *ranking.notes]
    if query.time:
        notes.append(time_note(query.time, ranking))
    if whole:
        notes.append(counted)
    if is_by_date and query.order and _are_by_date(ranking, shown):
        notes.append(f"The {query.order} first, as the query asks.")
    return SearchResult(
        query=query.line,
        mode=query.mode,
        hits=shown,
        relaxed=ranking.found.relaxation or query.relaxed,
        confidence=ranking.confidence,
        corrected=query.corrected,
        notes=(*notes, *result_notes(ranking, shown, hidden, reader)),
        hidden=hidden,
        time=query.time,
        by_date=is_by_date or bool(whole),
        order=query.order,
        total=total,
        counted=counted,
        selects=query.filters.selects,
        missing=missing_words(ranking, shown),
        found=_found_words(ranking) if total is None else f"{total:,}",
    )


def _total(ranking: Ranking, reader: Reader) -> int | None:
    """The number of documents of a list, or of those that satisfy filters alone."""
    query = ranking.query
    if ranking.whole:
        return len(ranking.whole.chunks)
    if query.filters.wanted and query.is_empty:
        return reader.count(query.within, documents=not query.filters.are_of_items)
    return None


def _are_by_date(ranking: Ranking, hits: Sequence[Hit]) -> bool:
    """Whether the hits that a list has are in the order of their days."""
    count = listed_count([hit.score for hit in hits], ranking.found.relaxation)
    chunks = [slot.chunk for slot in ranking.slots[:count]]
    days = {chunk: ranking.found.info[chunk].day for chunk in chunks}
    return chunks == by_date(chunks, days, oldest=ranking.query.sort == Sort.OLDEST)


def _found_words(ranking: Ranking) -> str:
    """How many candidates are good matches; `N+` if not all of them were fetched."""
    good = sum([odds >= 0 for odds in ranking.scores.odds.values()])
    return f"{good}+" if ranking.found.is_full else str(good)


def _hits(ranking: Ranking, reader: Reader) -> tuple[Hit, ...]:
    """The hits of a ranking; chunks that were deleted meanwhile are omitted."""
    check_cancelled()
    matches = reader.chunks([slot.chunk for slot in ranking.slots])
    matches = _with_leading(matches, ranking, reader)
    present = [slot for slot in ranking.slots if slot.chunk in matches]
    info = [ranking.found.info[slot.chunk] for slot in present]
    extracted = {it.document: it.path for it in info if it.is_extracted}
    anchors = reader.anchors(extracted) if extracted else {}
    copies = reader.mails.copies_of(extracted.values()) if extracted else {}
    hits = []
    for rank, slot in enumerate(present, 1):
        match = matches[slot.chunk]
        alike = ranking.copies.get(match.document_id, ())
        paths = {*copies.get(match.path, ()), *alike}
        others = tuple(sorted(paths - {match.path}))
        placed = anchors.get(match.document_id)
        hits.append(_hit(rank, slot, match, ranking, placed, others))
    return tuple(hits)


def _with_leading(
    matches: dict[ChunkId, ChunkMatch], ranking: Ranking, reader: Reader
) -> dict[ChunkId, ChunkMatch]:
    """Replaces chunks whose fields alone match by the first that is searched.

    If that has a slot, it gets the other one, so that what is shown of a document does
    not depend on how many slots there are. One that its day chose stays.
    """
    if ranking.query.sort != Sort.RELEVANCE:
        return matches
    candidates = ranking.candidates
    by_fields = {
        matches[slot.chunk].document_id: slot.chunk
        for slot in ranking.slots
        if slot.chunk in matches
        and not slot.additional
        and candidates.is_in_fields(slot.chunk)
        and not any(candidates.own[slot.chunk])
    }
    if not by_fields:
        return matches
    leading = reader.leading_chunks(by_fields, ranking.query.within)
    moved = {match.id: matches[by_fields[of]] for of, match in leading.items()}
    moved = {chunk: match for chunk, match in moved.items() if chunk in matches}
    return matches | moved | {by_fields[of]: match for of, match in leading.items()}


def _hit(
    rank: int,
    slot: Slot,
    match: ChunkMatch,
    ranking: Ranking,
    anchors: Sequence[Anchor] | None,
    copies: tuple[str, ...],
) -> Hit:
    scores, words = ranking.scores, ranking.query.words
    spans = find_matches(match.text, words.stems, words.grams)
    excerpt = make_excerpt(match.text, spans)
    if match.head:
        marked = find_matches(match.head, words.stems, words.grams)
        excerpt = joined(make_excerpt(match.head, marked, MAX_HEAD), excerpt)
    state = ranking.states.get(match.path)
    return Hit(
        rank=rank,
        score=scores.shown(slot.chunk),
        path=match.path,
        heading_path=match.heading_path,
        lines=match.lines,
        span=match.span,
        excerpt=excerpt.text,
        matches=excerpt.matches,
        keyword=scores.words.get(slot.chunk),
        similarity=scores.cosines.get(slot.chunk),
        fused=scores.odds[slot.chunk],
        fields=match.fields,
        modified=match.modified_ns / 1e9,
        additional=slot.additional,
        group=slot.group,
        location=None if anchors is None else _location(match, spans, anchors),
        explanation=_explanation(slot.chunk, match, ranking)
        if ranking.query.options.explain
        else None,
        copies=copies,
        state=state.words if state else "",
        successor=state.successor if state else "",
        entry=match.entry,
    )


def _location(
    match: ChunkMatch, spans: Sequence[Span], anchors: Sequence[Anchor]
) -> Location | None:
    """The location of most matches in a chunk of an extracted text."""
    starts = [match.span.start + span.start for span in spans] or [match.span.start]
    locations = [location_at(start, anchors, match.heading_path) for start in starts]
    return Counter(locations).most_common(1)[0][0]


def _explanation(chunk: ChunkId, match: ChunkMatch, ranking: Ranking) -> Explanation:
    asked = ranking.query.words.asked
    surfaces = {word.stem: word.surface for word in asked}
    matched = {}
    for name, text in _texts(match).items():
        found = {*stemmed(text), *split_grams(text).split()}
        if words := sorted(surfaces[stem] for stem in surfaces.keys() & found):
            matched[name] = tuple(words)
    return Explanation(
        matched=matched,
        parts=ranking.scores.parts(chunk),
        words=tuple(word.surface for word in asked),
    )


def _texts(match: ChunkMatch) -> dict[str, str]:
    """The texts of a chunk and of its document, by field."""
    fields = match.fields
    return {
        "company": fields.company,
        "tags": "\n".join(fields.tags),
        "title": fields.title,
        "category": fields.category,
        "summary": fields.summary,
        "name": f"{match.path}\n{match.aliases}",
        "heading": "\n".join((*match.heading_path, match.head)),
        "body": match.searched,
    }
