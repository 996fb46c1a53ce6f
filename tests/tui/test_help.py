"""Help and the command palette list every key."""

import asyncio

import pytest
from textual.widgets import Static

from ragtui_core import Vault, open_vault
from ragtui_tui.key_commands import (
    KeyHelp,
    commands_of,
    help_of,
    key_bindings_of,
    key_names,
)
from ragtui_tui.pane_manager import PaneManager
from support.screens import OpenApp, Terminal


def is_open(terminal: Terminal) -> bool:
    return isinstance(terminal.app.screen, KeyHelp)


async def test_help_lists_the_keys_of_the_view_and_of_all(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (100, 50)) as terminal:
        await terminal.press("f1")
        assert is_open(terminal)
        for words in ("^T", "Mode", "↓ j", "Next card", "F4", "Open by name"):
            assert words in terminal.text
        await terminal.press("escape")
        assert not is_open(terminal)


@pytest.mark.parametrize("view", ["f2", "f3", "f4", "f5"])
async def test_help_has_two_small_screens_at_most(
    vault: Vault, open_app: OpenApp, view: str
) -> None:
    async with open_app(vault) as terminal:
        await terminal.press(view)
        await terminal.press("f1")
        await terminal.until(lambda: is_open(terminal))
        box = terminal.app.screen.query_one("#help")
        await terminal.until(lambda: box.virtual_size.height)
        assert box.virtual_size.height <= 2 * box.scrollable_content_region.height


async def test_a_command_can_have_another_key(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAGTUI_APP_KEYS", "search.filters=f11, app.chat=ctrl+y, wrong")
    vault = open_vault(vault.root)
    async with open_app(vault) as terminal:
        assert any("`wrong` must be of the form" in toast for toast in terminal.toasts)
    monkeypatch.setenv("RAGTUI_APP_KEYS", "search.filters=f11, app.chat=ctrl+y")
    vault = open_vault(vault.root)
    async with open_app(vault) as terminal:
        await terminal.press("f11")
        await terminal.until(lambda: "Folders" in terminal.text)
        await terminal.press("f1")
        await terminal.until(
            lambda: "F11" in terminal.text and "^F " not in terminal.text
        )
        await terminal.press("escape", "ctrl+y")
        await terminal.until(lambda: terminal.view == "chat")


async def test_a_question_mark_is_a_letter_while_one_types(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("question_mark")
        assert not is_open(terminal)
        await terminal.press("tab", "question_mark")
        assert is_open(terminal)


async def test_help_names_each_key_once_beside_what_it_does(
    vault: Vault, open_app: OpenApp
) -> None:
    width = 60
    async with open_app(vault, (width, 20)) as terminal:
        await terminal.press("f1")
        assert "Esc closes" in terminal.text
        help_text = str(terminal.app.screen.query_one(Static).render())
        columns = set[int]()
        for line in help_text.splitlines():
            assert len(line) <= width
            purpose = line[2:].partition("  ")[2].lstrip()
            if not purpose:  # the name of a view, whose keys have a column of their own
                columns = set()
                continue
            columns.add(len(line) - len(purpose))
            assert len(columns) == 1, line
            names = line[: min(columns)].split()
            assert len(names) == len(set(names)), line


async def test_help_of_the_chat_names_no_key_twice(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (100, 110)) as terminal:
        await terminal.press("f4", "f1")
        assert "↑ k   " in terminal.text
        assert "k k" not in terminal.text


async def test_a_terminal_that_is_too_small_is_reported(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.resize(20, 5)
        await terminal.until(lambda: "Terminal too small" in terminal.text)
        await terminal.resize(60, 20)
        await terminal.until(lambda: "ragtui needs" not in terminal.text)
        assert terminal.app.focused is terminal.main.query_one("#query")


async def test_the_palette_runs_what_has_a_key(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("ctrl+p")
        await terminal.type("chat")
        await terminal.until(lambda: "Chat  F4" in terminal.text)
        await terminal.press("enter")
        await terminal.until(lambda: terminal.view == "chat")

        named = {command.title for command in commands_of(terminal.main)}
        assert {"Search: Mode  ^T", "Search: Ask  ^G", "Reader: Ask  ^G"} <= named
        assert {"Keys  F1 ?", "Reader: Rendered/raw  m"} <= named
        assert not any("Next" in title or "Cursor" in title for title in named)


async def test_the_palette_begins_with_the_commands_of_the_view(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (100, 40)) as terminal:
        for key, view in (("f2", "Search"), ("f4", "Chat")):
            await terminal.press(key, "ctrl+p")
            await terminal.until(lambda: f"{view}: " in terminal.text)  # noqa: B023
            first = next(row for row in terminal.rows if f"{view}: " in row)
            above = terminal.rows[: terminal.rows.index(first)]
            assert not any("Vault: " in row or "Quit" in row for row in above)
            await terminal.press("escape")
        commands = list(commands_of(terminal.main))
        helps = {command.title: command.help for command in commands}
        assert helps["Search: Filters  ^F"].startswith("Open the filters")
        assert commands[0].title.startswith("Chat: ")
        assert [title for title, help_text in helps.items() if not help_text] == []


async def test_no_two_commands_of_the_palette_are_described_alike(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.main.panes.complete()
        actions: dict[str, set[str]] = {}
        for key in key_bindings_of(terminal.main):
            if key.is_command:
                actions.setdefault(help_of(key), set()).add(key.binding.action)
        alike = {words: of for words, of in actions.items() if len(of) > 1}
        assert alike == {}


async def test_keys_typed_while_panes_are_created_are_searched_for(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    created = asyncio.Event()
    complete = PaneManager.complete

    async def later(panes: PaneManager) -> None:
        await created.wait()
        await complete(panes)

    monkeypatch.setattr(PaneManager, "complete", later)
    async with open_app(vault) as terminal:
        await terminal.press("ctrl+p")
        await terminal.type("chat")
        created.set()
        await terminal.until(lambda: "Chat  F4" in terminal.text)


async def test_the_palette_lists_each_command_once(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        screen = terminal.main
        await screen.panes.complete()
        titles = [each.title for each in terminal.app.get_system_commands(screen)]
        assert len(titles) == len(set(titles))
        assert [t for t in titles if t.startswith("Keys")] == ["Keys  F1 ?"]
        assert [t for t in titles if t.startswith("Quit")] == ["Quit  q ^Q"]
        assert "Maximize" not in titles
        assert not any("with this number" in title for title in titles)
        assert "Theme" in titles


async def test_help_begins_with_the_keys_of_the_view(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("f5", "f1")
        await terminal.until(lambda: is_open(terminal))
        assert "Vault" in terminal.rows[2] + terminal.rows[3] + terminal.rows[4]
        assert "Pause or resume" in terminal.text


async def test_views_can_be_clicked(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.click("#to-chat")
        assert terminal.view == "chat"
        await terminal.click("#to-reader")
        assert terminal.view == "reader"
        await terminal.click("#to-search")
        assert terminal.view == "search"


async def test_q_quits_when_one_does_not_type(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("q")
        assert terminal.app.is_running
        await terminal.press("tab", "q")
        assert not terminal.app.is_running


def test_keys_are_named_as_people_write_them() -> None:
    assert key_names("ctrl+t,f2,question_mark,G,home") == "^T F2 ? G Home"
    assert key_names("shift+enter,alt+enter") == "Shift+Enter Alt+Enter"
