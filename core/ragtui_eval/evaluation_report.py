"""What was measured as text for people and as JSON for programs.

The text is ASCII and at most 120 columns wide. Docs: trec_eval's names for metrics.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ragtui_core.text import sanitize
from ragtui_eval.summary import Estimate, Summary
from ragtui_eval.text_table import format_ratio, format_table

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
        _with_interval(values[0]),
        *(format_ratio(each.mean if each else None) for each in values[1:]),
        f"{summary.empty:.1%}",
        f"{latency.p50:.0f}/{latency.p95:.0f}",
    ]
    if compared:
        p = report.p.get(summary.system)
        row.append("" if p is None else p_value(p))
    return row


def p_value(p: float) -> str:
    """As text: `.034`, and `<.001` for what 10,000 flips cannot tell from 0."""
    return "<.001" if p < 0.001 else format_ratio(p)


def _with_interval(estimate: Estimate | None) -> str:
    if not estimate:
        return "-"
    ends = f"[{format_ratio(estimate.low, 2)}, {format_ratio(estimate.high, 2)}]"
    return f"{format_ratio(estimate.mean)} {ends}"


def _abstentions(summaries: Sequence[Summary]) -> Iterator[str]:
    for summary in summaries:
        if found := summary.abstention:
            yield (
                f'{_line(summary.system)[:_LONGEST_NAME]} says "no answer" with '
                f"precision {format_ratio(found.precision)}, recall {format_ratio(found.recall)}; "
                f"wrongly so on {format_ratio(found.false_alarms)} of the answerable"
            )


def _line(text: str) -> str:
    return sanitize(text, one_line=True)
