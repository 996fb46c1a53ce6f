"""Matches the words of a query, and selects the informative ones."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, repeat

from ragtui_core.search.query.index_query import (
    MAX_TERMS,
    Query,
    Term,
    all_of,
    any_of,
    word_in_any_form,
)
from ragtui_core.search.retrieval.document_evidence import (
    MAX_OCCURRENCES,
    CountedTerm,
    idf,
)
from ragtui_core.settings.schema import SearchSettings
from ragtui_core.store.matching import AllOf, AnyOf, Matching, Phrase, TermKind
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
class Part:
    """A word that identifiers in notes have as a part, and how much a match counts."""

    text: str
    weight: float


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
        in_parts = self._part_counts(terms)
        self.unknown = tuple(
            t.surface
            for t in terms
            if not (counts[t.stem] or t.has_forms or in_parts[t.stem])
        )
        known = [
            t for t in by_rarity if counts[t.stem] or t.has_forms or in_parts[t.stem]
        ][:MAX_TERMS]
        common = max_chunks_of_informative_term(settings, chunks)
        totals = accumulate(counts[t.stem] for t in known)
        # More frequent words are not informative, unless there are no others.
        self.wanted = [
            term
            for term, total in zip(known, totals, strict=True)
            if counts[term.stem] <= common and total <= MAX_OCCURRENCES
        ] or known[:1]
        self.complete: frozenset[ChunkId] = frozenset()
        """The chunks found that contain every word."""
        self._split = [term for term in self.wanted if term.parts]
        self._parts = list(self._parts_of(self.wanted, in_parts, chunks, common))
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

    @property
    def is_nowhere_complete(self) -> bool:
        """Whether, after `matches`, no chunk contains every word."""
        return bool(self._rare) and not self.complete

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

    def _part_counts(self, terms: Iterable[Term]) -> dict[str, int]:
        """For each stem of a word, and of its parts, the chunks with it as a part."""
        stems = {stem for term in terms for stem in (term.stem, *term.part_stems)}
        read = self._reader.keywords.document_frequencies
        return read(sorted(stems), kind=TermKind.PART)

    def _parts_of(
        self,
        terms: Iterable[Term],
        in_parts: Mapping[str, int],
        chunks: int,
        common: float,
    ) -> Iterator[Part]:
        """The words that are part of an identifier, and the letters of identifiers.

        `GATA3` is part of no other, but `GATA` is a part of `GATA1`.
        """
        words = {term.stem: term.surface for term in terms}
        for term in terms:
            letters = (part for part in term.parts if part.isalpha())
            words |= {stemmed(part)[0]: part for part in letters} | words
        words = {stem: text for stem, text in words.items() if in_parts[stem]}
        if not words:
            return
        keywords = self._reader.keywords
        elsewhere = keywords.document_frequencies(sorted(words))
        identified = keywords.indexed_chunks(TermKind.PART)
        for stem, text in words.items():
            count = max(in_parts[stem], self._counts.get(stem, elsewhere[stem]))
            if count <= common:
                # As rare as the word: few chunks have identifiers, and most have one.
                ratio = idf(count, chunks) / idf(in_parts[stem], identified)
                yield Part(text, PART_WEIGHT * ratio)

    def by_parts(self, limit: int) -> dict[ChunkId, float]:
        """Chunks with an identifier that shares parts with a word of the query."""
        found = (self._with_part(part, limit) for part in self._parts)
        return summed([*found, self._with_all_parts(limit)])

    def _with_part(self, part: Part, limit: int) -> dict[ChunkId, float]:
        return self._weighted(Phrase(part.text), part.weight, limit)

    def _with_all_parts(self, limit: int) -> dict[ChunkId, float]:
        """Chunks with an identifier that has the parts of one of the query."""
        phrases = tuple(Phrase(" ".join(term.parts)) for term in self._split)
        return self._weighted(AnyOf(phrases), PART_WEIGHT, limit) if phrases else {}

    def _weighted(
        self, matching: Matching, weight: float, limit: int
    ) -> dict[ChunkId, float]:
        found = self._reader.keywords.match(matching, limit, kind=TermKind.PART)
        return {chunk: weight * score for chunk, score in found}

    def by_forms(self, limit: int) -> dict[ChunkId, float]:
        """Chunks with another form of a word of the query."""
        return summed(self._of_forms(term, limit) for term in self._inflected)

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
        each = sum(n * idf(n, self._chunks) for n in known) / sum(known)
        return FORM_WEIGHT * idf(own + sum(known), self._chunks) / each

    def match(self, matching: Matching, limit: int) -> dict[ChunkId, float]:
        """The scores of at most `limit` chunks that match, by the fields' weights."""
        return dict(self._reader.keywords.match(matching, limit, self._weights))


def summed(parts: Iterable[dict[ChunkId, float]]) -> dict[ChunkId, float]:
    """Each chunk with the sum of its scores in all `parts`."""
    total: dict[ChunkId, float] = {}
    for part in parts:
        for chunk, score in part.items():
            total[chunk] = total.get(chunk, 0.0) + score
    return total
