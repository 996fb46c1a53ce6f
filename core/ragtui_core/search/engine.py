"""Runs a search: understand, find, rank, present."""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Protocol

from ragtui_core.language.requests import asks_what_changed
from ragtui_core.search.facets import Facet, facets
from ragtui_core.search.options import SearchOptions, Sort
from ragtui_core.search.query.readings import (
    ParsedLine,
    parse_search_line,
    readings,
)
from ragtui_core.search.query.search_request import Request, make_request
from ragtui_core.search.query_completion import (
    Completion,
    complete,
    without_begun_filter,
)
from ragtui_core.search.ranking.outdated_notes import States
from ragtui_core.search.ranking.ranker import Ranker, Ranking
from ragtui_core.search.results.presenter import present
from ragtui_core.search.retrieval.candidate_finder import CandidateFinder
from ragtui_core.search.retrieval.documents_with_words import documents_with_words
from ragtui_core.search.retrieval.fusion import (
    Evidence,
    below,
    merged,
    satisfied,
)
from ragtui_core.search.retrieval.keyword_stage import KeywordResult
from ragtui_core.search.times.query_times import is_long, is_named
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.meta_keys import MODEL
from ragtui_core.store.protocols import Store
from ragtui_core.store.reading.reader import Reader
from ragtui_core.text.sanitizing import without_surrogates
from ragtui_core.types import (
    ChunkId,
    Confidence,
    SearchResult,
    listed_count,
)

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Embedder
    from ragtui_core.search.ranking.reranker import Reranker


NEWEST_CANDIDATES = 500
"""Number of candidates fetched for a result that is sorted by date."""


UNFINISHED = "The filter has no value of the vault yet: choose one, or type on."
"""The note on a line of nothing but a filter that is being typed."""


class QueryModels(Protocol):
    """The models for queries, each loaded when a search first needs it."""

    @property
    def model_id(self) -> str:
        """The id of the embedding model."""

    def embedder(self) -> "Embedder":
        """The embedding model."""

    def reranker(self) -> "Reranker":
        """The reranker of the settings."""

    def serving(self, indexed: str) -> "QueryModels":
        """The models for an index whose vectors are of the model `indexed`."""


class SearchEngine:
    """Searches one index. Safe to use from several threads."""

    def __init__(
        self,
        store: Store,
        settings: SearchSettings,
        models: QueryModels,
        today: Callable[[], date],
        states: Callable[[Reader], States],
    ) -> None:
        self._store = store
        self._settings = settings
        self._models = models
        self._today = today
        self._states = states

    def search(self, line: str, options: SearchOptions) -> SearchResult:
        """The best hits for a line of the query language.

        Raises:
            IndexMissing: The vault was never indexed.
            ModelError: A model cannot be loaded.
        """
        with self._opened(line, options) as (reader, ranking):
            result = present(ranking, reader)
        if not options.as_you_type:
            return result
        line = without_surrogates(line)
        if line.strip() and not result.query.strip():
            return replace(result, query=line, notes=(UNFINISHED,))
        return replace(result, query=line)

    def facets(self, line: str, options: SearchOptions) -> tuple[Facet, ...]:
        """Values by which the search can be narrowed; see `facets`."""
        with self._opened(line, options) as (reader, ranking):
            scores = {
                slot.chunk: score
                for slot in ranking.slots
                if (score := ranking.evidence[slot.chunk].score) >= options.lowest_score
            }
            count = listed_count([*scores.values()])
            listed = {ranking.locations[chunk].document for chunk in [*scores][:count]}
            return facets(ranking.request, reader, self._settings, listed)

    def complete(self, line: str, at: int) -> tuple[Completion, ...]:
        """Completions for the word that ends at character `at` of a line.

        Raises:
            IndexMissing: The vault was never indexed.
        """
        with self._store.reader() as reader:
            return complete(line, at, reader)

    @contextmanager
    def _opened(
        self, line: str, options: SearchOptions
    ) -> Iterator[tuple[Reader, Ranking]]:
        """A reader of the index, and what it finds for a line."""
        with self._store.reader() as reader:
            if options.as_you_type:
                line = without_begun_filter(line, reader)
            parsed = parse_search_line(line, options, self._today(), self._settings)
            models = self._models.serving(reader.meta(MODEL))
            yield reader, self._search(reader, models, parsed)

    def _search(self, reader: Reader, models: QueryModels, line: ParsedLine) -> Ranking:
        """What is found for the first reading of a line that has a good match.

        If none has one: what is found for the first reading, or else for the last.
        """
        first = ranking = None
        for parsed in readings(line, reader):
            if parsed.reading.must_state_time and first and _is_good(first):
                break  # What is of the time was only not all that was asked for.
            if ranking and not parsed.reading.takes_list:
                continue  # There is the list before it.
            ranking = self._search_as_read(reader, models, parsed)
            first = first or ranking
            if ranking and _is_answer(parsed, ranking, reader):
                return ranking
        assert ranking  # Words come after a list.
        return first if first and first.slots else ranking

    def _search_as_read(
        self, reader: Reader, models: QueryModels, parsed: ParsedLine
    ) -> Ranking | None:
        """What is found for a line that is read in one way; None if it has no list."""
        settings, options = self._settings, parsed.options
        if options.fusion:
            settings = replace(settings, fusion=options.fusion)
        request = make_request(parsed, reader)
        states = reader.once(self._states)
        if request.asked.listing:
            whole = documents_with_words(request, reader, settings.weights)
            ranker = Ranker(reader, settings, request, None, states)
            return ranker.listed(whole) if whole else None
        by_date = request.sort != Sort.RELEVANCE
        finder = CandidateFinder(
            reader,
            settings,
            models.model_id,
            models.embedder,
            mode=request.mode,
            minimum=NEWEST_CANDIDATES if by_date else 0,
        )
        reranker = self._reranker(request, models)
        ranker = Ranker(reader, settings, request, reranker, states)
        evidence, lowest = dict[ChunkId, Evidence](), math.inf
        while True:
            with reader.restricted(request.selection):
                candidates, keyword = _find(reader, request, finder)
            evidence = below(evidence, candidates, lowest)
            ranking = ranker.rank(evidence, keyword, finder.mode, finder.failure)
            # Chunks of one long document may fill all slots: fetch more candidates.
            if ranking.documents >= request.limit or not finder.widen():
                return ranking
            lowest = ranking.lowest

    def _reranker(self, request: Request, models: QueryModels) -> "Reranker | None":
        options = request.options
        if not self._settings.reranker or options.as_you_type or not options.rerank:
            return None
        reranker = models.reranker()
        limit = reranker.max_results
        return reranker if limit is None or request.limit <= limit else None


