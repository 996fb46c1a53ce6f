"""How like other notes are to one: in meaning or, without vectors, in words. 0..1."""

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
"""Chunks that are looked at, nearest first."""
UNRELATED_COSINE = 0.5
"""What passages that have nothing in common hardly exceed (bge-small)."""
MAX_EMBEDDED = 16
"""Chunks of an unsaved note that are embedded: a fifth of a second of two cores."""
MAX_TERMS = 12
"""Words of a note that are looked for: the rarest."""
BY_WORDS = 0.7
"""What equal words are worth."""

Weights = dict[str, float]
"""By the path of the other note; its own is among them."""


@dataclass(frozen=True, slots=True)
class DocumentSimilarity:
    """Compares notes, under the settings of a vault."""

    model_id: str
    settings: Settings
    load_embedder: "Callable[[], Embedder]"

    def by_meaning(self, note: Subject) -> Weights:
        """By the nearest chunks to the note's; nothing without vectors."""
        if not note.reader.has_vectors(self.model_id):
            return {}
        own = note.reader.chunks_of(note.path)
        vectors = (
            self._embedded(note.document)
            if note.document
            else list(note.reader.vectors(own).values())
        )
        if not vectors:
            return {}
        near = note.reader.nearest(_mean(vectors), NEIGHBOURS + len(own))
        scale = 1 - UNRELATED_COSINE
        return _best(
            note,
            (
                (chunk, min(1.0, (cosine - UNRELATED_COSINE) / scale))
                for chunk, cosine in near
                if cosine > UNRELATED_COSINE
            ),
        )

    def by_words(self, note: Subject) -> Weights:
        """By the BM25 score for the note's rarest words, as a share of the best."""
        terms = self._rarest(note)
        if not terms:
            return {}
        weights = self.settings.search.weights.columns()
        scores = note.reader.match(any_of(terms), weights, NEIGHBOURS)
        most = max((score for _, score in scores), default=0.0) or 1.0
        return _best(
            note, ((chunk, BY_WORDS * score / most) for chunk, score in scores)
        )

    def _rarest(self, note: Subject) -> list[Term]:
        """The rarest words that tell what it is about and that others hold, too."""
        own = note.reader.terms_in(note.reader.chunks_of(note.path))
        terms = terms_of("\n".join(note.telling()), note.reader)
        query = Query("", terms, own=own)
        counts = frequencies_elsewhere(note.reader, query)
        most = max_chunks_of_informative_term(
            self.settings.search, note.reader.counts()[1]
        )
        shared = [t for t in query.distinct() if 0 < counts[t.stem] <= most]
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
    """The best share of each document."""
    shares = dict(chunks)
    found: Weights = {}
    for chunk, place in note.reader.places(shares).items():
        found[place.path] = max(found.get(place.path, 0.0), shares[chunk])
    return found


def _mean(vectors: "list[Vectors]") -> "Vectors":
    """The unit vector in the middle of unit vectors."""
    import numpy as np

    total: Vectors = np.sum(vectors, axis=0, dtype=np.float32)
    return total / max(float(np.linalg.norm(total)), 1e-9)
