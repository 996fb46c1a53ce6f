"""Watching: edits are found without another run."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ragtui_core.indexing.events import IndexEvent, ScanFinished
from ragtui_core.model import Mode
from ragtui_core.search.options import SearchOptions
from ragtui_core.vault import Vault
from support.vaults import MakeVault

PATIENCE = 20.0
"""Seconds after which a change is taken to be missed."""


class Steps:
    """Lets a test wait for the watcher to have done something."""

    def __init__(self) -> None:
        self._told = threading.Condition()

    def __call__(self, event: IndexEvent) -> None:
        if isinstance(event, ScanFinished):
            with self._told:
                self._told.notify_all()

    def until(self, fulfilled: Callable[[], bool]) -> bool:
        with self._told:
            return self._told.wait_for(fulfilled, PATIENCE)


@contextmanager
def watched(vault: Vault) -> Iterator[Steps]:
    stop, steps = threading.Event(), Steps()
    thread = threading.Thread(
        target=vault.watch, args=(stop, steps), kwargs={"embed": False}
    )
    thread.start()
    try:
        yield steps
    finally:
        stop.set()
        thread.join()


def found(vault: Vault, query: str) -> list[str]:
    if not vault.is_indexed():
        return []
    return [
        hit.path
        for hit in vault.search(
            query, SearchOptions(mode=Mode.KEYWORD, fill=False)
        ).hits
    ]


def test_edits_new_files_renames_and_deletions_are_followed(
    make_vault: MakeVault,
) -> None:
    vault = make_vault({"a.md": "# Apple", "sub/b.md": "# Pear"})
    with watched(vault) as steps:
        assert steps.until(lambda: vault.is_indexed() and found(vault, "apple") != [])
        (vault.root / "a.md").write_text("# Quince")
        assert steps.until(lambda: found(vault, "quince") == ["a.md"])
        (vault.root / "new.md").write_text("# Plum")
        assert steps.until(lambda: found(vault, "plum") == ["new.md"])
        (vault.root / "a.md").unlink()
        assert steps.until(lambda: found(vault, "quince") == [])
        (vault.root / "sub").rename(vault.root / "moved")
        assert steps.until(lambda: found(vault, "pear") == ["moved/b.md"])


def test_ignored_files_stay_out_until_they_are_no_longer_ignored(
    make_vault: MakeVault,
) -> None:
    vault = make_vault({"a.md": "# Apple", ".ragtuiignore": "draft*\n"})
    with watched(vault) as steps:
        assert steps.until(lambda: found(vault, "apple") != [])
        (vault.root / "draft.md").write_text("# Plum")
        (vault.root / "b.md").write_text("# Pear")
        assert steps.until(lambda: found(vault, "pear") == ["b.md"])
        assert found(vault, "plum") == []
        (vault.root / ".ragtuiignore").unlink()
        assert steps.until(lambda: found(vault, "plum") == ["draft.md"])
