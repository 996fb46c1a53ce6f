"""Answers without a model, on questions written without looking at what is found.

The floors are slightly below the figures of docs/benchmarks.md. Weights are tuned on
`dev` alone, so that `test` predicts other questions.
"""

import os
import shutil
from pathlib import Path

import pytest

from ragtui_core import open_vault
from ragtui_eval.answer_measurement import measure_answers
from ragtui_eval.evaluation_records import record_of
from ragtui_eval.measurement import QueryResult
from ragtui_eval.query_set import locations
from ragtui_eval.set_loading import load_questions
from support.evaluations import CONDITIONS
from support.remembering import RememberingEmbedder

SAMPLE = Path(__file__).parents[2] / "sample-vault"
QUESTIONS = Path(__file__).parent / "questions"
FLAGS = {"answer.provider": "extractive"}


NAMES = (
    "first citation right",
    "one of the first three right",
    "abstention recall",
    "false alarms",
)
"""Ratios, 0..1; the last may not be more than its floor, the others not less."""

SAMPLE_FLOORS = {"dev": (0.65, 0.77, 0.80, 0.10), "test": (0.70, 0.79, 0.71, 0.13)}
RUST_FLOORS = {"dev": (0.48, 0.63, 0.61, 0.03), "test": (0.50, 0.66, 0.52, 0.05)}


def measured(root: Path, file: Path, index: Path, split: str) -> list[QueryResult]:
    vault = open_vault(root, db=index, flags=FLAGS)
    vault.index()
    vault._services.models._slot.model = RememberingEmbedder(vault.embedder())
    questions = load_questions(file).of_split(split).queries
    for question in questions:
        for answer in question.answers:
            assert locations(answer.quote, vault.documents.read(answer.path)), (
                question.id
            )
    found = measure_answers(vault, questions)
    vault.close()
    return found


def check(found: list[QueryResult], floors: tuple[float, ...]) -> None:
    metrics = record_of("extractive", found, CONDITIONS).metrics
    reached = {name: metrics[name].mean for name in NAMES}
    signs = (1, 1, 1, -1)
    short = {
        name: value
        for (name, value), floor, sign in zip(
            reached.items(), floors, signs, strict=True
        )
        if (value - floor) * sign < 0
    }
    assert short == {}


@pytest.fixture(
    scope="module", params=["test", pytest.param("dev", marks=pytest.mark.sweep)]
)
def split(request: pytest.FixtureRequest) -> str:
    """The held-out questions; those that weights are tuned on only in a tier."""
    return str(request.param)


@pytest.fixture(scope="module")
def sample(
    split: str, sample_index: Path, tmp_path_factory: pytest.TempPathFactory
) -> list[QueryResult]:
    index = tmp_path_factory.mktemp("extracts") / "index.db"
    shutil.copyfile(sample_index, index)
    return measured(SAMPLE, QUESTIONS / "sample_vault.toml", index, split)


@pytest.mark.sweep
def test_nothing_falls_under_its_floor(sample: list[QueryResult], split: str) -> None:
    check(sample, SAMPLE_FLOORS[split])


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
    check(found, RUST_FLOORS[split])
