"""The line that shows indexing progress, in the words of the core."""

from dataclasses import dataclass

import pytest

from ragtui_core.index_state import IndexStateName
from ragtui_core.indexing.coverage import Coverage
from ragtui_core.indexing.events import ScanFinished
from ragtui_core.types import Skipped
from ragtui_tui.index_progress import IndexingProgress, changes_results
from support.index_states import EVERY_STATE, embedding, reading


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def covered(embedded: int, skipped: int = 0) -> Coverage:
    files = tuple(Skipped(f"{n}.md", "too large") for n in range(skipped))
    return Coverage("v", "i", 1, 1_234, 100, embedded, "m", files)


@pytest.mark.parametrize("name", IndexStateName)
def test_the_line_has_the_words_of_the_core(name: IndexStateName) -> None:
    progress = IndexingProgress()
    EVERY_STATE[name][0](progress.tracker)
    state = progress.state
    assert state.name is name
    assert progress.text().startswith(state.brief)
    if state.is_problem:
        assert progress.text() == f"{state.brief} · {state.action}"


def test_a_run_says_how_fast_it_is_and_what_is_left() -> None:
    clock = Clock()
    progress = IndexingProgress(clock)
    progress.note(reading(100, 1_000))
    assert progress.text() == "reading 100 of 1,000 files"
    clock.now = 2.0
    progress.note(reading(500, 1_000))
    assert progress.text() == "reading 500 of 1,000 files · 2 s left"
    assert progress.share == 0.5
    progress.note(ScanFinished(1_000, 1_000, 0, 0, 0, 0))
    assert progress.text() == "looking for changed files"
    assert progress.share is None
    progress.note(embedding(32, 100))
    clock.now = 4.0
    progress.note(embedding(64, 100))
    said = "preparing search by meaning, 64% done · 2 s left"
    assert progress.text() == said
    clock.now = 100.0  # Each round is timed separately.
    progress.note(embedding(10, 20))
    assert progress.text() == "preparing search by meaning, 50% done"
    progress.note(embedding(20, 20))
    progress.tracker.cover(covered(100, skipped=2), elsewhere=False)
    assert progress.text() == "up to date · 1,234 documents · 2 not read"


def test_a_large_mailbox_advances() -> None:
    clock = Clock()
    progress = IndexingProgress(clock)
    progress.note(reading(0, 1, mails=64, part=0.25))
    assert progress.text() == "reading 0 of 1 files · 64 mails"
    clock.now = 10.0
    progress.note(reading(0, 1, mails=1_280, part=0.5))
    assert progress.text() == "reading 0 of 1 files · 1,280 mails · 20 s left"
    assert progress.share == 0.5


def test_one_searches_again_when_there_is_more_to_find() -> None:
    assert changes_results(reading(10, 100))
    assert not changes_results(embedding(10, 100))
    assert changes_results(embedding(100, 100))
