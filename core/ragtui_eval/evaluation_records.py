"""Keeps each evaluation as one line of JSON, so that progress can be seen over years.

One record a system. Keys are only ever added; `history` reads them. Metrics and
shares are 0..1, latency is in milliseconds, `at` is ISO 8601 in UTC.
"""

import platform
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ragtui_core import EvaluationError
from ragtui_core.files import append_lines, json_line, private_directory
from ragtui_eval.measurement import Outcome
from ragtui_eval.summary import Summary

RECORDS_FILE = "evaluations.jsonl"
"""Within the data directory."""

PER_QUERY = ("ndcg@10", "mrr@10", "r@10")
"""The metrics kept of each query, for comparisons."""

_DIGITS = 6


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
    return {
        "id": secrets.token_hex(4),
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "set": conditions.set,
        "split": conditions.split,
        "queries": summary.queries,
        "system": summary.system,
        "metrics": _rounded(
            {name: asdict(each) for name, each in summary.metrics.items()}
        ),
        "abstention": _rounded(
            asdict(summary.abstention) if summary.abstention else None
        ),
        "latency_ms": _rounded(asdict(summary.latency_ms)),
        "empty": _rounded(summary.empty),
        "settings": dict(conditions.settings),
        "versions": dict(conditions.versions),
        "data_sha256": conditions.data_sha256,
        "per_query": {
            each.query.id: {name: _rounded(each.values[name]) for name in PER_QUERY}
            for each in outcome.queries
            if each.values
        },
    }


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


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    return round(value, _DIGITS) if isinstance(value, float) else value
