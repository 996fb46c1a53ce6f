"""Sets two evaluations of the past side by side, query by query."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from ragtui_core import EvaluationError
from ragtui_eval.evaluation_records import PER_QUERY
from ragtui_eval.record_lines import resolve, scan
from ragtui_eval.record_table import TABLE, HistoryRow, asked, rows
from ragtui_eval.significance import paired_test
from ragtui_eval.summary import HEADLINE

_SHARED = f"""
    WITH queries AS (
        SELECT id, unnest(map_entries(per_query)) AS query
        FROM {TABLE}
        WHERE list_contains($ids, id)
    )
    SELECT a.query.key, a.query.value, b.query.value
    FROM queries AS a JOIN queries AS b ON a.query.key = b.query.key
    WHERE a.id = $ids[1] AND b.id = $ids[2]
    ORDER BY a.query.key
"""


@dataclass(frozen=True, slots=True)
class MetricChange:
    """A metric's mean over the shared queries, before and after; p is two-sided."""

    metric: str
    before: float
    after: float
    p: float

    @property
    def delta(self) -> float:
        """How much was gained."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class QueryChange:
    """One query's nDCG@10, before and after."""

    id: str
    before: float
    after: float

    @property
    def delta(self) -> float:
        """How much was gained."""
        return self.after - self.before


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


def compare_evaluations(path: Path, a: str, b: str) -> Comparison:
    """What changed from evaluation `a` to evaluation `b`.

    Args:
        path: The file of evaluations.
        a: An id, the beginning of one, `last` or `last-1`.
        b: The same; the differences are b's minus a's.

    Raises:
        EvaluationError: The file cannot be read, does not contain one of them, or they
            share no query.
    """
    lines = scan(path)
    chosen = [resolve(name, lines.ids, path) for name in (a, b)]
    shared = asked(_SHARED, path, lines, chosen)
    if not shared:
        raise EvaluationError(
            f"{chosen[0]} and {chosen[1]} share no answerable query: compare "
            "evaluations of the same set"
        )
    by_id = {row.id: row for row in rows(path, lines, chosen)}
    return Comparison(
        a=by_id[chosen[0]],
        b=by_id[chosen[1]],
        metrics=tuple(_metric_change(metric, shared) for metric in PER_QUERY),
        queries=tuple(_query_changes(shared)),
        broken=lines.broken,
    )


def _metric_change(metric: str, shared: Sequence[tuple[Any, ...]]) -> MetricChange:
    before = [values.get(metric, 0.0) for _, values, _ in shared]
    after = [values.get(metric, 0.0) for _, _, values in shared]
    p = paired_test(after, before)
    return MetricChange(metric, fmean(before), fmean(after), p)


def _query_changes(shared: Sequence[tuple[Any, ...]]) -> list[QueryChange]:
    changes = [
        QueryChange(query, before.get(HEADLINE, 0.0), after.get(HEADLINE, 0.0))
        for query, before, after in shared
    ]
    return sorted(changes, key=lambda change: (change.delta, change.id))
