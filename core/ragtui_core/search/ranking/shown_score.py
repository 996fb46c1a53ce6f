"""The score that is shown: between 0 and 1, and the same from query to query.

The fused score orders hits, but is stretched to each query's own candidates: the
best is near 1 even when nothing fits. What is shown must not depend on the other
candidates, so it is made of two absolute facts: the cosine, and the share of the
query's information that the chunk holds in words. docs/evaluation.md tells of the fit.
"""

import math
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from ragtui_core.embedding.bundled_model import MODEL_ID
from ragtui_core.search.query.index_query import Query
from ragtui_core.search.retrieval.fusion import Evidence
from ragtui_core.store.records import ChunkMatch
from ragtui_core.store.sqlite.reader import Reader
from ragtui_core.text.subwords import grams, parts

if TYPE_CHECKING:
    from ragtui_core.types import ChunkId

LOW_CONFIDENCE = 0.5
"""With a best score under this, nothing found is likely to be relevant."""


FEW_WORDS = 3
"""Of queries as short as this the cosine knows little: words that all stand in the
chunk count as much."""


class Scorer:
    """Scores the hits of one query."""

    def __init__(self, reader: Reader, query: Query, model_id: str) -> None:
        """Score for `query` over the index that `reader` reads."""
        self._known_model = model_id == MODEL_ID
        self._reader = reader
        self._query = query
        self._known: dict[ChunkId, tuple[set[str], set[str]]] = {}
        self._surfaces = {term.stem: term.surface for term in query.terms}
        self._frequencies = reader.document_frequencies(self._surfaces)
        if query.grams:
            self._frequencies |= reader.document_frequencies(
                query.grams, vocabulary="gram_vocabulary"
            )
            # The bundled model reads no such script: its cosines say nothing.
            self._known_model &= len(query.terms) > len(query.grams)
        self._chunks = reader.counts()[1]

    def score(
        self, match: ChunkMatch, evidence: Evidence, *, quoted: bool = False
    ) -> float:
        """How likely the chunk is to be about the query, 0..1.

        Args:
            match: The chunk.
            evidence: What was found to speak for it.
            quoted: Whether the query is a quotation from it.
        """
        if not self._frequencies:
            return 1.0  # Filters alone: what satisfies them does so wholly.
        words = self.coverage_of(match)
        if self._query.grams and not self._known_model:
            return calibrated(words, None)
        if self._known_model or evidence.similarity is None:
            score = calibrated(words, evidence.similarity)
            is_short = len(self._frequencies) <= FEW_WORDS
            if quoted or (words == 1.0 and is_short):
                score = (score + calibrated(words, None)) / 2
            return score
        # Cosines of other models have another range; what they mean is not known.
        return max(calibrated(words, None), min(1.0, max(0.0, evidence.similarity)))

    def coverage_of(self, match: ChunkMatch) -> float:
        """The share of the query's information in the chunk and its fields, 0..1."""
        fields, chunk = self._stems_of(match)
        return coverage(fields | chunk, self._frequencies, self._chunks)

    def is_in_fields_alone(self, match: ChunkMatch) -> bool:
        """Whether the document's fields hold the whole query, and the chunk nothing."""
        wanted = self._frequencies.keys()
        fields, chunk = self._stems_of(match)
        return bool(wanted) and wanted <= fields and not wanted & chunk

    def matched(self, match: ChunkMatch) -> dict[str, tuple[str, ...]]:
        """By field, the words of the query that stand in it."""
        found = {}
        for name, texts in _texts(match).items():
            present = self._present("\n".join(texts)) & self._frequencies.keys()
            if present:
                found[name] = tuple(sorted(self._surfaces.get(s, s) for s in present))
        return found

    def _stems_of(self, match: ChunkMatch) -> tuple[set[str], set[str]]:
        """What stands in the document's fields, and what in the chunk itself."""
        if match.id not in self._known:
            texts = _texts(match)
            own = [text for name in _OWN for text in texts.pop(name)]
            fields = [text for found in texts.values() for text in found]
            found = self._present("\n".join(fields)), self._present("\n".join(own))
            self._known[match.id] = found
        return self._known[match.id]

    def _present(self, text: str) -> set[str]:
        """The stems and grams of `text`; identifiers count whole and in parts."""
        found = {stem for _, _, stem in self._reader.tokens(f"{text}\n{parts(text)}")}
        found |= {
            term.stem
            for term in self._query.terms
            if term.parts and term.part_stems <= found
        }
        return found | set(grams(text).split()) if self._query.grams else found


_OWN = ("heading", "body")
"""The fields that are the chunk's, not the document's."""


def _texts(match: ChunkMatch) -> dict[str, tuple[str, ...]]:
    fields = match.fields
    return {
        "company": (fields.company,),
        "tags": fields.tags,
        "title": (fields.title,),
        "category": (fields.category,),
        "summary": (fields.summary,),
        "name": (match.path,),
        "heading": match.heading_path,
        "body": (match.text,),
    }


def coverage(
    present: Collection[str], frequencies: Mapping[str, int], chunks: int
) -> float:
    """The share of a query's information that a chunk's words hold, 0..1.

    Each stem weighs its inverse document frequency, ln(1 + N / (1 + n)), so that
    an unknown word, being the rarest, weighs most.

    Args:
        present: Stems found in the chunk or in its document's fields.
        frequencies: In how many chunks each stem of the query occurs.
        chunks: How many chunks the index has.
    """
    weights = {
        stem: math.log1p(chunks / (1 + count)) for stem, count in frequencies.items()
    }
    total = sum(weights.values())
    held = sum(weight for stem, weight in weights.items() if stem in present)
    return held / total if total else 0.0


def calibrated(words: float, similarity: float | None) -> float:
    """A score from word coverage and cosine, both 0..1; 0.5 parts good from weak.

    `python -m benchmarks.calibration` fits it: a logistic regression over the best hits
    of 600 queries with an answer in the collection (SciFact's train split,
    cheatsheets-tldr) and 900 put to a collection that has none. It flags 95% of the
    latter and 2% of the former; by words alone, where there is no vector, 76% and 7%.
    The logits are divided by 3 and by 2: that moves no hit over the border, but keeps
    good hits apart that would all show as 1.00.
    """
    if similarity is None:
        return _logistic((-2.9 + 9.3 * words) / 2)
    return _logistic((-35.0 + 7.7 * words + 49.4 * similarity) / 3)


def _logistic(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-x))
