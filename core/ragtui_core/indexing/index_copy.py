"""Moves an index to another store: files are read again, vectors are not made again."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from ragtui_core.embedding.embedding_text import embedding_text
from ragtui_core.errors import ModelError
from ragtui_core.store.meta_keys import MODEL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ragtui_core.embedding.embedder import Embedder, Vectors
    from ragtui_core.store.protocols import Store
    from ragtui_core.store.reading.reader import Reader
    from ragtui_core.types import ChunkId

COPIED_AT_ONCE = 256
"""Vectors per transaction: some hundred kilobytes."""

_READ_AT_ONCE = 512
"""Chunks whose texts are in memory while two indexes are read."""


@dataclass(frozen=True, slots=True)
class CopyReport:
    """What a copy of an index contains, compared with the original."""

    documents: int
    chunks: int
    embedded: int
    """Chunks with a vector."""
    copied: int
    """Vectors that were taken from the original by this run."""
    computed: int
    """Vectors that were made by this run, since the original lacks them."""
    differing: tuple[str, ...]
    """Paths of documents that differ in file, chunks or spans, sorted: their files
    changed after the original was written."""


class KnownVectors:
    """An embedder that takes vectors from an index, and makes those that it lacks."""

    def __init__(
        self, store: Store, model_id: str, load: Callable[[], Embedder]
    ) -> None:
        """Read the texts of an index; seconds for a large one.

        Raises:
            IndexMissing: There is no index.
            ModelError: Its vectors are another model's.
        """
        self.model_id = model_id
        self.batch_size = COPIED_AT_ONCE
        self.copied = 0
        """Vectors that were taken from the index."""
        self.computed = 0
        """Vectors that were made."""
        self._store = store
        self._load = load
        with store.reader() as reader:
            indexed = reader.meta(MODEL)
            if indexed and indexed != model_id:
                raise ModelError(
                    f"the vectors of {store.location} are of the model {indexed}, "
                    f"and the settings name {model_id}: set `embedding.model` to the "
                    "former"
                )
            self._dimension = reader.vectors.dimension
            self._chunks = {
                _key(embedding_text(title, headings, text)): chunk
                for chunk, title, headings, text in _texts(reader)
            }

    @property
    def dimension(self) -> int:
        """The length of each vector."""
        return self._dimension or self._load().dimension

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of `texts`, float32, shape (len(texts), dimension)."""
        chunks = [self._chunks.get(_key(text)) for text in texts]
        with self._store.reader() as reader:
            known = reader.vectors.of(chunk for chunk in chunks if chunk is not None)
        made = np.zeros((len(texts), self.dimension), np.float32)
        missing = []
        for row, chunk in enumerate(chunks):
            if chunk in known:
                made[row] = known[chunk]
            else:
                missing.append(row)
        if missing:
            made[missing] = self._load().embed([texts[row] for row in missing])
        self.copied += len(texts) - len(missing)
        self.computed += len(missing)
        return made

    def embed_queries(self, texts: Sequence[str]) -> list[Vectors]:
        """The unit vector of each search query, by the model."""
        return self._load().embed_queries(texts)


def report_on(original: Store, copy: Store, known: KnownVectors) -> CopyReport:
    """Compare a copy with its original; seconds for a large index."""
    with original.reader() as before, copy.reader() as now:
        documents, chunks, embedded = now.counts()
        return CopyReport(
            documents=documents,
            chunks=chunks,
            embedded=embedded,
            copied=known.copied,
            computed=known.computed,
            differing=differing_documents(before, now),
        )


def differing_documents(original: Reader, copy: Reader) -> tuple[str, ...]:
    """The paths of documents that are not the same in two indexes, sorted.

    Compared are the files' hashes, and the text and the span of each chunk.
    """
    before, now = original.documents.paths(), copy.documents.paths()
    differing = set(before) ^ set(now)
    old, new = original.documents.versions(), copy.documents.versions()
    for path in set(before) & set(now):
        if old.get(path) != new.get(path) or _chunks_hash(
            original, path
        ) != _chunks_hash(copy, path):
            differing.add(path)
    return tuple(sorted(differing))


def _chunks_hash(reader: Reader, path: str) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    ids = reader.chunks_of(path)
    chunks = reader.chunks(ids)
    for chunk in (chunks[number] for number in ids):
        text = chunk.text.replace("\0", "\N{REPLACEMENT CHARACTER}")  # as PostgreSQL
        span = (chunk.span.start, chunk.span.end)
        digest.update(f"{span} {text}\0".encode("utf-8", "surrogateescape"))
    return digest.digest()


def _texts(
    reader: Reader,
) -> Iterator[tuple[ChunkId, str, tuple[str, ...], str]]:
    """Each chunk with its document's title, its headings and its text."""
    ids = (
        chunk for path in reader.documents.paths() for chunk in reader.chunks_of(path)
    )
    while batch := list(islice(ids, _READ_AT_ONCE)):
        for chunk in reader.chunks(batch).values():
            yield chunk.id, chunk.fields.title, chunk.heading_path, chunk.searched


def _key(text: str) -> bytes:
    """128 bits of a text, as both stores keep it."""
    kept = text.replace("\0", "\N{REPLACEMENT CHARACTER}")
    raw = kept.encode("utf-8", "surrogateescape")
    return hashlib.blake2b(raw, digest_size=16).digest()
