"""Finds the candidates of a query, by its words, by its meaning and by their names."""

from collections.abc import Mapping, Sequence, Set
from contextvars import copy_context
from dataclasses import dataclass, replace
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
from ragtui_core.search.informed_chunks import most_informed
from ragtui_core.search.options import Sort
from ragtui_core.search.query import Query
from ragtui_core.search.query_language import words_of_line
from ragtui_core.search.words import MAX_TERMS, Form, Word, Words
from ragtui_core.search_results import Mode
from ragtui_core.store.matching import AnyOf, Phrase, TermKind
from ragtui_core.store.meta_keys import scale_key
from ragtui_core.store.protocols import Store
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

MAX_BEGUN = 3
"""The most notes that are found by the beginning of their name."""

MIN_BEGUN = 3
"""Minimum bytes, in UTF-8, of a beginning: shorter ones begin too many names."""

BEGUN = 6.0
"""The value of a name that begins with the line; a complete name has 1."""

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


def find(store: Store, reader: Reader, query: Query, models: QueryModels) -> Found:
    """A query's candidates, widened until they are of as many documents as its limit.

    Raises:
        ModelError: A model that is installed cannot be loaded.
    """
    return _Finder(store, reader, query, models).found()


class _Meaning(NamedTuple):
    """By text that the model can read, its vector and the nearest chunks with cosines.

    Or why the model failed.
    """

    vectors: "Mapping[str, Vectors]" = MappingProxyType({})
    near: Mapping[str, Mapping[ChunkId, float]] = MappingProxyType({})
    failure: str = ""


_Listed = tuple[Candidates, Set[ChunkId]]
"""What was found of one text by words, phrases and names, without counts of words, and
all of these chunks."""


