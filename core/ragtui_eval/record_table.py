"""The file of evaluations as a table that DuckDB reads, in memory.

Each row is one record. No database file is made, and nothing comes from the network.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragtui_core.history import in_memory_connection
from ragtui_eval.record_lines import RecordLines

TABLE = """
    read_json(
        $path,
        format = 'newline_delimited',
        ignore_errors = true,
        maximum_object_size = $longest,
        columns = {
            id: 'VARCHAR',
            "at": 'VARCHAR',
            "set": 'VARCHAR',
            "system": 'VARCHAR',
            data_sha256: 'VARCHAR',
            metrics: 'MAP(VARCHAR, STRUCT(mean DOUBLE, low DOUBLE, high DOUBLE))',
            latency_ms: 'STRUCT(p50 DOUBLE, p95 DOUBLE)',
            per_query: 'MAP(VARCHAR, MAP(VARCHAR, DOUBLE))'
        }
    )
"""
"""For a FROM clause; damaged lines and other objects have no id."""

_ROWS = f"""
    SELECT
        id, "at", "set", "system",
        metrics['ndcg@10'].mean, metrics['mrr@10'].mean, metrics['r@100'].mean,
        latency_ms.p95, coalesce(data_sha256, '')
    FROM {TABLE}
    WHERE list_contains($ids, id)
    ORDER BY list_position($ids, id)
"""

_DEFAULT_LONGEST = 16 << 20
"""DuckDB's own limit on a line's bytes."""


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One evaluation; metrics are means, 0..1, None if no query was answerable."""

    id: str
    at: str
    set: str
    system: str
    ndcg: float | None
    mrr: float | None
    recall_100: float | None
    p95_ms: float | None
    data_sha256: str


def rows(path: Path, lines: RecordLines, ids: Sequence[str]) -> list[HistoryRow]:
    """The records with these ids, in their order; `lines` is of the same file."""
    return [HistoryRow(*row) for row in asked(_ROWS, path, lines, ids)]


def asked(
    query: str, path: Path, lines: RecordLines, ids: Sequence[str]
) -> list[tuple[Any, ...]]:
    """What DuckDB answers to `query`, a SELECT on TABLE that uses `$ids`.

    DuckDB is not even loaded when `ids` is empty; the answer is then empty, too.
    """
    if not ids:
        return []
    values = {
        "path": str(path),
        "ids": list(ids),
        "longest": max(_DEFAULT_LONGEST, lines.longest + 1),
    }
    with in_memory_connection() as connection:
        return connection.execute(query, values).fetchall()
