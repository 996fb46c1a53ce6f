"""Answers without a model, on questions written without looking at what is found.

The floors are slightly below the figures of docs/benchmarks.md. Weights are tuned on
`dev` alone, so that `test` predicts other questions.
"""

import os
import shutil
from dataclasses import dataclass, fields
from pathlib import Path

import pytest

from ragtui_core import open_vault
from ragtui_eval.answer_measurement import (
    AnswerResult,
    AnswerSummary,
    measure_answers,
    summarise_answers,
)
from ragtui_eval.query_set import locations
from ragtui_eval.set_loading import load_questions
from support.remembering import RememberingEmbedder

SAMPLE = Path(__file__).parents[2] / "sample-vault"
QUESTIONS = Path(__file__).parent / "questions"
FLAGS = {"answer.provider": "extractive"}


@dataclass(frozen=True, slots=True)
class Floor:
    """Shares, 0..1; `false_alarms` may not be more, the others not less."""

    first: float
    first_three: float
    false_alarms: float
    abstention_recall: float


SAMPLE_FLOORS = {
    "dev": Floor(0.65, 0.77, 0.10, 0.80),
    "test": Floor(0.70, 0.79, 0.13, 0.71),
}
RUST_FLOORS = {
    "dev": Floor(0.48, 0.63, 0.03, 0.61),
    "test": Floor(0.50, 0.66, 0.05, 0.52),
}


def measured(root: Path, file: Path, index: Path, split: str) -> list[AnswerResult]:
    vault = open_vault(root, db=index, flags=FLAGS)
    vault.index()
    vault._services.models._slot.model = RememberingEmbedder(vault.embedder())
    loaded = load_questions(file).queries
    questions = [each for each in loaded if each.split == split]
    for question in questions:
        for answer in question.answers:
            assert locations(answer.quote, vault.documents.read(answer.path)), (
                question.id
            )
    found = measure_answers(vault, questions)
    vault.close()
    return found


def check(found: list[AnswerResult], split: str, floor: Floor) -> None:
    of_split = [each for each in found if each.question.split == split]
    reached = summarise_answers("extractive", of_split)
    assert falling_short(reached, floor) == {}


def falling_short(reached: AnswerSummary, floor: Floor) -> dict[str, float]:
    found = {field.name: reached.metrics[field.name].mean for field in fields(floor)}
    return {
        name: share
        for name, share in found.items()
        if (share - getattr(floor, name)) * (-1 if name == "false_alarms" else 1) < 0
    }


@pytest.fixture(
    scope="module", params=["test", pytest.param("dev", marks=pytest.mark.sweep)]
)
def split(request: pytest.FixtureRequest) -> str:
    """The held-out questions; those that weights are tuned on only in a tier."""
    return str(request.param)


@pytest.fixture(scope="module")
def sample(
    split: str, sample_index: Path, tmp_path_factory: pytest.TempPathFactory
) -> list[AnswerResult]:
    index = tmp_path_factory.mktemp("extracts") / "index.db"
    shutil.copyfile(sample_index, index)
    return measured(SAMPLE, QUESTIONS / "sample_vault.toml", index, split)


@pytest.mark.sweep
def test_nothing_falls_under_its_floor(sample: list[AnswerResult], split: str) -> None:
    check(sample, split, SAMPLE_FLOORS[split])


@pytest.mark.sweep
def test_every_passage_is_quoted_exactly(sample: list[AnswerResult]) -> None:
    quoted = [citation for each in sample for citation in each.cited]
    assert quoted
    assert {citation.verdict.value for citation in quoted} == {"exact"}
    assert max(len(each.cited) for each in sample) <= 5


@pytest.fixture(scope="module")
def rust_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made by the first test of a process, kept for the others."""
    return tmp_path_factory.mktemp("extracts") / "rust.db"


@pytest.mark.large
@pytest.mark.parametrize("split", RUST_FLOORS)
def test_a_book_does_not_fall_under_its_floor(rust_index: Path, split: str) -> None:
    folder = os.environ.get("RAGTUI_TEST_DATA")
    if not folder:
        pytest.skip("RAGTUI_TEST_DATA names no folder with vaults")
    root = Path(folder) / "vaults" / "rust-book"
    found = measured(root, QUESTIONS / "rust_book.toml", rust_index, split)
    check(found, split, RUST_FLOORS[split])
