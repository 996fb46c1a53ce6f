"""Finds candidate chunks, with their keyword and vector evidence."""

import heapq
import math
import string
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragtui_core.cancellation import check_cancelled
from ragtui_core.embedding.bundled_model import MODEL_ID
from ragtui_core.embedding.cosine_scale import BUNDLED_SCALE, SILENT, kept_scale
from ragtui_core.embedding.embedder import check_dimension
from ragtui_core.errors import ModelError
from ragtui_core.language.function_words import function_word_language, is_in
from ragtui_core.search.query.index_query import Query
from ragtui_core.search.retrieval.fusion import (
    LOW_ODDS,
    SLOPE,
    Evidence,
    Fusion,
    best_first,
    keyword_ratios,
)
from ragtui_core.search.retrieval.keyword_stage import KeywordResult, find_by_words
from ragtui_core.search.retrieval.query_coverage import QueryCoverage
from ragtui_core.settings.schema import FusionMethod, SearchSettings
from ragtui_core.store.meta_keys import scale_key
from ragtui_core.store.reading.reader import Reader
from ragtui_core.text.subwords import without_unspaced_runs
from ragtui_core.types import ChunkId, Mode

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Embedder, Vectors

WIDENING_FACTOR = 4
"""Factor by which the number of candidates grows if they fill too few slots."""

FEW_WORDS, FEW_WORDS_WEIGHT = 2, 0.3
"""For queries of up to this many words, the maximum weight of the cosine."""

ACROSS_WEIGHT = 0.9
"""Minimum weight of the cosine across languages."""

EXACT_WEIGHT = 0.15
"""Maximum weight of the cosine for a query that is a quotation from some chunk, or the
title of a document."""

FULL_INFORMATION = 0.25
"""Ratio of a short query's information from which on the words that passages have count
as much as the cosine, if another word is in none."""

_MARKS = string.punctuation + "।॥؟،؛¿¡«»“”„…"

MAX_LIMITED = 3
"""Maximum number of informative words of a query whose chunks are limited by the words
that their documents have."""

NEAR_IN_MEANING = SLOPE / 4
"""Log-odds of a chunk by meaning from which its document may lack a word: *calibrate
every 12 months* is of use for `curlew recalibrated`."""

READABLE_SHARE = 0.6
"""From this ratio of words that the embedding model knows, a query is in a language
that it can read; measured on questions in English (.8 and more), on claims with
technical terms (.5 and more) and in German (.1 to .7)."""


