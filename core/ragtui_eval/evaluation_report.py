"""What was measured, now and in the past, as text for people and as JSON for programs.

The text is ASCII and at most 120 columns wide. Docs: trec_eval's names for metrics.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ragtui_core.text import sanitize
from ragtui_eval.evaluation_records import Change, Comparison, History, HistoryRow
from ragtui_eval.summary import Summary
from ragtui_eval.text_table import (
    format_interval,
    format_p_value,
    format_ratio,
    format_table,
)

_COLUMNS = {
    "nDCG@10": "ndcg@10",
    "MRR@10": "mrr@10",
    "P@5": "p@5",
    "R@5": "r@5",
    "R@10": "r@10",
    "R@100": "r@100",
}

_LONGEST_NAME = 20


@dataclass(frozen=True, slots=True)
class Report:
    """Systems measured on one query set, side by side."""

    set: str
    split: str | None
    summaries: Sequence[Summary]
    baseline: str
    """The system that the p-values are against."""
    p: Mapping[str, float]
    """System to p-value; the baseline has none."""


def evaluation_as_text(report: Report) -> Iterator[str]:
    """A table of the systems, then how well each says that there is no answer."""
    first = report.summaries[0]
    split = f", split {report.split}" if report.split else ""
    yield f"{_line(report.set)}{_line(split)}: {first.queries} queries"
    compared = len(report.summaries) > 1
    heads = ["system", *_COLUMNS, "empty", "p50/p95 ms"]
    if compared:
        heads.append(f"p vs {_line(report.baseline, _LONGEST_NAME)}")
    rows = [_row(summary, report, compared=compared) for summary in report.summaries]
    yield from format_table(heads, rows)
    yield from _abstentions(report.summaries)


def evaluation_as_json(report: Report) -> dict[str, Any]:
    """The object that `ragtui eval --json` prints; keys are only ever added."""
    return {
        "set": report.set,
        "split": report.split,
        "baseline": report.baseline,
        "systems": [
            asdict(summary) | {"p": report.p.get(summary.system)}
            for summary in report.summaries
        ],
    }


def _row(summary: Summary, report: Report, *, compared: bool) -> list[str]:
    latency = summary.latency_ms
    values = [summary.metrics.get(name) for name in _COLUMNS.values()]
    row = [
        _line(summary.system, _LONGEST_NAME),
        format_interval(values[0]),
        *(format_ratio(estimate.mean if estimate else None) for estimate in values[1:]),
        f"{summary.empty:.1%}",
        f"{latency.p50:.0f}/{latency.p95:.0f}",
    ]
    if compared:
        p = report.p.get(summary.system)
        row.append("" if p is None else format_p_value(p))
    return row


def _abstentions(summaries: Sequence[Summary]) -> Iterator[str]:
    for summary in summaries:
        if abstention := summary.abstention:
            yield (
                f'{_line(summary.system, _LONGEST_NAME)} says "no answer" with '
                f"precision {format_ratio(abstention.precision)}, "
                f"recall {format_ratio(abstention.recall)}; "
                f"wrongly so on {format_ratio(abstention.false_alarms)} of the "
                "answerable"
            )


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
    yield from format_table(_HEADS, [_cells(comparison.a), _cells(comparison.b)])
    if not comparison.same_data:
        yield "(the queries, judgements or documents changed between the two)"
    yield ""
    yield from format_table(
        [f"over {len(comparison.queries)} queries", "before", "after", "change", "p"],
        [
            [change.name, *_change(change), format_p_value(change.p or 0.0)]
            for change in comparison.metrics
        ],
    )
    worse = [change for change in comparison.queries if change.delta < 0]
    better = [change for change in reversed(comparison.queries) if change.delta > 0]
    for direction, changes in (("worse", worse), ("better", better)):
        if changes:
            yield ""
            yield from format_table(
                [f"{len(changes)} {direction}", "before", "after", "nDCG@10"],
                [
                    [_line(change.name, 60), *_change(change)]
                    for change in changes[:MAX_QUERIES]
                ],
            )
        if len(changes) > MAX_QUERIES:
            yield f"... and {len(changes) - MAX_QUERIES} more (--json lists all)"


def comparison_as_json(comparison: Comparison) -> dict[str, Any]:
    """The object that `ragtui eval --compare A B --json` prints; every query."""
    return asdict(comparison) | {
        "same_data": comparison.same_data,
        "metrics": [
            _moved(change, "metric") | {"p": change.p} for change in comparison.metrics
        ],
        "queries": [_moved(change, "id") for change in comparison.queries],
    }


def _moved(change: Change, key: str) -> dict[str, Any]:
    before, after = change.before, change.after
    return {"before": before, "after": after, key: change.name, "delta": change.delta}


def _change(change: Change) -> list[str]:
    sign = "+" if change.delta > 0 else ""
    moved = sign + format_ratio(change.delta)
    return [format_ratio(change.before), format_ratio(change.after), moved]


def _cells(row: HistoryRow) -> list[str]:
    names = _line(row.id), _line(row.at, 19), _line(row.set, 28), _line(row.system, 20)
    shares = map(format_ratio, (row.ndcg, row.mrr, row.recall_100))
    return [*names, *shares, "-" if row.p95_ms is None else f"{row.p95_ms:.0f}"]


def _line(text: str, width: int | None = None) -> str:
    return sanitize(text, one_line=True)[:width]
