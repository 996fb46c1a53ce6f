"""Finds the candidates of a query, by its words, by its meaning and by their names."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ragtui_core.cancellation import check_cancelled
from ragtui_core.embedding.bundled_model import MODEL_ID
from ragtui_core.embedding.cosine_scale import (
    BUNDLED_SCALE,
    SILENT,
    CosineScale,
    kept_scale,
)
from ragtui_core.embedding.embedder import check_dimension
from ragtui_core.embedding.token_counting import bundled_vocabulary
from ragtui_core.errors import ModelError
from ragtui_core.language.function_words import is_english, is_function_word
from ragtui_core.search.candidates import Candidates, Found
from ragtui_core.search.options import Sort
from ragtui_core.search.query import Query
from ragtui_core.search.query_language import words_of_line
from ragtui_core.search.words import MAX_TERMS, Form, Word, Words, any_of
from ragtui_core.search_results import Mode
from ragtui_core.store.matching import AnyOf, Matching, Phrase, TermKind
from ragtui_core.store.meta_keys import scale_key
from ragtui_core.store.reading.reader import Reader
from ragtui_core.text.folding import is_alphabetic
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Embedder, Vectors
    from ragtui_core.search.reranker import Reranker

WIDENING_FACTOR = 4
"""Factor by which the number of candidates grows if they are of too few documents."""

MAX_CANDIDATES = 4_096
"""The most chunks that are taken from one list."""

NEWEST_CANDIDATES = 500
"""Number of candidates of a result that is sorted by date."""

MIN_QUOTATION_WORDS = 10
"""A query of at least this many words that a chunk contains verbatim is a quotation.
A chunk boundary may split it, so one half suffices."""

MAX_NAME_TERMS = 8
"""Longer queries are not compared with names."""

MAX_ABBREVIATION = 6
"""The most letters of an abbreviation."""

MAX_TYPED = 3
"""The most notes that are found by the beginning of their name while it is typed."""

MIN_TYPED = 3
"""Minimum bytes, in UTF-8, of a beginning: shorter ones begin too many names."""

TYPED = 6.0
"""The value of a name that begins with what is typed; a complete name has 1."""

QUOTED = 0.5
"""How much a phrase in quotation marks counts against all of the query as a phrase."""


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


def find(reader: Reader, query: Query, models: QueryModels) -> Found:
    """A query's candidates, widened until they are of as many documents as its limit.

    Raises:
        ModelError: A model that is installed cannot be loaded.
    """
    return _Finder(reader, query, models).found()


class _Embedded(NamedTuple):
    """The vectors of texts that the model can read, or why it failed."""

    vectors: "Mapping[str, Vectors]" = MappingProxyType({})
    failure: str = ""


class _Listed(NamedTuple):
    """The candidates of one text: by words, and cosines by vectors."""

    words: Words
    chunks: set[ChunkId]
    complete: frozenset[ChunkId]
    """Those with every word."""
    cosines: Mapping[ChunkId, float]


@dataclass(frozen=True, slots=True)
class _Finder:
    """Finds the candidates of one query."""

    reader: Reader
    query: Query
    models: QueryModels

    def found(self) -> Found:
        """The candidates of all texts of the query."""
        query, reader, model = self.query, self.reader, self.models.model_id
        texts = [words for words in query.texts if not words.is_empty]
        by_date = query.sort != Sort.RELEVANCE
        depth = max(query.settings.candidates, NEWEST_CANDIDATES if by_date else 0)
        has_vectors = reader.vectors.has_model(model)
        scale = kept_scale(reader.meta(scale_key(model))) or BUNDLED_SCALE
        mode = query.mode if has_vectors else Mode.KEYWORD
        embedded = _Embedded()
        if mode is not Mode.KEYWORD:
            embedded = self._embedded(texts, scale)
            mode = Mode.KEYWORD if embedded.failure else mode
        while True:
            by_words = [
                (set[ChunkId](), frozenset[ChunkId]())
                if mode is Mode.SEMANTIC
                else self._by_words(words, depth)
                for words in texts
            ]
            has_words = any(chunks for chunks, _ in by_words)
            is_unread = not (has_words or embedded.vectors or embedded.failure)
            if is_unread and mode is Mode.KEYWORD and has_vectors:
                # If no word matches, a keyword search falls back to vectors.
                embedded = self._embedded(texts, scale)
            lists = [
                _Listed(words, chunks, complete, self._near(words, embedded, depth))
                for words, (chunks, complete) in zip(texts, by_words, strict=True)
            ]
            is_full = any(max(len(it.chunks), len(it.cosines)) >= depth for it in lists)
            info = reader.candidate_info(
                {chunk for it in lists for chunk in (*it.chunks, *it.cosines)}
            )
            documents = {it.document for it in info.values()}
            if len(documents) >= query.limit or not is_full or depth >= MAX_CANDIDATES:
                break
            depth = min(MAX_CANDIDATES, depth * WIDENING_FACTOR)
        candidates = tuple(
            Candidates(listed.words, cosines=listed.cosines)
            if mode is Mode.SEMANTIC
            else self._candidates(listed, embedded.vectors.get(listed.words.text))
            for listed in lists
        )
        missing = {c for found in candidates for c in found.chunks} - info.keys()
        if missing:
            info |= reader.candidate_info(missing)
        return Found(candidates, info, mode, scale, embedded.failure, is_full)

    def _embedded(self, texts: Sequence[Words], scale: CosineScale) -> _Embedded:
        readable = [words.text for words in texts if self._reads(words)]
        if not readable:
            return _Embedded()
        try:
            vectors = self.models.embedder().embed_queries(readable)
            check_dimension(len(vectors[0]), self.reader.vectors.dimension)
        except ModelError as error:
            return _Embedded(failure=str(error))
        if scale == SILENT:
            return _Embedded()
        return _Embedded(dict(zip(readable, vectors, strict=True)))

    def _reads(self, words: Words) -> bool:
        """Whether the model reads a text: not codes alone; if bundled, only English."""
        if self.query.mode is Mode.SEMANTIC:
            return True
        coded = {piece for code in codes_of(words) for piece in code}
        letters = [word for word in words.surfaces if word not in coded]
        if not (words.grams or any(map(is_alphabetic, letters))):
            return False
        return self.models.model_id != MODEL_ID or is_english(words.text)

    def _near(
        self, words: Words, embedded: _Embedded, depth: int
    ) -> dict[ChunkId, float]:
        """The cosines of the chunks nearest to a text."""
        vector, query = embedded.vectors.get(words.text), self.query
        if vector is None:
            return {}
        exact, nearest = query.settings.exact, self.reader.vectors.nearest
        near = dict[ChunkId, float]()
        for within in query.selections:
            near |= nearest(vector, depth, exact=exact, within=within)
        return near

    def _by_words(
        self, words: Words, depth: int
    ) -> tuple[set[ChunkId], frozenset[ChunkId]]:
        """The best chunks by words: with all of them, with some, and with parts.

        Returns:
            All of them, and those that have every word.
        """
        check_cancelled()
        fields, match = self.query.settings.weights, self.reader.keywords.match

        def best(matching: Matching, kind: TermKind = TermKind.WORD) -> set[ChunkId]:
            weights = fields if kind is TermKind.WORD else None
            return {
                chunk
                for within in self.query.selections
                for chunk, _ in match(matching, depth, weights, kind, within)
            }

        every, every_gram = words.every, words.every_gram
        chunks = best(every) if every else set[ChunkId]()
        complete = {*chunks}
        if every_gram:
            having = best(every_gram, TermKind.GRAM)
            complete = complete & having if every else having
        for kind in TermKind:
            if len(chunks) < depth and (some := any_of(words.wanted, kind)):
                chunks |= best(some, kind)
        return chunks, frozenset() if words.unknown else frozenset(complete)

    def _candidates(self, listed: _Listed, vector: "Vectors | None") -> Candidates:
        """The chunks of the lists, and those with a phrase or name, with values."""
        words, cosines = listed.words, dict(listed.cosines)
        named = self._named(words)
        phrases = self._phrases(words, listed.chunks) if listed.chunks else {}
        chunks = {*listed.chunks, *cosines, *phrases, *named}
        if vector is not None and (missing := chunks - cosines.keys()):
            cosines |= self.reader.vectors.similarities(vector, missing)
        own, fields = self._occurrences(words.wanted, chunks)
        complete = listed.complete.union(c for c, value in named.items() if value == 1)
        return Candidates(words, own, fields, complete, phrases, named, cosines)

    def _occurrences(
        self, words: Sequence[Word], chunks: set[ChunkId]
    ) -> tuple[dict[ChunkId, list[float]], dict[ChunkId, list[float]]]:
        """How often chunks have each of some words: in themselves, and in fields."""
        none = [0.0] * len(words)
        own = {chunk: [*none] for chunk in chunks}
        fields = {chunk: [*none] for chunk in chunks}
        weights, keywords = self.query.settings.weights, self.reader.keywords
        single, several = _by_kind(words)
        for kind, forms in single.items():
            stems = [form.stems[0] for _, form in forms]
            rows = keywords.occurrences(stems, chunks, weights, kind)
            for chunk, term, in_text, in_fields in rows:
                place, form = forms[term]
                if form.weight < 1:  # It counts once.
                    own[chunk][place] += form.weight
                else:
                    own[chunk][place] += in_text
                    fields[chunk][place] += in_fields
        for (place, weight, kind), parts in several.items():
            for chunk in self._with(AnyOf(tuple(parts)), chunks, kind):
                own[chunk][place] += weight
        return own, fields

    def _with(
        self,
        matching: Matching,
        chunks: Iterable[ChunkId],
        kind: TermKind = TermKind.WORD,
    ) -> list[ChunkId]:
        """Which of some chunks match."""
        listed, keywords = list(chunks), self.reader.keywords
        among = self.reader.only(listed)
        if kind is TermKind.WORD:
            return keywords.best_chunks(matching, len(listed), among)
        rows = keywords.match(matching, len(listed), None, kind, among)
        return [chunk for chunk, _ in rows]

    def _phrases(self, words: Words, chunks: Iterable[ChunkId]) -> dict[ChunkId, float]:
        """By chunk, how much of a text it has verbatim, 0..1; half a long text is 1."""
        found = dict[ChunkId, float]()
        total, surfaces = len(words.surfaces), words.surfaces[: 2 * MAX_TERMS]
        joined = words.joined.items()
        for phrases, value in (
            *(((quoted,), QUOTED) for quoted in self.query.quoted),
            *(((" ".join(code),), len(code) / total) for code in codes_of(words)),
            *((pair, len(pair[1].split()) / total) for pair in joined),
        ):
            for chunk in self._having(phrases, chunks):
                found[chunk] = min(1.0, found.get(chunk, 0.0) + value)
        if len(surfaces) > 1:
            whole = self._having((" ".join(surfaces),), chunks)
            if not whole and len(surfaces) >= MIN_QUOTATION_WORDS:
                half = len(surfaces) // 2
                halves = surfaces[:half], surfaces[half:]
                whole = self._having([" ".join(part) for part in halves], chunks)
            found |= dict.fromkeys(whole, 1.0)
        return found

    def _having(
        self, phrases: Sequence[str], candidates: Iterable[ChunkId]
    ) -> list[ChunkId]:
        """The best chunks with one of some phrases, and all candidates with one."""
        matching = AnyOf(tuple(map(Phrase, phrases)))
        limit, within = self.query.settings.candidates, self.query.within
        chunks = self.reader.keywords.best_chunks(matching, limit, within)
        if len(chunks) >= limit:
            chunks += self._with(matching, candidates)
        return chunks

    def _named(self, words: Words) -> dict[ChunkId, float]:
        """The first chunks of documents with this name: 1, or more while it is typed.

        Names that begin with what is typed have up to `TYPED`, the nearest ones most.
        """
        titles, within = self.reader.titles, self.query.within
        named = dict[ChunkId, float]()
        if words.grams:
            named = dict.fromkeys(titles.named([words.text], within), 1.0)
        elif 0 < len(words.surfaces) <= MAX_NAME_TERMS:
            chunks = titles.named(words.surfaces, within)
            if not chunks and _may_be_abbreviation(words):
                chunks = titles.abbreviated(words.surfaces[0], within)
            named = dict.fromkeys(chunks, 1.0)
        is_typed = self.query.options.as_you_type and words is self.query.words
        line = words_of_line(self.query.line) if is_typed else ""
        if len(line.encode("utf-8", "replace")) >= MIN_TYPED and self._is_by_relevance:
            for rank, chunk in enumerate(titles.begun(line, within)[:MAX_TYPED]):
                named[chunk] = TYPED - rank / 10
        return named

    @property
    def _is_by_relevance(self) -> bool:
        return self.query.sort == Sort.RELEVANCE and not self.query.is_by_date


def _by_kind(
    words: Sequence[Word],
) -> tuple[
    dict[TermKind, list[tuple[int, Form]]],
    dict[tuple[int, float, TermKind], list[Matching]],
]:
    """The forms of words that are one term, by kind, and conditions of the others."""
    single: dict[TermKind, list[tuple[int, Form]]] = {}
    several: dict[tuple[int, float, TermKind], list[Matching]] = {}
    for place, word in enumerate(words):
        for form in word.forms:
            if len(form.stems) == 1 and isinstance(form.matching, Phrase):
                single.setdefault(form.kind, []).append((place, form))
            elif form.kind is not TermKind.PART:
                key = place, form.weight, form.kind
                several.setdefault(key, []).append(form.matching)
    return single, several


def codes_of(words: Words) -> list[tuple[str, ...]]:
    """What is typed as one but split by the index, such as `CTS-010`."""
    codes, left = [], [*reversed(words.surfaces)]
    for typed in words.text.split():
        pieces = []
        while left and left[-1] in typed:
            pieces.append(left.pop())
            typed = typed.partition(pieces[-1])[2]
        code = "".join(pieces)
        if len(pieces) > 1 and not is_alphabetic(code) and not code.isdigit():
            codes.append(tuple(pieces))
    return codes


def _may_be_abbreviation(words: Words) -> bool:
    """Whether it is one short word, in capitals or unknown to the index and English."""
    letters, *others = words.surfaces
    if others or not letters.isalpha() or not 2 <= len(letters) <= MAX_ABBREVIATION:
        return False
    if letters.isupper() or not words.unknown:
        return letters.isupper()
    return not (is_function_word(letters) or letters.lower() in bundled_vocabulary())
