"""A watcher wakes less often after a minute without changes, and reports as before."""

import threading
from pathlib import Path

import pytest

from ragtui_core.indexing import file_changes
from ragtui_core.indexing.file_changes import FileChanges

HOUR = 3600.0


@pytest.mark.parametrize("quiet", [-1.0, HOUR])
def test_changes_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quiet: float
) -> None:
    monkeypatch.setattr(file_changes, "QUIET_SECONDS", quiet)
    pauses: list[float] = []
    sleep = vars(file_changes)["sleep"]

    def noted(seconds: float) -> None:
        pauses.append(seconds)
        sleep(seconds)

    monkeypatch.setattr(file_changes, "sleep", noted)
    with FileChanges(tmp_path, threading.Event(), lambda _: None) as changes:
        (tmp_path / "new.md").write_text("new")
        assert "new.md" in changes.take(HOUR).paths
    step = file_changes.STEP_SECONDS
    first = file_changes.QUIET_STEP_SECONDS if quiet < 0 else step
    assert pauses[0] == first
    assert step in pauses[1:], "what was found waits for others as long as ever"
