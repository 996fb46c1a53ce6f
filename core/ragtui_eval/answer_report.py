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
    answerable = [each for each in results if each.question.answers]
    others = [each for each in results if not each.question.answers]
    cited = [each.right_sentences for each in answerable if each.right_sentences]
    values: dict[str, list[float]] = {
        "first": [any(each.right[:1]) for each in answerable],
        "first_three": [any(each.right[:3]) for each in answerable],
        "citation_precision": [sum(right) / len(right) for right in cited],
        "citation_recall": [
            each.found / len(each.question.answers) for each in answerable
        ],
        "abstention_precision": [
            not each.question.answers for each in results if each.abstained
        ],
        "abstention_recall": [each.abstained for each in others],
        "false_alarms": [each.abstained for each in answerable],
    }
    return AnswerSummary(
        system=system,
        answerable=len(answerable),
        unanswerable=len(others),
        metrics={name: estimate_of(found) for name, found in values.items() if found},
        latency_ms=latency_of([each.seconds for each in results]),
    )


def answers_as_text(report: AnswerReport) -> Iterator[str]:
    """A table with a row a measure and a column a provider."""
    found = [summarise_answers(*each) for each in report.results.items()]
    first = found[0]
    yield (
        f"{sanitize(report.set, one_line=True)}, split {report.split}: "
        f"{first.answerable} answerable questions, {first.unanswerable} unanswerable"
    )
    rows = [
        [label, *(format_interval(each.metrics.get(name)) for each in found)]
        for name, label in _LABELS.items()
    ]
    latencies = [each.latency_ms for each in found]
    rows.append(
        ["p50/p95 ms", *(f"{each.p50:.0f}/{each.p95:.0f}" for each in latencies)]
    )
    names = [sanitize(each.system, one_line=True) for each in found]
    yield from format_table(["", *names], rows)


def answers_as_json(report: AnswerReport) -> dict[str, Any]:
    """The object that `ragtui eval --answers --json` prints; keys are only added."""
    return {
        "set": report.set,
        "split": report.split,
        "systems": [
            asdict(summarise_answers(system, results))
            | {"questions": [_question(each) for each in results]}
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
            {"path": each.path, "quote": each.quote, "right": right}
            for each, right in zip(result.cited, result.right, strict=True)
        ],
    }
