"""Projected vectors: a large index finds what comparing every vector finds."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from ragtui_core.embedding.embedder import Vectors
from ragtui_core.store.records import IndexChange
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.store.sqlite import vector_cache, vector_rows
from ragtui_core.store.sqlite.chunk_selection import SqliteChunkSelection
from ragtui_core.store.sqlite.reader import SqliteReader
from ragtui_core.store.sqlite.store import SqliteStore
from ragtui_core.store.sqlite.vector_cache import ResidentVectors
from ragtui_core.types import ChunkId
from support.vector_store import DIMENSION, MODEL, document, embed_all, unit

AXES = 48


@pytest.fixture(autouse=True)
def small_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """An index with more than 300 vectors is a large one."""
    for module in (vector_rows, vector_cache):
        monkeypatch.setattr(module, "MAX_WHOLE", 300)
    monkeypatch.setattr(vector_cache, "AXES", AXES)
    monkeypatch.setattr(vector_cache, "_BATCH", 256)
    monkeypatch.setattr(vector_rows, "SMALL_SELECTION", 20)


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    """An index of 1,000 chunks."""
    made = SqliteStore(tmp_path / "index.db")
    with made.writer() as writer:
        writer.apply(IndexChange(records=[document(n) for n in range(100)]))
    embed_all(made)
    return made


def nearest_of(
    reader: SqliteReader, query: Vectors, chunks: Iterable[int], limit: int
) -> list[tuple[ChunkId, float]]:
    """The nearest of some chunks, each of which is compared."""
    each = reader.vectors.similarities(query, map(ChunkId, chunks)).items()
    return sorted(each, key=lambda pair: -pair[1])[:limit]


def assert_same_as_exact(reader: SqliteReader, limit: int = 10) -> ResidentVectors:
    """The neighbours of 20 queries are those of the exact search, in its order."""
    reader.refresh()
    assert reader.vectors.has_model(MODEL)
    for query in unit(20, 99):
        exact = nearest_of(reader, query, range(1, 2_000), limit)
        assert len(exact) == limit
        assert reader.vectors.nearest(query, limit) == exact
    resident = reader.vectors._resident()
    assert resident
    assert resident.axes is not None
    assert resident.axes.shape == (DIMENSION, AXES)
    return resident


def test_the_first_query_of_a_process_reads_the_rows(store: SqliteStore) -> None:
    with store.reader() as reader:
        assert len(reader.vectors.nearest(unit(1, 99)[0], 10)) == 10
        assert reader.shared._known is None
        assert len(assert_same_as_exact(reader).chunks) == 1_000


def test_edits_are_read_beside_what_is_known(store: SqliteStore) -> None:
    with store.reader() as reader:
        before = assert_same_as_exact(reader)
        changed = [document(n, "edited") for n in range(0, 100, 20)]
        removed = [document(n).file.path for n in range(1, 100, 20)]
        with store.writer() as writer:
            writer.apply(IndexChange(records=changed, removed=removed))
        assert len(assert_same_as_exact(reader).chunks) == 1_000
        embed_all(store, seed=2)
        after = assert_same_as_exact(reader)
        assert len(after.chunks) == 1_050
        assert after.blocks[0] is before.blocks[0]


def test_all_are_read_again_when_many_are_obsolete(store: SqliteStore) -> None:
    with store.reader() as reader:
        assert_same_as_exact(reader)
        with store.writer() as writer:
            changed = [document(n, "edited") for n in range(40)]
            writer.apply(IndexChange(records=changed))
        embed_all(store, seed=2)
        assert len(assert_same_as_exact(reader).chunks) == 1_000


def test_too_many_vectors_are_compared_in_the_file(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_cache, "MAX_PROJECTED", 900)
    with store.reader() as reader:
        for _ in range(2):
            assert len(reader.vectors.nearest(unit(1, 99)[0], 10)) == 10
        assert reader.vectors._resident() is None


@pytest.mark.parametrize("folder", ["odd", "even"])
@pytest.mark.parametrize("limit", [1, 10, 300, 900])
def test_a_search_with_a_filter_is_that_of_the_chunks_kept(
    store: SqliteStore, folder: str, limit: int
) -> None:
    with store.reader() as reader:
        assert_same_as_exact(reader)
        selection = reader.select([Filter(FilterField.FOLDER, (folder,))])
        query = unit(1, 6)[0]
        chunks = SqliteChunkSelection.of(selection).chunks()
        near = reader.vectors.nearest(query, limit, within=selection)
        assert near == nearest_of(reader, query, chunks, limit)
