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
from ragtui_eval.evaluation_report import Change, Comparison, History, HistoryRow
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
    SELECT id <> '' AND "at" <> '' AND "set" <> '' AND "system" <> ''
        AND metrics IS NOT NULL AND latency_ms IS NOT NULL AND per_query IS NOT NULL,
        id, "at", "set", "system",
        metrics['ndcg@10'].mean, metrics['mrr@10'].mean, metrics['r@100'].mean,
        latency_ms.p95, coalesce(data_sha256, '')
    FROM line ORDER BY rowid
"""
"""Whether each line is a record, and what a list of records shows of it."""

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
    """The hash of the files of the query set and of the collection."""


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


class EvaluationRecords:
    """The file of evaluations, which need not exist."""

    def __init__(self, path: Path) -> None:
        """Read the file at `path`; DuckDB is not even loaded if it has no line.

        Raises:
            EvaluationError: It is there but cannot be read.
        """
        self._path = path
        lines = _numbers_of_lines(path)
        found = list(zip(lines, self._asked(_ROWS) if lines else (), strict=True))
        self._rows = {
            rowid: HistoryRow(*row)
            for rowid, (_, (is_record, *row)) in enumerate(found)
            if is_record
        }
        """By its number among the lines that are not blank; oldest first."""
        self.broken = tuple(
            f"{path}, line {line}: this is not a record of an evaluation: fix or "
            "remove the line"
            for line, (is_record, *_) in found
            if not is_record
        )
        """A sentence for each line that is not a record."""

    def history(self, limit: int) -> History:
        """The last `limit` evaluations, at least one; none is no error."""
        return History(tuple(self._rows.values())[-limit:][::-1], self.broken)

    def compare(self, a: str, b: str) -> Comparison:
        """What changed from evaluation `a` to evaluation `b`.

        Args:
            a: An id, the beginning of one, `last` or `last-1`.
            b: Another; the differences are b's minus a's.

        Raises:
            EvaluationError: The file does not contain one of them, or they share no
                query.
        """
        rowids = {"a": self._resolve(a), "b": self._resolve(b)}
        before, after = (self._rows[rowid] for rowid in rowids.values())
        shared = self._asked(_SHARED, rowids)
        if not shared:
            raise EvaluationError(
                f"{before.id} and {after.id} share no answerable query: compare "
                "evaluations of the same set"
            )
        changes = [
            Change(query, old.get(HEADLINE, 0.0), new.get(HEADLINE, 0.0))
            for query, old, new in shared
        ]
        return Comparison(
            a=before,
            b=after,
            metrics=tuple(_metric_change(metric, shared) for metric in PER_QUERY),
            queries=tuple(
                sorted(changes, key=lambda change: (change.delta, change.name))
            ),
            broken=self.broken,
        )

    def _asked(
        self, query: str, values: Mapping[str, Any] | None = None
    ) -> list[tuple[Any, ...]]:
        try:
            with record_table([self._path], _COLUMNS) as connection:
                return connection.execute(query, values).fetchall()
        except OSError as error:
            raise unreadable(self._path, error) from error

    def _resolve(self, name: str) -> int:
        """The row that `name` means: an id, its unique beginning, `last` or `last-1`.

        Of records with the same id it is the last.
        """
        rowids = {row.id: rowid for rowid, row in self._rows.items()}
        if name in rowids:
            return rowids[name]
        if match := _LAST.fullmatch(name):
            back = int(match[1] or 0)
            if back < len(rowids):
                return list(rowids.values())[-1 - back]
            raise EvaluationError(
                f"{self._path} has only {len(rowids)} records: no {name!r}"
            )
        matches = [row_id for row_id in rowids if name and row_id.startswith(name)]
        if not matches:
            raise EvaluationError(
                f"{self._path} has no record {name!r}: `ragtui eval --history` lists "
                "them"
            )
        if len(matches) > 1:
            raise EvaluationError(
                f"{name!r} may be any of {', '.join(matches[:5])}: give more of the id"
            )
        return rowids[matches[0]]


def _numbers_of_lines(path: Path) -> list[int]:
    """The numbers of the lines that are not blank, counted from 1."""
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise unreadable(path, error) from error
    return [number for number, line in enumerate(lines, start=1) if line.strip()]


def _metric_change(metric: str, shared: Sequence[tuple[Any, ...]]) -> Change:
    before = [values.get(metric, 0.0) for _, values, _ in shared]
    after = [values.get(metric, 0.0) for _, _, values in shared]
    return Change(metric, fmean(before), fmean(after), paired_test(after, before))
