"""What is kept of the index until it changes."""

import time

import pytest

from ragtui_core.links.revision_cache import RevisionCache


def test_it_is_made_once_for_each_revision_from_what_was_before() -> None:
    memory: RevisionCache[list[int]] = RevisionCache()
    assert memory.get(1, lambda before: [*(before or ()), 1]) == [1]
    assert memory.get(1, lambda before: [*(before or ()), 2]) == [1]
    assert memory.get(2, lambda before: [*(before or ()), 2]) == [1, 2]


def test_what_was_costly_to_make_serves_on_for_a_while() -> None:
    memory: RevisionCache[str] = RevisionCache(reuse_ratio=1_000_000.0)
    assert memory.get(1, lambda _: _costly("old")) == "old"
    assert memory.get(2, lambda _: "new") == "old"


def test_cheap_results_are_computed_again() -> None:
    memory: RevisionCache[str] = RevisionCache(reuse_ratio=0.0)
    assert memory.get(1, lambda _: _costly("old")) == "old"
    assert memory.get(2, lambda _: "new") == "new"


def test_no_thread_waits_while_another_refreshes() -> None:
    memory: RevisionCache[str] = RevisionCache()
    memory.refresh(1, lambda _: pytest.fail("not asked for"), is_last=True)
    assert memory.get(1, lambda _: "one") == "one"
    memory.refresh(2, lambda _: pytest.fail("not asked for since"), is_last=False)
    assert memory.get(2, lambda _: pytest.fail("it waits")) == "one"
    memory.refresh(2, lambda before: f"{before}, two", is_last=False)
    assert memory.get(2, lambda _: pytest.fail("it is there")) == "one, two"


def test_after_the_last_change_nothing_old_is_used() -> None:
    memory: RevisionCache[str] = RevisionCache()
    assert memory.get(1, lambda _: "one") == "one"
    memory.refresh(2, lambda _: "two", is_last=True)
    assert memory.get(2, lambda _: pytest.fail("it is there")) == "two"
    assert memory.get(3, lambda _: "three") == "three"


def _costly(made: str) -> str:
    end = time.thread_time() + 0.01
    while time.thread_time() < end:
        pass
    return made
