"""The keyword stage: chunks with all words, else with the informative ones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ragtui_core.search.query.index_query import (
    MAX_TERMS,
    Query,
    Term,
    any_gram,
    phrase,
)
from ragtui_core.search.retrieval.document_evidence import DocumentEvidence
from ragtui_core.search.retrieval.keyword_matcher import KeywordMatcher, summed
from ragtui_core.search.retrieval.navigation import (
    find_named,
)
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.matching import AnyOf, TermKind
from ragtui_core.store.reader import Reader
from ragtui_core.types import ChunkId, Relaxation

PHRASE_BONUS = 0.5
"""Bonus, relative to the best score, for chunks that contain the query as a phrase."""

CODE_BONUS = 1.0
"""The same for chunks that contain a code such as `CTS-010`, times the ratio of the
query's words that belong to the code."""

QUOTED_BONUS = 0.25
"""The same for chunks that contain a phrase that the query has in quotation marks."""

TITLE_BONUS = 1.0
"""Bonus for the first chunk of a document whose title or file name is the query."""

ALIAS_LEAD = 0.5
"""A document whose alias or initials are the query is so much above others, relative to
the best score."""

HEADING_BONUS = 0.5
"""The same for the first chunk of a section whose heading is the query."""

MIN_QUOTATION_WORDS = 10
"""A query of at least this many words that a chunk contains verbatim is a quotation.
A chunk boundary may split it, so one half suffices."""


@dataclass(frozen=True, slots=True)
class KeywordResult:
    """BM25 scores of chunks, higher is better, and how far the query was relaxed.

    `relaxed` is SOME_WORDS if no chunk contains every word, MEANING if none contains
    any. `unknown` are words of the query that are not in the index. `stages` are the
    components of each score by name, for the explanation.
    """

    scores: dict[ChunkId, float] = field(default_factory=dict)
    relaxed: Relaxation | None = None
    unknown: tuple[str, ...] = ()
    quotes: frozenset[ChunkId] = frozenset()
    """The chunks that contain the query verbatim, if it is a quotation."""
    named: frozenset[ChunkId] = frozenset()
    """The first chunks of documents that the query names."""
    stages: dict[str, dict[ChunkId, float]] = field(default_factory=dict)
    complete: frozenset[ChunkId] = frozenset()
    """The chunks that contain every word."""


class KeywordSearch:
    """Finds at most about `limit` chunks for one query, by stages.

    Chunks with all words are found first; only if they do not fill the list, chunks
    with some of the words are added. Matches of character grams, of identifier parts
    and of phrases add to the scores, then the names of documents and sections.
    """

    def __init__(
        self,
        reader: Reader,
        query: Query,
        settings: SearchSettings,
        limit: int,
        chunks: int,
    ) -> None:
        """Prepare `query`, which is not empty, for an index of `chunks`."""
        self._reader = reader
        self._query = query
        self._limit = limit
        self._words = KeywordMatcher(reader, query, settings, chunks)
        terms = self._words.counted_terms()
        self._documents = DocumentEvidence(reader, terms, settings, chunks)
        self._stages: dict[str, dict[ChunkId, float]] = {}
        self._relaxed: Relaxation | None = None
        self._scores: dict[ChunkId, float] = {}
        self._verbatim: list[ChunkId] = []

    def _match(self) -> None:
        """Find the chunks that contain words of the query."""
        reader, query, limit, stages = (
            self._reader,
            self._query,
            self._limit,
            self._stages,
        )
        stages["words"], self._relaxed = self._words.matches(limit)
        stages["characters"] = _by_grams(reader, query, limit)
        stages["identifier parts"] = self._words.by_parts(limit)
        stages["word forms"] = self._words.by_forms(limit)
        if not stages["words"] and not self._words.unknown:
            self._relaxed = None  # Grams or identifier parts match the whole query.
        scores = summed(stages.values())
        if scores:
            self._verbatim = self._phrase_chunks()
        best = max(scores.values(), default=0.0)
        stages["phrase"] = dict.fromkeys(self._verbatim, PHRASE_BONUS * best)
        stages["code"] = _code_chunks(reader, query, CODE_BONUS * best, limit)
        stages["quoted"] = _quoted_chunks(reader, query, QUOTED_BONUS * best, limit)
        self._scores = scores

    def _phrase_chunks(self) -> list[ChunkId]:
        """Chunks that contain the query verbatim, or one half of a quotation."""
        # Of a long query, only the rarest words and the beginning are compared.
        is_long = len(self._query.terms) > 2 * MAX_TERMS
        if self._words.is_nowhere_complete and not is_long:
            return _halves(self._reader, self._query, self._limit)
        return _phrase_chunks(self._reader, self._query, self._limit)

    @property
    def is_full(self) -> bool:
        """Whether there may be further chunks, after `result`."""
        return len(self._scores) >= self._limit

    def result(self, near: Sequence[ChunkId] = ()) -> KeywordResult:
        """The chunks with all that adds to their scores.

        Args:
            near: Candidates by meaning, the nearest first. The best of them get the
                scores of their words, too.
        """
        self._match()
        words, stages = self._words, self._stages
        own, documents = self._documents.combined(stages["words"], near)
        stages["words"], stages["document"] = own, documents
        named = find_named(
            self._reader,
            self._query,
            words.complete,
            are_all=0 < len(words.complete) < self._limit,
            is_phrase=bool(self._verbatim),
        )
        best = max(self._scores.values(), default=0.0)
        stages["heading"] = dict.fromkeys(named.sections, HEADING_BONUS * best)
        scores = summed(stages.values())
        stages["title"] = dict.fromkeys(named.titled, TITLE_BONUS * best)
        stages["title"] |= _alias_bonuses(named.aliased, scores, best or 1.0)
        scores = summed([scores, stages["title"]])
        relaxed = None if named.documents else self._relaxed
        is_quotation = len(self._query.terms) >= MIN_QUOTATION_WORDS
        return KeywordResult(
            scores=scores,
            relaxed=relaxed if scores else Relaxation.MEANING,
            unknown=() if named.documents else words.unknown,
            quotes=frozenset(self._verbatim if is_quotation else ()),
            named=named.documents,
            stages=stages,
            complete=words.complete,
        )


