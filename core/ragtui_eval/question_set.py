"""Questions with the quotations that answer them: of a TOML file or a collection.

A question file quotes files of the vault:

name = "my-questions"
today = 2026-03-01          # optional

[[question]]
id = "valve"
split = "dev"               # or "test", the default
text = "which valve did we order"
answers = [{ path = "purchases/2025.md", quote = "a ball valve of brass" }]

[[question]]
id = "tea"
text = "what does tea cost"
unanswerable = true

A BEIR folder works too, if its queries have answers (`metadata.answers`).
"""

import hashlib
import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from ragtui_core import Document, EvaluationError, Span
from ragtui_eval.beir import load_queries
from ragtui_eval.json_lines import objects
from ragtui_eval.toml_tables import check_keys, date_of, parsed, text_at

DEV_SHARE = 0.25
"""Of a collection's queries, by a hash of their ids; a file names its splits."""

SPLITS = ("dev", "test")

_KEYS = ("name", "today", "question")
_QUESTION_KEYS = ("id", "split", "text", "answers", "unanswerable")


@dataclass(frozen=True, slots=True)
class Answer:
    """Words of a file that answer.

    A passage is right that overlaps them; if they are only the `gist`, a name or a
    number that may occur in many places, it must contain all of it.
    """

    path: str
    quote: str
    gist: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A question; without answers the vault contains none. `split` is dev or test."""

    id: str
    split: str
    text: str
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Questions on one vault; their ids differ."""

    name: str
    questions: tuple[Question, ...]
    today: date | None = None
    """What "last week" is measured from; None is the day of the evaluation."""

    def of_split(self, split: str) -> "QuestionSet":
        """The questions of one split.

        Raises:
            EvaluationError: There are none.
        """
        chosen = tuple(each for each in self.questions if each.split == split)
        if not chosen:
            raise EvaluationError(
                f"{self.name} has no questions of the split {split!r}: --split is "
                f"{' or '.join(SPLITS)}"
            )
        return QuestionSet(self.name, chosen, self.today)


def load_questions(path: Path) -> QuestionSet:
    """The questions of a TOML file, or of a BEIR folder's split `test`.

    Raises:
        EvaluationError: They are missing or wrong; the message names the question.
    """
    if path.is_dir():
        return QuestionSet(path.resolve().name, tuple(_of_collection(path)))
    table = parsed(path)
    check_keys(table, _KEYS, str(path))
    rows = table.get("question")
    if not isinstance(rows, list) or not rows:
        raise EvaluationError(f"{path} has no questions: add a [[question]] table")
    found: dict[str, Question] = {}
    for number, row in enumerate(rows, 1):
        question = _question(row, f"{path}, question {number}")
        if question.id in found:
            raise EvaluationError(f"{path}: two questions have the id {question.id!r}")
        found[question.id] = question
    name = text_at(table, "name", str(path))
    return QuestionSet(name, tuple(found.values()), date_of(table, path))


def _question(row: object, place: str) -> Question:
    if not isinstance(row, dict):
        raise EvaluationError(f"{place}: a question must be a [[question]] table")
    check_keys(row, _QUESTION_KEYS, place)
    identifier = text_at(row, "id", place)
    place = f"{place} ({identifier})"
    answers = _answers(row.get("answers", []), place)
    if bool(answers) == row.get("unanswerable", False):
        raise EvaluationError(f"{place}: give either answers or unanswerable = true")
    split = row.get("split", "test")
    if split not in SPLITS:
        raise EvaluationError(f"{place}: 'split' must be {' or '.join(SPLITS)}")
    return Question(identifier, split, text_at(row, "text", place), answers)


def _answers(value: object, place: str) -> tuple[Answer, ...]:
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        raise EvaluationError(
            f'{place}: \'answers\' must be a list of {{ path = "...", quote = "..." }}'
        )
    for row in value:
        check_keys(row, ("path", "quote"), place)
    return tuple(
        Answer(text_at(row, "path", place), text_at(row, "quote", place))
        for row in value
    )


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


def answers_at(question: Question, span: Span, document: Document) -> bool:
    """Whether `span` of `document` contains an answer, or a part of one."""
    return any(is_answered_at(each, span, document) for each in question.answers)


def is_answered_at(answer: Answer, span: Span, document: Document) -> bool:
    """Whether `span` of `document` contains `answer`, or a part of it."""
    if answer.path != document.path:
        return False
    if answer.gist:
        return answer.quote.casefold() in span.of(document.text).casefold()
    return any(place.overlaps(span) for place in places(answer.quote, document))


def places(quote: str, document: Document) -> list[Span]:
    """The span of `quote` in a document, ignoring line breaks."""
    pattern = r"\s+".join(map(re.escape, quote.split()))
    return [Span(*found.span()) for found in re.finditer(pattern, document.text)]
