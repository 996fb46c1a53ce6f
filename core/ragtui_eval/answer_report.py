"""How well questions were answered: shares with intervals, as text and as JSON."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ragtui_core.text import sanitize
from ragtui_eval.answer_measurement import AnswerResult
from ragtui_eval.summary import Estimate, Latency, estimate_of, latency_of
from ragtui_eval.text_table import format_interval, format_table

_LABELS = {
    "first": "first citation right",
    "first_three": "one of the first three right",
    "citation_precision": "citation precision",
    "citation_recall": "citation recall",
    "abstention_precision": "abstention precision",
    "abstention_recall": "abstention recall",
    "false_alarms": "false alarms",
}


@dataclass(frozen=True, slots=True)
class AnswerSummary:
    """One provider on one set of questions.

    Attributes:
        system: The provider.
        answerable: The number of questions with an answer.
        unanswerable: The number of the others.
        metrics: Shares with 95% intervals; those without a question are left out.
            `first` and `first_three`: of the answerable questions, those whose first
            citation, or one of the first three, is right. `citation_precision`: of the
            cited sentences of an answerable question, those that answer;
            `citation_recall`: of the sentences that answer, those that are cited; both
            are means over questions. `abstention_precision`: of the questions without
            an answer from the system, the unanswerable ones; `abstention_recall`: of
            the unanswerable ones, those without an answer; `false_alarms`: the same of
            the answerable ones.
        latency_ms: Until the answer was complete.
    """

    system: str
    answerable: int
    unanswerable: int
    metrics: Mapping[str, Estimate]
    latency_ms: Latency


@dataclass(frozen=True, slots=True)
class AnswerReport:
    """Providers measured on one set, side by side."""

    set: str
    split: str
    results: Mapping[str, Sequence[AnswerResult]]
    """By provider, one result a question."""


def summarise_answers(system: str, results: Sequence[AnswerResult]) -> AnswerSummary:
    """The shares over all questions."""
    answerable = [result for result in results if result.question.answers]
    others = [result for result in results if not result.question.answers]
    cited = [result.right_sentences for result in answerable if result.right_sentences]
    values: dict[str, list[float]] = {
        "first": [any(result.right[:1]) for result in answerable],
        "first_three": [any(result.right[:3]) for result in answerable],
        "citation_precision": [sum(right) / len(right) for right in cited],
        "citation_recall": [
            result.found / len(result.question.answers) for result in answerable
        ],
        "abstention_precision": [
            not result.question.answers for result in results if result.abstained
        ],
        "abstention_recall": [result.abstained for result in others],
        "false_alarms": [result.abstained for result in answerable],
    }
    return AnswerSummary(
        system=system,
        answerable=len(answerable),
        unanswerable=len(others),
        metrics={
            name: estimate_of(shares) for name, shares in values.items() if shares
        },
        latency_ms=latency_of([result.seconds for result in results]),
    )


def answers_as_text(report: AnswerReport) -> Iterator[str]:
    """A table with a row a measure and a column a provider."""
    summaries = [summarise_answers(*summary) for summary in report.results.items()]
    first = summaries[0]
    yield (
        f"{sanitize(report.set, one_line=True)}, split {report.split}: "
        f"{first.answerable} answerable questions, {first.unanswerable} unanswerable"
    )
    rows = [
        [label, *(format_interval(summary.metrics.get(name)) for summary in summaries)]
        for name, label in _LABELS.items()
    ]
    latencies = [summary.latency_ms for summary in summaries]
    rows.append(
        [
            "p50/p95 ms",
            *(f"{latency.p50:.0f}/{latency.p95:.0f}" for latency in latencies),
        ]
    )
    names = [sanitize(summary.system, one_line=True) for summary in summaries]
    yield from format_table(["", *names], rows)


def answers_as_json(report: AnswerReport) -> dict[str, Any]:
    """The object that `ragtui eval --answers --json` prints; keys are only added."""
    return {
        "set": report.set,
        "split": report.split,
        "systems": [
            asdict(summarise_answers(system, results))
            | {"questions": [_question(result) for result in results]}
            for system, results in report.results.items()
        ],
    }


def _question(result: AnswerResult) -> dict[str, Any]:
    return {
        "id": result.question.id,
        "text": result.question.text,
        "unanswerable": not result.question.answers,
        "abstained": result.abstained,
        "citations": [
            {"path": citation.path, "quote": citation.quote, "right": right}
            for citation, right in zip(result.cited, result.right, strict=True)
        ],
    }
