"""Finds the candidates of a query, by its words, by its meaning and by their names."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

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
from ragtui_core.search.options import Sort
from ragtui_core.search.query import Query
from ragtui_core.search.query_language import words_of_line
from ragtui_core.search.words import MAX_TERMS, Form, Word, Words, any_of
from ragtui_core.search_results import Mode
from ragtui_core.store.matching import AnyOf, Matching, Phrase, TermKind
from ragtui_core.store.meta_keys import scale_key
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.records import ChunkLocation
from ragtui_core.text.folding import is_alphabetic
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Embedder, Vectors
    from ragtui_core.search.reranker import Reranker

WIDENING_FACTOR = 4
"""Factor by which the number of candidates grows if they are of too few documents."""

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


@dataclass(frozen=True, slots=True)
class Candidates:
    """The candidates of one text, with the values from which they are scored.

    `own` and `fields` have, by chunk, how often it has each of `words.wanted` in its
    text and in the fields of its document, times the weights of fields and forms.
    `phrases` is how much of the text a chunk has as a phrase, 0..1; `named` whether its
    document has this name, 1, or up to `TYPED` while it is typed.
    """

    words: Words
    own: Mapping[ChunkId, Sequence[float]] = field(default_factory=dict)
    fields: Mapping[ChunkId, Sequence[float]] = field(default_factory=dict)
    complete: frozenset[ChunkId] = frozenset()
    """Chunks that have every word of the text, or its name."""
    phrases: Mapping[ChunkId, float] = field(default_factory=dict)
    named: Mapping[ChunkId, float] = field(default_factory=dict)
    cosines: Mapping[ChunkId, float] = field(default_factory=dict)

    @property
    def chunks(self) -> set[ChunkId]:
        """All of them."""
        return {*self.own, *self.cosines, *self.phrases, *self.named}

    def is_in_fields_alone(self, chunk: ChunkId) -> bool:
        """Whether the fields have each word, and the chunk itself none."""
        return self.is_in_fields(chunk) and not any(self.own[chunk])

    def is_in_fields(self, chunk: ChunkId) -> bool:
        """Whether the fields have each word."""
        if chunk not in self.own or not all(self.fields[chunk]):
            return False
        return not self.words.unknown


@dataclass(frozen=True, slots=True)
class Found:
    """The candidates of all texts of a query. `mode` is the one that was used.

    `failure` is why it is not the one that was asked for, if the model failed.
    """

    candidates: tuple[Candidates, ...]
    locations: Mapping[ChunkId, ChunkLocation]
    mode: Mode
    scale: CosineScale = BUNDLED_SCALE
    failure: str = ""
    is_full: bool = False
    """Whether there may be further candidates."""


def find(reader: Reader, query: Query, models: QueryModels) -> Found:
    """A query's candidates, widened until they are of as many documents as its limit.

    Raises:
        ModelError: A model that is installed cannot be loaded.
    """
    return _Finder(reader, query, models).find()


class _Finder:
    """Finds the candidates of one query."""

    def __init__(self, reader: Reader, query: Query, models: QueryModels) -> None:
        self._reader = reader
        self._query = query
        self._load = models.embedder
        self._model = models.model_id
        self._failure = ""

    def find(self) -> Found:
        query, reader = self._query, self._reader
        texts = [words for words in query.texts if not words.is_empty]
        by_date = query.sort != Sort.RELEVANCE
        depth = max(query.settings.candidates, NEWEST_CANDIDATES if by_date else 0)
        mode = query.mode
        if mode is not Mode.KEYWORD and not reader.vectors.has_model(self._model):
            mode = Mode.KEYWORD
        vectors = {} if mode is Mode.KEYWORD else self._vectors(texts)
        mode = Mode.KEYWORD if self._failure else mode
        while True:
            by_words = [
                ([], frozenset[ChunkId]())
                if mode is Mode.SEMANTIC
                else self._by_words(words, depth)
                for words in texts
            ]
            has_words = any(chunks for chunks, _ in by_words)
            if mode is Mode.KEYWORD and not has_words and not self._failure:
                # If no word matches, a keyword search falls back to vectors.
                vectors = vectors or self._vectors(texts)
            near = [self._near(vectors.get(words.text), depth) for words in texts]
            listed = [*(chunks for chunks, _ in by_words), *near]
            is_full = any(len(chunks) >= depth for chunks in listed)
            locations = reader.locations({c for chunks in listed for c in chunks})
            documents = {location.document for location in locations.values()}
            if len(documents) >= query.limit or not is_full or depth >= 4_096:
                break
            depth = min(4_096, depth * WIDENING_FACTOR)
        candidates = tuple(
            self._candidates(words, *found, cosines, vectors.get(words.text), mode)
            for words, found, cosines in zip(texts, by_words, near, strict=True)
        )
        missing = {c for found in candidates for c in found.chunks} - locations.keys()
        if missing:
            locations |= reader.locations(missing)
        scale = kept_scale(reader.meta(scale_key(self._model))) or BUNDLED_SCALE
        return Found(candidates, locations, mode, scale, self._failure, is_full)

    def _vectors(self, texts: Sequence[Words]) -> "dict[str, Vectors]":
        """The vectors of texts that the model can read; none if it fails."""
        vectors = self._reader.vectors
        if not texts or not vectors.has_model(self._model):
            return {}
        scale = kept_scale(self._reader.meta(scale_key(self._model)))
        readable = [words for words in texts if self._reads(words)]
        if not readable:
            return {}
        try:
            embedded = self._load().embed_queries([words.text for words in readable])
            check_dimension(len(embedded[0]), vectors.dimension)
        except ModelError as error:
            self._failure = str(error)
            return {}
        if scale == SILENT:
            return {}
        return {w.text: v for w, v in zip(readable, embedded, strict=True)}

    def _reads(self, words: Words) -> bool:
        """Whether the model reads a text: not codes alone; if bundled, only English."""
        if self._query.mode is Mode.SEMANTIC:
            return True
        coded = {piece for code in codes_of(words) for piece in code}
        letters = [word for word in words.surfaces if word not in coded]
        if not (words.grams or any(map(is_alphabetic, letters))):
            return False
        return self._model != MODEL_ID or is_english(words.text)

    def _near(self, vector: "Vectors | None", depth: int) -> dict[ChunkId, float]:
        if vector is None:
            return {}
        vectors, query = self._reader.vectors, self._query
        exact = query.settings.exact
        return dict(vectors.nearest(vector, depth, exact=exact, within=query.within))

    def _by_words(
        self, words: Words, depth: int
    ) -> tuple[list[ChunkId], frozenset[ChunkId]]:
        """The best chunks by words: with all of them, with some, and with parts.

        Returns:
            All of them, and those that have every word.
        """
        check_cancelled()
        wanted, weights = words.wanted, self._query.settings.weights
        within, match = self._query.within, self._reader.keywords.match
        chunks = dict[ChunkId, float]()
        sets = list[frozenset[ChunkId]]()
        if every := words.every:
            chunks |= match(every, depth, weights, within=within)
            sets.append(frozenset(chunks))
        if every := words.every_gram:
            found = match(every, depth, None, TermKind.GRAM, within)
            sets.append(frozenset(dict(found)))
        is_known = sets and not words.unknown
        complete = frozenset.intersection(*sets) if is_known else frozenset()
        for kind in TermKind:
            if len(chunks) < depth and (matching := any_of(wanted, kind)):
                of_words = weights if kind is TermKind.WORD else None
                chunks |= match(matching, depth, of_words, kind, within)
        return list(chunks), complete

    def _candidates(
        self,
        words: Words,
        by_words: Sequence[ChunkId],
        complete: frozenset[ChunkId],
        near: dict[ChunkId, float],
        vector: "Vectors | None",
        mode: Mode,
    ) -> Candidates:
        """The chunks found by words, vectors, phrases or name, with their values."""
        if mode is Mode.SEMANTIC:
            return Candidates(words, cosines=near)
        named = self._named(words)
        phrases = self._phrases(words, by_words) if by_words else {}
        chunks = {*by_words, *near, *phrases, *named}
        if vector is not None and (missing := chunks - near.keys()):
            near |= self._reader.vectors.similarities(vector, missing)
        own, fields = self._occurrences(words.wanted, chunks)
        complete |= {chunk for chunk, value in named.items() if value == 1}
        return Candidates(words, own, fields, complete, phrases, named, near)

    def _occurrences(
        self, words: Sequence[Word], chunks: set[ChunkId]
    ) -> tuple[dict[ChunkId, list[float]], dict[ChunkId, list[float]]]:
        """How often chunks have each of some words: in themselves, and in fields."""
        none = [0.0] * len(words)
        own = {chunk: [*none] for chunk in chunks}
        fields = {chunk: [*none] for chunk in chunks}
        weights, keywords = self._query.settings.weights, self._reader.keywords
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
        listed, keywords = list(chunks), self._reader.keywords
        among = self._reader.only(listed)
        if kind is TermKind.WORD:
            return keywords.best_chunks(matching, len(listed), among)
        rows = keywords.match(matching, len(listed), None, kind, among)
        return [chunk for chunk, _ in rows]

    def _phrases(self, words: Words, chunks: Sequence[ChunkId]) -> dict[ChunkId, float]:
        """By chunk, how much of a text it has verbatim, 0..1; half a long text is 1."""
        found = dict[ChunkId, float]()
        total, surfaces = len(words.surfaces), words.surfaces[: 2 * MAX_TERMS]
        joined = words.joined.items()
        for phrases, value in (
            *(((quoted,), QUOTED) for quoted in self._query.quoted),
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
        self, phrases: Sequence[str], candidates: Sequence[ChunkId]
    ) -> list[ChunkId]:
        """The best chunks with one of some phrases, and all candidates with one."""
        matching = AnyOf(tuple(map(Phrase, phrases)))
        limit, within = self._query.settings.candidates, self._query.within
        chunks = self._reader.keywords.best_chunks(matching, limit, within)
        if len(chunks) >= limit:
            chunks += self._with(matching, candidates)
        return chunks

    def _named(self, words: Words) -> dict[ChunkId, float]:
        """The first chunks of documents with this name: 1, or more while it is typed.

        Names that begin with what is typed have up to `TYPED`, the nearest ones most.
        """
        titles, within = self._reader.titles, self._query.within
        named = dict[ChunkId, float]()
        if words.grams:
            named = dict.fromkeys(titles.named([words.text], within), 1.0)
        elif 0 < len(words.surfaces) <= MAX_NAME_TERMS:
            chunks = titles.named(words.surfaces, within)
            if not chunks and _may_be_abbreviation(words):
                chunks = titles.abbreviated(words.surfaces[0], within)
            named = dict.fromkeys(chunks, 1.0)
        is_typed = self._query.options.as_you_type and words is self._query.words
        line = words_of_line(self._query.line) if is_typed else ""
        if len(line.encode("utf-8", "replace")) >= MIN_TYPED and self._is_by_relevance:
            for rank, chunk in enumerate(titles.begun(line, within)[:MAX_TYPED]):
                named[chunk] = TYPED - rank / 10
        return named

    @property
    def _is_by_relevance(self) -> bool:
        return self._query.sort == Sort.RELEVANCE and not self._query.is_by_date


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
