"""Typing waits neither for Python's search for garbage nor for what is not seen."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from rich.segment import Segment
from textual.strip import Strip

from ragtui_tui.textual_workarounds.idle_gc import MIN_COLLECTIONS, IdleScheduler


@pytest.fixture
def whole_searches() -> Iterator[list[int]]:
    """Python's searches of everything for garbage, while the test runs."""
    found: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "stop" and info["generation"] == 2:
            found.append(info["collected"])

    gc.collect()
    gc.callbacks.append(note)
    yield found
    gc.callbacks.remove(note)


def test_garbage_is_collected_when_idle(
    whole_searches: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = gc.get_threshold()
    idle_scheduler = IdleScheduler()
    gc.disable()  # as a start does, until its first paint
    idle_scheduler.start()
    assert gc.isenabled()
    try:
        for _ in range(MIN_COLLECTIONS):
            gc.collect(1)
        idle_scheduler.collect_if_idle()
        assert whole_searches == []  # The user types.
        monkeypatch.setattr("ragtui_tui.textual_workarounds.idle_gc.IDLE_SECONDS", 0.0)
        idle_scheduler.collect_if_idle()
        assert len(whole_searches) == 1
        idle_scheduler.collect_if_idle()
        assert len(whole_searches) == 1  # There can be little by now.
        monkeypatch.setattr(
            "ragtui_tui.textual_workarounds.idle_gc.LONG_IDLE_SECONDS", 0.0
        )
        idle_scheduler.collect_if_idle()
        assert len(whole_searches) == 2
        idle_scheduler.collect_if_idle()
        assert len(whole_searches) == 2  # Nothing was made meanwhile.
    finally:
        idle_scheduler.stop()
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


@contextmanager
def old_lines() -> Iterator[list[Strip]]:
    """The lines that the block leaves behind, to be found by a search for garbage."""
    found: list[Strip] = []
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield found
        gc.collect()
        found += [each for each in gc.garbage if isinstance(each, Strip)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()


def test_a_line_no_longer_shown_is_removed() -> None:
    with old_lines() as left:
        strip = Strip([Segment("words")])
        assert strip.divide([5]) == [strip]
        assert [part.text for part in strip.divide([2, 5])] == ["wo", "rds"]
        del strip
    assert left == []
