"""Asks questions with known answers: what is cited, is it right, what is refused?

How well a provider does are shares with intervals, as text and as JSON.
"""

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from itertools import starmap
from typing import Any

from ragtui_core import (
    AskOptions,
    Citation,
    Document,
    RagtuiError,
    Span,
    Text,
    Vault,
    says_no_answer,
)
from ragtui_core.answer import provider_name
from ragtui_core.citations import passages_of
from ragtui_core.text import sanitize
from ragtui_eval.measurement import Progress
from ragtui_eval.query_set import EvaluationQuery
from ragtui_eval.summary import Estimate, Latency, estimate_of, latency_of
from ragtui_eval.text_table import format_interval, format_table

EXTRACTIVE = "extractive"
"""The provider that is always measured."""


@dataclass(frozen=True, slots=True)
class AnswerResult:
    """What came of one question.

    Attributes:
        question: As asked.
        cited: The citations by number.
        right: Whether each of them contains an answer, or a part of one.
        right_sentences: The same of each cited sentence, item or row, once each.
        found: How many of the question's answers are in a cited sentence.
        abstained: Whether the answer says that there is none, and cites nothing.
        seconds: Until the answer was complete.
    """

    question: EvaluationQuery
    cited: tuple[Citation, ...]
    right: tuple[bool, ...]
    right_sentences: tuple[bool, ...]
    found: int
    abstained: bool
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """The object of `--json`."""
        return {
            "id": self.question.id,
            "text": self.question.text,
            "unanswerable": not self.question.answers,
            "abstained": self.abstained,
            "citations": [
                {"path": citation.path, "quote": citation.quote, "right": right}
                for citation, right in zip(self.cited, self.right, strict=True)
            ],
        }


def answer_systems(vault: Vault) -> dict[str, Vault]:
    """The vault by provider: exact extracts, and the configured one if it is another.

    What they are asked is not written to the audit log.

    Raises:
        AnswerError: The configured provider has no key or no address.
    """
    names = dict.fromkeys((EXTRACTIVE, provider_name(vault.settings.answer)))
    settings, log = vault.settings, replace(vault.settings.log, answers=False)
    return {
        name: vault.under(
            replace(settings, log=log, answer=replace(settings.answer, provider=name))
        )
        for name in names
    }


def measure_answers(
    vault: Vault,
    questions: Sequence[EvaluationQuery],
    on_progress: Progress | None = None,
) -> list[AnswerResult]:
    """Ask every question, in a conversation of its own that is not stored.

    The vault is indexed; its settings name the provider.

    Raises:
        AnswerError: The provider failed.
    """
    results = []
    for question in questions:
        results.append(_asked(vault, question))
        if on_progress:
            on_progress(len(results), len(questions))
    return results


def _asked(vault: Vault, question: EvaluationQuery) -> AnswerResult:
    started = time.perf_counter()
    text, cited = asyncio.run(_answer(vault, question.text))
    seconds = time.perf_counter() - started
    documents = _documents(vault, cited)
    sentences = _sentences(cited, documents)
    return AnswerResult(
        question=question,
        cited=cited,
        right=tuple(
            citation.path in documents
            and question.is_answered_at(citation.span, documents[citation.path])
            for citation in cited
        ),
        right_sentences=tuple(
            question.is_answered_at(span, documents[path]) for path, span in sentences
        ),
        found=sum(
            any(answer.is_at(span, documents[path]) for path, span in sentences)
            for answer in question.answers
        ),
        abstained=says_no_answer(text) and not cited,
        seconds=seconds,
    )


async def _answer(vault: Vault, text: str) -> tuple[str, tuple[Citation, ...]]:
    """The text of an answer, and its citations by number."""
    events = [event async for event in vault.ask(text, AskOptions(keep=False))]
    cited = [event for event in events if isinstance(event, Citation)]
    written = "".join(event.text for event in events if isinstance(event, Text))
    return written, tuple(sorted(cited, key=lambda citation: citation.number))


def _documents(vault: Vault, cited: Sequence[Citation]) -> dict[str, Document]:
    """By path, the cited documents that can be read."""
    documents = {}
    for path in {citation.path for citation in cited}:
        with suppress(RagtuiError):
            documents[path] = vault.documents.read(path)
    return documents


def _sentences(
    cited: Sequence[Citation], documents: dict[str, Document]
) -> list[tuple[str, Span]]:
    """Path and span of the sentences, items and rows that citations overlap."""
    return [
        (path, passage.span)
        for path, document in documents.items()
        for passage in passages_of(document)
        if any(
            citation.path == path and citation.span.overlaps(passage.span)
            for citation in cited
        )
    ]


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

    def lines(self) -> Iterator[str]:
        """A table with a row a measure and a column a provider."""
        summaries = list(starmap(summarise_answers, self.results.items()))
        first = summaries[0]
        yield (
            f"{sanitize(self.set, one_line=True)}, split {self.split}: "
            f"{first.answerable} answerable questions, {first.unanswerable} "
            "unanswerable"
        )
        metrics = [summary.metrics for summary in summaries]
        rows = [
            [label, *(format_interval(of.get(name)) for of in metrics)]
            for name, label in _LABELS.items()
        ]
        latencies = [summary.latency_ms for summary in summaries]
        times = [f"{latency.p50:.0f}/{latency.p95:.0f}" for latency in latencies]
        names = [sanitize(summary.system, one_line=True) for summary in summaries]
        yield from format_table(["", *names], [*rows, ["p50/p95 ms", *times]])

    def as_json(self) -> dict[str, Any]:
        """The object of `--json`."""
        return {
            "set": self.set,
            "split": self.split,
            "systems": [
                asdict(summarise_answers(system, results))
                | {"questions": [result.as_json() for result in results]}
                for system, results in self.results.items()
            ],
        }


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
