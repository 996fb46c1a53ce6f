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
from ragtui_core.search.ranking.grouping import Slot
from ragtui_core.search.ranking.succession import (
    States,
    current_first,
    successors_first,
)
from ragtui_core.search.ranking.translations import (
    shown_translations,
    with_translations,
)
from ragtui_core.search.retrieval.documents_with_words import WholeList
from ragtui_core.search.retrieval.fusion import Evidence
from ragtui_core.search.retrieval.keyword_stage import KeywordResult
from ragtui_core.search.retrieval.typed_names import named_first, typed_names
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.reader import Reader
from ragtui_core.store.records import ChunkMatch, ChunkPlace
from ragtui_core.text.function_words import function_word_language
from ragtui_core.types import ChunkId, DocumentId, Mode

MAX_READ = 30
"""Number of the best candidates that are read to find such passages, and translations
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
    places: Mapping[ChunkId, ChunkPlace]
    texts: Mapping[ChunkId, ChunkMatch]
    slots: Sequence[Slot]
    notes: tuple[str, ...] = ()
    model_failure: str = ""
    states: States = field(default_factory=dict)
    whole: WholeList | None = None
    """The list of all documents that the line asked for, if it asked for one."""
    copies: Mapping[DocumentId, Collection[str]] = field(default_factory=dict)
    """Of documents of the result, the paths of others with the same content."""

    @property
    def lowest(self) -> float:
        """The least log-odds of a document's first hit."""
        firsts = (slot.chunk for slot in self.slots if not slot.additional)
        fused = (self.evidence[chunk].fused for chunk in firsts)
        return min(fused, default=math.inf)

    @property
    def documents(self) -> int:
        """Number of documents that the candidates belong to."""
        return len({place.document for place in self.places.values()})

    @property
    def is_dated(self) -> bool:
        """Whether the best document has a date."""
        return bool(self.slots) and bool(self.places[self.slots[0].chunk].latest)


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
        request = self._request
        typed = typed_names(request, self._reader)
        evidence = {chunk: Evidence(None, None, 0.0) for chunk in typed} | evidence
        keyword = replace(keyword, named=keyword.named.union(typed))
        found = named_first(evidence, typed)
        evidence = self._reranked(evidence)
        places = self._reader.places(evidence)
        documents = {chunk: place.document for chunk, place in places.items()}
        evidence = adjusted(
            evidence,
            places,
            self._settings,
            request.today,
            request.options.at,
            request.time,
        )
        copies: Mapping[DocumentId, Collection[str]] = {}
        if request.options.dedup:
            evidence, copies = grouping.without_copies(evidence, places, typed)
            places = {chunk: places[chunk] for chunk in evidence}
        order = grouping.in_order(evidence)
        matches = self._reader.chunks(order[:MAX_READ])
        texts = {
            chunk: matches[chunk].text for chunk in order[:MAX_READ] if chunk in matches
        }
        evidence = without_link_lists(evidence, keyword, texts)
        if request.options.level == Level.DOCUMENT:
            evidence = grouping.pooled(evidence, documents)
        if self._states:
            evidence = current_first(evidence, places, keyword, self._states)
        if request.sort == Sort.RELEVANCE:
            evidence = self._grouped(evidence, places, texts, keyword.named)
        kept = [chunk for chunk in typed if chunk in evidence]
        evidence = named_first(evidence, successors_first(kept, places, self._states))
        evidence = leveled(evidence, found)
        slots = self._slots(evidence, places, keyword)
        if request.sort == Sort.RELEVANCE:
            evidence = grouping.descending(slots, evidence)
        notes = (self._problem,) if self._problem else ()
        return Ranking(
            request,
            mode,
            keyword,
            evidence,
            places,
            matches,
            slots,
            notes,
            model_failure,
            self._states,
            copies=copies,
        )

    def listed(self, whole: WholeList) -> Ranking:
        """All documents of a list by their dates, as many as the limit allows."""
        request = self._request
        keyword = KeywordResult(complete=frozenset(whole.evidence))
        places = self._reader.places(whole.evidence)
        order = [
            chunk for chunk in grouping.in_order(whole.evidence) if chunk in places
        ]
        days = {chunk: place.day for chunk, place in places.items() if place.day}
        order = grouping.by_date(order, days, oldest=request.sort == Sort.OLDEST)
        slots = [Slot(chunk) for chunk in order[: request.limit]]
        return Ranking(
            request,
            Mode.KEYWORD,
            keyword,
            whole.evidence,
            places,
            {},
            slots,
            states=self._states,
            whole=whole,
        )

    def _reranked(self, evidence: dict[ChunkId, Evidence]) -> dict[ChunkId, Evidence]:
        if self._reranker is None:
            return evidence
        from ragtui_core.search.ranking.reranker import blended

        if (
            self._scores is None
        ):  # once, even if the search is widened: it may be paid for
            self._scores = self._rerank_scores(self._reranker, evidence)
        reranked = {c: score for c, score in self._scores.items() if c in evidence}
        return blended(evidence, reranked, self._settings.rerank_weight)

    def _rerank_scores(
        self, reranker: "Reranker", evidence: dict[ChunkId, Evidence]
    ) -> dict[ChunkId, float]:
        """The reranker's scores of the best candidates; none if it failed."""
        top = grouping.in_order(evidence)[: self._settings.rerank_candidates]
        texts = {
            chunk: embedding_text(
                match.fields.title, match.heading_path, match.searched
            )
            for chunk, match in self._reader.chunks(top).items()
        }
        try:
            scores = reranker.scores(
                self._request.queries[0].text, list(texts.values())
            )
        except AnswerError as error:
            self._problem = f"The results were not reranked: {error}."
            return {}
        return dict(zip(texts, scores, strict=True))

    def _slots(
        self,
        evidence: Mapping[ChunkId, Evidence],
        places: Mapping[ChunkId, ChunkPlace],
        keyword: KeywordResult,
    ) -> Sequence[Slot]:
        options, limit = self._request.options, self._request.limit
        order = grouping.in_order(evidence)
        if days := self._days(places):
            order = self._dated(order, evidence, keyword, days)
        ranked: grouping.Ranked = [(c, places[c].document) for c in order]
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

    def _days(self, places: Mapping[ChunkId, ChunkPlace]) -> dict[ChunkId, str]:
        """The days of chunks, if the request asks for an order by date."""
        if self._request.sort == Sort.RELEVANCE:
            return {}
        is_asked = bool(self._request.asked.order)
        return {
            chunk: day
            for chunk, place in places.items()
            if (day := place.day if is_asked else place.latest)
        }

    def _dated(
        self,
        order: Sequence[ChunkId],
        evidence: Mapping[ChunkId, Evidence],
        keyword: KeywordResult,
        days: Mapping[ChunkId, str],
    ) -> list[ChunkId]:
        """The good matches by date; if the line asks for an order, then the others."""
        asked, complete = self._request.asked.order, keyword.complete
        select = grouping.best_matches if asked else grouping.relevant
        relevant = select(order, evidence, complete)
        is_oldest = self._request.sort == Sort.OLDEST
        dated = grouping.by_date(relevant, days, oldest=is_oldest)
        if asked == Sort.NEWEST:
            today = self._request.today.isoformat()  # The latest one has happened.
            dated.sort(key=lambda chunk: days.get(chunk, "") > today)
        others = set(order).difference(relevant) if asked else ()
        return [*dated, *(chunk for chunk in order if chunk in others)]

    def _grouped(
        self,
        evidence: dict[ChunkId, Evidence],
        places: Mapping[ChunkId, ChunkPlace],
        texts: Mapping[ChunkId, str],
        named: Collection[ChunkId],
    ) -> dict[ChunkId, Evidence]:
        """The evidence with one translation of each page at the place of the best one.

        It is the one whose name is the query, else the one in the query's language. The
        others follow all other pages.
        """
        query = self._request.queries[0]
        language = function_word_language([term.surface for term in query.terms])
        order = grouping.in_order(evidence)
        read: dict[str, tuple[DocumentId, str]] = {}
        for chunk in order:
            if chunk in texts:
                place = places[chunk]
                read.setdefault(place.path, (place.document, texts[chunk]))
        paths = (place.path for place in places.values())
        documents = {places[chunk].document for chunk in named if chunk in places}
        shown = shown_translations(
            read, paths, language, documents, unspaced=bool(query.grams)
        )
        return with_translations(order, evidence, places, shown) if shown else evidence

    def _near_duplicates(
        self, chunks: Sequence[ChunkId]
    ) -> Callable[[ChunkId, ChunkId], bool]:
        vectors = self._reader.vectors.of(chunks)

        def alike(one: ChunkId, other: ChunkId) -> bool:
            if one not in vectors or other not in vectors:
                return True
            return float(vectors[one] @ vectors[other]) > DUPLICATE_SIMILARITY

        return alike
