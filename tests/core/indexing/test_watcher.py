"""Watching: edits are found without another run."""

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.errors import IndexBusy
from ragtui_core.indexing import file_changes
from ragtui_core.indexing.events import (
    IndexEvent,
    IndexNotice,
    IndexNoticeKind,
    ScanFinished,
    SettingsRead,
)
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Mode
from support.vaults import IndexVault, MakeVault
from support.waiting import wait_until


class Steps:
    """Lets a test wait for the watcher to have done something."""

    def __init__(self) -> None:
        self._told = threading.Condition()
        self._events: list[IndexEvent] = []

    def __call__(self, event: IndexEvent) -> None:
        with self._told:
            self._events.append(event)
            self._told.notify_all()

    def noticed(self, kind: IndexNoticeKind) -> bool:
        notices = (each for each in self._events if isinstance(each, IndexNotice))
        return kind in (each.kind for each in notices)

    def saw(self, event: IndexEvent) -> bool:
        return event in self._events

    def scanned(self) -> bool:
        return any(isinstance(event, ScanFinished) for event in self._events)

    def until(self, fulfilled: Callable[[], bool]) -> bool:
        with self._told:
            return self._told.wait_for(fulfilled)


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


def test_edits_creations_moves_and_losses_are_followed(make_vault: MakeVault) -> None:
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


