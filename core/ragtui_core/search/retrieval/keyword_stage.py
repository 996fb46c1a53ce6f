"""The keyword stage: chunks with all words, else with the informative ones."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import repeat

from ragtui_core.search.query.index_query import (
    Query,
    Term,
    all_of,
    any_gram,
    any_of,
    phrase,
    word_in_any_form,
)
from ragtui_core.search.retrieval.document_evidence import (
    CountedTerm,
    DocumentEvidence,
)
from ragtui_core.search.retrieval.navigation import (
    fetch_names,
    fetch_sections,
    find_named,
    possible_names,
)
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.matching import AllOf, AnyOf, Matching, Phrase, TermKind
from ragtui_core.store.reader_protocols import Reader
from ragtui_core.types import ChunkId, Relaxation

MAX_TERMS = 24
"""Only the rarest terms of a long query are searched; more are slower, not better."""

MAX_REPEATS = 4
"""A word that the query repeats counts up to this many times."""

RARE_CHUNKS = 3
"""A word in at most this many chunks is informative in any vault."""

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

PART_WEIGHT = 0.5
"""Weight of a match of part of an identifier, against a match of the whole word."""

FORM_WEIGHT = 0.6
"""Weight of a match of another form of a word, against a match of the word; .4 to 1
were tried (docs/decisions/0020-word-forms.md)."""

FORM_CHUNKS = 10
"""Chunks in which forms of a word are scored, in multiples of the limit: many of them
may have no other word of the query."""


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
    informative: frozenset[str] = frozenset()
    """Stems of the distinctive words."""
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

    def fetch_matches(self) -> None:
        """Fetch ahead what `match` reads, and names that the query may be."""
        reader, query, limit = self._reader, self._query, self._limit
        phrases = (*query.codes, *query.quoted)
        reader.fetch_ahead(
            (
                *(
                    partial(self._words.match, c, limit)
                    for c in self._words.conditions()
                ),
                partial(_by_grams, reader, query, limit),
                partial(self._words.by_parts, limit),
                *self._words.form_matches(limit),
                partial(_phrase_chunks, reader, query, limit),
                partial(_halves, reader, query, limit),
                *(partial(_with_phrase, reader, terms, limit) for terms in phrases),
                partial(fetch_names, reader, query),
            )
        )

    def match(self) -> None:
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
        scores = _sum(stages.values())
        if scores:
            self._verbatim = self._phrase_chunks()
        best = max(scores.values(), default=0.0)
        stages["phrase"] = dict.fromkeys(self._verbatim, PHRASE_BONUS * best)
        stages["code"] = _code_chunks(reader, query, CODE_BONUS * best, limit)
        stages["quoted"] = _quoted_chunks(reader, query, QUOTED_BONUS * best, limit)
        self._scores = scores

    def _phrase_chunks(self) -> list[ChunkId]:
        """Chunks that contain the query verbatim, or one half of a quotation."""
        reader, terms, limit = self._reader, self._query.terms, self._limit
        among, are_all = self._words.complete, self._words.has_all_complete(limit)
        if len(terms) > 2 * MAX_TERMS:  # Only their beginning is compared.
            return _phrase_chunks(reader, self._query, limit)
        found: list[ChunkId] = []
        if len(terms) > 1 and (among or not are_all):
            matching = phrase(terms)
            found = reader.keywords.best_chunks(
                matching, limit, among=among, are_all=are_all
            )
        return found or _halves(reader, self._query, limit)

    def candidates(self) -> set[ChunkId]:
        """The chunks of the result, after `match`; perhaps some more."""
        names = possible_names(self._reader, self._query)
        return {*names, *(c for stage in self._stages.values() for c in stage)}

    def fetch_sections(self) -> None:
        """Fetch ahead what `result` reads, after `match`."""
        fetch_sections(self._reader, self._query, self._words.complete)

    def fetch_documents(self, near: Sequence[ChunkId]) -> None:
        """Fetch ahead what `result` reads of documents, after `match`."""
        self._documents.fetch(self._stages["words"], near)

    @property
    def is_full(self) -> bool:
        """Whether there may be further chunks, after `match`."""
        return len(self._scores) >= self._limit

    def result(self, near: Sequence[ChunkId] = ()) -> KeywordResult:
        """The chunks with all that adds to their scores, after `match`.

        Args:
            near: Candidates by meaning, the nearest first. The best of them get the
                scores of their words, too.
        """
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
        scores = _sum(stages.values())
        stages["title"] = dict.fromkeys(named.titled, TITLE_BONUS * best)
        stages["title"] |= _alias_bonuses(named.aliased, scores, best or 1.0)
        scores = _sum([scores, stages["title"]])
        relaxed = None if named.documents else self._relaxed
        is_quotation = len(self._query.terms) >= MIN_QUOTATION_WORDS
        return KeywordResult(
            scores=scores,
            relaxed=relaxed if scores else Relaxation.MEANING,
            unknown=() if named.documents else words.unknown,
            informative=frozenset(term.stem for term in words.wanted),
            quotes=frozenset(self._verbatim if is_quotation else ()),
            named=named.documents,
            stages=stages,
            complete=words.complete,
        )


def frequencies_elsewhere(reader: Reader, query: Query) -> dict[str, int]:
    """Chunk counts of a query's words, without the chunks that the query is from."""
    counts = reader.keywords.document_frequencies(term.stem for term in query.terms)
    return {stem: count - query.own.get(stem, 0) for stem, count in counts.items()}


