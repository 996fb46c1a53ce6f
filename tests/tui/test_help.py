"""Help, footer and command palette: every key, and what it does."""

import asyncio

import pytest
from textual.binding import Binding
from textual.widgets import Static

from ragtui_core import Vault, open_vault
from ragtui_core.settings import load_settings
from ragtui_tui.key_commands import (
    KeyHelp,
    commands_of,
    help_of,
    key_bindings_of,
    key_names,
)
from ragtui_tui.markdown_view.view import MarkdownView
from ragtui_tui.pane_manager import PaneManager
from ragtui_tui.reader_view.document_view import DocumentView
from ragtui_tui.reader_view.reader_pane import ReaderPane
from ragtui_tui.textual_workarounds.lightweight_widgets import KeyFooter
from support.screens import OpenApp, Terminal


def is_open(terminal: Terminal) -> bool:
    return isinstance(terminal.app.screen, KeyHelp)


def footer(terminal: Terminal) -> str:
    return str(terminal.main.query_one(KeyFooter).render())


def test_keys_are_named_as_people_write_them() -> None:
    assert key_names("ctrl+t,f2,question_mark,G,home") == "^T F2 ? G Home"
    assert key_names("shift+enter,alt+enter") == "Shift+Enter Alt+Enter"


async def test_help_of_each_view_has_two_small_screens_at_most(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        for view, words in {
            "f2": ("Search", "^S", "Next card", "Filters"),
            "f3": ("Reader", "Rendered/raw"),
            "f4": ("Chat", "↑ k   ", "Who answers"),
            "f5": ("Vault", "Pause or resume"),
        }.items():
            await terminal.press(view, "f1")
            await terminal.until(lambda: is_open(terminal))
            box = terminal.app.screen.query_one("#help")
            await terminal.until(lambda box=box: box.virtual_size.height)  # type: ignore[misc]
            height = box.scrollable_content_region.height
            assert box.virtual_size.height <= 2 * height
            listed = str(terminal.app.screen.query_one(Static).render())
            assert all(each in listed for each in (*words, "Open by name", "F4"))
            assert listed.startswith(words[0])
            assert "k k" not in listed
            await terminal.press("escape")
            assert not is_open(terminal)
        await terminal.press("f2", "question_mark", "q")
        assert not is_open(terminal)
        assert terminal.app.is_running
        await terminal.press("tab", "question_mark")
        assert is_open(terminal)
        await terminal.press("escape", "q")
        assert not terminal.app.is_running


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ("search.filters=f11, app.chat=ctrl+y, wrong", "`wrong` must be of the form"),
        ("serch.filters=f11", "no command `serch.filters`; did you mean `search.fil"),
        ("search.filters=f11, app.chat=ctrl+y", ""),
    ],
)
async def test_a_command_can_have_another_key(
    vault: Vault,
    open_app: OpenApp,
    monkeypatch: pytest.MonkeyPatch,
    entries: str,
    said: str,
) -> None:
    monkeypatch.setenv("RAGTUI_APP_KEYS", entries)
    async with open_app(open_vault(vault.root)) as terminal:
        if said:
            await terminal.until(lambda: any(said in t for t in terminal.toasts))
            return
        await terminal.sees("Folders", "f11")
        await terminal.press("f1")
        await terminal.until(
            lambda: "F11" in terminal.text and "^F " not in terminal.text
        )
        await terminal.goes_to("chat", "escape", "ctrl+y")
        assert "^Y Chat" in terminal.rows[0]
        assert not terminal.toasts


async def test_the_footer_has_keys_that_fit(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault, (160, 24)) as terminal:
        for width in (160, 80, 60, 40):
            await terminal.resize(width, 24)
            await terminal.until(lambda width=width: len(footer(terminal)) == width)  # type: ignore[misc]
            assert footer(terminal).endswith("f1 Keys  ^p palette ")
            assert ("esc Clear" in footer(terminal)) == (width >= 80)
        await terminal.resize(20, 5)
        await terminal.resize(120, 24)
        await terminal.until(lambda: "^g Ask" in footer(terminal))
        for view in ("chat", "reader", "search"):  # Views can be clicked.
            await terminal.click(f"#to-{view}")
            assert terminal.view == view
        await terminal.press("f4")
        await terminal.until(lambda: "Send" in footer(terminal))
        assert "^g Ask" not in footer(terminal)
        await terminal.click_words("f1 Keys")
        await terminal.until(lambda: is_open(terminal))


async def test_the_palette_runs_what_has_a_key(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    created = asyncio.Event()
    complete = PaneManager.complete

    async def later(panes: PaneManager) -> None:
        await created.wait()
        await complete(panes)

    monkeypatch.setattr(PaneManager, "complete", later)
    async with open_app(vault, (100, 40)) as terminal:
        await terminal.press("ctrl+p")
        await terminal.type("chat")  # while the panes are created
        created.set()
        await terminal.sees("Chat  F4")
        await terminal.goes_to("chat", "enter")
        for key, view in (("f2", "Search"), ("f4", "Chat")):
            await terminal.sees(f"{view}: ", key, "ctrl+p")
            first = next(row for row in terminal.rows if f"{view}: " in row)
            above = terminal.rows[: terminal.rows.index(first)]
            assert not any("Vault: " in row or "Quit" in row for row in above)
            await terminal.press("escape")
        await terminal.press("f5", "ctrl+p")
        await terminal.type("pause")
        await terminal.sees("Vault: Pause or resume")
        await terminal.press("enter")
        await terminal.until(lambda: "paused" in terminal.status)
        await terminal.press("ctrl+p")
        await terminal.type("theme")
        await terminal.sees("Change the current theme")
        await terminal.sees("midnight", "enter")
        assert "nord" not in terminal.text  # A theme of Textual.
        await terminal.type("paper")
        await terminal.press("enter")
        await terminal.until(lambda: load_settings().app.theme == "paper")


async def test_every_command_is_described(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        screen = terminal.main
        await screen.panes.complete()
        offered = [each.title for each in terminal.app.get_system_commands(screen)]
        assert len(offered) == len(set(offered))
        assert [t for t in offered if t.startswith("Keys")] == ["Keys  F1 ?"]
        assert [t for t in offered if t.startswith("Quit")] == ["Quit  q ^Q"]
        assert "Theme" in offered
        assert "Maximize" not in offered
        for motion in ("Next", "Cursor", "with this number"):
            assert not any(motion in title for title in offered)
        helps = {command.title: command.help for command in commands_of(screen)}
        assert [title for title, help_text in helps.items() if not help_text] == []
        assert helps["Search: Filters  ^F"].startswith("Open the filters")
        names = {title.partition("  ")[0] for title in helps}
        of_reader = {name.removeprefix("Reader: ") for name in names}
        assert of_reader >= {
            *("Rendered/raw", "Find", "Outline", "Linked from", "Similar notes"),
            *("Edit", "Copy the text", "Rename this note", "Ask"),
            *("Copy quotation", "Ask about this passage", "Follow link"),
        }
        keys = [*key_bindings_of(screen)]
        reported = {key.binding.description for key in keys}
        for node in (ReaderPane, DocumentView, MarkdownView):
            described = {b.description for b in node.BINDINGS if isinstance(b, Binding)}
            assert described <= reported
        actions: dict[str, set[str]] = {}
        for key in keys:
            if key.is_command:
                actions.setdefault(help_of(key), set()).add(key.binding.action)
        assert {words: of for words, of in actions.items() if len(of) > 1} == {}
