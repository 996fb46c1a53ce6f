"""Matches the words of a query, and selects the informative ones."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
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
from ragtui_core.settings.schema import FieldWeights, SearchSettings
from ragtui_core.store.matching import (
    MAX_SCORED,
    AllOf,
    AnyOf,
    Matching,
    Phrase,
    TermKind,
)
from ragtui_core.store.reading.reader import Reader
from ragtui_core.text.stemming import stemmed
from ragtui_core.types import ChunkId

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


@dataclass(frozen=True, slots=True)
class Complete:
    """Chunks that contain every word of a query; `are_all` if no others do."""

    chunks: frozenset[ChunkId] = frozenset()
    are_all: bool = False


@dataclass(frozen=True, slots=True)
class KeywordMatcher:
    """Matches the words of one query; made by `matcher_for`."""

    reader: Reader
    weights: FieldWeights
    grams: tuple[str, ...]
    rare: tuple[Term, ...]
    """The distinct content words, the rarest first, as many as are matched together."""
    wanted: tuple[Term, ...]
    """The informative words that may match, the rarest first."""
    unknown: tuple[str, ...]
    """The words that are not in the index, as typed."""
    repeats: Mapping[str, int]
    """How often each stem counts."""
    counts: Mapping[str, int]
    """In how many chunks each stem is, without those that the query is from."""
    in_parts: Mapping[str, int]
    """In how many chunks each stem is a part of an identifier."""
    common: float
    """The maximum chunk count of an informative word."""

    @property
    def _inflected(self) -> list[Term]:
        return [term for term in self.wanted if term.others]

    @property
    def _every_word(self) -> Matching | None:
        """All words, in any form; None if one of them does not occur."""
        if not self.rare:
            return None
        if not all(self.counts[term.stem] or term.has_forms for term in self.rare):
            return None
        if self._inflected:
            return AllOf(tuple(map(word_in_any_form, self.rare)))
        return all_of(self._repeated(self.rare))

    @property
    def conditions(self) -> Iterator[Matching]:
        """Every word, then any informative one, as far as words occur."""
        if every_word := self._every_word:
            yield every_word
        if self.wanted:
            yield any_of(self._repeated(self.wanted))

    def matches(self, limit: int) -> tuple[dict[ChunkId, float], Complete]:
        """Chunks with every word; if too few, also with some of them."""
        scores: dict[ChunkId, float] = {}
        complete = frozenset[ChunkId]()
        every_word = self._every_word
        if every_word and not self._inflected:
            scores = self._scores(every_word, limit)
            complete = frozenset(scores)
        elif every_word:
            # Other forms add to the scores; see `signals`.
            complete = frozenset(self.reader.keywords.best_chunks(every_word, limit))
        if len(scores) < limit and self.wanted:
            any_word = any_of(self._repeated(self.wanted))
            scores = self._scores(any_word, limit) | scores
        return scores, Complete(complete, are_all=0 < len(complete) < limit)

    def counted_terms(self) -> list[CountedTerm]:
        """The informative terms, the rarest first."""
        return [
            CountedTerm(term, self.repeats[term.stem], self.counts[term.stem])
            for term in self.wanted
        ]

    def signals(self) -> Iterator[Signal]:
        """What matches besides the words: characters, parts of words, other forms."""
        if self.grams:
            yield Signal("characters", any_gram(self.grams), 1.0, TermKind.GRAM)
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
        scores = self._scores(signal.matching, limit, signal.kind)
        if len(scores) >= limit and candidates:
            with self.reader.among(candidates):
                many = len(candidates)
                scores |= self._scores(signal.matching, many, signal.kind)
        return {chunk: signal.weight * score for chunk, score in scores.items()}

    def _scores(
        self, matching: Matching, limit: int, kind: TermKind = TermKind.WORD
    ) -> dict[ChunkId, float]:
        weights = self.weights if kind is TermKind.WORD else None
        return dict(self.reader.keywords.match(matching, limit, weights, kind))

    def _repeated(self, terms: Iterable[Term]) -> Iterator[Term]:
        """The terms, as often as the query repeats them: BM25 adds up all of them."""
        for term in terms:
            yield from repeat(term, self.repeats[term.stem])

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
        stems = [stem for stem in words if self.in_parts[stem]]
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
        keywords, weights = self.reader.keywords, dict[str, float]()
        chunks = self.reader.counts().chunks
        elsewhere = keywords.document_frequencies(sorted(stems))
        identified = keywords.indexed_chunks(TermKind.PART)
        for stem in stems:
            in_parts = self.in_parts[stem]
            count = max(in_parts, self.counts.get(stem, elsewhere[stem]))
            if count <= self.common:
                # As rare as the word: few chunks have identifiers, and most have one.
                ratio = idf(count, chunks) / idf(in_parts, identified)
                weights[stem] = PART_WEIGHT * ratio
        return weights

    def _form_weight(self, term: Term) -> float:
        """The weight of the BM25 scores of a word's forms.

        As if all were one word: each alone is rarer, which would count for more.
        """
        known = [form.count for form in term.others]
        chunks = self.reader.counts().chunks
        own = self.reader.keywords.document_frequencies([term.stem])[term.stem]
        mean = sum(n * idf(n, chunks) for n in known) / sum(known)
        return FORM_WEIGHT * idf(own + sum(known), chunks) / mean


def matcher_for(
    reader: Reader, query: Query, settings: SearchSettings
) -> KeywordMatcher:
    """Count the words of a query in the index, and select the informative ones."""
    content = query.content()
    repeats = Counter(term.stem for term in content)
    terms = tuple({term.stem: term for term in content}.values())
    counts = frequencies_elsewhere(reader, query)
    stems = {
        stem
        for term in terms
        for stem in (term.stem, term.joined_stem, *term.part_stems)
        if stem
    }
    in_parts = reader.keywords.document_frequencies(sorted(stems), kind=TermKind.PART)
    by_rarity = sorted(terms, key=lambda term: counts[term.stem])
    indexed = [
        term
        for term in by_rarity
        if counts[term.stem] or term.has_forms or in_parts[term.stem]
    ]
    known = {term.stem for term in indexed}
    common = max_chunks_of_informative_term(settings, reader.counts().chunks)
    return KeywordMatcher(
        reader,
        settings.weights,
        query.grams[: 2 * MAX_TERMS],
        rare=tuple(by_rarity[:MAX_TERMS]),
        wanted=_informative(indexed[:MAX_TERMS], counts, common),
        unknown=tuple(term.surface for term in terms if term.stem not in known),
        repeats={stem: min(number, MAX_REPEATS) for stem, number in repeats.items()},
        counts=counts,
        in_parts=in_parts,
        common=common,
    )


def _informative(
    terms: Sequence[Term], counts: Mapping[str, int], common: float
) -> tuple[Term, ...]:
    """The terms that are not frequent, the rarest first; if all are, the rarest."""
    totals = accumulate(counts[term.stem] for term in terms)
    informative = tuple(
        term
        for term, total in zip(terms, totals, strict=True)
        if counts[term.stem] <= common and total <= MAX_SCORED
    )
    return informative or tuple(terms[:1])


def summed(parts: Iterable[Mapping[ChunkId, float]]) -> dict[ChunkId, float]:
    """Each chunk with the sum of its scores in all `parts`."""
    total: dict[ChunkId, float] = {}
    for part in parts:
        for chunk, score in part.items():
            total[chunk] = total.get(chunk, 0.0) + score
    return total
