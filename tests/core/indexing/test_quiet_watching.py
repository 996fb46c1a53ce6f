"""A watcher wakes less often after a minute without changes, and reports as before."""

import threading
from pathlib import Path
from typing import Any, Self

import pytest
from watchfiles._rust_notify import RustNotify

from ragtui_core.indexing import file_changes
from ragtui_core.indexing.file_changes import FileChanges

HOUR = 3600.0


@pytest.mark.parametrize("quiet", [-1.0, HOUR])
def test_changes_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quiet: float
) -> None:
    monkeypatch.setattr(file_changes, "QUIET_SECONDS", quiet)
    steps: list[int] = []
    real = RustNotify

    class Watcher:
        def __init__(self, *arguments: Any) -> None:
            self._real = real(*arguments)

        def watch(self, debounce: int, step: int, *rest: Any) -> object:
            steps.append(step)
            return self._real.watch(debounce, step, *rest)

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            self._real.close()

    monkeypatch.setattr(file_changes, "RustNotify", Watcher)
    with FileChanges(tmp_path, threading.Event(), lambda _: None) as changes:
        (tmp_path / "new.md").write_text("new")
        assert "new.md" in changes.take(HOUR).paths
    expected = file_changes.QUIET_STEP_MS if quiet < 0 else file_changes.STEP_MS
    assert steps[0] == expected
