"""Matches the words of a query, and selects the informative ones."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, repeat

from ragtui_core.search.query.index_query import (
    MAX_TERMS,
    Query,
    Term,
    all_of,
    any_gram,
    any_of,
    word_in_any_form,
)
from ragtui_core.search.retrieval.document_evidence import CountedTerm, idf
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.matching import (
    MAX_SCORED,
    AllOf,
    AnyOf,
    Matching,
    Phrase,
    TermKind,
)
from ragtui_core.store.reader import Reader
from ragtui_core.text.stemming import stemmed
from ragtui_core.types import ChunkId, Relaxation

MAX_REPEATS = 4
"""A word that the query repeats counts up to this many times."""

RARE_CHUNKS = 3
"""A word in at most this many chunks is informative in any vault."""

PART_WEIGHT = 0.5
"""Weight of a match of part of an identifier, against a match of the whole word; .25
to 1 were tried (benchmarks/results/ranking-trials.md)."""

FORM_WEIGHT = 0.6
"""Weight of a match of another form of a word, against a match of the word; .4 to 1
were tried (benchmarks/results/word-forms.md)."""

FORM_CHUNKS = 10
"""Chunks in which forms of a word are scored, in multiples of the limit: many of them
may have no other word of the query."""


@dataclass(frozen=True, slots=True)
class Signal:
    """What adds to the scores of chunks: the BM25 of a condition, times a weight.

    `name` is that of the component in explanations, `chunks` the number of chunks that
    are scored, in multiples of the limit.
    """

    name: str
    matching: Matching
    weight: float
    kind: TermKind = TermKind.WORD
    chunks: int = 1


def frequencies_elsewhere(reader: Reader, query: Query) -> dict[str, int]:
    """Chunk counts of a query's words, without the chunks that the query is from."""
    counts = reader.keywords.document_frequencies(term.stem for term in query.terms)
    return {
        stem: count - query.source_counts.get(stem, 0) for stem, count in counts.items()
    }


def max_chunks_of_informative_term(settings: SearchSettings, chunks: int) -> float:
    """Maximum chunk count of an informative word in an index of `chunks`."""
    return max(settings.common_term_share * chunks, RARE_CHUNKS)


