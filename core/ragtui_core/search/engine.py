"""Runs a search: parse, find, rank, present."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

from ragtui_core.language.requests import Listing
from ragtui_core.search.facets import Facet, facets
from ragtui_core.search.find import QueryModels, find
from ragtui_core.search.listing import documents_with_words
from ragtui_core.search.options import SearchOptions
from ragtui_core.search.present import present
from ragtui_core.search.query import Query
from ragtui_core.search.query_completion import (
    Completion,
    complete,
    without_begun_filter,
)
from ragtui_core.search.query_parser import parse
from ragtui_core.search.rank import Ranking, rank, rank_selected
from ragtui_core.search_results import Confidence, SearchResult, listed_count
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.meta_keys import MODEL
from ragtui_core.store.names.note_states import note_states
from ragtui_core.store.protocols import Store
from ragtui_core.store.reading.reader import Reader

UNFINISHED = "The filter has no value of the vault yet: choose one, or type on."
"""The note on a line of nothing but a filter that is being typed."""


@dataclass(frozen=True, slots=True)
class SearchEngine:
    """Searches one index. Safe to use from several threads."""

    store: Store
    settings: SearchSettings
    models: QueryModels
    today: Callable[[], date]

    def search(self, line: str, options: SearchOptions) -> SearchResult:
        """The best hits for a line of the query language.

        Raises:
            IndexMissing: The vault was never indexed.
            ModelError: A model cannot be loaded.
        """
        with self.store.reader() as reader:
            result = present(self._ranking(line, options, reader), reader)
        if not options.as_you_type:
            return result
        if line.strip() and not result.query.strip():
            return replace(result, query=line, notes=(UNFINISHED,))
        return replace(result, query=line)

    def facets(self, line: str, options: SearchOptions) -> tuple[Facet, ...]:
        """Values by which the search can be narrowed; see `facets`."""
        with self.store.reader() as reader:
            ranking = self._ranking(line, options, reader)
            scores = {
                slot: score
                for slot in ranking.slots
                if (score := ranking.scores.shown(slot.chunk)) >= options.min_score
            }
            count = listed_count([*scores.values()], ranking.found.relaxation)
            listed = list(scores)[:count]
            documents = {ranking.found.info[s.chunk].document for s in listed}
            return facets(ranking.query, reader, documents)

    def complete(self, line: str, at: int) -> tuple[Completion, ...]:
        """Completions for the word that ends at character `at` of a line.

        Raises:
            IndexMissing: The vault was never indexed.
        """
        with self.store.reader() as reader:
            return complete(line, at, reader)

    def _ranking(self, line: str, options: SearchOptions, reader: Reader) -> Ranking:
        """What is found for a line.

        If the confidence is low and the query has another one for that case, that is
        searched instead.
        """
        if options.as_you_type:
            line = without_begun_filter(line, reader)
        query = parse(line, options, self.settings, self.today(), reader)
        ranking = self._searched(query, reader)
        if query.fallback and ranking.confidence is Confidence.LOW:
            return self._searched(query.fallback, reader)
        return ranking

    def _searched(self, query: Query, reader: Reader) -> Ranking:
        states, options = reader.once(note_states), query.options
        whole = documents_with_words(query, reader) if query.listing else None
        if query.listing and not whole:
            query = replace(query, listing=Listing.NONE)
        if whole or query.is_empty or query.within.is_nothing:
            return rank_selected(query, reader, states, whole)
        models = self.models.serving(reader.meta(MODEL))
        found = find(self.store, reader, query, models)
        reranker = None
        if query.settings.reranker and options.rerank and not options.as_you_type:
            reranker = models.reranker()
            limit = reranker.max_results
            reranker = reranker if limit is None or query.limit <= limit else None
        return rank(found, query, reader, states, reranker)
