"""Turns candidates into slots: reranked, boosted, grouped."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ragtui_core.embedding.embedding_text import embedding_text
from ragtui_core.errors import AnswerError
from ragtui_core.search.options import Level, Sort
from ragtui_core.search.query.search_request import Request
from ragtui_core.search.ranking import grouping
from ragtui_core.search.ranking.adjustments import adjusted, leveled, without_link_lists
from ragtui_core.search.ranking.announcements import announced_passages, with_content
from ragtui_core.search.ranking.grouping import Slot
from ragtui_core.search.ranking.outdated_notes import (
    States,
    current_first,
    successors_first,
    versions,
)
from ragtui_core.search.ranking.translations import one_of_each_page
from ragtui_core.search.retrieval.documents_with_words import WholeList
from ragtui_core.search.retrieval.fusion import Evidence
from ragtui_core.search.retrieval.keyword_stage import KeywordResult
from ragtui_core.search.retrieval.named_documents import named_first, typed_names
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.records import ChunkLocation, ChunkMatch
from ragtui_core.types import LOW_CONFIDENCE, ChunkId, Confidence, DocumentId, Mode

MAX_READ = 30
"""Number of the best candidates that are read to find lists of links, and translations
of one page."""


if TYPE_CHECKING:
    from ragtui_core.search.ranking.reranker import Reranker

DUPLICATE_SIMILARITY = 0.85
"""Chunks of a document with a higher cosine are near-duplicates."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The result of a search before texts are added.

    `mode` is the one used, `model_failure` why it is not the requested one, if the
    embedding model failed.
    """

    request: Request
    mode: Mode
    keyword: KeywordResult
    evidence: Mapping[ChunkId, Evidence]
    locations: Mapping[ChunkId, ChunkLocation]
    texts: Mapping[ChunkId, ChunkMatch]
    slots: Sequence[Slot]
    notes: tuple[str, ...] = ()
    model_failure: str = ""
    states: States = field(default_factory=dict)
    whole: WholeList | None = None
    """The list of all documents that the line asked for, if it asked for one."""
    copies: Mapping[DocumentId, Collection[str]] = field(default_factory=dict)
    """For documents of the result, the paths of others with the same content."""

    @property
    def lowest(self) -> float:
        """The least log-odds of a document's first hit."""
        firsts = (slot.chunk for slot in self.slots if not slot.additional)
        fused = (self.evidence[chunk].fused for chunk in firsts)
        return min(fused, default=math.inf)

    @property
    def documents(self) -> int:
        """Number of documents that the candidates belong to."""
        return len({location.document for location in self.locations.values()})

    @property
    def confidence(self) -> Confidence:
        """High if any hit is likely to be relevant; so is each document of a list."""
        scores = (self.evidence[slot.chunk].score for slot in self.slots)
        is_good = max(scores, default=0.0) >= LOW_CONFIDENCE
        return Confidence.HIGH if is_good else Confidence.LOW

    @property
    def is_dated(self) -> bool:
        """Whether the best document has a date."""
        return bool(self.slots) and bool(self.locations[self.slots[0].chunk].latest)


@dataclass(slots=True)
class _Candidates:
    """The candidates of a request between two steps of their ranking.

    `typed` are first chunks of notes whose name is being typed, the best first,
    `initial` is the evidence before any step.
    """

    evidence: dict[ChunkId, Evidence]
    keyword: KeywordResult
    locations: Mapping[ChunkId, ChunkLocation]
    typed: Sequence[ChunkId]
    initial: Mapping[ChunkId, Evidence]
    matches: Mapping[ChunkId, ChunkMatch] = field(default_factory=dict)
    copies: Mapping[DocumentId, Collection[str]] = field(default_factory=dict)