@dataclass(frozen=True, slots=True)
class _Finder:
    """Finds the candidates of one query."""

    store: Store
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
        failure = ""
        while True:
            lists, meaning = self._lists(texts, mode, scale, depth)
            if meaning.failure:
                failure, mode = meaning.failure, Mode.KEYWORD
                continue
            has_words = any(chunks for _, chunks in lists)
            if mode is Mode.KEYWORD and has_vectors and not (has_words or failure):
                # If no word matches, a keyword search falls back to vectors.
                meaning = self._by_meaning(texts, scale, depth)
                failure = meaning.failure
            found = [
                *(chunks for _, chunks in lists),
                *map(Mapping.keys, meaning.near.values()),
            ]
            is_full = any(len(chunks) >= depth for chunks in found)
            info = reader.candidate_info(set[ChunkId]().union(*found))
            documents = {it.document for it in info.values()}
            if len(documents) >= query.limit or not is_full or depth >= MAX_CANDIDATES:
                break
            depth = min(MAX_CANDIDATES, depth * WIDENING_FACTOR)
        candidates = tuple(
            self._candidates(
                listed,
                chunks,
                meaning.near.get(listed.words.text, {}),
                meaning.vectors.get(listed.words.text),
            )
            for listed, chunks in lists
        )
        return Found(candidates, info, mode, scale, failure, is_full)

    def _lists(
        self, texts: Sequence[Words], mode: Mode, scale: CosineScale, depth: int
    ) -> "tuple[list[_Listed], _Meaning]":
        """What is found of each text by words, and meanwhile by meaning."""
        if mode is Mode.KEYWORD:
            return [self._by_words(words, depth) for words in texts], _Meaning()
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(1) as beside:
            own = copy_context().run  # Cancelling the search ends both threads.
            meaning = beside.submit(own, self._by_meaning, texts, scale, depth)
            listed: list[_Listed] = [
                (Candidates(words), frozenset())
                if mode is Mode.SEMANTIC
                else self._by_words(words, depth)
                for words in texts
            ]
            return listed, meaning.result()

    def _by_meaning(
        self, texts: Sequence[Words], scale: CosineScale, depth: int
    ) -> "_Meaning":
        """Embed the texts, and find the nearest chunks, by a reader of its own."""
        readable = [words.text for words in texts if self._reads(words)]
        if not readable:
            return _Meaning()
        query = self.query
        try:
            vectors = self.models.embedder().embed_queries(readable)
            embedded = dict(zip(readable, vectors, strict=True))
            with self.store.reader() as reader:
                check_dimension(len(vectors[0]), reader.vectors.dimension)
                if scale == SILENT:
                    return _Meaning()
                near = {
                    text: {
                        chunk: cosine
                        for within in query.selections
                        for chunk, cosine in reader.vectors.nearest(
                            vector, depth, within=within
                        )
                    }
                    for text, vector in embedded.items()
                }
        except ModelError as error:
            return _Meaning(failure=str(error))
        return _Meaning(embedded, near)

    def _reads(self, words: Words) -> bool:
        """Whether the model reads a text: not codes alone; if bundled, only English."""
        if self.query.mode is Mode.SEMANTIC:
            return True
        coded = {piece for code in words.codes for piece in code}
        letters = [word for word in words.surfaces if word not in coded]
        if not (words.grams or any(map(is_alphabetic, letters))):
            return False
        return self.models.model_id != MODEL_ID or is_english(words.text)

    def _by_words(self, words: Words, depth: int) -> _Listed:
        """The chunks with the most informative of the words, a phrase or a name.

        Of chunks with equally informative words, those with the best scores.
        """
        check_cancelled()
        chunks, complete = set[ChunkId](), set[ChunkId]()
        weights = self.query.settings.weights
        for within in self.query.selections:
            found, having_every = most_informed(
                words, within, depth, self.reader, weights
            )
            chunks |= found
            complete |= having_every & found
        if words.unknown:
            complete.clear()
        phrases = self._phrases(words, chunks, complete) if chunks else {}
        named = self._named(words)
        complete.update(chunk for chunk, value in named.items() if value == 1)
        chunks = chunks.union(phrases, named)
        listed = Candidates(words, {}, {}, frozenset(complete), phrases, named)
        return listed, chunks

    def _candidates(
        self,
        listed: Candidates,
        chunks: Set[ChunkId],
        near: Mapping[ChunkId, float],
        vector: "Vectors | None",
    ) -> Candidates:
        """What was found of a text, with values, by words and by meaning."""
        cosines = dict(near)
        if vector is not None and (missing := chunks - cosines.keys()):
            cosines |= self.reader.vectors.similarities(vector, missing)
        own, fields = self._occurrences(listed.words.wanted, {*chunks, *near})
        return replace(listed, own=own, fields=fields, cosines=cosines)

    def _occurrences(
        self, words: Sequence[Word], chunks: set[ChunkId]
    ) -> tuple[dict[ChunkId, list[float]], dict[ChunkId, list[float]]]:
        """How often chunks have each of some words: in themselves, and in fields."""
        none = [0.0] * len(words)
        own = {chunk: [*none] for chunk in chunks}
        fields = {chunk: [*none] for chunk in chunks}
        weights, keywords = self.query.settings.weights, self.reader.keywords
        for kind in TermKind:
            terms, others = list[tuple[int, Form]](), list[tuple[int, Form]]()
            for place, word in enumerate(words):
                for form in word.forms:
                    if form.kind is kind:
                        is_one = isinstance(form.matching, Phrase)
                        is_term = is_one and len(form.stems) == 1
                        (terms if is_term else others).append((place, form))
            stems = [form.stems[0] for _, form in terms]
            rows = keywords.occurrences(stems, chunks, weights, kind)
            for chunk, term, in_text, in_fields in rows:
                place, form = terms[term]
                if form.weight < 1:  # It counts once.
                    own[chunk][place] += form.weight
                else:
                    own[chunk][place] += in_text
                    fields[chunk][place] += in_fields
            if others and kind is not TermKind.PART:
                asked = [form.matching for _, form in others]
                found = keywords.chunks_with(asked, kind, self.reader.only(chunks))
                for (place, form), having in zip(others, found, strict=True):
                    for chunk in having:
                        own[chunk][place] += form.weight
        return own, fields

    def _phrases(
        self, words: Words, chunks: set[ChunkId], complete: Set[ChunkId]
    ) -> dict[ChunkId, float]:
        """By chunk, how much of a text it has verbatim, 0..1; half a long text is 1.

        Only a chunk with every word can have all of it.
        """
        found = dict[ChunkId, float]()
        total, surfaces = len(words.surfaces), words.surfaces[: 2 * MAX_TERMS]
        joined = words.joined.items()
        wholes = [(" ".join(surfaces),)] if complete and len(surfaces) > 1 else []
        valued = [
            *(((quoted,), QUOTED) for quoted in self.query.quoted),
            *(((" ".join(code),), len(code) / total) for code in words.codes),
            *((pair, len(pair[1].split()) / total) for pair in joined),
            *((whole, 1.0) for whole in wholes),
        ]
        having = self._having([phrases for phrases, _ in valued], chunks)
        for (_, value), each in zip(valued, having, strict=True):
            for chunk in each:
                found[chunk] = min(1.0, found.get(chunk, 0.0) + value)
        is_found = wholes and having[-1]
        if not is_found and len(surfaces) >= MIN_QUOTATION_WORDS:
            half = len(surfaces) // 2
            halves = " ".join(surfaces[:half]), " ".join(surfaces[half:])
            (either,) = self._having([halves], chunks)
            found |= dict.fromkeys(either, 1.0)
        return found

    def _having(
        self, asked: Sequence[Sequence[str]], candidates: set[ChunkId]
    ) -> list[Set[ChunkId]]:
        """Of each of some groups of phrases, the chunks with one of them.

        Of many, those among the candidates.
        """
        conditions = [AnyOf(tuple(map(Phrase, phrases))) for phrases in asked]
        found = self.reader.keywords.chunks_with(conditions, within=self.query.within)
        limit = self.query.settings.candidates
        return [
            {*chunks} if len(chunks) <= limit else candidates.intersection(chunks)
            for chunks in found
        ]

    def _named(self, words: Words) -> dict[ChunkId, float]:
        """The first chunks of documents with this name: 1, or more for a beginning.

        Names that begin with the line have up to `BEGUN`, the nearest ones most.
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
        is_line = words is self.query.words and self.query.options.correct
        has_begun = is_line and self._is_by_relevance
        line = words_of_line(self.query.line) if has_begun else ""
        if len(line.encode("utf-8", "replace")) >= MIN_BEGUN:
            is_misspelt = bool(self.query.corrected or words.unknown)
            begun = titles.begun(line, within, may_be_misspelt=is_misspelt)
            for rank, chunk in enumerate(begun[:MAX_BEGUN]):
                named[chunk] = BEGUN - rank / 10
        return named

    @property
    def _is_by_relevance(self) -> bool:
        return self.query.sort == Sort.RELEVANCE and not self.query.is_by_date


def _may_be_abbreviation(words: Words) -> bool:
    """Whether it is one short word, in capitals or unknown to the index and English."""
    letters, *others = words.surfaces
    if others or not letters.isalpha() or not 2 <= len(letters) <= MAX_ABBREVIATION:
        return False
    if letters.isupper() or not words.unknown:
        return letters.isupper()
    return not (is_function_word(letters) or letters.lower() in bundled_vocabulary())
