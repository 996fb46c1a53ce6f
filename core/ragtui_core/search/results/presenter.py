"""Turns a ranking into a result: hits with texts and scores, and notes for the user."""

from collections import Counter
from collections.abc import Sequence

from ragtui_core.cancellation import check_cancelled
from ragtui_core.documents.mail.courtesies import text_start
from ragtui_core.search.ranking.grouping import Slot
from ragtui_core.search.ranking.ranker import Ranking
from ragtui_core.search.results.excerpt import find_matches, joined, make_excerpt
from ragtui_core.search.results.result_notes import (
    counted_note,
    result_notes,
    time_note,
)
from ragtui_core.search.retrieval.fusion import LOW_ODDS
from ragtui_core.search.retrieval.query_coverage import QueryCoverage
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.records import ChunkMatch
from ragtui_core.types import (
    Anchor,
    ChunkId,
    DocumentId,
    Explanation,
    Hit,
    Location,
    Mode,
    SearchResult,
    Span,
    location_at,
)

MAX_HEAD = 120
"""About so many characters of an excerpt are the head of a table."""


def present(ranking: Ranking, reader: Reader) -> SearchResult:
    """The result of a search, with the texts of its hits."""
    request, whole = ranking.request, ranking.whole
    hits = _Hits(reader, ranking).of(ranking.slots)
    # What a list contains is decided by words, not by scores.
    lowest = request.options.min_score if whole else request.options.lowest_score
    shown = tuple(hit for hit in hits if hit.score >= lowest)
    hidden = len(hits) - len(shown)
    total = _total(ranking, reader)
    counted = "" if total is None else counted_note(ranking, total)
    by_words = ranking.mode is not Mode.SEMANTIC
    relaxed = ranking.keyword.relaxed if by_words else None
    by_date = request.is_by_date and ranking.is_dated
    notes = [*request.notes, *ranking.notes]
    if request.time:
        notes.append(time_note(request.time))
    if whole:
        notes.append(counted)
    if by_date and request.asked.order:
        notes.append(f"The {request.asked.order} first, as the query asks.")
    return SearchResult(
        query=request.line,
        mode=request.mode,
        hits=shown,
        relaxed=relaxed or request.relaxed,
        confidence=ranking.confidence,
        corrected=request.corrected,
        notes=(*notes, *result_notes(ranking, shown, hidden, reader)),
        hidden=hidden,
        time=request.time,
        by_date=by_date or bool(whole),
        total=total,
        counted=counted,
        found=_found_words(ranking) if total is None else f"{total:,}",
    )


def _total(ranking: Ranking, reader: Reader) -> int | None:
    """The number of documents of a list, or of those that satisfy filters alone."""
    if ranking.whole:
        return len(ranking.whole.evidence)
    request = ranking.request
    if request.filters.wanted and all(query.is_empty for query in request.queries):
        with reader.restricted(request.selection):
            return reader.selected_documents()
    return None


def _found_words(ranking: Ranking) -> str:
    """How many candidates are good matches; of all passages they are only the best."""
    good = sum([item.fused >= LOW_ODDS for item in ranking.evidence.values()])
    return f"{good}+" if ranking.keyword.is_full else str(good)