class Ranker:
    """Orders the candidates of one request."""

    def __init__(
        self,
        reader: Reader,
        settings: SearchSettings,
        request: Request,
        reranker: "Reranker | None",
        states: States,
    ) -> None:
        """Rank for `request`, with a `reranker` if there is one, by notes' `states`."""
        self._reader = reader
        self._settings = settings
        self._request = request
        self._reranker = reranker
        self._states = states
        self._scores: dict[ChunkId, float] | None = None
        self._problem = ""

    def rank(
        self,
        evidence: dict[ChunkId, Evidence],
        keyword: KeywordResult,
        mode: Mode,
        model_failure: str = "",
    ) -> Ranking:
        """Select the chunks of the result, in order."""
        candidates = self._candidates(evidence, keyword)
        options = self._request.options
        by_relevance = self._request.sort == Sort.RELEVANCE
        for step, applies in (
            (self._reranked, self._reranker),
            (self._adjusted, True),
            (self._without_copies, options.dedup),
            (self._without_link_lists, True),
            (self._with_content, True),
            (self._pooled, options.level == Level.DOCUMENT),
            (self._current_first, self._states),
            (self._one_of_each_page, by_relevance),
            (self._typed_first, candidates.typed),
        ):
            if applies:
                candidates.evidence = step(candidates)
        # No step makes an answer likelier: the first has the best that was found.
        candidates.evidence = leveled(candidates.evidence, candidates.initial)
        slots, evidence = self._slots(candidates), candidates.evidence
        if by_relevance:
            evidence = grouping.descending(slots, evidence)
        return Ranking(
            request=self._request,
            mode=mode,
            keyword=candidates.keyword,
            evidence=evidence,
            locations=candidates.locations,
            texts=candidates.matches,
            slots=slots,
            notes=(self._problem,) if self._problem else (),
            model_failure=model_failure,
            states=self._states,
            copies=candidates.copies,
        )

    def _candidates(
        self, evidence: dict[ChunkId, Evidence], keyword: KeywordResult
    ) -> _Candidates:
        """The candidates that are still in the index, and notes that are typed."""
        typed = typed_names(self._request, self._reader)
        known = {chunk: Evidence(None, None, 0.0) for chunk in typed} | evidence
        locations = self._reader.locations(known)
        known = {chunk: item for chunk, item in known.items() if chunk in locations}
        typed = [chunk for chunk in typed if chunk in locations]
        keyword = replace(keyword, named=keyword.named.union(typed))
        initial = named_first(known, typed)
        return _Candidates(known, keyword, locations, typed, initial)

    def _reranked(self, candidates: _Candidates) -> dict[ChunkId, Evidence]:
        """A model judges texts alone, so it comes before all that they do not say."""
        from ragtui_core.search.ranking.reranker import blended

        evidence = candidates.evidence
        # Once, even if the search is widened: it may be paid for.
        if self._scores is None:
            self._scores = self._rerank_scores(evidence)
        reranked = {c: score for c, score in self._scores.items() if c in evidence}
        return blended(evidence, reranked, self._settings.rerank_weight)

    def _adjusted(self, candidates: _Candidates) -> dict[ChunkId, Evidence]:
        """Date and location differ between copies, and decide which of them is kept."""
        request = self._request
        return adjusted(
            candidates.evidence,
            candidates.locations,
            self._settings,
            request.today,
            request.options.at,
            request.time or request.mentioned,
        )

    def _without_copies(self, candidates: _Candidates) -> dict[ChunkId, Evidence]:
        """Copies leave before the best are read, of which they may be many."""
        locations = candidates.locations
        evidence, candidates.copies = grouping.without_copies(
            candidates.evidence, locations, candidates.typed
        )
        candidates.locations = {chunk: locations[chunk] for chunk in evidence}
        return evidence

    def _without_link_lists(self, candidates: _Candidates) -> dict[ChunkId, Evidence]:
        """Lists of links are recognized by their texts, so the best ones are read."""
        best = grouping.in_order(candidates.evidence)[:MAX_READ]
        candidates.matches = self._reader.chunks(best)
        return without_link_lists(
            candidates.evidence, candidates.keyword, candidates.matches
        )

    def _with_content(self, candidates: _Candidates) -> dict[ChunkId, Evidence]:
        """What is announced takes the rank of what announces it, at any level."""
        announced = announced_passages(
            candidates.evidence, candidates.locations, candidates.matches
        )
        candidates.initial = with_content(candidates.initial, announced)
        return with_content(candidates.evidence, announced)

    def _pooled(self, candidates: _Candidates) -> dict[ChunkId, Evidence]:
        """Whole documents are ranked by all that was said of their passages so far."""
        documents = {
            c: location.document for c, location in candidates.locations.items()
        }
        return grouping.pooled(candidates.evidence, documents)

    def _current_first(self, candidates: _Candidates) -> dict[ChunkId, Evidence]:
        """A superseded note goes below the final rank of what replaces it."""
        return current_first(
            candidates.evidence, candidates.locations, candidates.keyword, self._states
        )

    def _one_of_each_page(self, candidates: _Candidates) -> dict[ChunkId, Evidence]:
        """One translation of a page takes the best rank that any of them has."""
        return one_of_each_page(
            candidates.evidence,
            candidates.locations,
            candidates.matches,
            candidates.keyword,
            self._request.queries[0],
        )

    def _typed_first(self, candidates: _Candidates) -> dict[ChunkId, Evidence]:
        """A note whose name is being typed precedes whatever else was found."""
        evidence, locations = candidates.evidence, candidates.locations
        kept = [chunk for chunk in candidates.typed if chunk in evidence]
        return named_first(evidence, successors_first(kept, locations, self._states))

    def listed(self, whole: WholeList) -> Ranking:
        """All documents of a list by their dates, as many as the limit allows."""
        request = self._request
        keyword = KeywordResult(complete=frozenset(whole.evidence))
        locations = self._reader.locations(whole.evidence)
        order = [
            chunk for chunk in grouping.in_order(whole.evidence) if chunk in locations
        ]
        days = {
            chunk: location.day for chunk, location in locations.items() if location.day
        }
        order = grouping.by_date(order, days, oldest=request.sort == Sort.OLDEST)
        slots = [Slot(chunk) for chunk in order[: request.limit]]
        return Ranking(
            request=request,
            mode=Mode.KEYWORD,
            keyword=keyword,
            evidence=whole.evidence,
            locations=locations,
            texts={},
            slots=slots,
            states=self._states,
            whole=whole,
        )

    def _rerank_scores(self, evidence: dict[ChunkId, Evidence]) -> dict[ChunkId, float]:
        """The reranker's scores of the best candidates; none if it failed."""
        top = grouping.in_order(evidence)[: self._settings.rerank_candidates]
        texts = {
            chunk: embedding_text(
                match.fields.title, match.heading_path, match.searched
            )
            for chunk, match in self._reader.chunks(top).items()
        }
        assert self._reranker  # The step applies only with one.
        try:
            scores = self._reranker.scores(
                self._request.queries[0].text, list(texts.values())
            )
        except AnswerError as error:
            self._problem = f"The results were not reranked: {error}."
            return {}
        return dict(zip(texts, scores, strict=True))

    def _slots(self, candidates: _Candidates) -> Sequence[Slot]:
        options, limit = self._request.options, self._request.limit
        evidence, locations = candidates.evidence, candidates.locations
        order = grouping.in_order(evidence)
        if days := self._days(locations):
            order = self._dated(order, candidates, days)
        ranked: grouping.Ranked = [(c, locations[c].document) for c in order]
        if not options.dedup:
            return grouping.every_chunk(ranked)[:limit]
        if options.diverse:
            slots, further = grouping.diverse(ranked, self._near_duplicates(order))
        else:
            slots, further = grouping.one_of_each_document(ranked)
        if days:
            # Further passages would follow all dates, and look older than they are.
            return slots[:limit]
        return grouping.joined(slots, further if options.fill else (), evidence)[:limit]

    def _days(self, locations: Mapping[ChunkId, ChunkLocation]) -> dict[ChunkId, str]:
        """The days of chunks, if the request asks for an order by date."""
        if self._request.sort == Sort.RELEVANCE:
            return {}
        is_asked = bool(self._request.asked.order)
        return {
            chunk: day
            for chunk, location in locations.items()
            if (day := location.day if is_asked else location.latest)
        }

    def _dated(
        self,
        order: Sequence[ChunkId],
        candidates: _Candidates,
        days: Mapping[ChunkId, str],
    ) -> list[ChunkId]:
        """The good matches by date; if the line asks for an order, then the others.

        Of several whose titles have the words of the line, all others are others.
        """
        evidence, complete = candidates.evidence, candidates.keyword.complete
        asked = self._request.asked
        select = grouping.best_matches if asked.order else grouping.relevant
        relevant = select(order, evidence, complete)
        is_oldest = self._request.sort == Sort.OLDEST
        dated = grouping.by_date(relevant, days, oldest=is_oldest)
        if asked.order == Sort.NEWEST:
            today = self._request.today.isoformat()  # The latest one has happened.
            dated.sort(key=lambda chunk: days.get(chunk, "") > today)
        if asked.order == Sort.NEWEST and not asked.when:
            query, locations = self._request.queries[0], candidates.locations
            dated = versions(dated, locations, query, self._states) or dated
        others = set(order).difference(dated) if asked.order else ()
        return [*dated, *(chunk for chunk in order if chunk in others)]

    def _near_duplicates(
        self, chunks: Sequence[ChunkId]
    ) -> Callable[[ChunkId, ChunkId], bool]:
        vectors = self._reader.vectors.of(chunks)

        def alike(one: ChunkId, other: ChunkId) -> bool:
            if one not in vectors or other not in vectors:
                return True
            return float(vectors[one] @ vectors[other]) > DUPLICATE_SIMILARITY

        return alike