def test_ignored_files_stay_out_until_they_are_not(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": "# Apple", ".ragtuiignore": "draft*\n"})
    with watched(vault) as steps:
        assert steps.until(lambda: found(vault, "apple") != [])
        (vault.root / "draft.md").write_text("# Plum")
        (vault.root / "b.md").write_text("# Pear")
        assert steps.until(lambda: found(vault, "pear") == ["b.md"])
        assert found(vault, "plum") == []
        (vault.root / ".ragtuiignore").unlink()
        assert steps.until(lambda: found(vault, "plum") == ["draft.md"])


@pytest.mark.parametrize("name", ["v1.2", "folder.md", "plain", "two words.x"])
def test_a_folder_of_any_name_is_followed_out_of_the_vault_and_back(
    make_vault: MakeVault, name: str
) -> None:
    vault = make_vault({"a.md": "# Apple", f"{name}/deep/b.md": "# Pear"})
    with watched(vault) as steps:
        assert steps.until(lambda: found(vault, "pear") != [])
        outside = (vault.root / name).rename(vault.root.parent / "outside")
        assert steps.until(lambda: found(vault, "pear") == [])
        outside.rename(vault.root / name)
        assert steps.until(lambda: found(vault, "pear") == [f"{name}/deep/b.md"])
        (vault.root / name / "deep/c.md").write_text("# Plum")
        assert steps.until(lambda: found(vault, "plum") == [f"{name}/deep/c.md"])


def test_settings_of_the_vault_and_of_the_user_act_at_once(
    make_vault: MakeVault, tmp_path: Path
) -> None:
    vault = make_vault({"a.md": "# Apple", "b.md": "# Pear"})
    with watched(vault) as steps:
        assert steps.until(lambda: found(vault, "pear") != [])
        own = vault.root / ".ragtui.toml"
        own.write_text('[index]\nignore = ["b*", "c*"]\n')
        assert steps.until(lambda: found(vault, "pear") == [])
        assert vault.settings.index.ignore == ("b*", "c*")
        assert steps.saw(SettingsRead(("index.ignore",)))
        own.write_text("[index]\nignore = 3\n")
        assert steps.until(lambda: steps.noticed(IndexNoticeKind.SETTINGS_WRONG))
        (vault.root / "d.md").write_text("# Plum")
        assert steps.until(lambda: found(vault, "plum") == ["d.md"])
        own.unlink()
        assert steps.until(lambda: found(vault, "pear") == ["b.md"])
        (tmp_path / "config.toml").write_text('[index]\nignore = ["a*"]\n')
        assert steps.until(lambda: found(vault, "apple") == [])


def test_a_vault_that_is_moved_away_keeps_its_index_and_is_followed_when_back(
    make_vault: MakeVault,
) -> None:
    vault = make_vault({f"{n}.md": f"# Apple {n}" for n in range(5)})
    away = vault.root.with_name("away")
    with watched(vault) as steps:
        assert steps.until(lambda: len(found(vault, "apple")) == 5)
        vault.root.rename(away)
        assert steps.until(lambda: steps.noticed(IndexNoticeKind.VAULT_UNREADABLE))
        (away / "unseen.md").write_text("# Plum")
        away.rename(vault.root)
        assert steps.until(lambda: found(vault, "plum") == ["unseen.md"])
        (vault.root / "seen.md").write_text("# Pear")
        assert steps.until(lambda: found(vault, "pear") == ["seen.md"])
        assert len(found(vault, "apple")) == 5


def test_an_empty_folder_instead_keeps_the_index(make_vault: MakeVault) -> None:
    vault = make_vault({f"{n}.md": f"# Apple {n}" for n in range(5)})
    with watched(vault) as steps:
        assert steps.until(lambda: len(found(vault, "apple")) == 5)
        vault.root.rename(vault.root.with_name("away"))
        vault.root.mkdir()
        assert steps.until(lambda: steps.noticed(IndexNoticeKind.DELETIONS_REFUSED))
        assert len(found(vault, "apple")) == 5
        assert vault.coverage.whole().missing == 5
        vault.accept_deletions()
        assert steps.until(lambda: found(vault, "apple") == [])
        (vault.root / "new.md").write_text("# Pear")
        assert steps.until(lambda: found(vault, "pear") == ["new.md"])


def test_a_symbolic_link_and_its_target_are_followed(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": "# Apple", ".hidden/target.md": "# Pear"})
    with watched(vault) as steps:
        assert steps.until(lambda: found(vault, "apple") != [])
        (vault.root / "link.md").symlink_to(vault.root / ".hidden/target.md")
        (vault.root / "same.md").symlink_to(vault.root / "a.md")
        assert steps.until(lambda: found(vault, "pear") == ["link.md"])
        assert found(vault, "apple") == ["a.md"]
        (vault.root / ".hidden/target.md").write_text("# Plum")
        assert steps.until(lambda: found(vault, "plum") == ["link.md"])
        (vault.root / "a.md").unlink()
        assert steps.until(lambda: found(vault, "apple") == [])


def test_where_the_system_reports_no_changes_the_files_are_looked_at(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    notifier = vars(file_changes)["RustNotify"]

    def refuse(paths: list[str], debug: bool, polls: bool, *rest: Any) -> Any:
        if not polls:
            raise OSError("OS file watch limit reached")
        return notifier(paths, debug, polls, *rest)

    monkeypatch.setattr(file_changes, "RustNotify", refuse)
    vault = make_vault({"a.md": "# Apple"})
    with watched(vault) as steps:
        assert steps.until(lambda: found(vault, "apple") != [])
        assert steps.until(lambda: steps.noticed(IndexNoticeKind.POLLING))
        (vault.root / "b.md").write_text("# Pear")
        assert steps.until(lambda: found(vault, "pear") == ["b.md"])


def test_a_watcher_that_is_stopped_before_it_begins_ends(tmp_path: Path) -> None:
    stop = threading.Event()
    stop.set()

    def enter_and_leave() -> None:
        with file_changes.FileChanges(tmp_path, stop, print):
            pass

    thread = threading.Thread(target=enter_and_leave, daemon=True)
    thread.start()
    thread.join()
    assert not thread.is_alive()


def test_a_wait_for_changes_ends_with_the_watch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_changes, "IDLE_SECONDS", 3600.0)
    stop = threading.Event()
    with file_changes.FileChanges(tmp_path, stop, print) as changes:
        waiting = threading.Thread(target=changes.take, args=(3600.0,))
        waiting.daemon = True
        waiting.start()
        stop.set()
        waiting.join()
        assert not waiting.is_alive()


def _remove_file(index: Path) -> None:
    index.unlink()


def _remove_folder(index: Path) -> None:
    shutil.rmtree(index.parents[1])


def _move_folder(index: Path) -> None:
    index.parents[1].rename(index.parents[1].with_name("elsewhere"))


def _replace(index: Path) -> None:
    other = index.with_name("other.db")
    shutil.copyfile(index, other)
    other.replace(index)


@pytest.mark.parametrize("lose", [_remove_file, _remove_folder, _move_folder, _replace])
def test_an_index_that_is_lost_is_made_again(
    index_vault: IndexVault, lose: Callable[[Path], None]
) -> None:
    vault = index_vault({"a.md": "# Apple", "b.md": "# Pear"})
    with watched(vault) as steps:
        assert steps.until(steps.scanned)
        lose(vault.index_path)
        assert steps.until(lambda: steps.noticed(IndexNoticeKind.INDEX_GONE))
        wait_until(lambda: found(vault, "pear") != [], "no index was made")
        (vault.root / "a.md").write_text("# Quince")
        wait_until(lambda: found(vault, "quince") != [], "an edit was not followed")
        other = open_vault(vault.root)
        with pytest.raises(IndexBusy):
            other.index(embed=False)
        other.close()