class _Hits:
    """Makes the hits of one ranking."""

    def __init__(self, reader: Reader, ranking: Ranking) -> None:
        self._reader = reader
        self._ranking = ranking
        query = ranking.request.queries[0]
        self._coverage = QueryCoverage(reader, query)
        others = {stem for term in query.terms for stem in term.other_stems}
        self._marked = {term.stem for term in query.content()} | others
        self._anchors: dict[DocumentId, tuple[Anchor, ...]] = {}
        self._copies: dict[str, list[str]] = {}
        """Every place of a mail by its path; only extracted texts have such."""

    def of(self, slots: Sequence[Slot]) -> tuple[Hit, ...]:
        """The hits for `slots`; chunks that were deleted meanwhile are omitted."""
        known = self._ranking.texts
        further = [slot.chunk for slot in slots if slot.chunk not in known]
        texts = {**known, **self._reader.chunks(further)}
        matches = {s.chunk: texts[s.chunk] for s in slots if s.chunk in texts}
        matches = self._with_leading(matches, slots)
        present = [slot for slot in slots if slot.chunk in matches]
        locations = [self._ranking.locations[slot.chunk] for slot in present]
        extracted = {p.document: p.path for p in locations if p.is_extracted}
        if extracted:
            self._anchors = self._reader.anchors(extracted)
            self._copies = self._reader.mails.copies_of(extracted.values())
        return tuple(
            self._hit(rank, slot, matches[slot.chunk])
            for rank, slot in enumerate(present, 1)
        )

    def _with_leading(
        self, matches: dict[ChunkId, ChunkMatch], slots: Sequence[Slot]
    ) -> dict[ChunkId, ChunkMatch]:
        """Replaces chunks whose fields alone match by the document's first chunk."""
        first = {slot.chunk for slot in slots if not slot.additional}
        by_fields = {
            match.document_id: chunk
            for chunk, match in matches.items()
            if chunk in first and self._coverage.is_in_fields_alone(match)
        }
        if not by_fields:
            return matches
        leading = self._reader.leading_chunks(by_fields)
        return matches | {by_fields[of]: match for of, match in leading.items()}

    def _hit(self, rank: int, slot: Slot, match: ChunkMatch) -> Hit:
        check_cancelled()
        evidence = self._ranking.evidence[slot.chunk]
        grams = self._ranking.request.queries[0].grams
        spans = find_matches(match.text, self._marked, grams)
        excerpt = make_excerpt(*_content(match.text, spans))
        if match.head:
            marked = find_matches(match.head, self._marked, grams)
            excerpt = joined(make_excerpt(match.head, marked, MAX_HEAD), excerpt)
        explain = self._ranking.request.options.explain
        state = self._ranking.states.get(match.path)
        return Hit(
            rank=rank,
            score=evidence.score,
            path=match.path,
            heading_path=match.heading_path,
            lines=match.lines,
            span=match.span,
            excerpt=excerpt.text,
            matches=excerpt.matches,
            keyword=evidence.keyword,
            similarity=evidence.similarity,
            fused=evidence.fused,
            fields=match.fields,
            modified=match.modified_ns / 1e9,
            additional=slot.additional,
            location=self._location(match, spans),
            explanation=self._explanation(slot, match) if explain else None,
            copies=self._copies_of(match),
            state=state.words if state else "",
            successor=state.successor if state else "",
        )

    def _copies_of(self, match: ChunkMatch) -> tuple[str, ...]:
        """The other paths of a document, sorted."""
        alike = self._ranking.copies.get(match.document_id, ())
        paths = {*self._copies.get(match.path, ()), *alike}
        return tuple(sorted(paths - {match.path}))

    def _location(self, match: ChunkMatch, spans: Sequence[Span]) -> Location | None:
        """The location of most matches in a chunk of an extracted text."""
        anchors = self._anchors.get(match.document_id)
        if anchors is None:
            return None
        starts = [match.span.start + span.start for span in spans] or [match.span.start]
        locations = [
            location_at(start, anchors, match.heading_path) for start in starts
        ]
        return Counter(locations).most_common(1)[0][0]

    def _explanation(self, slot: Slot, match: ChunkMatch) -> Explanation:
        evidence = self._ranking.evidence[slot.chunk]
        stages = self._ranking.keyword.stages
        words, meaning = evidence.parts
        return Explanation(
            matched=self._coverage.matched(match),
            bm25={
                name: scores[slot.chunk]
                for name, scores in stages.items()
                if slot.chunk in scores
            },
            fusion={"words": words, "meaning": meaning},
            adjustments=evidence.adjustments,
            coverage=self._coverage.of(match),
            words=self._coverage.words,
        )


def _content(text: str, matches: Sequence[Span]) -> tuple[str, Sequence[Span]]:
    """A passage and its matches, of a mail without its head."""
    start = text_start(text, matches)
    kept = [m for m in matches if m.start >= start]
    return text[start:], [Span(m.start - start, m.end - start) for m in kept]
