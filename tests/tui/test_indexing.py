"""Indexing behind the app: progress, another indexer, failures, the end."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.errors import IndexBusy, RagtuiError, StorageError
from ragtui_core.settings.loading import config_path
from support.screens import OpenApp


@contextmanager
def another_indexer(vault: Vault) -> Iterator[threading.Event]:
    """Another indexer of the vault, as of another process; the event ends it."""
    stop, watching = threading.Event(), threading.Event()
    other = open_vault(vault.root)
    thread = threading.Thread(target=other.watch, args=(stop, lambda _: watching.set()))
    thread.start()
    try:
        assert watching.wait()
        yield stop
    finally:
        stop.set()
        thread.join()
        other.close()


async def test_another_indexer_is_reported_and_search_continues(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ragtui_core.vault.index_follower.RETRY_SECONDS", 0.05)
    vault.index()
    with another_indexer(vault) as stop:
        async with open_app(vault, settled=False) as terminal:
            await terminal.until(lambda: "by another process" in terminal.status)
            assert "4 documents" in terminal.status
            await terminal.search("wiper")
            assert terminal.chosen == "howto/wiper.md"
            (vault.root / "new.md").write_text("# Quokka wiper\n")
            await terminal.until(lambda: "new.md" in terminal.cards)
            away = vault.root.rename(vault.root.with_name("unmounted"))
            await terminal.until(lambda: "folder is missing" in terminal.status)
            away.rename(vault.root)
            await terminal.until(lambda: "by another process" in terminal.status)
            stop.set()
            await terminal.until(lambda: "up to date" in terminal.status)


async def test_busy_at_first_sight_is_not_an_error(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object, **__: object) -> None:
        raise IndexBusy("another process is indexing")

    monkeypatch.setattr(vault, "watch", busy)
    async with open_app(vault, settled=False) as terminal:
        await terminal.press("a")
        assert not terminal.toasts


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (StorageError("the disk is full: [bold]free[/] some space"), "the disk is"),
        (RuntimeError("a fault"), "not indexing: RuntimeError: a fault"),
    ],
)
async def test_a_failure_is_reported_and_the_app_continues(
    vault: Vault,
    open_app: OpenApp,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    words: str,
) -> None:
    vault.index()

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(vault, "watch", fail)
    async with open_app(vault, settled=False) as terminal:
        await terminal.until(lambda: terminal.toasts)
        assert words in terminal.toasts[0]
        line, _, action = terminal.toasts[0].rpartition(": ")
        assert f"{line} · {action}"[:70] in terminal.status
        await terminal.search("wiper")
        assert terminal.chosen == "howto/wiper.md"


async def test_a_fault_behind_the_screen_is_a_toast(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app(vault) as terminal:

        def fail(*_: object, **__: object) -> None:
            raise ValueError("an [unexpected] fault")

        monkeypatch.setattr(vault, "search", fail)
        await terminal.type("a")
        await terminal.until(lambda: terminal.toasts)
        assert terminal.toasts == ["ValueError: an [unexpected] fault"]


async def test_a_search_that_fails_says_why(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app(vault) as terminal:

        def fail(*_: object, **__: object) -> None:
            raise RagtuiError("the index is damaged: use --rebuild")

        monkeypatch.setattr(vault, "search", fail)
        await terminal.type("a")
        await terminal.until(lambda: "the index is damaged" in terminal.text)
        assert terminal.cards == []


async def test_the_thread_ends_with_the_app(vault: Vault, open_app: OpenApp) -> None:
    before = set(threading.enumerate())
    async with open_app(vault, settled=False) as terminal:
        await terminal.until(lambda: terminal.cards)
        begun = set(threading.enumerate()) - before
        [indexing] = (thread for thread in begun if thread.name == "index")
    indexing.join()
    assert not indexing.is_alive()


async def test_a_vault_that_lost_its_files_is_searched_as_it_was(
    vault: Vault, open_app: OpenApp
) -> None:
    vault.index()
    vault.root.rename(vault.root.with_name("unmounted"))
    vault.root.mkdir()
    async with open_app(vault, settled=False) as terminal:
        await terminal.until(lambda: terminal.toasts)
        assert "all 4 indexed documents are missing" in terminal.toasts[0]
        await terminal.until(lambda: "files that are missing" in terminal.status)
        assert "up to date" not in terminal.status
        await terminal.search("wiper")
        assert terminal.chosen == "howto/wiper.md"


async def test_a_folder_that_goes_and_comes_back_is_followed(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ragtui_core.indexing.watcher.RETRY_SECONDS", 0.05)
    away = vault.root.with_name("unmounted")
    async with open_app(vault, (120, 30)) as terminal:
        vault.root.rename(away)
        await terminal.until(lambda: "folder is missing" in terminal.status)
        await terminal.search("wiper")
        assert terminal.chosen == "howto/wiper.md"
        (away / "new.md").write_text("# Quokka wiper\n")
        away.rename(vault.root)
        await terminal.until(lambda: "up to date" in terminal.status)
        await terminal.until(lambda: "new.md" in terminal.cards)


async def test_settings_edited_elsewhere_act_and_wrong_ones_are_named(
    vault: Vault, open_app: OpenApp
) -> None:
    file = config_path()
    async with open_app(vault, (120, 30)) as terminal:
        file.write_text("[search\n")
        await terminal.until(lambda: terminal.toasts)
        assert str(file) in terminal.toasts[0]
        assert "the previous settings stay in use" in terminal.toasts[0]
        await terminal.search("wiper")
        assert terminal.chosen == "howto/wiper.md"
        file.write_text('[index]\nignore = ["people/"]\n')
        await terminal.until(lambda: "3 documents" in terminal.status)


async def test_a_theme_set_by_another_program_is_used_at_once(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (120, 30)) as terminal:
        assert terminal.app.theme != "paper"
        config_path().write_text('[app]\ntheme = "paper"\n')
        await terminal.until(lambda: terminal.app.theme == "paper")


async def test_settings_act_while_another_process_indexes(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ragtui_core.vault.index_follower.RETRY_SECONDS", 0.05)
    vault.index()
    with another_indexer(vault):
        async with open_app(vault, settled=False) as terminal:
            await terminal.until(lambda: "by another process" in terminal.status)
            config_path().write_text('[app]\ntheme = "paper"\n')
            await terminal.until(lambda: terminal.app.theme == "paper")
            await terminal.until(lambda: "by another process" in terminal.status)
