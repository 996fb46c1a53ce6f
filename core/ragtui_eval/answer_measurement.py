"""Asks questions with known answers: what is cited, is it right, what is refused?"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

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
from ragtui_eval.measurement import Progress
from ragtui_eval.query_set import EvaluationQuery

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
    """Ask every question, each in a conversation of its own that is not stored.

    Args:
        vault: Indexed; its settings name the provider.
        questions: Asked in this order.
        on_progress: Called after each question.

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
