"""Everything that is asked of an index. A reader serves one thread at a time."""

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import apsw

from ragtui_core.model import (
    Card,
    ChunkId,
    DocumentId,
    Fields,
    Lines,
    Skipped,
    Span,
)
from ragtui_core.store.connection import load_vector_extension
from ragtui_core.store.meta_rows import MODEL, meta_value
from ragtui_core.store.records import ChunkMatch

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Vectors

FIELD_COLUMNS = "title, company, category, summary, status, tags, created, updated"


class Reader:
    """A read-only connection."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Take over `connection`."""
        self._connection = connection
        self._vectors: bool | None = None

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    # --- keyword ---

    def tokens(self, text: str) -> list[tuple[int, int, str]]:
        """The index's own tokens of `text`: start and end in UTF-8 bytes, term."""
        tokenizer = self._connection.fts5_tokenizer(
            "porter", ["unicode61", "remove_diacritics", "2"]
        )
        found: Any = tokenizer(text.encode(), apsw.FTS5_TOKENIZE_DOCUMENT, None)
        return [(start, end, term) for start, end, term, *_ in found]

    def match(
        self, expression: str, weights: Sequence[float], limit: int
    ) -> list[tuple[ChunkId, float]]:
        """Chunks that match an FTS5 expression, best first.

        Args:
            expression: In FTS5's query syntax, every token quoted.
            weights: One a column of table `keyword`.
            limit: Rows at most.

        Returns:
            Pairs of chunk and BM25 score, larger is better.
        """
        score = f"bm25(keyword, {', '.join(map(str, weights))})"
        rows = self._connection.execute(
            f"SELECT rowid, -{score} FROM keyword WHERE keyword MATCH ? "
            f"ORDER BY {score} LIMIT ?",
            (expression, limit),
        )
        return [(ChunkId(row), score) for row, score in rows]

    def document_frequencies(self, terms: Iterable[str]) -> dict[str, int]:
        """In how many chunks each of the index's terms occurs; 0 for unknown ones."""
        frequencies = {}
        for term in terms:
            sql = "SELECT doc FROM vocabulary WHERE term = ?"
            row = self._connection.execute(sql, (term,)).fetchone()
            frequencies[term] = row[0] if row else 0
        return frequencies

    # --- vectors ---

    def has_vectors(self, model_id: str) -> bool:
        """Whether the index holds vectors of the named model that can be searched."""
        if self.meta(MODEL) != model_id:
            return False
        if self._vectors is None:
            self._vectors = load_vector_extension(self._connection)
        return self._vectors

    def nearest(self, vector: "Vectors", limit: int) -> list[tuple[ChunkId, float]]:
        """The chunks closest to a unit vector, with cosine similarity, best first."""
        rows = self._connection.execute(
            "SELECT rowid, distance FROM chunk_vector "
            "WHERE embedding MATCH ? AND k = ?",
            (vector.tobytes(), limit),
        )
        return [(ChunkId(row), _cosine(distance)) for row, distance in rows]

    def similarities(
        self, vector: "Vectors", chunks: Iterable[ChunkId]
    ) -> dict[ChunkId, float]:
        """Cosine similarity of a unit vector to those of `chunks` that have one."""
        rows = self._connection.execute(
            "SELECT j.value, vec_distance_L2(v.embedding, ?) FROM json_each(?) AS j "
            "CROSS JOIN chunk_vector AS v ON v.rowid = j.value",
            (vector.tobytes(), json.dumps(list(chunks))),
        )
        return {ChunkId(row): _cosine(distance) for row, distance in rows}

    # --- rows ---

    def chunks(self, ids: Iterable[ChunkId]) -> dict[ChunkId, ChunkMatch]:
        """Those of the chunks `ids` that exist, with their documents."""
        rows = self._connection.execute(
            "SELECT chunk.id, document.id, document.path, mtime_ns, heading_path, "
            f"first_line, last_line, span_start, span_end, text, {FIELD_COLUMNS} "
            "FROM json_each(?) AS j CROSS JOIN chunk ON chunk.id = j.value "
            "JOIN document ON document.id = document_id",
            (json.dumps(list(ids)),),
        )
        return {ChunkId(row[0]): _chunk_match(row) for row in rows}

    def documents_of(self, chunks: Iterable[ChunkId]) -> dict[ChunkId, DocumentId]:
        """The document of each of `chunks` that exists."""
        rows = self._connection.execute(
            "SELECT chunk.id, document_id FROM json_each(?) AS j "
            "CROSS JOIN chunk ON chunk.id = j.value",
            (json.dumps(list(chunks)),),
        )
        return {ChunkId(chunk): DocumentId(document) for chunk, document in rows}

    def recent(self, limit: int) -> list[Card]:
        """The documents whose files changed last, newest first."""
        rows = self._connection.execute(
            f"SELECT path, mtime_ns, {FIELD_COLUMNS} FROM document "
            "ORDER BY mtime_ns DESC, path LIMIT ?",
            (limit,),
        )
        return [Card(row[0], _fields(row[2:]), row[1] / 1e9) for row in rows]

    def paths(self) -> list[str]:
        """Every indexed document's path, sorted."""
        rows = self._connection.execute("SELECT path FROM document ORDER BY path")
        return [path for (path,) in rows]

    # --- coverage ---

    def meta(self, key: str) -> str:
        """A value of table `meta`, or the empty string."""
        return meta_value(self._connection, key)

    def counts(self) -> tuple[int, int, int]:
        """Numbers of documents, of chunks, and of chunks with a vector."""
        rows: list[Any] = self._connection.execute(
            "SELECT (SELECT count(*) FROM document), (SELECT count(*) FROM chunk), "
            "(SELECT count(*) FROM chunk WHERE NOT embedded)"
        ).fetchall()
        documents, chunks, pending = rows[0]
        return documents, chunks, chunks - pending

    def skipped(self) -> list[Skipped]:
        """Files that are not in the index, and why."""
        rows = self._connection.execute(
            "SELECT path, reason FROM skipped ORDER BY path"
        )
        return [Skipped(path, reason) for path, reason in rows]

    def problems(self) -> list[Skipped]:
        """Documents that are in the index, but not as written."""
        rows = self._connection.execute(
            "SELECT path, problems FROM document WHERE problems != '[]' ORDER BY path"
        )
        return [Skipped(path, "; ".join(json.loads(text))) for path, text in rows]


def _cosine(distance: float) -> float:
    """Cosine similarity of two unit vectors at Euclidean `distance`: 1 - d²/2."""
    return 1.0 - distance * distance / 2.0


def split_lines(text: str) -> tuple[str, ...]:
    """The parts of a list that is stored joined with line feeds."""
    return tuple(text.split("\n")) if text else ()


def _fields(row: Sequence[str]) -> Fields:
    title, company, category, summary, status, tags, created, updated = row
    return Fields(
        title=title,
        company=company,
        category=category,
        summary=summary,
        status=status,
        tags=split_lines(tags),
        created=created,
        updated=updated,
    )


def _chunk_match(row: Sequence[Any]) -> ChunkMatch:
    chunk, document, path, mtime, heading, first, last, start, end, text, *fields = row
    return ChunkMatch(
        id=ChunkId(chunk),
        document_id=DocumentId(document),
        path=path,
        fields=_fields(fields),
        modified_ns=mtime,
        heading_path=split_lines(heading),
        lines=Lines(first, last),
        span=Span(start, end),
        text=text,
    )
