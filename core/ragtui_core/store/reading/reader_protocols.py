"""Queries by words and by vectors, which each store implements."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol

from ragtui_core.store.matching import TermKind
from ragtui_core.text.stemming import stems

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from ragtui_core.embedding.embedder import Vectors
    from ragtui_core.settings.schema import FieldWeights
    from ragtui_core.store.matching import Matching
    from ragtui_core.store.records import Occurrences
    from ragtui_core.store.selection import SelectedChunks
    from ragtui_core.types import ChunkId, DocumentId


class KeywordReader(Protocol):
    """Words and subwords: grams, parts of identifiers."""

    def match(
        self,
        matching: Matching,
        limit: int,
        weights: FieldWeights | None = None,
        kind: TermKind = TermKind.WORD,
        within: SelectedChunks | None = None,
    ) -> list[tuple[ChunkId, float]]:
        """Chunks that match, with their BM25 scores, best first.

        Args:
            matching: The condition.
            limit: Maximum number of chunks.
            weights: Of the fields, for words; None weights them equally.
            kind: What the texts of `matching` are split into.
            within: The chunks that may match; None is all.
        """

    def chunks_with(
        self,
        conditions: Sequence[Matching],
        kind: TermKind = TermKind.WORD,
        within: SelectedChunks | None = None,
        limit: int | None = None,
    ) -> list[list[ChunkId]]:
        """For each of some conditions, the chunks that match, or the newest of them."""

    def documents_matching(
        self, matching: Matching, kind: TermKind = TermKind.WORD
    ) -> list[DocumentId]:
        """The documents with a chunk that matches, in no order."""

    def document_frequencies(
        self, terms: Iterable[str], kind: TermKind = TermKind.WORD
    ) -> dict[str, int]:
        """The number of chunks of each of `terms`, as tokenized; 0 for unknown ones."""

    def occurrences(
        self,
        terms: Sequence[str],
        chunks: Collection[ChunkId],
        weights: FieldWeights,
        kind: TermKind = TermKind.WORD,
    ) -> list[Occurrences]:
        """How often each of `chunks` has each of some terms, as tokenized."""

    def terms_in(self, chunks: Iterable[ChunkId]) -> Counter[str]:
        """The number of `chunks` that each of their terms occurs in."""
        texts = self.indexed_texts(chunks).values()
        return Counter(term for text in texts for term in {s for _, s in stems(text)})

    def indexed_texts(self, chunks: Iterable[ChunkId]) -> Mapping[ChunkId, str]:
        """The keyword-indexed text of each of `chunks`, including fields."""

    def words_with(self, terms: Collection[str], limit: int) -> dict[str, list[str]]:
        """The words with each of `terms` as stem, for each occurrence.

        In the first `limit` chunks of each term.
        """

    def terms_from(self, start: str) -> list[tuple[str, int]]:
        """The index's terms that begin with `start`, with their number of chunks."""


class VectorReader(Protocol):
    """Nearest neighbours among the vectors of chunks."""

    @property
    def problem(self) -> str:
        """Why vectors can be neither stored nor compared here; empty if they can."""

    @property
    def dimension(self) -> int:
        """The length of the vectors that can be searched; 0 if there are none."""

    def has_model(self, model_id: str) -> bool:
        """Whether the index has vectors of the named model that can be searched."""

    def nearest(
        self,
        vector: Vectors,
        limit: int,
        *,
        within: SelectedChunks | None = None,
    ) -> list[tuple[ChunkId, float]]:
        """The chunks closest to a unit vector, with cosine similarity, best first.

        Empty if there are no vectors, or they cannot be searched on this machine.

        Args:
            vector: Float32, shape (dimension,).
            limit: Maximum number of chunks.
            within: The chunks that may be found; None is all.
        """

    def similarities(
        self, vector: Vectors, chunks: Iterable[ChunkId]
    ) -> dict[ChunkId, float]:
        """Cosine similarity of a unit vector to those of `chunks` that have one."""

    def of(self, chunks: Iterable[ChunkId]) -> dict[ChunkId, Vectors]:
        """The unit vectors of those of `chunks` that have one."""
