"""Reads questions with known verbatim answers.

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

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragtui_core import EvaluationError
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
