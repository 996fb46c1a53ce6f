"""Indexing behind the app: progress, another indexer, failures, settings, the end."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from textual.events import Paste

from ragtui_core import Vault, open_vault
from ragtui_core.errors import DiskFull, RagtuiError, StorageError
from ragtui_core.index_state import state_error
from ragtui_core.settings.loading import config_path
from ragtui_tui.app import MAX_PASTED
from ragtui_tui.widgets.status_line import StatusLine
from support.screens import OpenApp


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("vault.index_follower", "indexing.watcher"):
        monkeypatch.setattr(f"ragtui_core.{module}.RETRY_SECONDS", 0.05)


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


async def test_another_indexer_is_followed(vault: Vault, open_app: OpenApp) -> None:
    vault.index()
    with another_indexer(vault) as stop:
        async with open_app(vault, settled=False) as terminal:
            await terminal.until(lambda: "by another program" in terminal.status)
            assert "4 documents" in terminal.status
            assert not terminal.toasts
            await terminal.search("wiper")
            assert terminal.chosen == "howto/wiper.md"
            (vault.root / "new.md").write_text("# Quokka wiper\n")
            await terminal.until(lambda: "new.md" in terminal.cards)
            config_path().write_text('[app]\ntheme = "paper"\n')
            await terminal.until(lambda: terminal.app.theme == "paper")
            away = vault.root.rename(vault.root.with_name("unmounted"))
            await terminal.until(lambda: "folder is missing" in terminal.status)
            away.rename(vault.root)
            await terminal.until(lambda: "by another program" in terminal.status)
            stop.set()
            await terminal.until(lambda: "up to date" in terminal.status)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (StorageError("the disk is full: [bold]free[/] some space"), "the disk is"),
        (RuntimeError("a fault"), "not indexing: RuntimeError: a fault"),
        (state_error(DiskFull, "index.db could not grow"), "the disk is full"),
    ],
)
async def test_a_failure_is_reported_and_the_app_continues(
    vault: Vault,
    open_app: OpenApp,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    words: str,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    vault.index()
    monkeypatch.setattr(vault, "watch", fail)
    async with open_app(vault, settled=False) as terminal:
        await terminal.until(lambda: terminal.toasts)
        assert words in terminal.toasts[0]
        line, _, action = terminal.toasts[0].rpartition(": ")
        if not isinstance(error, DiskFull):
            assert f"{line} · {action}"[:70] in terminal.status
        assert terminal.main.query_one(StatusLine).has_class("-failed")
        await terminal.search("wiper")
        assert terminal.chosen == "howto/wiper.md"
        if isinstance(error, DiskFull):
            assert "free some space, then index again" in terminal.status
            await terminal.sees("(index.db could not grow)", "f5")


async def test_settings_edited_elsewhere_act_and_wrong_ones_are_named(
    vault: Vault, open_app: OpenApp
) -> None:
    own, file = vault.root / ".ragtui.toml", config_path()
    async with open_app(vault, (120, 30)) as terminal:
        for broken in (own, file):
            terminal.app.clear_notifications()
            broken.write_text("[search\n")
            await terminal.until(lambda: terminal.toasts)
            assert str(broken.name) in terminal.toasts[-1]
            assert "the previous settings stay in use" in terminal.toasts[-1]
            await terminal.press("ctrl+u")
            await terminal.search("wiper")
            assert terminal.chosen == "howto/wiper.md"
            broken.unlink()
        file.write_text('[index]\nignore = ["people/"]\n[app]\ntheme = "paper"\n')
        await terminal.until(lambda: "3 documents" in terminal.status)
        assert terminal.app.theme == "paper"


async def test_a_long_paste_is_cut_and_a_search_that_fails_says_why(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    pasted = "lithium battery " * 650_000  # 10 MB
    errors: list[Exception] = [
        RagtuiError("the index is damaged"),
        ValueError("an [unexpected] fault"),
    ]

    def fail(*_: object, **__: object) -> None:
        raise errors[0]

    async with open_app(vault) as terminal:
        for view in ("f2", "f4"):
            terminal.app.clear_notifications()
            await terminal.press(view)
            await terminal.until(lambda: terminal.app.focused)
            terminal.app.post_message(Paste(pasted))
            await terminal.until(lambda: terminal.toasts)
            words = f"the first {MAX_PASTED:,} characters are used"
            assert words in terminal.toasts[-1]
            focused = terminal.app.focused
            text = str(getattr(focused, "value", "") or getattr(focused, "text", ""))
            assert text == pasted[:MAX_PASTED]
        await terminal.press("f2", "ctrl+u")
        monkeypatch.setattr(vault, "search", fail)
        await terminal.type("a")
        await terminal.sees("the index is damaged")
        assert terminal.cards == []
        del errors[0]
        await terminal.type("b")  # A fault behind the screen is a toast.
        fault = "ValueError: an [unexpected] fault"
        await terminal.until(lambda: terminal.toasts[-1] == fault)