def _by_grams(reader: Reader, query: Query, limit: int) -> dict[ChunkId, float]:
    if not query.grams:
        return {}
    matching = any_gram(query.grams[: MAX_TERMS * 2])
    return dict(reader.keywords.match(matching, limit, kind=TermKind.GRAM))


def _phrase_chunks(reader: Reader, query: Query, limit: int) -> list[ChunkId]:
    """Chunks that contain the query verbatim, or one half of a quotation."""
    terms = query.terms[: 2 * MAX_TERMS]
    found = _with_phrase(reader, terms, limit) if len(terms) > 1 else []
    return found or _halves(reader, query, limit)


def _halves(reader: Reader, query: Query, limit: int) -> list[ChunkId]:
    """Chunks that contain one half of a quotation; none if the query is too short."""
    terms = query.terms[: 2 * MAX_TERMS]
    if len(terms) < MIN_QUOTATION_WORDS:
        return []
    half = len(terms) // 2
    halves = AnyOf((phrase(terms[:half]), phrase(terms[half:])))
    return reader.keywords.best_chunks(halves, limit)


def _with_phrase(reader: Reader, terms: Sequence[Term], limit: int) -> list[ChunkId]:
    return reader.keywords.best_chunks(phrase(terms), limit)


def _code_chunks(
    reader: Reader, query: Query, bonus: float, limit: int
) -> dict[ChunkId, float]:
    """The bonus of chunks for each code that they contain."""
    if not bonus:
        return {}
    total = len(query.terms)
    return summed(
        {
            chunk: bonus * len(code) / total
            for chunk in _with_phrase(reader, code, limit)
        }
        for code in query.codes
    )


def _quoted_chunks(
    reader: Reader, query: Query, bonus: float, limit: int
) -> dict[ChunkId, float]:
    """The bonus of chunks for each quoted phrase that they contain."""
    return summed(
        dict.fromkeys(_with_phrase(reader, terms, limit), bonus)
        for terms in query.quoted
        if bonus
    )


def _alias_bonuses(
    aliased: Iterable[ChunkId], scores: dict[ChunkId, float], best: float
) -> dict[ChunkId, float]:
    """Bonuses that lift documents above others, which may contain the alias alone."""
    lead = max(scores.values(), default=0.0) + ALIAS_LEAD * best
    return {chunk: lead - scores.get(chunk, 0.0) for chunk in aliased}
