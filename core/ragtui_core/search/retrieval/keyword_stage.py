"""The keyword stage: a phrase, else all words, else the informative ones."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ragtui_core.search.query.index_query import (
    Query,
    all_of,
    any_gram,
    any_of,
    phrase,
)
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.sqlite.reader import Reader
from ragtui_core.types import ChunkId, Relaxation

MAX_TERMS = 24
"""Rarest terms of a long query that are looked for; more cost time, not quality."""

RARE_CHUNKS = 3
"""A word in so few chunks is informative in the smallest vault."""

PHRASE_BONUS = 0.25
"""Added, as a share of the best score, to chunks that hold the query as a phrase."""

CODE_BONUS = 1.0
"""The same for those that hold a code such as `CTS-010` in one piece, times the share
of the query's words that the code makes up."""

QUOTATION = 10
"""From so many words on a query that stands in a chunk word by word is a quotation:
nothing else is meant. A chunk's border may cut it in two, so a half will do."""

GRAM_WEIGHTS = (2.5, 1.0)
"""BM25 weights of table `gram`: fields and body."""

PART_WEIGHT = 0.5
"""What a match of an identifier's part counts, against one of the whole word."""


@dataclass(frozen=True, slots=True)
class KeywordResult:
    """BM25 scores of chunks, larger is better, and how far the words were relaxed.

    `relaxed` is SOME_WORDS when no chunk holds every word, MEANING when none holds
    any. `unknown` are words of the query that occur nowhere in the vault. `stages`
    are the parts of each score by name, for explaining it.
    """

    scores: dict[ChunkId, float] = field(default_factory=dict)
    relaxed: Relaxation | None = None
    unknown: tuple[str, ...] = ()
    informative: frozenset[str] = frozenset()
    """Stems of the words that tell chunks apart."""
    quotes: frozenset[ChunkId] = frozenset()
    """The chunks that the query quotes, if it is a quotation."""
    stages: dict[str, dict[ChunkId, float]] = field(default_factory=dict)
    complete: frozenset[ChunkId] = frozenset()
    """The chunks that hold every word."""


def keyword_search(
    reader: Reader, query: Query, settings: SearchSettings, limit: int, chunks: int
) -> KeywordResult:
    """At most about `limit` chunks of an index of `chunks`, by stages.

    All-words matches are found first and cheaply; only when they do not fill the list
    are chunks with some of the words added. What lies below the words, and phrases,
    adds to the scores.
    """
    if query.is_empty:
        return KeywordResult(relaxed=Relaxation.MEANING)
    stages: dict[str, dict[ChunkId, float]] = {}
    words = KeywordMatcher(reader, query, settings, chunks)
    stages["words"], relaxed = words.matches(limit)
    stages["characters"] = _by_grams(reader, query, limit)
    stages["identifier parts"] = words.by_parts(limit)
    if not stages["words"] and not words.unknown:
        relaxed = None  # What lies below the words holds all of the query.
    scores = _sum(stages.values())
    holders = _phrase_holders(reader, query, limit) if scores else ()
    best = max(scores.values(), default=0.0)
    stages["phrase"] = dict.fromkeys(holders, PHRASE_BONUS * best)
    stages["code"] = _code_holders(reader, query, CODE_BONUS * best, limit)
    scores = _sum([scores, stages["phrase"], stages["code"]])
    is_quotation = len(query.terms) >= QUOTATION
    return KeywordResult(
        scores=scores,
        relaxed=relaxed if scores else Relaxation.MEANING,
        unknown=words.unknown,
        informative=frozenset(term.stem for term in words.wanted),
        quotes=frozenset(holders if is_quotation else ()),
        stages=stages,
        complete=words.complete,
    )


def frequencies_elsewhere(reader: Reader, query: Query) -> dict[str, int]:
    """In how many chunks each word of a query is, without those it stands in itself."""
    counts = reader.document_frequencies(term.stem for term in query.terms)
    return {stem: count - query.own.get(stem, 0) for stem, count in counts.items()}


def max_chunks_of_informative_term(settings: SearchSettings, chunks: int) -> float:
    """In how many chunks of an index of `chunks` an informative word is at most."""
    return max(settings.common_term_share * chunks, RARE_CHUNKS)


