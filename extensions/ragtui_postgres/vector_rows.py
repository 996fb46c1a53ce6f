"""The vectors of chunks, as half-precision vectors of pgvector: reads and writes."""

from __future__ import annotations

from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from ragtui_core import ChunkId
from ragtui_core.embedding import check_dimension
from ragtui_core.store import MODEL, NEXT_MODEL, Condition, VectorWriter, set_meta_value
from ragtui_postgres.chunk_selection import PostgresChunkSelection
from ragtui_postgres.connection import MIN_VECTOR

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ragtui_core.embedding import Vectors
    from ragtui_core.store import PendingChunk, ReaderState, SelectedChunks
    from ragtui_postgres.session import PostgresSession

MAX_EXACT = 50_000
"""Up to so many chunks that may be found, all are compared, as fast as by an index.
More vectors have one."""


class Model(NamedTuple):
    """A model with vectors, and whether these have an index."""

    number: int
    dimension: int
    has_index: bool


SERVED_MODEL = (
    "(SELECT model.id FROM model JOIN meta ON meta.value = model.name "
    f"WHERE meta.key = '{MODEL}')"
)
"""The number of the model whose vectors are in use, in SQL."""


class PostgresVectorReader:
    """Nearest neighbours: exact up to `MAX_EXACT` chunks, by an HNSW index above."""

    def __init__(self, reader: ReaderState, *, has_vectors: bool) -> None:
        """Of an index; `has_vectors` is whether the database can compare vectors."""
        self._reader = reader
        self._has_vectors = has_vectors

    @property
    def problem(self) -> str:
        if self._has_vectors:
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
            and self._reader.meta(MODEL) == model_id
            and self._model is not None
        )

    @property
    def _model(self) -> Model | None:
        """The model whose vectors can be searched."""
        name = self._reader.meta(MODEL)
        if not name or not self._has_vectors:
            return None
        return self._models().get(name)

    def _models(self) -> dict[str, Model]:
        """The models by name."""
        sql = (
            "SELECT name, id, dimension, "
            "to_regclass('embedding_' || id) IS NOT NULL FROM model"
        )
        rows = self._reader.cache.once("models", lambda: self._reader.tables.rows(sql))
        return {name: Model(*row) for name, *row in rows}

    def nearest(
        self,
        vector: Vectors,
        limit: int,
        *,
        within: SelectedChunks | None = None,
    ) -> list[tuple[ChunkId, float]]:
        model = self._model
        chosen = PostgresChunkSelection.of(within or self._reader.everything)
        if not model or chosen.is_nothing:
            return []
        if model.has_index:
            known = self._reader.counts().embedded
            compared = known if chosen.count is None else min(chosen.count, known)
            if compared > MAX_EXACT:
                found = self._nearest(vector, limit, model, chosen, by_index=True)
                # A filter may leave fewer than the index finds.
                if len(found) == limit:
                    return found
        return self._nearest(vector, limit, model, chosen, by_index=False)

    def _nearest(
        self,
        vector: Vectors,
        limit: int,
        model: Model,
        chosen: PostgresChunkSelection,
        *,
        by_index: bool,
    ) -> list[tuple[ChunkId, float]]:
        kept = chosen.condition("chunk")
        distance = (
            f"embedding::halfvec({model.dimension}) "
            f"<#> :query::halfvec({model.dimension})"
        )
        # The model as a literal, so that its partial index is used; it has no sums.
        order = distance if by_index else f"({distance}) + 0, chunk"
        rows = self._reader.tables.rows(
            f"SELECT chunk, -({distance}) FROM embedding "
            f"WHERE model = {model.number} {kept.sql} ORDER BY {order} LIMIT :limit",
            query=vector_text(vector),
            limit=limit,
            **kept.values,
        )
        # By an index, the order is only nearly that of distances.
        rows.sort(key=lambda row: (-row[1], row[0]))
        return [(ChunkId(chunk), cosine) for chunk, cosine in rows]

    def similarities(
        self, vector: Vectors, chunks: Iterable[ChunkId]
    ) -> dict[ChunkId, float]:
        model = self._model
        if not model:
            return {}
        rows = self._reader.tables.rows(
            "SELECT chunk, -(embedding <#> :query::halfvec) FROM embedding "
            "WHERE model = :model "
            "AND chunk = ANY(:chunks::int[])",
            query=vector_text(vector),
            model=model.number,
            chunks=list(chunks),
        )
        return {ChunkId(chunk): cosine for chunk, cosine in rows}

    def of(self, chunks: Iterable[ChunkId]) -> dict[ChunkId, Vectors]:
        model = self._model
        if not model:
            return {}
        import numpy as np

        rows = self._reader.tables.rows(
            "SELECT chunk, embedding::real[] FROM embedding "
            "WHERE model = :model "
            "AND chunk = ANY(:chunks::int[])",
            model=model.number,
            chunks=list(chunks),
        )
        vectors = {ChunkId(i): np.asarray(values, np.float32) for i, values in rows}
        return {
            i: np.asarray(vector / np.linalg.norm(vector), np.float32)
            for i, vector in vectors.items()
        }


