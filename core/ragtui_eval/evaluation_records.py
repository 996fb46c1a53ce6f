"""Keeps each evaluation as one line of JSON, so that progress can be seen over years.

One record a system. Keys are only ever added. Metrics and shares are 0..1, latency is
in milliseconds, `at` is ISO 8601 in UTC. A crash, a full disk or an editor may have
broken a line: it is reported and passed over; every other line counts.
"""

import platform
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import Any

from ragtui_core import EvaluationError
from ragtui_core.files import append_lines, json_line, private_directory
from ragtui_core.history import record_table
from ragtui_eval.measurement import Outcome
from ragtui_eval.set_files import unreadable
from ragtui_eval.significance import paired_test
from ragtui_eval.summary import HEADLINE, Summary

RECORDS_FILE = "evaluations.jsonl"
"""Within the data directory."""

PER_QUERY = ("ndcg@10", "mrr@10", "r@10")
"""The metrics kept of each query, for comparisons."""

_DIGITS = 6

_COLUMNS = {
    **dict.fromkeys(("id", "at", "set", "system", "data_sha256"), "VARCHAR"),
    "metrics": "MAP(VARCHAR, STRUCT(mean DOUBLE, low DOUBLE, high DOUBLE))",
    "latency_ms": "STRUCT(p50 DOUBLE, p95 DOUBLE)",
    "per_query": "MAP(VARCHAR, MAP(VARCHAR, DOUBLE))",
}

_ROWS = """
    SELECT id, "at", "set", "system",
        metrics['ndcg@10'].mean, metrics['mrr@10'].mean, metrics['r@100'].mean,
        latency_ms.p95, coalesce(data_sha256, '')
    FROM line WHERE list_contains($rowids, rowid) ORDER BY rowid DESC
"""

_IDS = """
    SELECT CASE WHEN id <> '' AND "at" <> '' AND "set" <> '' AND "system" <> ''
        AND metrics IS NOT NULL AND latency_ms IS NOT NULL AND per_query IS NOT NULL
        THEN id END
    FROM line ORDER BY rowid
"""
"""Of each line; null if it is not a record."""

_SHARED = """
    WITH query AS (SELECT rowid, unnest(map_entries(per_query)) AS entry FROM line)
    SELECT a.entry.key, a.entry.value, b.entry.value
    FROM query AS a JOIN query AS b ON a.entry.key = b.entry.key
    WHERE a.rowid = $a AND b.rowid = $b ORDER BY a.entry.key
"""

_LAST = re.compile(r"last(?:-(\d+))?")


@dataclass(frozen=True, slots=True)
class Conditions:
    """Under what an evaluation was made; what it takes to make it again."""

    set: str
    split: str | None
    settings: Mapping[str, Any]
    """Whatever of the settings bears on the result; values that JSON can represent."""
    versions: Mapping[str, str]
    data_sha256: str
    """Of the query set's and the collection's files."""


def versions(model: str) -> dict[str, str]:
    """The versions of all that bears on a result; `model` is the embedding model."""
    from importlib import metadata

    from ragtui_core.text import tokenizer_versions

    return {
        "ragtui": metadata.version("ragtui"),
        "python": platform.python_version(),
        **tokenizer_versions(),
        "sqlite_vec": metadata.version("sqlite-vec"),
        "model": model,
    }


def evaluation_record(
    outcome: Outcome, summary: Summary, conditions: Conditions
) -> dict[str, Any]:
    """The record of one system's evaluation, with a new id of 8 hex digits."""
    measured = asdict(summary)
    return {
        "id": secrets.token_hex(4),
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        **asdict(conditions),
        **{key: _rounded(measured[key]) for key in measured},
        "per_query": {
            query.query.id: {name: _rounded(query.values[name]) for name in PER_QUERY}
            for query in outcome.queries
            if query.values
        },
    }


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}
    return round(value, _DIGITS) if isinstance(value, float) else value


def append_record(path: Path, record: Mapping[str, Any]) -> None:
    """Add `record` as the last line of `path`; the file and its folder may be new.

    A last line that an interrupted run left unfinished is closed first, so that it
    spoils nothing but itself.

    Raises:
        EvaluationError: The file cannot be written.
    """
    try:
        private_directory(path.parent)
        append_lines(path, json_line(record, errors="replace"))
    except OSError as error:
        reason = error.strerror or error
        raise EvaluationError(
            f"cannot add the evaluation to {path}: {reason}; --no-record leaves it out"
        ) from error


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


@dataclass(frozen=True, slots=True)
class History:
    """Evaluations, newest first, and a sentence for each broken line of the file."""

    rows: tuple[HistoryRow, ...]
    broken: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A value before and after."""

    before: float
    after: float

    @property
    def delta(self) -> float:
        """How much was gained."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class MetricChange(Change):
    """A metric's mean over the shared queries; p is two-sided."""

    metric: str
    p: float


