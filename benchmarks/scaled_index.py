"""Makes an index of any number of chunks from a small vault, for `benchmarks.scale`.

The documents of the vault are repeated. In each copy, one word of five is another one,
drawn by Zipf's law from a vocabulary that grows with the index, so that the lists of
FTS5 grow as those of real text. A copy's vector is a mixture of the real one and of
noise with the covariance of the real ones, so all vectors together have their spectrum.
The store's own writer writes everything: the file is an index like any other.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from ragtui_core.embedding.bundled_model import MODEL_ID
from ragtui_core.embedding.embedding_text import embedding_text
from ragtui_core.files.vault_files import content_hash
from ragtui_core.indexing.file_reader import FileReader, FileRequest
from ragtui_core.indexing.scanner import scan_vault
from ragtui_core.settings import Settings
from ragtui_core.store.records import DocumentRecord, IndexChange, split_lines
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from ragtui_core.embedding.embedder import Embedder, Vectors
    from ragtui_core.store.protocols import Store

SHARES = {"most": 0.9, "half": 0.5, "tenth": 0.1, "hundredth": 0.01, "thousandth": 1e-3}
"""Names of folders, tags and types, and the ratio of documents that have each."""

NOISE = 0.5
"""The ratio of a copy's variance that is noise."""

DAYS = 3650
"""The documents' dates are this many days apart at most."""

LAST_DAY_NS = 1_750_000_000 * 10**9
"""The newest of them, June 2025, in nanoseconds since the epoch."""

BATCH_DOCUMENTS = 500
BATCH_VECTORS = 4096
_DAY_NS = 86_400 * 10**9
_SYLLABLES = ("ba", "ce", "di", "fo", "gu", "ha", "ki", "lo", "mu", "ne", "pa", "ri")


@dataclass(frozen=True, slots=True)
class Originals:
    """The documents that are repeated, and the vectors of all their chunks in order."""

    records: tuple[DocumentRecord, ...]
    vectors: Vectors

    @classmethod
    def of(cls, vault: Path, embedder: Embedder) -> Originals:
        """Read and embed the Markdown files of `vault`."""
        records = read_documents(vault)
        texts = [
            embedding_text(r.fields.title, split_lines(c.heading_path), c.text)
            for r in records
            for c in r.chunks
        ]
        size = embedder.batch_size
        parts = [
            embedder.embed(texts[i : i + size]) for i in range(0, len(texts), size)
        ]
        return cls(records, np.vstack([np.asarray(part) for part in parts]))


def read_documents(vault: Path) -> tuple[DocumentRecord, ...]:
    """The Markdown files of `vault` as the indexer reads them."""
    settings = Settings()
    reader = FileReader(vault, settings.chunking, settings.index.max_bytes)
    files = scan_vault(vault, settings.index).files
    read = reader.read_all(
        FileRequest(file) for file in files if file.path[-3:] == ".md"
    )
    return tuple(r for r in read if isinstance(r, DocumentRecord) and r.chunks)


IN_FOLDERS = 64
"""Copies that share their folders: a million chunks have some thousand folders."""


class Copies:
    """Documents like the originals; the same ones for the same seed."""

    def __init__(
        self, originals: Sequence[DocumentRecord], chunks: int, seed: int = 1
    ) -> None:
        """Make `chunks` chunks at least."""
        self._originals = originals
        self._chunks = chunks
        self._random = random.Random(seed)
        self._vocabulary = max(2 * chunks, 1000)

    def documents(self) -> Iterator[DocumentRecord]:
        """The documents; the first ones are the originals in their words."""
        made = number = 0
        while made < self._chunks:
            original = self._originals[number % len(self._originals)]
            yield self._copy(original, number, number < len(self._originals))
            made += len(original.chunks)
            number += 1

    def _copy(
        self, original: DocumentRecord, number: int, is_first: bool
    ) -> DocumentRecord:
        draw = self._random
        tags = tuple(name for name, share in SHARES.items() if draw.random() < share)
        place, kind = self._share(), self._share()
        mtime = LAST_DAY_NS - int(draw.random() * DAYS * _DAY_NS)
        copy = number // len(self._originals)
        folder, _, name = f"/{original.file.path}".rpartition("/")
        path = f"{place}/part{copy // IN_FOLDERS:03}{folder}/{copy:05} {name}"
        chunks = original.chunks
        if not is_first:
            chunks = tuple(
                item._replace(text=text, embedding_key=content_hash(text.encode()))
                for item in chunks
                for text in [self._varied(item.text)]
            )
        return replace(
            original,
            file=original.file._replace(path=path, mtime_ns=mtime, inode=number),
            hash=content_hash(path.encode()),
            fields=replace(original.fields, tags=tags, updated="", status=""),
            metadata=f'{{"type": "{kind}"}}',
            chunks=chunks,
        )

    def _share(self) -> str:
        """One of `SHARES`, or `rest`; the largest ones overlap the others, as names."""
        drawn = self._random.random()
        for name in ("thousandth", "hundredth", "tenth", "half"):
            if drawn < SHARES[name]:
                return name
            drawn -= SHARES[name]
        return "rest"

    def _varied(self, text: str) -> str:
        words = text.split(" ")
        for at in range(self._random.randrange(5), len(words), 5):
            if words[at].isalpha():
                rank = int(self._vocabulary ** self._random.random())
                words[at] = made_up_word(rank)
        return " ".join(words)


def mixed_vectors(real: Vectors, count: int, seed: int = 1) -> Iterator[Vectors]:
    """`count` unit vectors in blocks, shape (rows, dimension); real ones first."""
    mean = real.mean(axis=0)
    spectrum, axes = np.linalg.eigh(np.cov(real, rowvar=False))
    spread = (axes * np.sqrt(np.maximum(spectrum, 0.0))).astype(np.float32)
    generator = np.random.default_rng(seed)
    for start in range(0, count, BATCH_VECTORS):
        rows = np.arange(start, min(count, start + BATCH_VECTORS))
        own = real[rows % len(real)]
        noise = generator.standard_normal(own.shape, dtype=np.float32) @ spread.T
        mixed = mean + np.sqrt(1 - NOISE) * (own - mean) + np.sqrt(NOISE) * noise
        mixed[rows < len(real)] = own[rows < len(real)]
        mixed /= np.linalg.norm(mixed, axis=1, keepdims=True)
        yield mixed.astype(np.float32)


def made_up_word(rank: int) -> str:
    """A word for the number of a word, from 1."""
    word = ""
    while rank:
        rank, syllable = divmod(rank, len(_SYLLABLES))
        word += _SYLLABLES[syllable]
    return word + "x"


def build(originals: Originals, chunks: int, store: Store) -> None:
    """Write the index; a minute for 100,000 chunks in a file."""
    documents = Copies(originals.records, chunks).documents()
    written = 0
    with store.writer() as writer:
        while batch := list(islice(documents, BATCH_DOCUMENTS)):
            writer.apply(IndexChange(records=batch))
            written += sum(len(record.chunks) for record in batch)
        writer.merge_words()
        writer.vectors.use_model(MODEL_ID, originals.vectors.shape[1])
        first = 1  # Chunks are numbered from 1, in order.
        for block in mixed_vectors(originals.vectors, written):
            rows = [(ChunkId(first + i), row) for i, row in enumerate(block)]
            writer.vectors.add(MODEL_ID, rows)
            first += len(rows)
        writer.vectors.finish(MODEL_ID)
