"""Embedding gives way to searches, and goes on beside steady ones."""

from itertools import pairwise

import pytest

from ragtui_core.embedding.embedder import BATCH_SIZE
from ragtui_core.embedding.model_identity import BUNDLED
from ragtui_core.indexing.embedding_run import INTERRUPTIBLE_CHUNKS, embed_pending
from ragtui_core.indexing.events import IndexEvent, is_embedding
from ragtui_core.indexing.search_priority import (
    MAX_PAUSE_SECONDS,
    PAUSE_SECONDS,
    SearchPriority,
)
from ragtui_core.store.sqlite.store import SqliteStore
from support.vaults import IndexVault


class Time:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 100.0
        self.priority = SearchPriority(lambda: self.now, self.sleep)
        self.searches_until = 0.0

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        if self.now < self.searches_until:
            self.priority.touch()


def never() -> bool:
    return False


@pytest.mark.parametrize(
    ("searches", "until", "is_stopped", "waited"),
    [
        (False, 0.0, False, 0.0),
        (True, 0.0, False, PAUSE_SECONDS),
        (True, float("inf"), False, MAX_PAUSE_SECONDS),
        (True, 0.0, True, 0.0),
    ],
)
def test_a_search_is_let_by_and_steady_ones_are_not_waited_for(
    searches: bool, until: float, is_stopped: bool, waited: float
) -> None:
    time = Time()
    time.searches_until = until
    if searches:
        time.priority.touch()
    for _ in range(1 if until else 2):
        time.priority.yield_to_searches(lambda: is_stopped)
    assert time.now == pytest.approx(100.0 + waited)


def test_who_searched_just_now_may_search_again() -> None:
    time = Time()
    assert not time.priority.is_active
    time.priority.touch()
    assert time.priority.is_active
    time.now += PAUSE_SECONDS
    assert not time.priority.is_active


def test_batches_are_small_during_searches(index_vault: IndexVault) -> None:
    vault = index_vault({f"{n}.md": f"# Buoy {n}\n\nIt is red." for n in range(30)})
    time, done = Time(), [0]
    time.searches_until = float("inf")

    def note(event: IndexEvent) -> None:
        if is_embedding(event):
            done.append(event.done)
        time.priority.touch()

    with SqliteStore(vault.index_path).writer(wait=0) as writer:
        left = embed_pending(
            writer.vectors, BUNDLED, vault.embedder, note, never, time.priority
        )
    assert left == 0
    sizes = [after - before for before, after in pairwise(done)]
    assert sizes[0] == BATCH_SIZE  # There was no search yet.
    assert sizes[1] == INTERRUPTIBLE_CHUNKS