class KeywordMatcher:
    """Matches the words of one query, and selects the informative ones."""

    def __init__(self, reader: Reader, query: Query, settings: SearchSettings) -> None:
        self._reader = reader
        self._weights = settings.weights
        self._chunks = chunks = reader.counts().chunks
        self._grams = query.grams[: 2 * MAX_TERMS]
        content = query.content()
        terms = tuple({term.stem: term for term in content}.values())
        repeats = Counter(term.stem for term in content)
        self._repeats = {stem: min(n, MAX_REPEATS) for stem, n in repeats.items()}
        self._counts = counts = frequencies_elsewhere(reader, query)
        stems = {
            stem
            for term in terms
            for stem in (term.stem, term.joined_stem, *term.part_stems)
            if stem
        }
        self._in_parts = in_parts = reader.keywords.document_frequencies(
            sorted(stems), kind=TermKind.PART
        )
        """In how many chunks each stem is a part of an identifier."""
        by_rarity = sorted(terms, key=lambda term: counts[term.stem])
        rare = by_rarity[:MAX_TERMS]
        known = [
            t for t in by_rarity if counts[t.stem] or t.has_forms or in_parts[t.stem]
        ]
        stems = {term.stem for term in known}
        self.unknown = tuple(t.surface for t in terms if t.stem not in stems)
        """The words that are not in the index."""
        self._common = max_chunks_of_informative_term(settings, chunks)
        known = known[:MAX_TERMS]
        totals = accumulate(counts[t.stem] for t in known)
        # More frequent words are not informative, unless there are no others.
        self.wanted = [
            term
            for term, total in zip(known, totals, strict=True)
            if counts[term.stem] <= self._common and total <= MAX_SCORED
        ] or known[:1]
        self._inflected = [term for term in self.wanted if term.others]
        self.every_word: Matching | None = None
        """All words, in any form; None if one of them does not occur."""
        if rare and all(counts[term.stem] or term.has_forms for term in rare):
            self.every_word = (
                AllOf(tuple(map(word_in_any_form, rare)))
                if self._inflected
                else all_of(self._repeated(rare))
            )
        self.any_word: Matching | None = None
        """Any informative word; None if no word occurs."""
        if self.wanted:
            self.any_word = any_of(self._repeated(self.wanted))
        self.complete: frozenset[ChunkId] = frozenset()
        """The chunks found that contain every word."""

    @property
    def conditions(self) -> Iterator[Matching]:
        """Every word, then any informative one, as far as words occur."""
        for condition in (self.every_word, self.any_word):
            if condition:
                yield condition

    def matches(self, limit: int) -> tuple[dict[ChunkId, float], Relaxation | None]:
        """Chunks with every word; if too few, also with some of them."""
        scores: dict[ChunkId, float] = {}
        if self.every_word and not self._inflected:
            scores = self._scores(self.every_word, limit)
            self.complete = frozenset(scores)
        elif self.every_word:
            # Other forms add to the scores; see `signals`.
            found = self._reader.keywords.best_chunks(self.every_word, limit)
            self.complete = frozenset(found)
        if len(scores) < limit and self.any_word:
            scores = self._scores(self.any_word, limit) | scores
        return scores, None if self.complete else Relaxation.SOME_WORDS

    def counted_terms(self) -> list[CountedTerm]:
        """The informative terms, the rarest first."""
        return [
            CountedTerm(term, self._repeats[term.stem], self._counts[term.stem])
            for term in self.wanted
        ]

    def signals(self) -> Iterator[Signal]:
        """What matches besides the words: characters, parts of words, other forms."""
        if self._grams:
            yield Signal("characters", any_gram(self._grams), 1.0, TermKind.GRAM)
        yield from self._part_signals()
        for term in self._inflected:
            forms = AnyOf(tuple(Phrase(form.text) for form in term.others))
            weight = self._form_weight(term)
            yield Signal("word forms", forms, weight, chunks=FORM_CHUNKS)

    def scores(
        self, signal: Signal, limit: int, candidates: Collection[ChunkId]
    ) -> dict[ChunkId, float]:
        """What a signal adds to the score of its best chunks, and of all candidates."""
        limit *= signal.chunks
        found = self._scores(signal.matching, limit, signal.kind)
        if len(found) >= limit and candidates:
            with self._reader.among(candidates):
                many = len(candidates)
                found |= self._scores(signal.matching, many, signal.kind)
        return {chunk: signal.weight * score for chunk, score in found.items()}

    def _scores(
        self, matching: Matching, limit: int, kind: TermKind = TermKind.WORD
    ) -> dict[ChunkId, float]:
        weights = self._weights if kind is TermKind.WORD else None
        return dict(self._reader.keywords.match(matching, limit, weights, kind))

    def _repeated(self, terms: Iterable[Term]) -> Iterator[Term]:
        """The terms, as often as the query repeats them: BM25 adds up all of them."""
        for term in terms:
            yield from repeat(term, self._repeats[term.stem])

    def _part_signals(self) -> Iterator[Signal]:
        """The words that are part of an identifier, and the letters of identifiers.

        `GATA3` is part of no other, but `GATA` is a part of `GATA1`. A number in groups
        is searched as one, too: a text may have it in others.
        """
        words = {term.stem: term.surface for term in self.wanted}
        numbers = Counter(term.joined_stem for term in self.wanted if term.joined)
        words |= {term.joined_stem: term.joined for term in self.wanted if term.joined}
        for term in self.wanted:
            letters = (part for part in term.parts if part.isalpha())
            words |= {stemmed(part)[0]: part for part in letters} | words
        stems = [stem for stem in words if self._in_parts[stem]]
        weights = self._part_weights(stems) if stems else {}
        for stem, weight in weights.items():
            # A number counts as all of its groups.
            weight *= numbers[stem] / PART_WEIGHT if stem in numbers else 1
            yield Signal("identifier parts", Phrase(words[stem]), weight, TermKind.PART)
        split = tuple(Phrase(" ".join(t.parts)) for t in self.wanted if t.parts)
        if split:
            yield Signal("identifier parts", AnyOf(split), PART_WEIGHT, TermKind.PART)

    def _part_weights(self, stems: list[str]) -> Mapping[str, float]:
        """The weights of informative stems that identifiers have as parts."""
        keywords, weights = self._reader.keywords, dict[str, float]()
        elsewhere = keywords.document_frequencies(sorted(stems))
        identified = keywords.indexed_chunks(TermKind.PART)
        for stem in stems:
            in_parts = self._in_parts[stem]
            count = max(in_parts, self._counts.get(stem, elsewhere[stem]))
            if count <= self._common:
                # As rare as the word: few chunks have identifiers, and most have one.
                ratio = idf(count, self._chunks) / idf(in_parts, identified)
                weights[stem] = PART_WEIGHT * ratio
        return weights

    def _form_weight(self, term: Term) -> float:
        """The weight of the BM25 scores of a word's forms.

        As if all were one word: each alone is rarer, which would count for more.
        """
        known = [form.count for form in term.others]
        own = self._reader.keywords.document_frequencies([term.stem])[term.stem]
        mean = sum(n * idf(n, self._chunks) for n in known) / sum(known)
        return FORM_WEIGHT * idf(own + sum(known), self._chunks) / mean


def summed(parts: Iterable[Mapping[ChunkId, float]]) -> dict[ChunkId, float]:
    """Each chunk with the sum of its scores in all `parts`."""
    total: dict[ChunkId, float] = {}
    for part in parts:
        for chunk, score in part.items():
            total[chunk] = total.get(chunk, 0.0) + score
    return total