class KeywordMatcher:
    """The words of one query, and which of them are worth looking for."""

    def __init__(
        self, reader: Reader, query: Query, settings: SearchSettings, chunks: int
    ) -> None:
        """Look at `query` in an index of `chunks`."""
        self._reader = reader
        self._weights = settings.weights.columns()
        terms = query.distinct()
        counts = frequencies_elsewhere(reader, query)
        by_rarity = sorted(terms, key=lambda term: counts[term.stem])
        self._rare = by_rarity[:MAX_TERMS]
        self._complete = all(counts[t.stem] or t.parts for t in self._rare)
        in_parts = reader.document_frequencies(counts, vocabulary="part_vocabulary")
        self.unknown = tuple(
            t.surface
            for t in terms
            if not (counts[t.stem] or t.parts or in_parts[t.stem])
        )
        known = [t for t in by_rarity if counts[t.stem] or t.parts or in_parts[t.stem]]
        known = known[:MAX_TERMS]
        common = max_chunks_of_informative_term(settings, chunks)
        # Those in more chunks than that tell nothing apart, unless there are no others.
        self.wanted = [t for t in known if counts[t.stem] <= common] or known[:1]
        self.complete: frozenset[ChunkId] = frozenset()
        """The chunks that were found to hold every word."""
        self._of_parts = [t for t in self.wanted if t.parts or in_parts[t.stem]]

    def expressions(self) -> Iterator[str]:
        """In FTS5's syntax: every word, if all occur; then any worth looking for."""
        if self._rare and self._complete:
            yield all_of(self._rare)
        if self.wanted:
            yield any_of(self.wanted)

    def matches(self, limit: int) -> tuple[dict[ChunkId, float], Relaxation | None]:
        """Chunks with every word; if they are too few, with some of them, too."""
        scores: dict[ChunkId, float] = {}
        if self._rare and self._complete:
            scores = self._match(all_of(self._rare), limit)
        self.complete = frozenset(scores)
        relaxed = None if scores else Relaxation.SOME_WORDS
        if len(scores) < limit and self.wanted:
            scores = self._match(any_of(self.wanted), limit) | scores
        return scores, relaxed

    def by_parts(self, limit: int) -> dict[ChunkId, float]:
        """Chunks with an identifier of which a word is a part, or that is cut alike."""
        if not self._of_parts:
            return {}
        found = self._reader.match(any_of(self._of_parts), (1.0,), limit, table="part")
        return {chunk: PART_WEIGHT * score for chunk, score in found}

    def _match(self, expression: str, limit: int) -> dict[ChunkId, float]:
        return dict(self._reader.match(expression, self._weights, limit))


def _by_grams(reader: Reader, query: Query, limit: int) -> dict[ChunkId, float]:
    if not query.grams:
        return {}
    expression = any_gram(query.grams[: MAX_TERMS * 2])
    return dict(reader.match(expression, GRAM_WEIGHTS, limit, table="gram"))


def _phrase_holders(reader: Reader, query: Query, limit: int) -> list[ChunkId]:
    """Chunks that hold the query word by word, or one half of a quotation."""
    terms = query.terms[: 2 * MAX_TERMS]
    if len(terms) < 2:
        return []
    found = reader.match(phrase(terms), (1.0,) * 8, limit)
    if not found and len(terms) >= QUOTATION:
        half = len(terms) // 2
        halves = f"({phrase(terms[:half])}) OR ({phrase(terms[half:])})"
        found = reader.match(halves, (1.0,) * 8, limit)
    return [chunk for chunk, _ in found]


def _code_holders(
    reader: Reader, query: Query, bonus: float, limit: int
) -> dict[ChunkId, float]:
    """What chunks gain for each code that they hold in one piece."""
    if not bonus:
        return {}
    total = len(query.terms)
    return _sum(
        {
            chunk: bonus * len(code) / total
            for chunk, _ in reader.match(phrase(code), (1.0,) * 8, limit)
        }
        for code in query.codes
    )


def _sum(parts: Iterable[dict[ChunkId, float]]) -> dict[ChunkId, float]:
    total: dict[ChunkId, float] = {}
    for part in parts:
        for chunk, score in part.items():
            total[chunk] = total.get(chunk, 0.0) + score
    return total
