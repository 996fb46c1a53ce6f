"""One record of each evaluation of a system, kept as a line of JSON for years.

Keys are only ever added. Measures are 0..1, latency is in milliseconds, `at` is ISO
8601 in UTC. A crash, a full disk or an editor may have broken a line: it is passed
over; every other line counts.
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
from ragtui_core.files import append_lines, is_file, json_line, private_directory
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

_NEWEST = """
    SELECT id, "at", "set", split, "system", coalesce(data_sha256, ''),
        metrics, latency_ms
    FROM line
    WHERE id <> '' AND "at" <> '' AND "set" <> '' AND "system" <> ''
        AND metrics IS NOT NULL AND latency_ms IS NOT NULL
    ORDER BY rowid DESC LIMIT $limit
"""
"""All of a record but the values of its queries; what is none is left out."""


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


def newest_records(path: Path, limit: int) -> list[Record]:
    """At most `limit` records, newest first, without the values of queries.

    The file need not exist.

    Raises:
        EvaluationError: It is there but cannot be read.
    """
    if not is_file(path):
        return []
    try:
        with record_table([path], _COLUMNS) as connection:
            rows = connection.execute(_NEWEST, {"limit": limit}).fetchall()
    except OSError as error:
        raise unreadable(path, error) from error
    return [_record(*row) for row in rows]


def _record(*row: Any) -> Record:
    *names, metrics, latency = row
    estimates = {name: Estimate(**value) for name, value in metrics.items() if value}
    values = (*names, estimates, latency)
    return Record(*values)
