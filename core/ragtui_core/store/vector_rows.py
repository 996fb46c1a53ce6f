"""The rows of the sqlite-vec table `chunk_vector`, one a chunk that is embedded."""

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import apsw

from ragtui_core.model import ChunkId
from ragtui_core.store.connection import transaction
from ragtui_core.store.meta_rows import MODEL, meta_value, set_meta_value
from ragtui_core.store.reading import split_lines
from ragtui_core.store.records import PendingChunk

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Vectors


class VectorRows:
    """Vectors on a writing connection. `available` is False without sqlite-vec."""

    def __init__(self, connection: apsw.Connection, *, available: bool) -> None:
        """Work on `connection`."""
        self._connection = connection
        self.available = available

    def use_model(self, model_id: str, dimension: int) -> None:
        """Make ready for vectors of `model_id`; vectors of another model go."""
        if meta_value(self._connection, MODEL) == model_id:
            return
        with transaction(self._connection):
            self._connection.execute("DROP TABLE IF EXISTS chunk_vector")
            self._connection.execute(
                "CREATE VIRTUAL TABLE chunk_vector USING vec0 "
                f"(embedding float[{dimension}])"
            )
            self._connection.execute("UPDATE chunk SET embedded = 0 WHERE embedded")
            set_meta_value(self._connection, MODEL, model_id)

    def pending(self, model_id: str) -> list[ChunkId]:
        """Chunks without a vector of `model_id`, those of the newest files first."""
        missing = (
            "NOT embedded"
            if meta_value(self._connection, MODEL) == model_id
            else "true"
        )
        rows = self._connection.execute(
            "SELECT chunk.id FROM chunk JOIN document ON document.id = document_id "
            f"WHERE {missing} ORDER BY mtime_ns DESC, document.id, span_start"
        )
        return [ChunkId(chunk) for (chunk,) in rows]

    def texts(self, chunks: Iterable[ChunkId]) -> list[PendingChunk]:
        """Those of `chunks` that still want a vector, with what to embed."""
        rows = self._connection.execute(
            "SELECT chunk.id, title, heading_path, text FROM json_each(?) AS j "
            "CROSS JOIN chunk ON chunk.id = j.value "
            "JOIN document ON document.id = document_id WHERE NOT embedded",
            (json.dumps(list(chunks)),),
        )
        return [
            PendingChunk(ChunkId(chunk), title, split_lines(heading), text)
            for chunk, title, heading, text in rows
        ]

    def add(self, vectors: "Sequence[tuple[ChunkId, Vectors]]") -> None:
        """Store unit vectors, float32, shape (dimension,) each, in one transaction."""
        with transaction(self._connection):
            self._connection.executemany(
                "INSERT INTO chunk_vector (rowid, embedding) VALUES (?, ?)",
                [(chunk, vector.tobytes()) for chunk, vector in vectors],
            )
            self._connection.executemany(
                "UPDATE chunk SET embedded = 1 WHERE id = ?",
                [(chunk,) for chunk, _ in vectors],
            )

    def drop(self, chunks: Iterable[ChunkId]) -> None:
        """Remove vectors; part of a transaction of the caller's."""
        rows = [(chunk,) for chunk in chunks]
        if rows:
            sql = "DELETE FROM chunk_vector WHERE rowid = ?"
            self._connection.executemany(sql, rows)