def max_chunks_of_informative_term(settings: SearchSettings, chunks: int) -> float:
    """Maximum chunk count of an informative word in an index of `chunks`."""
    return max(settings.common_term_share * chunks, RARE_CHUNKS)


class KeywordMatcher:
    """Matches the words of one query, and selects the informative ones."""

    def __init__(
        self, reader: Reader, query: Query, settings: SearchSettings, chunks: int
    ) -> None:
        """Prepare `query` for an index of `chunks`."""
        self._reader = reader
        self._weights = settings.weights
        content = query.content()
        terms = tuple({term.stem: term for term in content}.values())
        self._repeats = Counter(term.stem for term in content)
        self._counts = counts = frequencies_elsewhere(reader, query)
        by_rarity = sorted(terms, key=lambda term: counts[term.stem])
        self._rare = by_rarity[:MAX_TERMS]
        self._complete = all(counts[t.stem] or t.has_forms for t in self._rare)
        in_parts = reader.keywords.document_frequencies(counts, kind=TermKind.PART)
        self.unknown = tuple(
            t.surface
            for t in terms
            if not (counts[t.stem] or t.has_forms or in_parts[t.stem])
        )
        known = [
            t for t in by_rarity if counts[t.stem] or t.has_forms or in_parts[t.stem]
        ][:MAX_TERMS]
        common = max_chunks_of_informative_term(settings, chunks)
        # More frequent words are not informative, unless there are no others.
        self.wanted = [t for t in known if counts[t.stem] <= common] or known[:1]
        self.complete: frozenset[ChunkId] = frozenset()
        """The chunks found that contain every word."""
        self._of_parts = [t for t in self.wanted if t.parts or in_parts[t.stem]]
        self._inflected = [term for term in self.wanted if term.others]
        self._chunks = chunks

    def conditions(self) -> Iterator[Matching]:
        """All words, if all occur; then any informative one."""
        if self._rare and self._complete and not self._inflected:
            yield all_of(self._repeated(self._rare))
        if self.wanted:
            yield any_of(self._repeated(self.wanted))

    def matches(self, limit: int) -> tuple[dict[ChunkId, float], Relaxation | None]:
        """Chunks with every word; if too few, also with some of them."""
        scores: dict[ChunkId, float] = {}
        if self._inflected:
            self.complete = frozenset(self._with_every_word(limit))
        elif self._rare and self._complete:
            scores = self.match(all_of(self._repeated(self._rare)), limit)
            self.complete = frozenset(scores)
        relaxed = None if self.complete else Relaxation.SOME_WORDS
        if len(scores) < limit and self.wanted:
            some = any_of(self._repeated(self.wanted))
            scores = self.match(some, limit) | scores
        return scores, relaxed

    def _with_every_word(self, limit: int) -> list[ChunkId]:
        """Chunks with every word in any form."""
        if not self._complete:
            return []
        words = AllOf(tuple(map(word_in_any_form, self._rare)))
        return self._reader.keywords.best_chunks(words, limit)

    def has_all_complete(self, limit: int) -> bool:
        """Whether, after `matches(limit)`, no other chunk contains every word."""
        return bool(self._rare) and len(self.complete) < limit

    def counted_terms(self) -> list[CountedTerm]:
        """The informative terms, the rarest first."""
        return [
            CountedTerm(term, self._repeats_of(term), self._counts[term.stem])
            for term in self.wanted
        ]

    def _repeats_of(self, term: Term) -> int:
        return min(self._repeats[term.stem], MAX_REPEATS)

    def _repeated(self, terms: Iterable[Term]) -> Iterator[Term]:
        """The terms, as often as the query repeats them: BM25 adds up all of them."""
        for term in terms:
            yield from repeat(term, self._repeats_of(term))

    def by_parts(self, limit: int) -> dict[ChunkId, float]:
        """Chunks with an identifier that shares parts with a word of the query."""
        if not self._of_parts:
            return {}
        found = self._reader.keywords.match(
            any_of(self._of_parts), limit, kind=TermKind.PART
        )
        return {chunk: PART_WEIGHT * score for chunk, score in found}

    def form_matches(self, limit: int) -> Iterator[Callable[[], object]]:
        """What `matches` and `by_forms` read because of other forms."""
        if self._inflected:
            yield partial(self._with_every_word, limit)
        for term in self._inflected:
            yield partial(self._of_forms, term, limit)

    def by_forms(self, limit: int) -> dict[ChunkId, float]:
        """Chunks with another form of a word of the query."""
        return _sum(self._of_forms(term, limit) for term in self._inflected)

    def _of_forms(self, term: Term, limit: int) -> dict[ChunkId, float]:
        forms = AnyOf(tuple(Phrase(form.text) for form in term.others))
        weight = self._form_weight(term)
        found = self.match(forms, FORM_CHUNKS * limit)
        return {chunk: weight * score for chunk, score in found.items()}

    def _form_weight(self, term: Term) -> float:
        """The weight of the BM25 scores of a word's forms.

        As if all were one word: each alone is rarer, which would count for more.
        """
        known = [form.count for form in term.others]
        own = self._reader.keywords.document_frequencies([term.stem])[term.stem]
        each = sum(n * _idf(n, self._chunks) for n in known) / sum(known)
        return FORM_WEIGHT * _idf(own + sum(known), self._chunks) / each

    def match(self, matching: Matching, limit: int) -> dict[ChunkId, float]:
        """The scores of at most `limit` chunks that match, by the fields' weights."""
        return dict(self._reader.keywords.match(matching, limit, self._weights))


def _idf(count: int, chunks: int) -> float:
    """The inverse document frequency of FTS5's `bm25()`."""
    count = min(count, chunks)
    return max(1e-6, math.log((chunks - count + 0.5) / (count + 0.5)))


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
    return _sum(
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
    return _sum(
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


def _sum(parts: Iterable[dict[ChunkId, float]]) -> dict[ChunkId, float]:
    total: dict[ChunkId, float] = {}
    for part in parts:
        for chunk, score in part.items():
            total[chunk] = total.get(chunk, 0.0) + score
    return total
