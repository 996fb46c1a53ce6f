"""What was measured, now and in the past, as text for people and as JSON for programs.

The text is ASCII and at most 120 columns wide. Docs: trec_eval's names for metrics.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ragtui_core.text import sanitize
from ragtui_eval.comparison import Comparison, MetricChange, QueryChange
from ragtui_eval.past_evaluations import History
from ragtui_eval.record_table import HistoryRow
from ragtui_eval.summary import Summary
from ragtui_eval.text_table import format_interval, format_ratio, format_table

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
        heads.append(f"p vs {_line(report.baseline)[:_LONGEST_NAME]}")
    rows = [_row(each, report, compared=compared) for each in report.summaries]
    yield from format_table(heads, rows)
    yield from _abstentions(report.summaries)


def evaluation_as_json(report: Report) -> dict[str, Any]:
    """The object that `ragtui eval --json` prints; keys are only ever added."""
    return {
        "set": report.set,
        "split": report.split,
        "baseline": report.baseline,
        "systems": [
            asdict(each) | {"p": report.p.get(each.system)} for each in report.summaries
        ],
    }


def _row(summary: Summary, report: Report, *, compared: bool) -> list[str]:
    latency = summary.latency_ms
    values = [summary.metrics.get(name) for name in _COLUMNS.values()]
    row = [
        _line(summary.system)[:_LONGEST_NAME],
        format_interval(values[0]),
        *(format_ratio(each.mean if each else None) for each in values[1:]),
        f"{summary.empty:.1%}",
        f"{latency.p50:.0f}/{latency.p95:.0f}",
    ]
    if compared:
        p = report.p.get(summary.system)
        row.append("" if p is None else p_value(p))
    return row


def p_value(p: float) -> str:
    """As text: `.034`, and `<.001` for what 10,000 flips cannot distinguish from 0."""
    return "<.001" if p < 0.001 else format_ratio(p)


def _abstentions(summaries: Sequence[Summary]) -> Iterator[str]:
    for summary in summaries:
        if found := summary.abstention:
            yield (
                f'{_line(summary.system)[:_LONGEST_NAME]} says "no answer" with '
                f"precision {format_ratio(found.precision)}, "
                f"recall {format_ratio(found.recall)}; "
                f"wrongly so on {format_ratio(found.false_alarms)} of the answerable"
            )


def _line(text: str) -> str:
    return sanitize(text, one_line=True)


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
