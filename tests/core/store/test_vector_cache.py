"""The vectors of a small index in memory: always those that the index has."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import apsw
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from ragtui_core.errors import IndexDamaged
from ragtui_core.store.records import IndexChange
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.store.sqlite.chunk_selection import SqliteChunkSelection
from ragtui_core.store.sqlite.reader import SqliteReader
from ragtui_core.store.sqlite.store import SqliteStore
from ragtui_core.types import ChunkId
from support.vector_store import DIMENSION, MODEL, document, embed_all, unit

FILTERS = ((), ("odd",), ("even",), ("nowhere",))


def index(path: Path, numbers: Sequence[int]) -> SqliteStore:
    made = SqliteStore(path / "index.db")
    with made.writer() as writer:
        writer.apply(IndexChange(records=[document(n) for n in numbers]))
    embed_all(made)
    return made


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return index(tmp_path, range(8))


def stored(store: SqliteStore) -> dict[ChunkId, bytes]:
    """The vectors as the file has them."""
    connection = apsw.Connection(str(store.path), flags=apsw.SQLITE_OPEN_READONLY)
    rows: list[Any] = connection.execute(
        "SELECT chunk, vector FROM embedding"
    ).fetchall()
    connection.close()
    return dict(rows)


def assert_true_to_the_file(store: SqliteStore, reader: SqliteReader) -> None:
    """Neighbours and similarities are those of the vectors in the file."""
    reader.refresh()  # as when it is lent
    vectors = stored(store)
    (query,) = unit(1, 99)
    cosines = {
        chunk: float(np.frombuffer(blob, np.float32) @ query)
        for chunk, blob in vectors.items()
    }
    assert reader.vectors.has_model(MODEL)
    similar = reader.vectors.similarities(query, [*vectors, ChunkId(10**6)])
    assert similar == pytest.approx(cosines, abs=1e-5)
    for folders in FILTERS:
        wanted = [Filter(FilterField.FOLDER, folders)] if folders else []
        selection = SqliteChunkSelection.of(reader.select(wanted))
        kept = sorted(filter(selection.keeps, cosines), key=lambda c: -cosines[c])
        near = reader.vectors.nearest(query, 7, within=selection)
        assert [chunk for chunk, _ in near] == kept[:7]


Step = tuple[str, int]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["write", "remove", "embed", "search"]), st.integers(0, 5)
    ),
    max_size=12,
)


@given(STEPS)
@settings(max_examples=20)
def test_any_changes_are_followed(
    tmp_path_factory: pytest.TempPathFactory, steps: list[Step]
) -> None:
    """Ids of chunks are used again, so the chunks alone do not tell what changed."""
    store = index(tmp_path_factory.mktemp("steps"), range(3))
    with store.reader() as reader:
        for seed, (step, number) in enumerate([*steps, ("search", 0)]):
            if step == "search":
                assert_true_to_the_file(store, reader)
            elif step == "embed":
                embed_all(store, seed)
            else:
                change = IndexChange(records=[document(number, f"text {seed}")])
                if step == "remove":
                    change = IndexChange(removed=[document(number).file.path])
                with store.writer() as writer:
                    writer.apply(change)
    store.close()


def test_another_model_of_the_same_dimension_is_all_read(store: SqliteStore) -> None:
    with store.reader() as reader:
        assert_true_to_the_file(store, reader)
        with store.writer() as writer:
            pending = sorted(writer.vectors.pending("other"))
            writer.vectors.use_model("other", DIMENSION)
            vectors = unit(len(pending), 7)
            writer.vectors.add("other", list(zip(pending, vectors, strict=True)))
            writer.vectors.finish("other")
        reader.refresh()  # as when it is lent
        assert reader.vectors.has_model("other")
        (query,) = unit(1, 99)
        found = dict(reader.vectors.nearest(query, 80))
    expected = dict(zip(pending, (vectors @ query).tolist(), strict=True))
    assert found == pytest.approx(expected, abs=1e-5)


def test_a_vector_that_is_no_unit_vector_is_damage(store: SqliteStore) -> None:
    connection = apsw.Connection(str(store.path))
    connection.execute("UPDATE embedding SET vector = zeroblob(384) WHERE chunk = 3")
    connection.close()
    with pytest.raises(IndexDamaged, match="unit vector"), store.reader() as reader:
        reader.vectors.nearest(unit(1, 99)[0], 7)
