"""Progress in the words of the core."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from ragtui_core.index_state import IndexState, IndexStateName
from ragtui_lsp.progress import IndexProgressReporter

if TYPE_CHECKING:
    import pytest


def test_the_percentage_does_not_fall_when_passages_follow_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ragtui_lsp.progress.STEP_SECONDS", 0.0)
    steps = [
        IndexState(IndexStateName.READING_WORDS, 40, 80),
        IndexState(IndexStateName.READING_WORDS, 80, 80),
        IndexState(IndexStateName.READING_PASSAGES, 20, 80),
    ]
    assert reported(monkeypatch, steps) == [
        ("reading the words of 40 of 80 files", 0),
        ("reading the words of 80 of 80 files", 0),
        ("reading 20 of 80 files in full", 25),
    ]


def reported(
    monkeypatch: pytest.MonkeyPatch, events: list[Any]
) -> list[tuple[str, int]]:
    """Message and percentage of each report to the client."""
    sent: list[tuple[str, int]] = []

    def report_progress(_: object, report: Any) -> None:
        sent.append((report.message, report.percentage))

    bar = cast("Any", SimpleNamespace(report=report_progress))
    reporter = IndexProgressReporter(bar, cast("Any", None), print, print)
    monkeypatch.setattr(reporter, "_begin", lambda: setattr(reporter, "_token", "t"))
    monkeypatch.setattr(reporter, "_soon", lambda call, *rest: call(*rest))
    for event in events:
        reporter.step(event)
    return sent
