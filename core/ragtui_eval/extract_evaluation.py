"""Measures answers without a model: the right sentence, or an honest no?"""

import asyncio
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ragtui_core import Citation, Document, Span, Vault
from ragtui_eval.questions import Answer, Question


@dataclass(frozen=True, slots=True)
class Extract:
    """What came of a question: the passages quoted, whether each is right, seconds."""

    question: Question
    quoted: tuple[Citation, ...]
    right: tuple[bool, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class ExtractSummary:
    """Shares, 0..1, over questions; None where there are none of the kind.

    `first` and `first_three` count in how many of the answerable questions the first
    passage, or one of the first three, is right; `false_alarms` in how many of them
    nothing was quoted, `abstained` in how many of the others.
    """

    answerable: int
    unanswerable: int
    first: float | None
    first_three: float | None
    false_alarms: float | None
    abstained: float | None


def extracts(vault: Vault, questions: Iterable[Question]) -> Iterator[Extract]:
    """Ask each question; the vault must answer without a model."""
    for question in questions:
        started = time.perf_counter()
        quoted = asyncio.run(_quoted(vault, question.text))
        seconds = time.perf_counter() - started
        right = tuple(
            answers_at(question, each.span, vault.documents.read(each.path))
            for each in quoted
        )
        yield Extract(question, quoted, right, seconds)


async def _quoted(vault: Vault, text: str) -> tuple[Citation, ...]:
    events = [event async for event in vault.ask(text)]
    found = (event for event in events if isinstance(event, Citation))
    return tuple(sorted(found, key=lambda citation: citation.number))


def answers_at(question: Question, span: Span, document: Document) -> bool:
    """Whether `span` of `document` holds an answer, or a part of one."""
    answers = (each for each in question.answers if each.path == document.path)
    return any(_holds(each, span, document) for each in answers)


def _holds(answer: Answer, span: Span, document: Document) -> bool:
    if answer.gist:
        return answer.quote.casefold() in span.of(document.text).casefold()
    return any(
        place.start < span.end and span.start < place.end
        for place in places(answer.quote, document)
    )


def places(quote: str, document: Document) -> list[Span]:
    """The span of `quote` in a document, ignoring line breaks."""
    pattern = r"\s+".join(map(re.escape, quote.split()))
    return [Span(*found.span()) for found in re.finditer(pattern, document.text)]


def summarise_extracts(measured: Sequence[Extract]) -> ExtractSummary:
    """The shares over all questions."""
    answerable = [each for each in measured if each.question.answers]
    others = [each for each in measured if not each.question.answers]
    return ExtractSummary(
        answerable=len(answerable),
        unanswerable=len(others),
        first=_share(any(each.right[:1]) for each in answerable),
        first_three=_share(any(each.right[:3]) for each in answerable),
        false_alarms=_share(not each.quoted for each in answerable),
        abstained=_share(not each.quoted for each in others),
    )


def _share(outcomes: Iterable[bool]) -> float | None:
    counted = list(outcomes)
    return sum(counted) / len(counted) if counted else None