@dataclass(frozen=True, slots=True)
class QueryChange(Change):
    """One query's nDCG@10."""

    id: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """What changed from evaluation `a` to `b`, over the queries that both asked."""

    a: HistoryRow
    b: HistoryRow
    metrics: tuple[MetricChange, ...]
    queries: tuple[QueryChange, ...]
    """By change: the worst loss first, the best gain last."""
    broken: tuple[str, ...]

    @property
    def same_data(self) -> bool:
        """Whether both saw the same queries, judgements and documents."""
        return self.a.data_sha256 == self.b.data_sha256


class EvaluationRecords:
    """The file of evaluations, which need not exist."""

    def __init__(self, path: Path) -> None:
        """Read the file at `path`; DuckDB is not even loaded if it has no line.

        Raises:
            EvaluationError: It is there but cannot be read.
        """
        self._path = path
        lines = _numbers_of_lines(path)
        ids = [row_id for (row_id,) in self._asked(_IDS)] if lines else []
        self._rows: dict[str, int] = {
            row_id: row for row, row_id in enumerate(ids) if row_id
        }
        """Id to its line among those that are not blank; oldest first."""
        self.broken = tuple(
            f"{path}, line {line}: this is not a record of an evaluation: fix or "
            "remove the line"
            for line, row_id in zip(lines, ids, strict=True)
            if not row_id
        )
        """A sentence for each line that is not a record."""

    def history(self, limit: int) -> History:
        """The last `limit` evaluations; none is no error."""
        newest = list(self._rows)[-limit:] if limit > 0 else []
        return History(tuple(self._history_rows(newest)), self.broken)

    def compare(self, a: str, b: str) -> Comparison:
        """What changed from evaluation `a` to evaluation `b`.

        Args:
            a: An id, the beginning of one, `last` or `last-1`.
            b: Another; the differences are b's minus a's.

        Raises:
            EvaluationError: The file does not contain one of them, or they share no
                query.
        """
        chosen = [self._resolve(name) for name in (a, b)]
        rows = {
            key: self._rows[row_id] for key, row_id in zip("ab", chosen, strict=True)
        }
        shared = self._asked(_SHARED, rows)
        if not shared:
            raise EvaluationError(
                f"{chosen[0]} and {chosen[1]} share no answerable query: compare "
                "evaluations of the same set"
            )
        by_id = {row.id: row for row in self._history_rows(chosen)}
        changes = [
            QueryChange(before.get(HEADLINE, 0.0), after.get(HEADLINE, 0.0), query)
            for query, before, after in shared
        ]
        return Comparison(
            a=by_id[chosen[0]],
            b=by_id[chosen[1]],
            metrics=tuple(_metric_change(metric, shared) for metric in PER_QUERY),
            queries=tuple(
                sorted(changes, key=lambda change: (change.delta, change.id))
            ),
            broken=self.broken,
        )

    def _history_rows(self, ids: Sequence[str]) -> list[HistoryRow]:
        """Newest first."""
        if not ids:
            return []
        chosen = [self._rows[row_id] for row_id in ids]
        return [HistoryRow(*row) for row in self._asked(_ROWS, {"rowids": chosen})]

    def _asked(
        self, query: str, values: Mapping[str, Any] | None = None
    ) -> list[tuple[Any, ...]]:
        try:
            with record_table([self._path], _COLUMNS) as connection:
                return connection.execute(query, values).fetchall()
        except OSError as error:
            raise unreadable(self._path, error) from error

    def _resolve(self, name: str) -> str:
        """The id that `name` means: an id, its unique beginning, `last` or `last-1`."""
        ids = list(self._rows)
        if name in ids:
            return name
        if match := _LAST.fullmatch(name):
            back = int(match[1] or 0)
            if back < len(ids):
                return ids[-1 - back]
            raise EvaluationError(
                f"{self._path} has only {len(ids)} records: no {name!r}"
            )
        matches = [row_id for row_id in ids if name and row_id.startswith(name)]
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise EvaluationError(
                f"{name!r} may be any of {', '.join(matches[:5])}: give more of the id"
            )
        raise EvaluationError(
            f"{self._path} has no record {name!r}: `ragtui eval --history` lists them"
        )


def _numbers_of_lines(path: Path) -> list[int]:
    """Of the lines that are not blank, counted from 1."""
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise unreadable(path, error) from error
    return [number for number, line in enumerate(lines, start=1) if line.strip()]


def _metric_change(metric: str, shared: Sequence[tuple[Any, ...]]) -> MetricChange:
    before = [values.get(metric, 0.0) for _, values, _ in shared]
    after = [values.get(metric, 0.0) for _, _, values in shared]
    return MetricChange(fmean(before), fmean(after), metric, paired_test(after, before))
