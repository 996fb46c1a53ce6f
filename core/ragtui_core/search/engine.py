"""Runs a search: words and vectors to candidates, candidates to hits."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragtui_core.model import (
    ChunkId,
    Confidence,
    Hit,
    Mode,
    SearchResult,
)
from ragtui_core.search.excerpt import find_matches, make_excerpt
from ragtui_core.search.fusion import Evidence, fuse, keyword_shares
from ragtui_core.search.grouping import best_of_each_document
from ragtui_core.search.keyword import KeywordResult, keyword_search
from ragtui_core.search.notes import explain
from ragtui_core.search.query import Query, parse_query
from ragtui_core.search.scoring import Scorer
from ragtui_core.settings import SearchSettings
from ragtui_core.store import ChunkMatch, Store
from ragtui_core.store.reading import Reader

if TYPE_CHECKING:
    from collections.abc import Callable

    from ragtui_core.embedding import Embedder

CANDIDATES_PER_HIT = 4
"""Chunks fetched for each hit wanted, since a document shows only its best."""


@dataclass(frozen=True, slots=True)
class _Candidates:
    """Every chunk that may become a hit, and what was learnt on the way."""

    keyword: KeywordResult
    evidence: dict[ChunkId, Evidence]
    mode: Mode


class SearchEngine:
    """Searches one index. Safe to use from several threads."""

    def __init__(
        self,
        store: Store,
        settings: SearchSettings,
        model_id: str,
        load_embedder: "Callable[[], Embedder]",
    ) -> None:
        """Search `store`; `load_embedder` is called for the first query by meaning."""
        self._store = store
        self._settings = settings
        self._model_id = model_id
        self._load_embedder = load_embedder

    def search(
        self, text: str, *, limit: int | None = None, mode: Mode | None = None
    ) -> SearchResult:
        """The best chunk of each of the `limit` best documents.

        Args:
            text: The query; nothing in it is syntax.
            limit: Hits at most; None is the settings' number.
            mode: None is the settings' mode. Without vectors it falls back to
                keyword, and a note says so.

        Raises:
            IndexMissing: The vault was never indexed.
            ModelError: The embedding model cannot be loaded.
        """
        # A command line may hold bytes that are no text.
        text = text.encode("utf-8", "replace").decode()
        limit = limit or self._settings.limit
        mode = Mode(mode or self._settings.mode)
        with self._store.reader() as reader:
            query = parse_query(text, reader)
            counts = reader.counts()
            found = self._candidates(reader, query, mode, limit, counts[1])
            order = best_of_each_document(reader, found.evidence, limit)
            hits = self._hits(reader, query, order, found.evidence, counts[1])
        relaxed = found.keyword.relaxed if found.mode is not Mode.SEMANTIC else None
        confident = bool(hits) and hits[0].score >= Scorer.LOW_CONFIDENCE
        return SearchResult(
            query=text,
            mode=mode,
            hits=hits,
            relaxed=relaxed,
            confidence=Confidence.HIGH if confident else Confidence.LOW,
            notes=(
                *query.notes,
                *explain(found.keyword, hits, mode, found.mode, counts),
            ),
        )

    def _candidates(
        self, reader: Reader, query: Query, mode: Mode, limit: int, chunks: int
    ) -> _Candidates:
        depth = max(self._settings.candidates, CANDIDATES_PER_HIT * limit)
        if mode is not Mode.KEYWORD and not reader.has_vectors(self._model_id):
            mode = Mode.KEYWORD
        keyword = KeywordResult({})
        if mode is not Mode.SEMANTIC:
            keyword = keyword_search(reader, query, self._settings, depth, chunks)
        shares = keyword_shares(keyword.scores)
        similarity: dict[ChunkId, float] = {}
        if mode is not Mode.KEYWORD and query.terms:
            similarity = self._similarity(reader, query, shares, depth)
        weights = {Mode.KEYWORD: 0.0, Mode.SEMANTIC: 1.0}
        weight = weights.get(mode, self._settings.vector_weight)
        return _Candidates(keyword, fuse(shares, similarity, weight), mode)

    def _similarity(
        self, reader: Reader, query: Query, shares: dict[ChunkId, float], depth: int
    ) -> dict[ChunkId, float]:
        """Exact cosines of the nearest chunks and of those the words found."""
        vector = self._load_embedder().embed_query(query.text)
        similarity = dict(reader.nearest(vector, depth))
        unknown = shares.keys() - similarity.keys()
        return similarity | reader.similarities(vector, unknown)

    def _hits(
        self,
        reader: Reader,
        query: Query,
        order: list[ChunkId],
        evidence: dict[ChunkId, Evidence],
        chunks: int,
    ) -> tuple[Hit, ...]:
        matches = reader.chunks(order)
        stems = [term.stem for term in query.distinct()]
        scorer = Scorer(reader, stems, chunks, self._model_id)
        present = [chunk for chunk in order if chunk in matches]
        return tuple(
            _hit(reader, rank, matches[chunk], evidence[chunk], scorer, stems)
            for rank, chunk in enumerate(present, 1)
        )


def _hit(
    reader: Reader,
    rank: int,
    match: ChunkMatch,
    evidence: Evidence,
    scorer: Scorer,
    stems: list[str],
) -> Hit:
    excerpt = make_excerpt(match.text, find_matches(reader, match.text, stems))
    return Hit(
        rank=rank,
        score=scorer.score(match, evidence),
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
    )
