"""Work that is cancelled ends at its next step, whichever it is."""

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from ragtui_core import Cancellation, SearchOptions, Vault, WorkCancelled, in_thread
from ragtui_core.cancellation import check_cancelled
from ragtui_core.store.sqlite.vector_rows import SqliteVectorReader
from support.vaults import Files, IndexedVaults

NOTES: Files = {
    f"{bird}.md": f"---\ntags: [bird]\n---\n# {bird}\n\nIt sees [[teal]] {n} times."
    for n, bird in enumerate(("curlew", "teal", "godwit", "dunlin"))
}
OPTIONS = SearchOptions(also=("godwit times", "dunlin"), filters=("tag:bird",))
QUOTED = '"It sees teal 0 times" (curlew.md). "It sees teal 1 times."'

WORK: dict[str, Callable[[Vault], object]] = {
    "search": lambda vault: vault.search("curlew seees", OPTIONS),
    "facets": lambda vault: vault.facets("teal", OPTIONS),
    "complete": lambda vault: vault.complete("tag:b", 5),
    "verify": lambda vault: [c.verdict for c in vault.quotations.verify_all(QUOTED)],
    "paths": lambda vault: vault.documents.paths(),
}


class EndsAt(Cancellation):
    """Ends work at its step `number`, counted from 1; 0 never."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.steps = 0
        self._number = number

    @property
    def is_cancelled(self) -> bool:
        self.steps += 1
        return self.steps >= self._number > 0


@pytest.fixture
def vault(indexed_vaults: IndexedVaults, tmp_path: Path) -> Iterator[Vault]:
    vault = indexed_vaults.copy(NOTES, tmp_path / "notes")
    yield vault
    vault.close()


@pytest.mark.parametrize("work", WORK.values(), ids=WORK.keys())
def test_each_step_ends_it_and_leaves_everything_as_it_was(
    work: Callable[[Vault], object], vault: Vault
) -> None:
    expected = work(vault)
    whole = EndsAt(0)
    assert whole.run(work, vault) == expected
    assert whole.steps > 1
    for step in range(1, whole.steps + 1):
        with pytest.raises(WorkCancelled):
            EndsAt(step).run(work, vault)
        assert work(vault) == expected


def test_nothing_is_compared_after_the_end(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder, cancellation = vault.embedder(), Cancellation()
    compared = list[object]()
    embed = embedder.embed_queries

    def embed_late(texts: Sequence[str]) -> object:
        cancellation.cancel()
        return embed(texts)

    def nearest(*given: object, **options: object) -> list[object]:
        compared.append(given)
        return []

    monkeypatch.setattr(embedder, "embed_queries", embed_late)
    monkeypatch.setattr(SqliteVectorReader, "nearest", nearest)
    with pytest.raises(WorkCancelled):
        cancellation.run(vault.search, "curlew times")
    assert compared == []


async def test_cancelling_the_caller_ends_the_thread() -> None:
    begun, ended = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        try:
            while True:
                check_cancelled()
        finally:
            ended.set()

    task = asyncio.ensure_future(in_thread(work))
    assert await asyncio.to_thread(begun.wait)
    task.cancel()
    await asyncio.wait([task])
    assert await asyncio.to_thread(ended.wait)


def test_work_that_was_cancelled_does_not_begin() -> None:
    cancellation, done = Cancellation(), list[int]()
    cancellation.cancel()
    with pytest.raises(WorkCancelled):
        cancellation.run(done.append, 1)
    assert done == []