def _is_answer(parsed: ParsedLine, ranking: Ranking, reader: Reader) -> bool:
    """Whether what is found for one reading of a line answers it: a good match.

    For `what changed about pumps since March`, notes that say `changed` do not, if none
    has both words. For `decisions about pumps in March` without its vague word, a list
    in which no note has `pumps` does not. For `report of March 2025`, among notes of
    all dates, the best is one only if it is of another date and says "March 2025", and
    if no list was asked for; a time shorter than a month, such as `yesterday`, no text
    has to say.
    """
    if not _is_good(ranking):
        return False
    if not parsed.reading.keeps_vague_words:
        return not (ranking.whole and ranking.whole.lacking)
    time = parsed.mentioned
    if not parsed.reading.must_state_time or time is None:
        is_overview = time and asks_what_changed(parsed.queries[0].text)
        return bool(ranking.keyword.complete) or not is_overview
    best = ranking.slots[0].chunk
    location = ranking.locations[best]
    if location.day and time.has_days(location.day, location.until):
        return False
    is_stated = is_long(time) and is_named(time, reader.chunks([best])[best])
    return is_stated and not (ranking.whole or ranking.request.is_by_date)


def _is_good(ranking: Ranking) -> bool:
    return ranking.confidence is Confidence.HIGH


def _find(
    reader: Reader, request: Request, finder: CandidateFinder
) -> tuple[dict[ChunkId, Evidence], KeywordResult]:
    queries = [query for query in request.queries if not query.is_empty]
    if request.selection.is_nothing:
        return {}, KeywordResult()
    if not queries:
        return _newest(reader, request), KeywordResult()
    candidates = finder.find(queries)
    return merged(ranking.evidence for ranking in candidates), candidates[0].keyword


def _newest(reader: Reader, request: Request) -> dict[ChunkId, Evidence]:
    """For filters alone: the newest documents that satisfy them, or the oldest."""
    if not request.filters.wanted:
        return {}
    is_oldest = request.sort == Sort.OLDEST
    chunks = reader.newest_chunks(
        request.limit, oldest=is_oldest, by_day=request.is_by_date
    )
    return {chunk: satisfied(rank) for rank, chunk in enumerate(chunks)}
