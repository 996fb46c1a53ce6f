"""The index of many vectors in PostgreSQL: neighbours, filters, backups."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from ragtui_core.embedding.embedder import Vectors
from ragtui_core.store.records import IndexChange
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.types import ChunkId
from ragtui_postgres import vector_rows
from ragtui_postgres.store import PostgresStore
from support.postgres_server import execute, new_database
from support.stores import postgres_store, records_of

pytestmark = pytest.mark.postgres

DIMENSION = 64
"""Of vectors in all directions: none is much nearer than the others."""

NOTES = 300


def unit_vectors(count: int, seed: int = 1) -> Vectors:
    drawn = np.random.default_rng(seed).normal(size=(count, DIMENSION))
    drawn /= np.linalg.norm(drawn, axis=1)[:, None]
    return drawn.astype(np.float32)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PostgresStore]:
    """An index of notes whose vectors are too many to be compared."""
    monkeypatch.setattr(vector_rows, "MAX_EXACT", 100)
    made = postgres_store(new_database("vectors"), tmp_path, "v")
    notes = {f"{at}/note.md": "# Note\n\nWater.\n" for at in range(NOTES)}
    with made.writer() as writer:
        writer.apply(IndexChange(records=records_of(tmp_path / "vault", notes)))
        writer.vectors.use_model("model", DIMENSION)
        pending = writer.vectors.pending("model")
        drawn = unit_vectors(len(pending))
        writer.vectors.add("model", list(zip(pending, drawn, strict=True)))
        writer.vectors.finish("model")
    yield made
    made.close()


def indexes(store: PostgresStore) -> list[str]:
    sql = "SELECT schemaname FROM pg_indexes WHERE indexdef LIKE '%hnsw%'"
    return [name for (name,) in execute(store._dsn, sql)]


def test_nearly_all_of_the_nearest_are_found(store: PostgresStore) -> None:
    assert indexes(store) == ["ragtui_v"]
    shares = []
    with store.reader() as reader:
        for query in unit_vectors(30, seed=2):
            near = dict(reader.vectors.nearest(query, 10))
            every = reader.vectors.similarities(
                query, map(ChunkId, range(1, NOTES + 1))
            )
            exact = sorted(every, key=every.__getitem__)[-10:]
            assert near == pytest.approx({c: every[c] for c in near}, abs=1e-3)
            shares.append(len(near.keys() & {*exact}) / 10)
    assert np.mean(shares) > 0.98


def test_a_filter_leaves_as_many_as_are_asked_for(store: PostgresStore) -> None:
    query = unit_vectors(1, seed=3)[0]
    with store.reader() as reader:
        for folders, limit in ((250, 10), (250, 240), (150, 149), (7, 7)):
            names = tuple(map(str, range(folders)))
            chosen = reader.select([Filter(FilterField.FOLDER, names)])
            near = reader.vectors.nearest(query, limit, within=chosen)
            assert len(near) == limit
            locations = reader.candidate_info([chunk for chunk, _ in near]).values()
            assert {place.path.split("/")[0] for place in locations} <= set(names)


def test_a_backup_has_the_index_until_it_is_replaced(store: PostgresStore) -> None:
    store.back_up()
    assert indexes(store) == ["ragtui_v.old"]
    with store.writer():
        pass
    store.back_up()
    assert indexes(store) == []


def test_vectors_of_another_model_take_their_place(store: PostgresStore) -> None:
    with store.writer() as writer:
        writer.vectors.use_model("other", DIMENSION)
        pending = writer.vectors.pending("other")
        drawn = unit_vectors(len(pending), seed=4)
        writer.vectors.add("other", list(zip(pending, drawn, strict=True)))
        writer.vectors.finish("other")
    assert indexes(store) == ["ragtui_v"]
    with store.reader() as reader:
        assert reader.vectors.has_model("other")
        ((chunk, _),) = reader.vectors.nearest(drawn[7], 1)
        assert chunk == pending[7]
