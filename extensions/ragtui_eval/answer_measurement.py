"""Asks questions with known answers: what is cited, is it right, what is refused?"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

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
from ragtui_eval.measurement import Progress, QueryResult, Values, abstention_values
from ragtui_eval.query_set import EvaluationQuery

EXTRACTIVE = "extractive"
"""The provider that is always measured."""


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
) -> list[QueryResult]:
    """Ask every question, in a conversation of its own that is not stored.

    The vault is indexed; its settings name the provider.

    Raises:
        AnswerError: The provider failed.
    """
    results = []
    for question in questions:
        started = time.perf_counter()
        text, cited = asyncio.run(_answer(vault, question.text))
        seconds = time.perf_counter() - started
        documents = _documents(vault, cited)
        refused = says_no_answer(text)
        values = answer_values(question, cited, documents, refused=refused)
        results.append(QueryResult(question.id, values, seconds))
        if on_progress:
            on_progress(len(results), len(questions))
    return results


async def _answer(vault: Vault, text: str) -> tuple[str, list[Citation]]:
    """The text of an answer, and its citations by number."""
    events = [event async for event in vault.ask(text, AskOptions(keep=False))]
    cited = [event for event in events if isinstance(event, Citation)]
    written = "".join(event.text for event in events if isinstance(event, Text))
    return written, sorted(cited, key=lambda citation: citation.number)


def _documents(vault: Vault, cited: Sequence[Citation]) -> dict[str, Document]:
    """By path, the cited documents that can be read."""
    documents = {}
    for path in {citation.path for citation in cited}:
        with suppress(RagtuiError):
            documents[path] = vault.documents.read(path)
    return documents


def answer_values(
    question: EvaluationQuery,
    cited: Sequence[Citation],
    documents: dict[str, Document],
    *,
    refused: bool,
) -> Values:
    """What was measured of one answer.

    Of an answerable question: whether its first citation, or one of the first three,
    contains an answer or a part of one; of the cited sentences, items and rows, the
    share that does; of the sentences that answer, the share that is cited.
    """
    values = dict(abstention_values(refused, not question.answers))
    if not question.answers:
        return values
    right = [
        citation.path in documents
        and question.is_answered_at(citation.span, documents[citation.path])
        for citation in cited
    ]
    sentences = _sentences(cited, documents)
    values["first citation right"] = float(any(right[:1]))
    values["one of the first three right"] = float(any(right[:3]))
    if sentences:
        answering = [question.is_answered_at(span, of) for span, of in sentences]
        values["citation precision"] = sum(answering) / len(sentences)
    found = sum(
        any(answer.is_at(span, of) for span, of in sentences)
        for answer in question.answers
    )
    values["citation recall"] = found / len(question.answers)
    return values


def _sentences(
    cited: Sequence[Citation], documents: dict[str, Document]
) -> list[tuple[Span, Document]]:
    """The sentences, items and rows that citations overlap, with their documents."""
    return [
        (passage.span, document)
        for path, document in documents.items()
        for passage in passages_of(document)
        if any(
            citation.path == path and citation.span.overlaps(passage.span)
            for citation in cited
        )
    ]
