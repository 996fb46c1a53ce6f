"""One record of each evaluation of a system, kept as a line of JSON for years.

Keys are only ever added. Measures are 0..1, latency is in milliseconds, `at` is ISO
8601 in UTC. A crash, a full disk or an editor may have broken a line: it is reported
and passed over; every other line counts.
"""

import platform
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import Any

from ragtui_core import EvaluationError
from ragtui_core.files import append_lines, json_line, private_directory
from ragtui_eval.json_lines_table import record_table
from ragtui_eval.measurement import NDCG, QueryResult, Values
from ragtui_eval.set_files import unreadable
from ragtui_eval.significance import bootstrap_interval, paired_test

RECORDS_FILE = "evaluations.jsonl"
"""Within the data directory."""

_DIGITS = 6

_COLUMNS = {
    **dict.fromkeys(("id", "at", "set", "split", "system", "data_sha256"), "VARCHAR"),
    "metrics": "MAP(VARCHAR, STRUCT(mean DOUBLE, low DOUBLE, high DOUBLE))",
    "latency_ms": "STRUCT(p50 DOUBLE, p95 DOUBLE)",
}

_ROWS = """
    SELECT id <> '' AND "at" <> '' AND "set" <> '' AND "system" <> ''
        AND metrics IS NOT NULL AND latency_ms IS NOT NULL,
        id, "at", "set", split, "system", coalesce(data_sha256, ''), metrics, latency_ms
    FROM line ORDER BY rowid
"""
"""Whether each line is a record, and all but the values of its queries."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, 0..1, and the ends of its 95% bootstrap interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Estimate":
        """The estimate by one value or more."""
        numbers = fmean(values), *bootstrap_interval(values)
        return cls(*(round(number, _DIGITS) for number in numbers))


@dataclass(frozen=True, slots=True)
class Record:
    """The evaluation of one system."""

    id: str
    at: str
    set: str
    split: str | None
    system: str
    data_sha256: str
    """The hash of the files of the query set and of the collection."""
    metrics: Mapping[str, Estimate]
    """By measure, over the queries that it applies to."""
    latency_ms: Mapping[str, float]
    """`p50` and `p95`."""
    per_query: Mapping[str, Values] = field(default_factory=dict)
    """By query, its measures; empty if it was not asked for."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Whatever of the settings bears on the result; values that JSON can represent."""
    versions: Mapping[str, str] = field(default_factory=dict)


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


def record_of(
    system: str, results: Sequence[QueryResult], conditions: Mapping[str, Any]
) -> Record:
    """The record of what was measured of a system, with a new id of 8 hex digits.

    `conditions` are the fields of a record that say what it takes to make it again.

    Raises:
        EvaluationError: Nothing was measured.
    """
    import numpy as np

    if not results:
        raise EvaluationError("there are no queries to measure: add some to the set")
    per_query = {
        result.id: {key: round(value, _DIGITS) for key, value in result.values.items()}
        for result in results
    }
    names = dict.fromkeys(name for values in per_query.values() for name in values)
    seconds = np.asarray([result.seconds for result in results])
    p50, p95 = np.percentile(seconds * 1000, [50, 95]).tolist()
    return Record(
        id=secrets.token_hex(4),
        at=datetime.now(UTC).isoformat(timespec="seconds"),
        system=system,
        metrics={name: Estimate.of(_values_of(name, per_query)) for name in names},
        latency_ms={"p50": round(p50, _DIGITS), "p95": round(p95, _DIGITS)},
        per_query=per_query,
        **conditions,
    )


def _values_of(name: str, per_query: Mapping[str, Values]) -> list[float]:
    return [values[name] for values in per_query.values() if name in values]


def p_value(before: Mapping[str, Values], after: Mapping[str, Values]) -> float | None:
    """The two-sided p-value of nDCG@10 over shared queries; None if there are none."""
    pairs = [
        (values[NDCG], after[query][NDCG])
        for query, values in before.items()
        if NDCG in values and NDCG in after.get(query, {})
    ]
    if not pairs:
        return None
    old, new = zip(*pairs, strict=True)
    return paired_test(new, old)


def append_record(path: Path, record: Record) -> None:
    """Add `record` as the last line of `path`; the file and its folder may be new.

    A last line that an interrupted run left unfinished is closed first, so that it
    spoils nothing but itself.

    Raises:
        EvaluationError: The file cannot be written.
    """
    try:
        private_directory(path.parent)
        append_lines(path, json_line(asdict(record), errors="replace"))
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
        found = list(zip(lines, self._read() if lines else (), strict=True))
        self._records = [_record(row) for _, (is_record, *row) in found if is_record]
        """The oldest first."""
        self.broken = tuple(
            f"{path}, line {line}: this is not a record of an evaluation: fix or "
            "remove the line"
            for line, (is_record, *_) in found
            if not is_record
        )
        """A sentence for each line that is not a record."""

    def newest(self, limit: int) -> list[Record]:
        """At most `limit` records, newest first, without the values of queries."""
        return self._records[-limit:][::-1]

    def _read(self) -> list[tuple[Any, ...]]:
        try:
            with record_table([self._path], _COLUMNS) as connection:
                return connection.execute(_ROWS).fetchall()
        except OSError as error:
            raise unreadable(self._path, error) from error


def _record(row: Sequence[Any]) -> Record:
    names = ("id", "at", "set", "split", "system", "data_sha256")
    *texts, metrics, latency = row
    estimates = {name: Estimate(**value) for name, value in metrics.items() if value}
    named = dict(zip(names, texts, strict=True))
    return Record(**named, metrics=estimates, latency_ms=latency)


def _numbers_of_lines(path: Path) -> list[int]:
    """The numbers of the lines that are not blank, counted from 1."""
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise unreadable(path, error) from error
    return [number for number, line in enumerate(lines, start=1) if line.strip()]
