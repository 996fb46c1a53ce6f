"""Measures answers without a model, by questions with known verbatim answers.

A question file (TOML) names quotes of the vault's files:

[[question]]
id = "valve"
split = "dev"               # or "test"
text = "which valve did we order"
answers = [{ path = "purchases/2025.md", quote = "a ball valve of brass" }]

[[question]]
id = "tea"
split = "test"
text = "what does tea cost"
unanswerable = true

A BEIR folder works too, if its queries have answers (`metadata.answers`).
"""

import asyncio
import hashlib
import re
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragtui_core import Citation, Document, EvaluationError, Span, Vault
from ragtui_eval.beir import load_queries
from ragtui_eval.fingerprint import unreadable
from ragtui_eval.json_lines import objects

DEV_SHARE = 0.25
"""Of a collection's queries, by a hash of their ids; a file names its splits."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Words of a file that answer.

    A passage is right that shares a place with them; if they are only the `gist`, a
    name or a number that may stand in many places, it must hold them wholly.
    """

    path: str
    quote: str
    gist: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A question; without answers the vault holds none. `split` is dev or test."""

    id: str
    split: str
    text: str
    answers: tuple[Answer, ...] = ()


def load_questions(path: Path) -> list[Question]:
    """The questions of a TOML file, or of a BEIR folder's split `test`.

    Raises:
        EvaluationError: They are missing or wrong.
    """
    return _of_collection(path) if path.is_dir() else _of_file(path)


def _of_file(file: Path) -> list[Question]:
    try:
        rows = tomllib.loads(file.read_text("utf-8"))["question"]
        return [_question(row) for row in rows]
    except OSError as error:
        raise unreadable(file, error) from error
    except (ValueError, KeyError, TypeError) as error:
        raise EvaluationError(f"{file} is no question file: {error!r}") from error


def _question(row: Mapping[str, Any]) -> Question:
    answers = tuple(Answer(**each) for each in row.get("answers", ()))
    if bool(answers) == row.get("unanswerable", False):
        raise ValueError(f"{row['id']}: give answers or unanswerable = true")
    if row["split"] not in {"dev", "test"}:
        raise ValueError(f"{row['id']}: the split is dev or test")
    return Question(row["id"], row["split"], row["text"], answers)


def _of_collection(folder: Path) -> list[Question]:
    quotes = {
        row["_id"]: row.get("metadata", {}).get("answers", [])
        for _, row in objects(folder / "queries.jsonl")
    }
    return [
        Question(
            id=query.id,
            split="dev" if _place(query.id) < DEV_SHARE else "test",
            text=query.text,
            answers=tuple(
                Answer(path, quote, gist=True)
                for path in query.relevant
                for quote in quotes[query.id]
            ),
        )
        for query in load_queries(folder, "test").queries
        if quotes[query.id]
    ]


def _place(identifier: str) -> float:
    """A number in 0..1 that is the same at every run."""
    digest = hashlib.sha256(identifier.encode()).digest()
    return int.from_bytes(digest[:8]) / 2**64


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
