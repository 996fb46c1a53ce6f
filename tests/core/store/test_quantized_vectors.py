"""Codes of vectors: a large index finds what comparing every vector finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw
import numpy as np
import pytest

from ragtui_core.store.records import (
    IndexChange,
)
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.store.sqlite import vector_cache, vector_rows, vector_writer
from ragtui_core.store.sqlite.chunk_selection import SqliteChunkSelection
from ragtui_core.store.sqlite.connection import connect
from ragtui_core.store.sqlite.damage import find_damage
from ragtui_core.store.sqlite.quantized_vectors import Basis, Scratch, Segment
from ragtui_core.store.sqlite.session import SqliteSession
from ragtui_core.store.sqlite.store import SqliteStore
from ragtui_core.store.sqlite.vector_cache import QuantizedVectors
from ragtui_core.store.sqlite.vector_tables import BLOCK, QuantizedRows, read_basis
from support.killed_process import Halt, kill_at
from support.vector_store import DIMENSION, MODEL, document, embed_all, unit

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ragtui_core.store.sqlite.reader import SqliteReader
    from ragtui_core.types import ChunkId

LARGE = 300
"""In these tests an index with more vectors than this is a large one."""


@pytest.fixture(autouse=True)
def small_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (vector_rows, vector_writer):
        monkeypatch.setattr(module, "MIN_QUANTIZED", LARGE)


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    """An index of 1,000 chunks."""
    made = SqliteStore(tmp_path / "index.db")
    with made.writer() as writer:
        writer.apply(IndexChange(records=[document(n) for n in range(100)]))
    embed_all(made)
    return made


def assert_same_as_exact(reader: SqliteReader, limit: int = 10) -> None:
    """The neighbours of 20 queries are those of the exact search, in its order."""
    assert reader.vectors.has_model(MODEL)
    for query in unit(20, 99):
        exact = reader.vectors.nearest(query, limit, exact=True)
        assert len(exact) == limit
        assert reader.vectors.nearest(query, limit) == exact


def uses_codes(reader: SqliteReader) -> bool:
    """Whether a search would be among candidates."""
    return codes_of(reader).basis is not None


def codes_of(reader: SqliteReader) -> QuantizedVectors:
    """The codes that a search would use."""
    return reader.vectors._current(QuantizedVectors)


def change(path: Path, sql: str) -> None:
    """Write to the index in another way than ragtui."""
    connection = connect(path, write=True)
    connection.execute(sql).fetchall()
    connection.close()


def are_consistent(path: Path) -> bool:
    """Whether the index has a code for each vector, and no other."""
    connection = connect(path, write=False)
    known = read_basis(SqliteSession(connection))
    assert known
    _, basis = known
    expected = {}
    for chunk, vector in connection.execute("SELECT chunk, vector FROM embedding"):
        (factor,), (code,) = basis.encode(np.frombuffer(vector, np.float32)[None])
        expected[chunk] = factor.tobytes(), code.tobytes()
    found = {}
    sql = "SELECT block, factors, codes FROM quantized_block"
    for block, factors, codes in connection.execute(sql):
        width = len(codes) // BLOCK
        for at in range(BLOCK):
            factor = factors[4 * at : 4 * at + 4]
            if any(factor):
                found[block * BLOCK + at] = (
                    factor,
                    codes[at * width : at * width + width],
                )
    connection.close()
    return found == expected


def test_a_large_index_finds_the_exact_neighbours_among_candidates(
    store: SqliteStore,
) -> None:
    with store.reader() as reader:
        assert uses_codes(reader)
        assert_same_as_exact(reader)
        # Eight blocks of 128 codes: a factor of 4 bytes, and two bits per number.
        assert reader.vectors.code_bytes == 8 * 128 * (4 + 2 * 128 // 8)
    assert are_consistent(store.path)


def test_a_small_index_has_no_codes(tmp_path: Path) -> None:
    small = SqliteStore(tmp_path / "small.db")
    with small.writer() as writer:
        writer.apply(IndexChange(records=[document(n) for n in range(20)]))
    embed_all(small)
    with small.reader() as reader:
        assert reader.vectors.code_bytes == 0
        assert not uses_codes(reader)
        assert_same_as_exact(reader)
    rows = apsw.Connection(str(small.path)).execute(
        "SELECT count(*) FROM quantized_block"
    )
    assert rows.fetchall() == [(0,)]


def test_codes_follow_edits_also_in_an_open_reader(store: SqliteStore) -> None:
    with store.reader() as reader:
        assert_same_as_exact(reader)
    changed = [document(n, "edited") for n in range(0, 100, 7)]
    removed = [document(n).file.path for n in range(1, 100, 7)]
    with store.writer() as writer:
        writer.apply(IndexChange(records=changed, removed=removed))
    with store.reader() as reader:
        assert uses_codes(reader)
        assert_same_as_exact(reader)
    embed_all(store, seed=2)
    with store.reader() as reader:
        assert uses_codes(reader)
        assert_same_as_exact(reader)
        assert reader.counts().chunks == reader.counts().embedded
    assert are_consistent(store.path)


def test_a_filtered_search_is_complete(store: SqliteStore) -> None:
    with store.reader() as reader:
        assert reader.vectors.has_model(MODEL)
        selection = reader.select([Filter(FilterField.FOLDER, ("odd",))])
        near = reader.vectors.nearest(unit(1, 5)[0], 2000, within=selection)
        paths = {
            location.path for location in reader.locations(c for c, _ in near).values()
        }
        assert len(near) == 500
        assert all(path.startswith("odd/") for path in paths)


@pytest.mark.parametrize("folder", ["odd", "even"])
@pytest.mark.parametrize("limit", [1, 10, 300, 900])
def test_an_exact_search_with_a_filter_is_that_of_the_chunks_kept(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, folder: str, limit: int
) -> None:
    monkeypatch.setattr(vector_rows, "SMALL_SELECTION", 20)
    with store.reader() as reader:
        assert reader.vectors.has_model(MODEL)
        selection = reader.select([Filter(FilterField.FOLDER, (folder,))])
        query = unit(1, 6)[0]
        chunks = SqliteChunkSelection.of(selection).chunks()
        each = reader.vectors.similarities(query, chunks).items()
        best = sorted(each, key=lambda pair: -pair[1])[:limit]
        found = reader.vectors.nearest(query, limit, exact=True, within=selection)
        assert found == best


def test_codes_that_are_not_of_all_vectors_are_not_used(store: SqliteStore) -> None:
    change(store.path, "DELETE FROM quantized_block WHERE block = 3")
    with store.reader() as reader:
        assert not uses_codes(reader)
        assert_same_as_exact(reader)


def test_an_index_without_codes_gets_them_in_the_next_run(store: SqliteStore) -> None:
    change(store.path, "DELETE FROM quantized_basis")
    change(store.path, "DELETE FROM quantized_block")
    with store.reader() as reader:
        assert not uses_codes(reader)
        assert_same_as_exact(reader)
    embed_all(store)
    with store.reader() as reader:
        assert uses_codes(reader)


def test_a_failure_while_codes_are_written_keeps_the_state_before(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    with store.writer() as writer:
        writer.apply(IndexChange(records=[document(200)]))

    def fail(*_: object) -> None:
        raise RuntimeError("in the middle")

    with monkeypatch.context() as patched:
        patched.setattr(QuantizedRows, "_write", fail)
        with pytest.raises(RuntimeError, match="in the middle"):
            embed_all(store)
    with store.reader() as reader:
        assert reader.counts()[1:] == (1010, 1000)
        assert uses_codes(reader)
    embed_all(store)
    assert are_consistent(store.path)


def embed_with_halts(halt: Halt, path: Path) -> None:
    """In a process of its own: stop before a block of codes is written."""
    patch = pytest.MonkeyPatch()
    patch.setattr(vector_writer, "MIN_QUANTIZED", LARGE)
    patch.setattr(QuantizedRows, "_write", halt.before(QuantizedRows._write))
    store = SqliteStore(path)
    with store.writer() as writer:
        # So that changed pages are in the file before the transaction is over.
        writer._connection.pragma("cache_size", 1)
        pending = sorted(writer.vectors.pending(MODEL))
        if pending:
            vectors = unit(len(pending), 9)
            writer.vectors.add(MODEL, list(zip(pending, vectors, strict=True)))
        writer.vectors.finish(MODEL)


@pytest.mark.parametrize("block", [1, 2])
def test_a_kill_while_codes_are_written_keeps_the_state_before(
    store: SqliteStore, block: int
) -> None:
    with store.writer() as writer:
        writer.apply(IndexChange(records=[document(n) for n in range(200, 220)]))
    kill_at(block, embed_with_halts, store.path)
    assert not find_damage(store.path)
    with store.reader() as reader:
        assert reader.counts()[1:] == (1200, 1000)
        assert uses_codes(reader)
        assert_same_as_exact(reader)
    assert are_consistent(store.path)
    embed_all(store)
    assert are_consistent(store.path)


@pytest.mark.parametrize("block", [1, 5, 8])
def test_a_kill_while_all_codes_are_made_leaves_the_exact_search(
    store: SqliteStore, block: int
) -> None:
    change(store.path, "DELETE FROM quantized_basis")
    change(store.path, "DELETE FROM quantized_block")
    kill_at(block, embed_with_halts, store.path)
    assert not find_damage(store.path)
    with store.reader() as reader:
        assert not uses_codes(reader)
        assert_same_as_exact(reader)
    embed_all(store)
    with store.reader() as reader:
        assert uses_codes(reader)
        assert_same_as_exact(reader)
    assert are_consistent(store.path)


def test_another_models_vectors_get_codes_of_their_own(store: SqliteStore) -> None:
    with store.writer() as writer:
        pending: Sequence[ChunkId] = sorted(writer.vectors.pending("other"))
        writer.vectors.use_model("other", 2 * DIMENSION)
        vectors = np.hstack([unit(len(pending), 7), unit(len(pending), 8)])
        vectors /= np.sqrt(np.float32(2.0))
        writer.vectors.add("other", list(zip(pending, vectors, strict=True)))
        with store.reader() as reader:
            assert uses_codes(reader)
            assert_same_as_exact(reader)
        writer.vectors.finish("other")
    with store.reader() as reader:
        codes = codes_of(reader)
        assert codes.basis
        assert len(codes.basis.center) == 2 * DIMENSION
    assert are_consistent(store.path)


def test_codes_that_take_too_much_memory_are_not_loaded(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_cache, "MAX_BYTES", 1000)
    with store.reader() as reader:
        assert not uses_codes(reader)
        assert_same_as_exact(reader)


def test_readers_share_the_codes(store: SqliteStore) -> None:
    with store.reader() as first, store.reader() as second:
        assert uses_codes(first)
        assert uses_codes(second)
        assert codes_of(first) is codes_of(second)


def test_estimates_are_close_to_cosines() -> None:
    vectors, query = unit(2000, 3), unit(1, 4)[0]
    basis = Basis.of(vectors)
    factors, codes = basis.encode(vectors)
    segment = Segment.empty(basis.words)
    segment.words[:, :2000] = codes.T
    segment.factors[:2000] = factors
    estimates = basis.query(query).estimates(segment, Scratch(basis.words))
    errors = np.abs(estimates[:2000] - vectors @ query)
    assert errors.mean() < 0.03
    assert np.all(estimates[2000:] == -np.inf)