def vector_text(vector: Vectors) -> str:
    """A vector for pgvector, in half precision."""
    import numpy as np

    return f"[{','.join(map(str, vector.astype(np.float16).tolist()))}]"


def _model_row(session: PostgresSession, name: str) -> tuple[int, int] | None:
    rows = session.rows(
        "SELECT id, dimension FROM model WHERE name = :name",
        name=name,
    )
    return rows[0] if rows else None


_MODEL_LOCK = 0x7261
"""The first key of the advisory lock for changes of a vault's models."""


class PostgresVectorWriter(VectorWriter):
    """Vectors on a writing session. `available` is False without pgvector."""

    def __init__(self, session: PostgresSession, *, available: bool) -> None:
        self._session = session
        self.tables = session
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
                "INSERT INTO model SELECT coalesce(max(id), 0) + 1, "
                ":name, :dimension FROM model",
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
            "SELECT pg_advisory_xact_lock(:lock, hashtext(:schema))",
            lock=_MODEL_LOCK,
            schema=self._session.schema,
        )

    def _has_vectors(self) -> bool:
        ((exists,),) = self._session.rows(
            f"SELECT EXISTS (SELECT 1 FROM embedding WHERE model = {SERVED_MODEL})"
        )
        return bool(exists)

    @property
    def is_embedded(self) -> str:
        """SQL for a row of `chunk` that has a vector of the model in use."""
        if not self.available:
            return "false"
        return (
            "chunk.id IN (SELECT embedding.chunk FROM embedding "
            f"WHERE model = {SERVED_MODEL})"
        )

    def _forget(self, name: str) -> None:
        """Remove a model and its vectors; within a transaction of the caller's."""
        if name and (known := _model_row(self._session, name)):
            self._session.run(f"DROP INDEX IF EXISTS embedding_{known[0]}")
            self._session.run(
                "DELETE FROM model WHERE id = :model",
                model=known[0],
            )

    def missing(self, model_id: str) -> Condition:
        return Condition(
            "NOT EXISTS (SELECT 1 FROM embedding JOIN model "
            "ON model.id = embedding.model "
            "WHERE model.name = :name "
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
                "SELECT id FROM chunk WHERE id = ANY(:chunks::int[]) "
                "FOR UPDATE SKIP LOCKED",
                chunks=list(chunks),
            )
            # A new statement sees what was embedded before the locks were taken.
            done = self._session.rows(
                "SELECT chunk FROM embedding JOIN model "
                "ON model.id = embedding.model "
                "WHERE model.name = :name "
                "AND chunk = ANY(:chunks::int[])",
                name=model_id,
                chunks=list(chunks),
            )
            free = {chunk for (chunk,) in locked} - {chunk for (chunk,) in done}
            yield self.texts(chunk for chunk in chunks if chunk in free)

    def add(self, model_id: str, vectors: Sequence[tuple[ChunkId, Vectors]]) -> None:
        known = _model_row(self._session, model_id)
        assert known, "use_model comes first"
        with self.transaction():
            self._session.insert(
                "embedding",
                "model, chunk, embedding",
                ((known[0], chunk, vector_text(vector)) for chunk, vector in vectors),
            )

    def keep(self, vectors: Iterable[tuple[bytes, Vectors]]) -> None:
        rows = ((key, vector_text(vector)) for key, vector in vectors)
        self._session.insert("former_embedding", "embedding_key, embedding", rows)

    def take_former(self, chunks: Iterable[ChunkId]) -> None:
        if not self.available:
            return
        self._session.run(
            "INSERT INTO embedding SELECT DISTINCT ON (chunk.id) "
            "model.id, chunk.id, former.embedding "
            "FROM former_embedding AS former JOIN chunk USING (embedding_key) "
            f"JOIN model ON model.id = {SERVED_MODEL} "
            "WHERE chunk.id = ANY(:chunks::int[]) "
            "ON CONFLICT DO NOTHING",
            chunks=list(chunks),
        )

    def _drop_former(self) -> None:
        self._session.run("DELETE FROM former_embedding")

    def finish(self, model_id: str) -> None:
        known = _model_row(self._session, model_id)
        if known and model_id in self.models():
            self._build_index(*known)
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

    def _build_index(self, model: int, dimension: int) -> None:
        """Index the vectors of a model, if they are many; who searches goes on."""
        asked = "SELECT count(*) FROM embedding WHERE model = :model"
        ((count,),) = self._session.rows(asked, model=model)
        if count > MAX_EXACT:
            with self.transaction():
                self._lock_models()
                self._session.run(
                    f"CREATE INDEX IF NOT EXISTS embedding_{model} ON embedding "
                    f"USING hnsw ((embedding::halfvec({dimension})) halfvec_ip_ops) "
                    f"WHERE model = {model}"
                )

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
                "DELETE FROM embedding WHERE model = :model "
                "AND chunk = ANY(:chunks::int[])",
                model=known[0],
                chunks=listed,
            )
