"""The question sets are sound: their quotations are in the vault they ask about.

`RAGTUI_TEST_DATA` names the folder with `vaults/rust-book` and others.
"""

import os
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
SAMPLE = HERE.parents[1] / "sample-vault"
DATA = os.environ.get("RAGTUI_TEST_DATA")


def load(file: str) -> list[dict[str, Any]]:
    text = (HERE / "questions" / file).read_text(encoding="utf-8")
    questions: list[dict[str, Any]] = tomllib.loads(text)["question"]
    return questions


def repeated(values: list[str]) -> list[str]:
    return [value for value, count in Counter(values).items() if count > 1]


def is_answerable(question: dict[str, Any]) -> bool:
    return not question.get("unanswerable", False)


def wrong_quotes(questions: list[dict[str, Any]], vault: Path) -> list[str]:
    """The quotes that are not exactly once in their file, on one line."""
    wrong = []
    for question in questions:
        for answer in question.get("answers", []):
            text = (vault / answer["path"]).read_text(encoding="utf-8")
            quote = answer["quote"]
            if "\n" in quote or text.count(quote) != 1:
                wrong.append(f"{question['id']}: {answer['path']}: {quote}")
    return wrong


VAULTS = {
    "rust_book.toml": "rust-book",
    "eips.toml": "eips",
    "opentelemetry.toml": "opentelemetry",
}
"""Sets, and the vaults of others that they ask about."""


@pytest.fixture(params=["sample_vault.toml", *VAULTS])
def questions(request: pytest.FixtureRequest) -> list[dict[str, Any]]:
    return load(request.param)


def test_no_id_and_no_question_is_there_twice(questions: list[dict[str, Any]]) -> None:
    assert repeated([question["id"] for question in questions]) == []
    assert repeated([question["text"].casefold() for question in questions]) == []


def test_a_question_has_answers_or_none(questions: list[dict[str, Any]]) -> None:
    wrong = [q["id"] for q in questions if bool(q.get("answers")) != is_answerable(q)]
    assert wrong == []


def test_quotes_are_in_the_sample_vault() -> None:
    assert wrong_quotes(load("sample_vault.toml"), SAMPLE) == []


@pytest.mark.large
@pytest.mark.skipif(not DATA, reason="RAGTUI_TEST_DATA names no data")
@pytest.mark.parametrize(("file", "vault"), VAULTS.items())
def test_quotes_are_in_the_vaults_of_others(file: str, vault: str) -> None:
    assert wrong_quotes(load(file), Path(DATA or "") / "vaults" / vault) == []
