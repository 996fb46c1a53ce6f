"""The lists of near vectors in PostgreSQL: how many a search reads, filters, growth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import psycopg
import pytest

from ragtui_core.store.postgres import neighbour_lists, vector_rows
from ragtui_core.store.postgres.chunk_selection import EVERYTHING
from ragtui_core.store.postgres.neighbour_lists import lists_name
from ragtui_core.store.postgres.vector_rows import PostgresVectorReader
from ragtui_core.store.records import IndexChange
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.types import ChunkId
from support.older_postgres import schema_of
from support.postgres_server import execute, new_database
from support.stores import postgres_store, records_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ragtui_core.embedding.embedder import Vectors
    from ragtui_core.store.postgres.reader_state import Model
    from ragtui_core.store.postgres.store import PostgresStore

pytestmark = pytest.mark.postgres

DIMENSION = 64
"""Of vectors in all directions: the nearest ones are in many lists."""

FIRST = 10_000
"""The chunk of the first vector."""


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PostgresStore]:
    monkeypatch.setattr(vector_rows, "MAX_EXACT", 100)
    made = postgres_store(new_database("lists"), tmp_path)
    yield made
    made.close()


def test_vectors_of_a_large_index_are_in_lists_until_it_is_removed(
    store: PostgresStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbour_lists, "SHARES", (0.3,))
    monkeypatch.setattr(neighbour_lists, "MIN_RECALL", 0)
    notes = {f"{at}/note.md": "# Note\n\nWater.\n" for at in range(300)}
    with store.writer() as writer:
        writer.apply(IndexChange(records=records_of(tmp_path / "vault", notes)))
        writer.vectors.use_model("model", DIMENSION)
        pending = writer.vectors.pending("model")
        drawn = unit_vectors(len(pending))
        writer.vectors.add("model", list(zip(pending, drawn, strict=True)))
        writer.vectors.finish("model")
    assert model_of(store).lists == 17
    with store.reader() as reader:
        ((chunk, cosine),) = reader.vectors.nearest(drawn[7], 1)
        assert chunk == pending[7]
        assert cosine == pytest.approx(1, abs=0.001)
        chosen = reader.select([Filter(FilterField.FOLDER, ("7",))])
        with reader.restricted(chosen):
            assert len(reader.vectors.nearest(drawn[0], 10)) == 1
        # Most of the notes: the client leaves the others out, or the server.
        most = reader.select([Filter(FilterField.FOLDER, tuple(map(str, range(250))))])
        with reader.restricted(most):
            for limit in (10, 240):
                near = reader.vectors.nearest(drawn[299], limit)
                exact = reader.vectors.nearest(drawn[299], limit, exact=True)
                assert len(near) == len(exact) == limit
                locations = reader.locations([chunk for chunk, _ in near]).values()
                assert all(
                    int(location.path.split("/")[0]) < 250 for location in locations
                )
    assert lists_of(store) != []
    store.back_up()
    with store.writer():
        pass
    store.back_up()  # removes the backup with the vectors
    assert lists_of(store) == []


def lists_of(store: PostgresStore) -> list[str]:
    """The indexes of neighbours."""
    sql = "SELECT indexname FROM pg_indexes WHERE indexdef LIKE '%ivfflat%'"
    return [name for (name,) in execute(store._dsn, sql)]


def unit_vectors(count: int, seed: int = 1) -> Vectors:
    drawn = np.random.default_rng(seed).normal(size=(count, DIMENSION))
    drawn /= np.linalg.norm(drawn, axis=1)[:, None]
    return drawn.astype(np.float32)


QUERIES = unit_vectors(30, seed=2)


def add(store: PostgresStore, vectors: Vectors, first: int = FIRST) -> None:
    with store.writer() as writer:
        writer.vectors.use_model("model", DIMENSION)
        rows = [(ChunkId(first + at), row) for at, row in enumerate(vectors)]
        writer.vectors.add("model", rows)
        writer.vectors.finish("model")


def model_of(store: PostgresStore) -> Model:
    with store.reader() as reader:
        return reader._state.models()["model"]


def recall(store: PostgresStore) -> float:
    """The share of the ten nearest vectors that searches find."""
    shares = []
    with store.reader() as reader:
        for query in QUERIES:
            near = dict(reader.vectors.nearest(query, 10))
            exact = dict(reader.vectors.nearest(query, 10, exact=True))
            shares.append(len(near.keys() & exact.keys()) / len(exact))
    return float(np.mean(shares))


def test_a_search_reads_as_many_lists_as_neighbours_need(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbour_lists, "SHARES", (0.02, 0.2, 0.9))
    monkeypatch.setattr(neighbour_lists, "MIN_RECALL", 0.95)
    add(store, unit_vectors(2_000))
    model = model_of(store)
    assert (model.lists, model.probes) == (44, 40)
    assert recall(store) >= 0.97
    with store.writer() as writer, writer._session.transaction():
        writer._session.run("UPDATE model SET probes = 1")
    assert recall(store) < 0.5


def test_all_vectors_are_compared_where_no_share_of_the_lists_suffices(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbour_lists, "SHARES", (0.02, 0.04))
    add(store, unit_vectors(2_000))
    assert model_of(store).compared == 1
    monkeypatch.delattr(PostgresVectorReader, "_of_lists")
    assert recall(store) == 1


@pytest.mark.parametrize("reads_on", [True, False], ids=["", "pgvector 0.7"])
def test_a_filter_finds_as_many_as_there_are(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch, *, reads_on: bool
) -> None:
    monkeypatch.setattr(neighbour_lists, "SHARES", (0.02,))
    monkeypatch.setattr(neighbour_lists, "MIN_RECALL", 0)
    add(store, unit_vectors(2_000))
    assert model_of(store).probes == 1
    kept = frozenset(ChunkId(FIRST + at) for at in range(0, 2_000, 5))
    with store.reader() as reader:
        if not reads_on:
            reader._session.connection.set_value("ivfflat.iterative_scan", "off")
        with reader.restricted(EVERYTHING.narrowed(kept)):
            for limit, expected in ((10, 10), (300, 300), (500, 400)):
                near = reader.vectors.nearest(QUERIES[0], limit)
                assert len(kept & dict(near).keys()) == len(near) == expected
                cosines = [cosine for _, cosine in near]
                assert cosines == sorted(cosines, reverse=True)


def test_few_chunks_of_a_filter_are_all_compared(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbour_lists, "SHARES", (0.3,))
    monkeypatch.setattr(neighbour_lists, "MIN_RECALL", 0)
    add(store, unit_vectors(2_000))
    model = model_of(store)
    kept = frozenset(ChunkId(FIRST + at) for at in range(int(model.compared * 2_000)))
    assert len(kept) > vector_rows.MAX_EXACT
    monkeypatch.delattr(PostgresVectorReader, "_of_lists")
    with store.reader() as reader:
        with reader.restricted(EVERYTHING.narrowed(kept)):
            assert len(reader.vectors.nearest(QUERIES[0], 10)) == 10
        with pytest.raises(AttributeError):
            reader.vectors.nearest(QUERIES[0], 10)


def test_lists_are_made_again_when_vectors_are_four_times_as_many(
    store: PostgresStore,
) -> None:
    drawn = unit_vectors(8_100)
    add(store, drawn[:2_000])
    assert model_of(store).lists == 44
    add(store, drawn[2_000:6_000], first=FIRST + 2_000)
    assert model_of(store).lists == 44
    add(store, drawn[6_000:], first=FIRST + 6_000)
    assert model_of(store).lists == 90
    assert recall(store) >= 0.97


def test_lists_are_made_with_little_memory_of_the_server(store: PostgresStore) -> None:
    with store.writer() as writer:
        writer._session.run("SET maintenance_work_mem = '1MB'")
        writer.vectors.use_model("model", DIMENSION)
        rows = [(ChunkId(n), row) for n, row in enumerate(unit_vectors(2_000))]
        writer.vectors.add("model", rows)
        writer.vectors.finish("model")
        assert writer._session.rows("SHOW maintenance_work_mem") == [("1MB",)]
    assert model_of(store).lists == 44


def test_only_one_process_makes_the_lists(store: PostgresStore) -> None:
    with store.writer() as writer, psycopg.connect(store._dsn) as other:
        lock = "SELECT pg_advisory_lock(%s, %s)"
        other.execute(lock, (neighbour_lists.BUILD_LOCK, writer._session.vault))
        writer.vectors.use_model("model", DIMENSION)
        rows = [(ChunkId(n), row) for n, row in enumerate(unit_vectors(200))]
        writer.vectors.add("model", rows)
        writer.vectors.finish("model")
        assert model_of(store).lists == 0
        other.execute("SELECT pg_advisory_unlock_all()")
        writer.vectors.finish("model")
        assert model_of(store).lists == 14


def test_what_a_killed_process_left_is_replaced(store: PostgresStore) -> None:
    add(store, unit_vectors(200))
    with store.writer() as writer:
        session = writer._session
        ((model,),) = session.rows("SELECT max(id) FROM model")
        name = lists_name(session, model)
        session.run(f"ALTER INDEX {name} RENAME TO {name}_next")
        assert model_of(store).lists == 0
        writer.vectors.finish("model")
    assert lists_of(store) == [name]
    assert model_of(store).lists == 14


def test_what_was_not_measured_is_measured_by_the_next_run(
    store: PostgresStore,
) -> None:
    add(store, unit_vectors(200))
    with store.writer() as writer:
        with writer._session.transaction():
            writer._session.run("UPDATE model SET probes = NULL")
        assert (model_of(store).probes, model_of(store).read) == (0, 2)
        writer.vectors.finish("model")
    assert model_of(store).probes > 0


def test_lists_go_with_their_model(store: PostgresStore) -> None:
    add(store, unit_vectors(200))
    with store.writer() as writer:
        writer.vectors.use_model("other", 4)
        writer.vectors.finish("other")
    assert lists_of(store) == []


def test_an_index_of_an_older_version_is_replaced(store: PostgresStore) -> None:
    name = "embedding_1_1"
    execute(
        store._dsn,
        schema_of(2),
        "CREATE EXTENSION vector SCHEMA public",
        "CREATE TABLE embedding (vault int, model int, chunk int, embedding halfvec, "
        "FOREIGN KEY (vault, model) REFERENCES model ON DELETE CASCADE)",
        f"CREATE INDEX {name} ON embedding "
        "USING hnsw ((embedding::halfvec(64)) halfvec_ip_ops)",
    )
    add(store, unit_vectors(200))
    assert model_of(store).lists == 14
    assert lists_of(store) == [name]