REACHING = 3
"""Number of the best passages by words, one of which covers most of the query."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """The candidates of one query, with the keyword result."""

    keyword: KeywordResult
    evidence: dict[ChunkId, Evidence]


class CandidateFinder:
    """Finds candidates for queries, in one mode, in one index."""

    def __init__(
        self,
        reader: Reader,
        settings: SearchSettings,
        model_id: str,
        load_embedder: "Callable[[], Embedder]",
        *,
        mode: Mode,
        minimum: int,
    ) -> None:
        """Fetch at least `minimum` candidates of each kind.

        Without vectors, the mode falls back to keyword.
        """
        self._reader = reader
        self._settings = settings
        self._is_bundled = model_id == MODEL_ID
        self._load_embedder = load_embedder
        self._model_id = model_id
        # Not checked in keyword mode: it would load sqlite-vec and numpy (80 ms).
        has_vectors = mode is not Mode.KEYWORD and reader.vectors.has_model(model_id)
        self.mode = mode if has_vectors else Mode.KEYWORD
        """The mode that the index supports."""
        self.failure = ""
        """Why the queries have no vectors; empty if they have them or need none."""
        self._scale = kept_scale(reader.meta(scale_key(model_id))) or BUNDLED_SCALE
        self._depth = max(settings.candidates, minimum)
        counts = reader.counts()
        self._embedded = counts.embedded / counts.chunks if counts.chunks else 1.0
        self._was_full = False
        self._coverages: dict[str, QueryCoverage] = {}
        """By the text of the query."""

    def widen(self) -> bool:
        """Fetch more from now on; False if there are no further candidates."""
        if not self._was_full or self._depth >= self._reader.vectors.max_neighbours:
            return False
        self._was_full = False
        self._depth *= WIDENING_FACTOR
        return True

    def find(self, queries: Sequence[Query]) -> list[Candidates]:
        """The candidates of each query; all queries are embedded in one batch.

        If the model fails, the mode falls back to keyword.
        """
        for query in queries:
            self._coverages.setdefault(query.text, QueryCoverage(self._reader, query))
        vectors: dict[str, Vectors] = {}
        if self.mode is not Mode.KEYWORD:
            vectors = self._vectors([query.text for query in queries])
        near = {text: self._nearest(vector) for text, vector in vectors.items()}
        by_words = [
            self._by_words(query, list(near.get(query.text, ()))) for query in queries
        ]
        self._was_full |= any(words.is_full for words in by_words)
        if self.mode is Mode.KEYWORD and not self.failure:
            # If no word matches, a keyword search falls back to vectors.
            pairs = zip(queries, by_words, strict=True)
            vectors = self._vectors([q.text for q, words in pairs if not words.scores])
            near = {text: self._nearest(vector) for text, vector in vectors.items()}
        return [
            Candidates(
                words,
                self._evidence(
                    query, words, vectors.get(query.text), near.get(query.text, {})
                ),
            )
            for query, words in zip(queries, by_words, strict=True)
        ]

    def _vectors(self, texts: list[str]) -> "dict[str, Vectors]":
        """The vectors of queries; none without a model, or if it fails.

        In a hybrid search for one or two words, one that no passage has, such as *lazy*
        in *lazy day*, would be lost: the other decides by words, and mostly the vector,
        too. So its own vector counts as much as it does in the query.
        """
        if not texts or not self._reader.vectors.has_model(self._model_id):
            return {}
        missing = {text: self._missing(text) for text in texts}
        lost = list(dict.fromkeys(words for words, _ in missing.values() if words))
        try:
            embedded = self._load_embedder().embed_queries([*texts, *lost])
            check_dimension(len(embedded[0]), self._reader.vectors.dimension)
        except ModelError as error:
            self.failure, self.mode = str(error), Mode.KEYWORD
            return {}
        vectors = dict(zip([*texts, *lost], embedded, strict=True))
        for text, (words, ratio) in missing.items():
            if words:
                mixed = (1 - ratio) * vectors[text] + ratio * vectors[words]
                vectors[text] = mixed / mixed.dtype.type(math.sqrt(mixed @ mixed))
        return {text: vectors[text] for text in texts}

    def _missing(self, text: str) -> tuple[str, float]:
        """See `QueryCoverage.missing`; of short queries, which have other words, too.

        Of longer ones it cost the extracts false alarms (Rust book, dev: .028 to .056).
        """
        coverage = self._coverages[text]
        if self.mode is not Mode.HYBRID or len(coverage.words) > FEW_WORDS:
            return "", 0.0
        words, ratio = coverage.missing()
        return (words, ratio) if ratio < 1 else ("", 0.0)

    def _by_words(self, query: Query, near: list[ChunkId]) -> KeywordResult:
        check_cancelled()
        if self.mode is Mode.SEMANTIC:
            return KeywordResult()
        return find_by_words(self._reader, query, self._settings, self._depth, near)

    def _nearest(self, vector: "Vectors") -> dict[ChunkId, float]:
        exact = self._settings.exact
        return dict(self._reader.vectors.nearest(vector, self._depth, exact=exact))

    def _evidence(
        self,
        query: Query,
        words: KeywordResult,
        vector: "Vectors | None",
        near: dict[ChunkId, float],
    ) -> dict[ChunkId, Evidence]:
        ratios, reach = keyword_ratios(words.scores), self._reach(query, words)
        complete = words.quotes | words.named or words.complete
        if vector is None or (self.mode is Mode.KEYWORD and ratios):
            fusion = Fusion(self._scale, reach, 0.0)
            evidence = fusion.fused(ratios, {}, complete)
            return self._limited(query, words, fusion, evidence)
        self._was_full |= len(near) >= self._depth
        if not ratios:
            weight = self._readable(query)
            return Fusion(self._scale, reach, weight).fused({}, near)
        combined = Fusion(self._scale, reach, self._weight(query, words, near))
        if self._settings.fusion is FusionMethod.RRF:
            return combined.fused_by_rank(ratios, near, self._settings.rrf_k)
        # Also exact cosines of the chunks that matched by keyword.
        near |= self._reader.vectors.similarities(vector, ratios.keys() - near.keys())
        evidence = combined.fused(ratios, near, complete)
        return self._limited(query, words, combined, evidence)

    def _limited(
        self,
        query: Query,
        words: KeywordResult,
        fusion: Fusion,
        evidence: dict[ChunkId, Evidence],
    ) -> dict[ChunkId, Evidence]:
        """The evidence, of a document without some word at most what its words give.

        Otherwise a chunk with *tom* alone would be a good match for *tom ladder* since
        another one has both words, and a weak match where a filter excludes that. What
        was not among the best, whose documents were counted, has no more than these.
        """
        coverage = self._coverages[query.text]
        reaches = coverage.of_documents(words.documents)
        if not (reaches and 1 < len(coverage.words) <= MAX_LIMITED):
            return evidence
        least = min(filter(None, reaches.values()), default=1.0)
        parts = words.stages.get("identifier parts", ())
        unlimited = words.complete | words.named.union(parts)
        return {
            chunk: item
            if item.fused < LOW_ODDS
            or item.parts[1] >= NEAR_IN_MEANING
            or chunk in unlimited
            else fusion.limited(item, reaches.get(chunk, least))
            for chunk, item in evidence.items()
        }

    def _reach(self, query: Query, words: KeywordResult) -> float:
        """How much of the query's information one of the best passages covers, 0..1."""
        if words.quotes or words.named:
            return 1.0
        scores = words.scores
        best = best_first(scores)[:REACHING]
        coverage = self._coverages[query.text]
        matches = self._reader.chunks(best).values()
        return max((coverage.of(match) for match in matches), default=0.0)

    def _weight(
        self, query: Query, words: KeywordResult, near: Mapping[ChunkId, float]
    ) -> float:
        """The weight of the cosine, lower where it is less reliable.

        That is for languages that the model does not know, for queries of one or two
        words, which are mostly names and codes if some passage has them, for quotations
        and titles, and while few chunks have a vector (on SciFact and cheatsheets-tldr
        with a quarter of the vectors, the square root of that ratio was better than the
        ratio itself or no factor).

        It is higher where the nearest passages are in another language than the query:
        names are all that words can find there. So it is where the only word that
        passages have says little, such as *day* in *lazy day*: words count in full from
        a quarter of the query's information on.
        """
        embedded = math.sqrt(self._embedded)
        weight = self._settings.vector_weight * embedded
        if self._scale == SILENT:
            return 0.0
        if not self._is_bundled and self._is_across(query, near):
            return max(weight, ACROSS_WEIGHT)
        words_missing, ratio = self._missing(query.text)
        if words_missing and weight:
            known = (1 - ratio) / FULL_INFORMATION
            weight = max(weight, embedded / (1 + known))
        elif len(query.text.split()) <= FEW_WORDS:
            weight = min(weight, FEW_WORDS_WEIGHT)
        if words.quotes or words.named:
            weight = min(weight, EXACT_WEIGHT)
        return weight * self._readable(query)

    def _is_across(self, query: Query, near: Mapping[ChunkId, float]) -> bool:
        """Whether the nearest passages are in another language than the query."""
        language = function_word_language([term.surface for term in query.terms])
        if not language:
            return False
        best = heapq.nlargest(REACHING, near, key=lambda chunk: (near[chunk], -chunk))
        texts = [match.text for match in self._reader.chunks(best).values()]
        return bool(texts) and not any(is_in(text, language) for text in texts)

    def _readable(self, query: Query) -> float:
        """What the cosine of a query says that the model may not be able to read."""
        if query.is_code:
            return 0.0
        if not self._is_bundled:
            return 1.0
        return min(1.0, readable_share(query) / READABLE_SHARE) ** 2


def readable_share(query: Query) -> float:
    """The ratio of a query's words that the bundled model has whole, 0..1.

    It cuts others into pieces: names in the languages that it was trained on, but in
    other languages nearly every word.
    """
    from ragtui_core.embedding.token_counting import bundled_vocabulary

    words = _words_of(query)
    known = sum(word.lower() in bundled_vocabulary() for word in words)
    total = len(words) + len(query.grams)
    return known / total if total else 1.0


def _words_of(query: Query) -> list[str]:
    """The words of letters; where the tokenizer cuts at vowel signs, whole ones.

    Such are those of Hindi, whose single letters the model has.
    """
    text = unicodedata.normalize("NFC", query.text)
    if not any(unicodedata.category(char) in ("Mc", "Mn") for char in text):
        return [term.surface for term in query.terms if term.surface.isalpha()]
    words = (w.strip(_MARKS) for w in without_unspaced_runs(text).split())
    return [word for word in words if any(map(str.isalpha, word))]
