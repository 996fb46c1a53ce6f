"""The vectors of chunks, as half-precision vectors of pgvector: reads and writes."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from math import ceil
from typing import TYPE_CHECKING, Any

from ragtui_core.embedding.embedder import check_dimension
from ragtui_core.store.meta_keys import MODEL, NEXT_MODEL
from ragtui_core.store.postgres.chunk_selection import PostgresChunkSelection
from ragtui_core.store.postgres.connection import MIN_VECTOR, PostgresSession
from ragtui_core.store.postgres.neighbour_lists import (
    build_lists,
    lists_name,
    vector_text,
)
from ragtui_core.store.postgres.reader_state import Model, PostgresReaderState
from ragtui_core.store.postgres.shared_session import SharedSession
from ragtui_core.store.postgres.vault_rows import SERVED_MODEL
from ragtui_core.store.records import PendingChunk
from ragtui_core.store.session import Condition
from ragtui_core.store.tables.meta import set_meta_value
from ragtui_core.store.writing.vector_writer import VectorWriter
from ragtui_core.types import ChunkId

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Vectors

MAX_NEIGHBOURS = 4_096
"""The most neighbours that can be asked for, as in SQLite."""

MAX_EXACT = 30_000
"""Up to so many chunks that may be found, all are compared: 22 ms of processor time."""

_FILTER_COST = 5
"""A comparison with a filter's vector takes so many times as long: these are looked up
one by one. Of 100,002 chunks, those of a tenth took 54 ms, lists 29."""

_MARGIN = 1.5
"""Factor for neighbours without a filter: so many times as many as would be expected to
satisfy it are asked for at first."""


class PostgresVectorReader:
    """Nearest neighbours: exact up to `MAX_EXACT` chunks, by lists above."""

    max_neighbours = MAX_NEIGHBOURS
    code_bytes = 0

    def __init__(self, state: PostgresReaderState) -> None:
        self._state = state
        self._session = state.session

    @property
    def problem(self) -> str:
        if self._state.has_vectors:
            return ""
        oldest = ".".join(str(part) for part in MIN_VECTOR)
        return f"the database has no extension `vector`, {oldest} or newer"

    @property
    def dimension(self) -> int:
        model = self._model
        return model.dimension if model else 0

    def has_model(self, model_id: str) -> bool:
        return (
            model_id != ""
            and self._state.meta(MODEL) == model_id
            and self._model is not None
        )

    @property
    def _model(self) -> Model | None:
        """The model whose vectors can be searched."""
        name = self._state.meta(MODEL)
        if not name or not self._state.has_vectors:
            return None
        return self._state.models().get(name)

    def nearest(
        self, vector: "Vectors", limit: int, *, exact: bool = False
    ) -> list[tuple[ChunkId, float]]:
        model = self._model
        if not model or self._state.kept.is_nothing:
            return []
        limit = min(limit, MAX_NEIGHBOURS)
        chosen = self._state.kept
        _, chunks, known = self._state.totals()
        share = chosen.share(max(1, chunks, known))
        # The server would look all documents of a filter up first.
        wanted = ceil(_MARGIN * limit / share) if chosen.documents and share else 0
        is_left_to_client = 0 < wanted <= MAX_NEIGHBOURS
        compared = share * known * (_FILTER_COST if is_left_to_client else 1)
        if not exact and compared > max(MAX_EXACT, model.compared * known):
            if is_left_to_client:
                rows = self._of_lists(vector, wanted, model, Condition(""))
                neighbours = self._kept(rows, chosen)[:limit]
                if len(neighbours) == limit:
                    return neighbours
            neighbours = self._of_lists(vector, limit, model, chosen.condition("chunk"))
            if len(neighbours) == limit:
                return neighbours
        # There may be more under a filter than these lists have.
        return self._exactly(vector, limit, model.number)

    def _exactly(
        self, vector: "Vectors", limit: int, model: int
    ) -> list[tuple[ChunkId, float]]:
        kept = self._state.condition("chunk")
        rows = self._state.tables.rows(
            "SELECT chunk, -(embedding <#> :query::halfvec) AS cosine "
            "FROM embedding WHERE vault = :vault AND model = :model "
            f"{kept.sql} ORDER BY cosine DESC, chunk LIMIT :limit",
            query=vector_text(vector),
            model=model,
            limit=limit,
            **kept.values,
        )
        return [(ChunkId(chunk), cosine) for chunk, cosine in rows]

    def _kept(
        self, rows: list[tuple[ChunkId, float]], chosen: PostgresChunkSelection
    ) -> list[tuple[ChunkId, float]]:
        import numpy as np

        marks = np.zeros(1 + max((chunk for chunk, _ in rows), default=0), np.bool_)
        marks[[chunk for chunk, _ in rows]] = True
        marks = chosen.kept(marks)
        return [row for row in rows if marks[row[0]]]

    def _of_lists(
        self, vector: "Vectors", limit: int, model: Model, kept: Condition
    ) -> list[tuple[ChunkId, float]]:
        self._session.connection.set_value("ivfflat.probes", str(model.read))
        cast = f"embedding::halfvec({model.dimension})"
        query = f":query::halfvec({model.dimension})"
        # Vault and model as literals, so that the partial index is used.
        rows = self._state.tables.rows(
            f"SELECT chunk, -(({cast}) <#> {query}) FROM embedding "
            f"WHERE vault = {self._session.vault} AND model = {model.number} "
            f"{kept.sql} ORDER BY ({cast}) <#> {query} LIMIT :limit",
            query=vector_text(vector),
            limit=limit,
            **kept.values,
        )
        # If a filter leaves too few, those of further lists follow.
        rows.sort(key=lambda row: (-row[1], row[0]))
        return [(ChunkId(chunk), cosine) for chunk, cosine in rows]

    def similarities(
        self, vector: "Vectors", chunks: Iterable[ChunkId]
    ) -> dict[ChunkId, float]:
        model = self._model
        if not model:
            return {}
        rows = self._session.rows(
            "SELECT chunk, -(embedding <#> %(query)s::halfvec) FROM embedding "
            "WHERE vault = %(vault)s AND model = %(model)s "
            "AND chunk = ANY(%(chunks)s::int[])",
            query=vector_text(vector),
            model=model.number,
            chunks=list(chunks),
        )
        return {ChunkId(chunk): cosine for chunk, cosine in rows}

    def of(self, chunks: Iterable[ChunkId]) -> "dict[ChunkId, Vectors]":
        model = self._model
        if not model:
            return {}
        import numpy as np

        rows = self._session.rows(
            "SELECT chunk, embedding::real[] FROM embedding "
            "WHERE vault = %(vault)s AND model = %(model)s "
            "AND chunk = ANY(%(chunks)s::int[])",
            model=model.number,
            chunks=list(chunks),
        )
        vectors = {ChunkId(i): np.asarray(values, np.float32) for i, values in rows}
        return {
            i: np.asarray(vector / np.linalg.norm(vector), np.float32)
            for i, vector in vectors.items()
        }


def _model_row(session: PostgresSession, name: str) -> tuple[int, int] | None:
    rows = session.rows(
        "SELECT id, dimension FROM model WHERE vault = %(vault)s AND name = %(name)s",
        name=name,
    )
    return rows[0] if rows else None


_MODEL_LOCK = 0x7261
"""The first key of the advisory lock for changes of a vault's models."""


