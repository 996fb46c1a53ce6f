"""A disk that fails at any operation: no wrong index, no unknown error."""

import os
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from ragtui_core import open_vault
from support.failing_disk import FailingDisk, Failure
from support.failing_story import FailingStory

FEWEST = 1_000
"""Operations of a whole run, so that there is enough to fail."""

EVERY = 251
"""In the ordinary tests, one operation in so many fails; prime, so that it meets all
parts of what repeats."""


@pytest.fixture
def story(tmp_path: Path) -> Iterator[FailingStory]:
    disk = FailingDisk("failing")
    (tmp_path / "vault").mkdir()
    vault = open_vault(tmp_path / "vault")
    yield FailingStory(vault, disk, tmp_path)
    vault.close()
    disk.unregister()


def test_a_disk_that_fails_leaves_no_wrong_index(story: FailingStory) -> None:
    """One operation in many, each kind of failure in turn."""
    assert story.operations >= FEWEST
    failures = list(Failure)
    failed = 0
    for turn, at in enumerate(range(1, story.operations, EVERY)):
        failure = failures[turn % len(failures)]
        outcome = story.run(at, failure)
        assert not outcome.wrong, (at, failure, outcome.wrong)
        failed += bool(outcome.errors)
    assert failed


@pytest.mark.sweep
@pytest.mark.parametrize("turn", range(len(Failure)))
def test_every_operation_failing_leaves_no_wrong_index(
    asked_for: None, story: FailingStory, turn: int
) -> None:
    """Every operation, each with one kind of failure: the kinds take turns.

    With `RAGTUI_TEST_DAYS` in the environment, a day's run tries one in so many.
    """
    assert story.operations >= FEWEST
    kinds = list(Failure)
    days = int(os.environ.get("RAGTUI_TEST_DAYS", "1"))
    first = turn + 1 + len(kinds) * (date.today().toordinal() % days)
    for at in range(first, story.operations + 1, days * len(kinds)):
        failure = kinds[(at + at // len(kinds)) % len(kinds)]
        outcome = story.run(at, failure)
        assert not outcome.wrong, (at, failure, outcome.wrong)
