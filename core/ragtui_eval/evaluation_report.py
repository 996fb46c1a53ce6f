"""What was measured, now and in the past, as text for people and as JSON for programs.

The text is ASCII and at most 120 columns wide. Docs: trec_eval's names for metrics.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from ragtui_core.text import sanitize
from ragtui_eval.quotation_measurement import QuotationReport
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


class Report(Protocol):
    """What `ragtui eval` prints."""

    def lines(self) -> Iterator[str]:
        """For people."""

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints; keys are only ever added."""


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """Systems measured on one query set, side by side."""

    set: str
    split: str | None
    summaries: Sequence[Summary]
    baseline: str
    """The system that the p-values are against."""
    p: Mapping[str, float]
    """System to p-value; the baseline has none."""
    quotations: Mapping[str, QuotationReport] = field(default_factory=dict)
    """By system, what the set's quotations showed, if it has any."""

    def lines(self) -> Iterator[str]:
        """A table of the systems, then how well each says that there is no answer."""
        first = self.summaries[0]
        split = f", split {self.split}" if self.split else ""
        yield f"{_line(self.set)}{_line(split)}: {first.queries} queries"
        compared = len(self.summaries) > 1
        heads = ["system", *_COLUMNS, "empty", "p50/p95 ms"]
        if compared:
            heads.append(f"p vs {_line(self.baseline, _LONGEST_NAME)}")
        rows = [self._row(summary, compared=compared) for summary in self.summaries]
        yield from format_table(heads, rows)
        yield from _abstentions(self.summaries)
        for system, quotations in self.quotations.items():
            yield from ("", f"{system}:", *quotations.lines())

    def as_json(self) -> dict[str, Any]:
        """The object of `--json`."""
        found: dict[str, Any] = {
            "set": self.set,
            "split": self.split,
            "baseline": self.baseline,
            "systems": [
                asdict(summary) | {"p": self.p.get(summary.system)}
                for summary in self.summaries
            ],
        }
        if self.quotations:
            quotations = self.quotations.items()
            found["quotations"] = {name: of.as_json() for name, of in quotations}
        return found

    def _row(self, summary: Summary, *, compared: bool) -> list[str]:
        latency = summary.latency_ms
        first, *others = [summary.metrics.get(name) for name in _COLUMNS.values()]
        row = [
            _line(summary.system, _LONGEST_NAME),
            format_interval(first),
            *(format_ratio(estimate.mean if estimate else None) for estimate in others),
            f"{summary.empty:.1%}",
            f"{latency.p50:.0f}/{latency.p95:.0f}",
        ]
        if compared:
            p = self.p.get(summary.system)
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
"""Queries that the text lists as worse, and as better."""

_HEADS = ["id", "at (UTC)", "set", "system", "nDCG@10", "MRR@10", "R@100", "p95 ms"]


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

    def cells(self) -> list[str]:
        """What a table shows of it, under `_HEADS`."""
        names = [_line(self.id), _line(self.at, 19), _line(self.set, 28)]
        names.append(_line(self.system, _LONGEST_NAME))
        shares = map(format_ratio, (self.ndcg, self.mrr, self.recall_100))
        return [*names, *shares, "-" if self.p95_ms is None else f"{self.p95_ms:.0f}"]


@dataclass(frozen=True, slots=True)
class History:
    """Evaluations, newest first, and a sentence for each broken line of the file."""

    rows: tuple[HistoryRow, ...]
    broken: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """One line an evaluation, newest first."""
        if not self.rows:
            yield "no evaluation is recorded yet: run `ragtui eval SET`"
            return
        yield from format_table(_HEADS, [row.cells() for row in self.rows])

    def as_json(self) -> dict[str, Any]:
        """The object of `--json`."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Change:
    """A metric's mean over the shared queries, or one query's nDCG@10."""

    name: str
    """The metric, or the query's id."""
    before: float
    after: float
    p: float | None = None
    """The two-sided p-value of a metric."""

    @property
    def delta(self) -> float:
        """How much was gained."""
        return self.after - self.before

    def cells(self) -> list[str]:
        """Before, after and the difference."""
        sign = "+" if self.delta > 0 else ""
        moved = sign + format_ratio(self.delta)
        return [format_ratio(self.before), format_ratio(self.after), moved]

    def as_json(self, key: str) -> dict[str, Any]:
        """The object, with the name under `key`."""
        moved = {"before": self.before, "after": self.after, key: self.name}
        return moved | {"delta": self.delta}


@dataclass(frozen=True, slots=True)
class Comparison:
    """What changed from evaluation `a` to `b`, over the queries that both asked."""

    a: HistoryRow
    b: HistoryRow
    metrics: tuple[Change, ...]
    queries: tuple[Change, ...]
    """By change: the worst loss first, the best gain last."""
    broken: tuple[str, ...]

    @property
    def same_data(self) -> bool:
        """Whether both saw the same queries, judgements and documents."""
        return self.a.data_sha256 == self.b.data_sha256

    def lines(self) -> Iterator[str]:
        """The two evaluations, the change of each metric, the queries that moved."""
        yield from format_table(_HEADS, [self.a.cells(), self.b.cells()])
        if not self.same_data:
            yield "(the queries, judgements or documents changed between the two)"
        yield ""
        count = f"over {len(self.queries)} queries"
        yield from format_table(
            [count, "before", "after", "change", "p"],
            [
                [change.name, *change.cells(), format_p_value(change.p or 0.0)]
                for change in self.metrics
            ],
        )
        worse = [change for change in self.queries if change.delta < 0]
        better = [change for change in reversed(self.queries) if change.delta > 0]
        yield from _moved("worse", worse)
        yield from _moved("better", better)

    def as_json(self) -> dict[str, Any]:
        """The object of `--json`."""
        return asdict(self) | {
            "same_data": self.same_data,
            "metrics": [
                change.as_json("metric") | {"p": change.p} for change in self.metrics
            ],
            "queries": [change.as_json("id") for change in self.queries],
        }


def _moved(direction: str, changes: Sequence[Change]) -> Iterator[str]:
    """The queries that moved most in a direction."""
    if changes:
        yield ""
        heads = [f"{len(changes)} {direction}", "before", "after", "nDCG@10"]
        shown = changes[:MAX_QUERIES]
        rows = [[_line(change.name, 60), *change.cells()] for change in shown]
        yield from format_table(heads, rows)
    if len(changes) > MAX_QUERIES:
        yield f"... and {len(changes) - MAX_QUERIES} more (--json lists all)"


def _line(text: str, width: int | None = None) -> str:
    return sanitize(text, one_line=True)[:width]
