"""Similarity of notes: semantic or, without vectors, by keywords. 0..1."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragtui_core.links.link_target import Subject
from ragtui_core.search.query.index_query import Query, Term, any_of, terms_of
from ragtui_core.search.retrieval.keyword_stage import (
    frequencies_elsewhere,
    max_chunks_of_informative_term,
)
from ragtui_core.settings.schema import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ragtui_core.embedding.embedder import Embedder, Vectors
    from ragtui_core.types import ChunkId, Document

NEIGHBOURS = 200
"""Number of nearest chunks that are compared."""
UNRELATED_COSINE = 0.5
"""Cosine that unrelated passages seldom exceed (bge-small)."""
MAX_EMBEDDED = 16
"""Chunks of an unsaved note that are embedded: 0.2 s on two cores."""
MAX_TERMS = 12
"""Number of a note's rarest words that are searched for."""
KEYWORD_WEIGHT = 0.7
"""Similarity of the best match by keywords."""

Weights = dict[str, float]
"""Similarities by path; the note's own path is included."""


@dataclass(frozen=True, slots=True)
class DocumentSimilarity:
    """Compares notes, under the settings of a vault."""

    model_id: str
    settings: Settings
    load_embedder: "Callable[[], Embedder]"

    def semantic(self, note: Subject) -> Weights:
        """By the chunks nearest to the note's; empty without vectors."""
        if not note.reader.vectors.has_model(self.model_id):
            return {}
        own = note.reader.chunks_of(note.path)
        vectors = (
            self._embedded(note.document)
            if note.document
            else list(note.reader.vectors.of(own).values())
        )
        if not vectors:
            return {}
        near = note.reader.vectors.nearest(_mean(vectors), NEIGHBOURS + len(own))
        scale = 1 - UNRELATED_COSINE
        return _best(
            note,
            (
                (chunk, min(1.0, (cosine - UNRELATED_COSINE) / scale))
                for chunk, cosine in near
                if cosine > UNRELATED_COSINE
            ),
        )

    def by_keywords(self, note: Subject) -> Weights:
        """By the BM25 score for the note's rarest words, relative to the best score."""
        terms = self._rarest(note)
        if not terms:
            return {}
        weights = self.settings.search.weights.columns()
        scores = note.reader.keywords.match(any_of(terms), weights, NEIGHBOURS)
        best = max((score for _, score in scores), default=0.0) or 1.0
        return _best(
            note, ((chunk, KEYWORD_WEIGHT * score / best) for chunk, score in scores)
        )

    def _rarest(self, note: Subject) -> list[Term]:
        """The note's rarest distinctive words that also occur in other notes."""
        own = note.reader.keywords.terms_in(note.reader.chunks_of(note.path))
        terms = terms_of("\n".join(note.descriptive_texts()), note.reader)
        query = Query("", terms, own=own)
        counts = frequencies_elsewhere(note.reader, query)
        max_chunks = max_chunks_of_informative_term(
            self.settings.search, note.reader.counts()[1]
        )
        shared = [t for t in query.distinct() if 0 < counts[t.stem] <= max_chunks]
        return sorted(shared, key=lambda term: counts[term.stem])[:MAX_TERMS]

    def _embedded(self, document: "Document") -> "list[Vectors]":
        from ragtui_core.chunking import chunk_document
        from ragtui_core.embedding.embedding_text import embedding_text
        from ragtui_core.embedding.token_counting import bundled_token_counter

        chunks = chunk_document(
            document, self.settings.chunking, bundled_token_counter()
        )
        title = document.fields.title
        texts = [
            embedding_text(title, chunk.heading_path, chunk.span.of(document.text))
            for chunk in chunks[:MAX_EMBEDDED]
        ]
        return list(self.load_embedder().embed(texts)) if texts else []


def _best(note: Subject, chunks: "Iterable[tuple[ChunkId, float]]") -> Weights:
    """The best similarity of each document."""
    similarities = dict(chunks)
    found: Weights = {}
    for chunk, place in note.reader.places(similarities).items():
        found[place.path] = max(found.get(place.path, 0.0), similarities[chunk])
    return found


def _mean(vectors: "list[Vectors]") -> "Vectors":
    """The normalized mean of unit vectors."""
    import numpy as np

    total: Vectors = np.sum(vectors, axis=0, dtype=np.float32)
    return total / max(float(np.linalg.norm(total)), 1e-9)
