"""Everything that is asked of an index. A reader serves one thread at a time."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
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
from ragtui_core.store.filter_rows import (
    EVERYTHING,
    Filter,
    FilterField,
    Selection,
    nearest_value,
    select,
)
from ragtui_core.store.meta_rows import MODEL, meta_value
from ragtui_core.store.records import ChunkMatch, ChunkPlace

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Vectors

FEW_CHUNKS = 1_000
"""Up to so many, comparing each vector is quicker than a search among all."""

FEW_LEFT_OUT = 200
"""Up to so many left out, taking more neighbours is quicker than listing all others."""

MOST_NEIGHBOURS = 4_096
"""The most that sqlite-vec gives."""

FIELD_COLUMNS = "title, company, category, summary, status, tags, created, updated"


@dataclass(slots=True)
class Memory:
    """Answers that hold as long as the index does not change."""

    version: int = -1
    selections: dict[tuple[Filter, ...], Selection] = field(default_factory=dict)
    frequencies: dict[tuple[str, str], int] = field(default_factory=dict)


class Reader:
    """A read-only connection."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Take over `connection`."""
        self._connection = connection
        self._vectors: bool | None = None
        self._selection = EVERYTHING
        self._memory = Memory()
        connection.create_scalar_function("keep", self._keep, 1)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    # --- what may be found ---

    @contextmanager
    def restricted(self, selection: Selection) -> Iterator[None]:
        """Let matches and nearest chunks come from `selection` alone."""
        self._selection = selection
        try:
            yield
        finally:
            self._selection = EVERYTHING

    def _keep(self, *chunk: Any) -> bool:
        return self._selection.keeps(ChunkId(chunk[0]))

    def select(self, filters: Sequence[Filter]) -> Selection:
        """The chunks of documents that satisfy every filter.

        Remembered until the index changes, since most searches ask for the same.
        """
        known = self._remembered().selections
        key = tuple(filters)
        if key not in known:
            known[key] = select(self._connection, key)
        return known[key]

    def _remembered(self) -> "Memory":
        """What was learnt of the index since it last changed."""
        version = int(self._connection.pragma("data_version"))
        if version != self._memory.version:
            self._memory = Memory(version)
        return self._memory

    def nearest_value(self, field: FilterField, value: str) -> str | None:
        """A value of `field` that looks like `value`, for who mistyped it."""
        return nearest_value(self._connection, field, value)

    # --- keyword ---

    def tokens(self, text: str) -> list[tuple[int, int, str]]:
        """The index's own tokens of `text`: start and end in UTF-8 bytes, term."""
        tokenizer = self._connection.fts5_tokenizer(
            "porter", ["unicode61", "remove_diacritics", "2"]
        )
        found: Any = tokenizer(text.encode(), apsw.FTS5_TOKENIZE_DOCUMENT, None)
        return [(start, end, term) for start, end, term, *_ in found]

    def match(
        self,
        expression: str,
        weights: Sequence[float],
        limit: int,
        *,
        table: str = "keyword",
    ) -> list[tuple[ChunkId, float]]:
        """Chunks that match an FTS5 expression, best first.

        Args:
            expression: In FTS5's query syntax, every token quoted.
            weights: One a column of the table.
            limit: Rows at most.
            table: `keyword`, or below the words `gram` or `part`.

        Returns:
            Pairs of chunk and BM25 score, larger is better.
        """
        score = f"bm25({table}, {', '.join(map(str, weights))})"
        kept = "" if self._selection.is_everything else f"AND keep({table}.rowid) "
        rows = self._connection.execute(
            f"SELECT rowid, -{score} FROM {table} WHERE {table} MATCH ? {kept}"
            f"ORDER BY {score} LIMIT ?",
            (expression, limit),
        )
        return [(ChunkId(row), score) for row, score in rows]

    def matching(self, expression: str) -> list[ChunkId]:
        """All chunks that match an FTS5 expression, in no order."""
        sql = "SELECT rowid FROM keyword WHERE keyword MATCH ?"
        rows = self._connection.execute(sql, (expression,))
        return [ChunkId(row) for (row,) in rows]

    def document_frequencies(
        self, terms: Iterable[str], *, vocabulary: str = "vocabulary"
    ) -> dict[str, int]:
        """In how many chunks each of the index's terms occurs; 0 for unknown ones.

        Args:
            terms: As the table's tokenizer makes them.
            vocabulary: Of words; or `gram_vocabulary` or `part_vocabulary`.
        """
        known = self._remembered().frequencies
        sql = f"SELECT doc FROM {vocabulary} WHERE term = ?"
        found = {}
        for term in terms:
            key = vocabulary, term
            if key not in known:
                row = self._connection.execute(sql, (term,)).fetchone()
                known[key] = row[0] if row else 0
            found[term] = known[key]
        return found

    def terms_from(self, start: str) -> list[tuple[str, int]]:
        """The index's terms that begin with `start`, and in how many chunks each is."""
        rows = self._connection.execute(
            "SELECT term, doc FROM vocabulary WHERE term >= ? AND term < ?",
            (start, start + "\U0010ffff"),
        )
        return list(rows)

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
        chosen = self._selection
        if chosen.included and len(chosen.chunks) <= FEW_CHUNKS:
            near = self.similarities(vector, chosen.chunks)
            return sorted(near.items(), key=lambda pair: -pair[1])[:limit]
        if not chosen.included and len(chosen.chunks) <= FEW_LEFT_OUT:
            found = self._nearest(vector, limit + len(chosen.chunks))
            return [pair for pair in found if chosen.keeps(pair[0])][:limit]
        return self._nearest(vector, limit, self._listed(chosen))

    def _listed(self, chosen: Selection) -> str:
        """The chunks of a selection as a JSON list."""
        if chosen.included:
            return json.dumps(list(chosen.chunks))
        ((listed,),) = self._connection.execute(
            "SELECT json_group_array(id) FROM chunk WHERE keep(id)"
        )
        return str(listed)

    def _nearest(
        self, vector: "Vectors", limit: int, among: str | None = None
    ) -> list[tuple[ChunkId, float]]:
        inside = "AND rowid IN (SELECT value FROM json_each(?))" if among else ""
        listed = (among,) if among else ()
        rows = self._connection.execute(
            "SELECT rowid, distance FROM chunk_vector "
            f"WHERE embedding MATCH ? AND k = ? {inside}",
            (vector.tobytes(), min(limit, MOST_NEIGHBOURS), *listed),
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

    def vectors(self, chunks: Iterable[ChunkId]) -> "dict[ChunkId, Vectors]":
        """The unit vectors of those of `chunks` that have one."""
        import numpy as np

        rows = self._connection.execute(
            "SELECT v.rowid, embedding FROM json_each(?) AS j "
            "CROSS JOIN chunk_vector AS v ON v.rowid = j.value",
            (json.dumps(list(chunks)),),
        )
        return {
            ChunkId(row): np.frombuffer(blob, dtype=np.float32) for row, blob in rows
        }

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

    def places(self, chunks: Iterable[ChunkId]) -> dict[ChunkId, ChunkPlace]:
        """Where each of `chunks` that exists stands."""
        rows = self._connection.execute(
            "SELECT chunk.id, document.id, document.path, day FROM json_each(?) AS j "
            "CROSS JOIN chunk ON chunk.id = j.value "
            "JOIN document ON document.id = document_id",
            (json.dumps(list(chunks)),),
        )
        return {
            ChunkId(chunk): ChunkPlace(DocumentId(document), path, day)
            for chunk, document, path, day in rows
        }

    def leading_chunks(
        self, documents: Iterable[DocumentId]
    ) -> dict[DocumentId, ChunkId]:
        """The first chunk of each of `documents`."""
        rows = self._connection.execute(
            "SELECT document_id, id, min(span_start) FROM chunk "
            "WHERE document_id IN (SELECT value FROM json_each(?)) "
            "GROUP BY document_id",
            (json.dumps(list(documents)),),
        )
        return {DocumentId(document): ChunkId(chunk) for document, chunk, _ in rows}

    def newest_chunks(self, limit: int) -> list[ChunkId]:
        """The leading chunks of the newest documents that may be found."""
        rows = self._connection.execute(
            "SELECT chunk.id, min(span_start) FROM document "
            "JOIN chunk ON document_id = document.id WHERE keep(chunk.id) "
            "GROUP BY document.id ORDER BY day DESC, path LIMIT ?",
            (limit,),
        )
        return [ChunkId(chunk) for chunk, _ in rows]

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