class PostgresVectorWriter(VectorWriter):
    """Vectors on a writing session. `available` is False without pgvector."""

    def __init__(self, session: PostgresSession, *, available: bool) -> None:
        self._session = session
        self.tables = SharedSession.of(session)
        self.available = available

    def transaction(self) -> AbstractContextManager[None]:
        return self._session.transaction()

    def use_model(self, model_id: str, dimension: int) -> None:
        if self._is_known(model_id, dimension):
            return
        with self.transaction():
            self._lock_models()
            if self._is_known(model_id, dimension):
                return
            key = NEXT_MODEL if self._has_vectors() else MODEL
            self._forget(self.meta(key))
            self._drop_former()
            self._session.run(
                "INSERT INTO model SELECT %(vault)s, coalesce(max(id), 0) + 1, "
                "%(name)s, %(dimension)s FROM model WHERE vault = %(vault)s",
                name=model_id,
                dimension=dimension,
            )
            set_meta_value(self.tables, key, model_id)

    def _is_known(self, model_id: str, dimension: int) -> bool:
        """Whether vectors of a model are in use or collected.

        Raises:
            ModelError: They have another dimension.
        """
        if model_id not in self.models():
            return False
        known = _model_row(self._session, model_id)
        check_dimension(dimension, known[1] if known else dimension)
        return True

    def _lock_models(self) -> None:
        """Let no other process change the models until the transaction ends."""
        self._session.run(
            "SELECT pg_advisory_xact_lock(%(lock)s, %(vault)s)", lock=_MODEL_LOCK
        )

    def _has_vectors(self) -> bool:
        ((exists,),) = self._session.rows(
            "SELECT EXISTS (SELECT 1 FROM embedding "
            f"WHERE vault = %(vault)s AND model = {SERVED_MODEL})"
        )
        return bool(exists)

    @property
    def is_embedded(self) -> str:
        """SQL for a row of `chunk` that has a vector of the model in use."""
        if not self.available:
            return "false"
        model = SERVED_MODEL.replace("%(vault)s", ":vault")
        return (
            "chunk.id IN (SELECT embedding.chunk FROM embedding "
            f"WHERE vault = :vault AND model = {model})"
        )

    def _forget(self, name: str) -> None:
        """Remove a model and its vectors; within a transaction of the caller's."""
        if name and (known := _model_row(self._session, name)):
            name = lists_name(self._session, known[0])
            self._session.run(f"DROP INDEX IF EXISTS {name}, {name}_next")
            self._session.run(
                "DELETE FROM model WHERE vault = %(vault)s AND id = %(model)s",
                model=known[0],
            )

    def missing(self, model_id: str) -> Condition:
        return Condition(
            "NOT EXISTS (SELECT 1 FROM embedding JOIN model "
            "ON model.vault = embedding.vault AND model.id = embedding.model "
            "WHERE embedding.vault = :vault AND model.name = :name "
            "AND embedding.chunk = chunk.id)",
            {"name": model_id},
        )

    @contextmanager
    def claimed(
        self, model_id: str, chunks: Sequence[ChunkId]
    ) -> Iterator[list[PendingChunk]]:
        """Which of `chunks` to embed now, with what to embed for each.

        Their rows are locked until the end of the block, which is one transaction. The
        server releases the locks of a process that ends before.
        """
        with self._session.connection.transaction():
            locked = self._session.rows(
                "SELECT id FROM chunk WHERE vault = %(vault)s "
                "AND id = ANY(%(chunks)s::int[]) FOR UPDATE SKIP LOCKED",
                chunks=list(chunks),
            )
            # A new statement sees what was embedded before the locks were taken.
            done = self._session.rows(
                "SELECT chunk FROM embedding JOIN model "
                "ON model.vault = embedding.vault AND model.id = embedding.model "
                "WHERE embedding.vault = %(vault)s AND model.name = %(name)s "
                "AND chunk = ANY(%(chunks)s::int[])",
                name=model_id,
                chunks=list(chunks),
            )
            free = {chunk for (chunk,) in locked} - {chunk for (chunk,) in done}
            yield self.texts(chunk for chunk in chunks if chunk in free)

    def add(self, model_id: str, vectors: "Sequence[tuple[ChunkId, Vectors]]") -> None:
        known = _model_row(self._session, model_id)
        assert known, "use_model comes first"
        with self.transaction():
            self._session.insert(
                "embedding",
                "model, chunk, embedding",
                ((known[0], chunk, vector_text(vector)) for chunk, vector in vectors),
            )

    def take_former(self, chunks: Iterable[ChunkId]) -> None:
        """Give new chunks the vectors that they had in an index of another schema.

        Part of a transaction of the caller's.
        """
        if not self.available:
            return
        self._session.run(
            "INSERT INTO embedding SELECT DISTINCT ON (chunk.id) "
            "former.vault, model.id, chunk.id, former.embedding "
            "FROM former_embedding AS former JOIN chunk USING (vault, embedding_key) "
            f"JOIN model ON model.vault = former.vault AND model.id = {SERVED_MODEL} "
            "WHERE former.vault = %(vault)s AND chunk.id = ANY(%(chunks)s::int[]) "
            "ON CONFLICT DO NOTHING",
            chunks=list(chunks),
        )

    def _drop_former(self) -> None:
        self._session.run("DELETE FROM former_embedding WHERE vault = %(vault)s")

    def finish(self, model_id: str) -> None:
        known = _model_row(self._session, model_id)
        if known and model_id in self.models():
            build_lists(self._session, *known, minimum=MAX_EXACT + 1)
        with self.transaction():
            self._lock_models()
            self._drop_former()
            served, following = self.models()
            if model_id == served and following:
                self._forget(following)
                set_meta_value(self.tables, NEXT_MODEL, "")
            if model_id == following:
                set_meta_value(self.tables, MODEL, model_id)
                set_meta_value(self.tables, NEXT_MODEL, "")
                self._forget(served)

    def drop(self, chunks: Iterable[ChunkId]) -> None:
        """Remove vectors of the model in use; part of a transaction of the caller's."""
        self._delete(MODEL, chunks)

    def drop_next_vectors(self, chunks: Iterable[ChunkId]) -> None:
        """Drop the next model's vectors of rewritten chunks.

        Part of a transaction of the caller's.
        """
        self._delete(NEXT_MODEL, chunks)

    def _delete(self, key: str, chunks: Iterable[ChunkId]) -> None:
        listed: list[Any] = list(chunks)
        name = self.meta(key) if listed and self.available else ""
        if name and (known := _model_row(self._session, name)):
            self._session.run(
                "DELETE FROM embedding WHERE vault = %(vault)s "
                "AND model = %(model)s AND chunk = ANY(%(chunks)s::int[])",
                model=known[0],
                chunks=listed,
            )
