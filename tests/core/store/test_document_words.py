"""The words of documents, as every store counts them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from ragtui_core.search.retrieval.document_evidence import CHUNK_B, CHUNK_K1, bm25
from ragtui_core.settings.schema import FieldWeights
from ragtui_core.store.matching import AnyOf, Phrase
from ragtui_core.store.postgres import document_words as of_postgres
from ragtui_core.store.records import IndexChange
from ragtui_core.store.sqlite import word_counter as of_sqlite
from ragtui_core.types import ChunkId
from support.stores import records_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from ragtui_core.store.protocols import Store
    from ragtui_core.store.reading.reader import Reader
    from ragtui_core.store.records import DocumentWords

WEIGHTS = FieldWeights()


def sections(texts: Iterable[str]) -> str:
    """A note of one chunk per text."""
    return "\n\n".join(f"## Part {n}\n\n{text}" for n, text in enumerate(texts))


def padded(text: str) -> str:
    return f"{text} {'filler ' * 90}"


NOTES = {
    "pumps.md": "# Pump\n\n"
    + sections(padded(text) for text in ("pump pump", "valve", "nothing")),
    "valve.md": "A valve, and a valve.\n",
    "other.md": "Quiet water of the harbour.\n",
}


def fill(store: Store, folder: Path, notes: dict[str, str]) -> None:
    with store.writer() as writer:
        writer.apply(IndexChange(records=records_of(folder, notes)))


def first_of(reader: Reader, paths: Sequence[str]) -> list[ChunkId]:
    return [reader.chunks_of(path)[0] for path in paths]


def words_of(reader: Reader, *paths: str) -> list[DocumentWords]:
    wanted = [Phrase("pumps"), Phrase("valve"), Phrase("absent")]
    return reader.keywords.document_words(wanted, first_of(reader, paths), WEIGHTS)


def test_words_are_counted_in_whole_documents_and_in_chunks(
    store: Store, tmp_path: Path
) -> None:
    fill(store, tmp_path / "vault", NOTES)
    with store.reader() as reader:
        valve, pumps = words_of(reader, "valve.md", "pumps.md")
        assert list(valve.chunks) == reader.chunks_of("valve.md")
        # The file name has the word, too; it is part of the title.
        assert valve.whole.hits[0] == valve.whole.hits[2] == 0.0
        assert valve.whole.hits[1] == pytest.approx(2.0 + _of_names(reader, "valve.md"))
        assert list(pumps.chunks) == reader.chunks_of("pumps.md")
        assert len(pumps.chunks) == 3
        fields = WEIGHTS.title + WEIGHTS.name
        in_chunks = [words.hits for words in pumps.chunks.values()]
        assert in_chunks == [
            pytest.approx((fields + 2.0, 0.0, 0.0)),
            pytest.approx((fields, 1.0, 0.0)),
            pytest.approx((fields, 0.0, 0.0)),
        ]
        # Each chunk has the words of the title: they count once.
        assert pumps.whole.hits == pytest.approx((fields + 2.0, 1.0, 0.0))


def _of_names(reader: Reader, path: str) -> float:
    title = next(iter(reader.chunks(reader.chunks_of(path)).values())).fields.title
    return WEIGHTS.name + (WEIGHTS.title if "valve" in title.lower() else 0.0)


def test_lengths_are_relative_to_their_means(store: Store, tmp_path: Path) -> None:
    fill(store, tmp_path / "vault", NOTES)
    with store.reader() as reader:
        found = words_of(reader, *NOTES)
        lengths = [each.whole.length for each in found]
        assert sum(lengths) / len(NOTES) == pytest.approx(1.0)
        assert lengths[0] > 2 * max(lengths[1:])
        of_chunks = [w.length for each in found for w in each.chunks.values()]
        assert sum(of_chunks) / len(of_chunks) == pytest.approx(1.0)


def test_chunks_get_the_scores_of_the_index(store: Store, tmp_path: Path) -> None:
    """What is counted is what the store's own BM25 counts."""
    fill(store, tmp_path / "vault", NOTES)
    words = [Phrase("pumps"), Phrase("valve")]
    with store.reader() as reader:
        total = reader.counts().chunks
        counts = reader.keywords.document_frequencies(["pump", "valv"])
        idf = [
            max(math.log((total - n + 0.5) / (n + 0.5)), 1e-6) for n in counts.values()
        ]
        matched = dict(reader.keywords.match(AnyOf(tuple(words)), 100, WEIGHTS))
        counted = reader.keywords.document_words(words, list(matched), WEIGHTS)
        scores = {
            chunk: bm25(each, idf, CHUNK_K1, CHUNK_B)
            for document in counted
            for chunk, each in document.chunks.items()
        }
        assert len(matched) == 4
        assert scores == pytest.approx(matched, rel=1e-6)


def test_the_order_is_that_of_the_best_chunks(store: Store, tmp_path: Path) -> None:
    fill(store, tmp_path / "vault", NOTES)
    with store.reader() as reader:
        for paths in (("pumps.md", "other.md"), ("other.md", "valve.md", "pumps.md")):
            found = words_of(reader, *paths)
            assert [list(each.chunks) for each in found] == [
                reader.chunks_of(path) for path in paths
            ]


def test_long_documents_are_left_out_and_many_are_cut(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (of_sqlite, of_postgres):
        monkeypatch.setattr(module, "MAX_DOCUMENT_CHUNKS", 3)
        monkeypatch.setattr(module, "MAX_CHUNKS", 7)
    notes = {f"{n}.md": sections([padded("pump")] * 3) for n in range(3)}
    fill(
        store, tmp_path / "vault", {"long.md": sections([padded("pump")] * 4), **notes}
    )
    with store.reader() as reader:
        chunks = first_of(reader, ["long.md", *notes])
        found = reader.keywords.document_words([Phrase("pump")], chunks, WEIGHTS)
        listed = [list(each.chunks) for each in found]
        assert listed == [reader.chunks_of(path) for path in ("0.md", "1.md")]


def test_nothing_is_counted_of_chunks_that_are_gone(
    store: Store, tmp_path: Path
) -> None:
    fill(store, tmp_path / "vault", NOTES)
    with store.reader() as reader:
        last = max(c for path in NOTES for c in reader.chunks_of(path))
        gone = [ChunkId(last + 1)]
        assert reader.keywords.document_words([Phrase("pump")], gone, WEIGHTS) == []
