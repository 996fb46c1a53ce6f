"""Evaluations of the past as text for people and as JSON for programs.

The text is ASCII and at most 120 columns wide.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from ragtui_core.text import sanitize
from ragtui_eval.comparison import Comparison, MetricChange, QueryChange
from ragtui_eval.evaluation_report import p_value
from ragtui_eval.past_evaluations import History
from ragtui_eval.record_table import HistoryRow
from ragtui_eval.text_table import format_ratio, format_table

MAX_QUERIES = 10
"""Of those that got worse, and of those that got better, in the text."""

_HEADS = ["id", "at (UTC)", "set", "system", "nDCG@10", "MRR@10", "R@100", "p95 ms"]


def history_as_text(history: History) -> Iterator[str]:
    """One line an evaluation, newest first."""
    if not history.rows:
        yield "no evaluation is recorded yet: run `ragtui eval SET`"
        return
    yield from format_table(_HEADS, [_cells(row) for row in history.rows])


def history_as_json(history: History) -> dict[str, Any]:
    """The object that `ragtui eval --history --json` prints."""
    return asdict(history)


def comparison_as_text(comparison: Comparison) -> Iterator[str]:
    """The two evaluations, the change of each metric, and the queries that moved."""
    rows = [_cells(comparison.a), _cells(comparison.b)]
    yield from format_table(_HEADS, rows)
    if not comparison.same_data:
        yield "(the queries, judgements or documents changed between the two)"
    yield ""
    heads = [
        f"over {len(comparison.queries)} queries",
        "before",
        "after",
        "change",
        "p",
    ]
    yield from format_table(heads, [_metric(each) for each in comparison.metrics])
    moved = [each for each in comparison.queries if each.delta]
    yield from _queries("worse", [each for each in moved if each.delta < 0])
    yield from _queries("better", [each for each in reversed(moved) if each.delta > 0])


def comparison_as_json(comparison: Comparison) -> dict[str, Any]:
    """The object that `ragtui eval --compare A B --json` prints; every query."""
    return asdict(comparison) | {
        "same_data": comparison.same_data,
        "metrics": [_with_delta(each) for each in comparison.metrics],
        "queries": [_with_delta(each) for each in comparison.queries],
    }


def _with_delta(change: MetricChange | QueryChange) -> dict[str, Any]:
    return asdict(change) | {"delta": change.delta}


def _metric(change: MetricChange) -> list[str]:
    moved = _signed(change.delta)
    values = [
        format_ratio(change.before),
        format_ratio(change.after),
        moved,
        p_value(change.p),
    ]
    return [change.metric, *values]


def _queries(direction: str, changes: Sequence[QueryChange]) -> Iterator[str]:
    if not changes:
        return
    yield ""
    shown = changes[:MAX_QUERIES]
    rows = [
        [
            _cut(each.id, 60),
            format_ratio(each.before),
            format_ratio(each.after),
            _signed(each.delta),
        ]
        for each in shown
    ]
    yield from format_table(
        [f"{len(changes)} {direction}", "before", "after", "nDCG@10"], rows
    )
    if len(changes) > len(shown):
        yield f"... and {len(changes) - len(shown)} more (--json lists all)"


def _cells(row: HistoryRow) -> list[str]:
    p95 = "-" if row.p95_ms is None else f"{row.p95_ms:.0f}"
    names = [row.id, _cut(row.at, 19), _cut(row.set, 28), _cut(row.system, 20)]
    return [
        *names,
        format_ratio(row.ndcg),
        format_ratio(row.mrr),
        format_ratio(row.recall_100),
        p95,
    ]


def _signed(delta: float) -> str:
    return f"+{format_ratio(delta)}" if delta > 0 else format_ratio(delta)


def _cut(text: str, width: int) -> str:
    return sanitize(text, one_line=True)[:width]
