"""Reading: rendered and raw, scrolling, links, what cannot be read."""

import pytest

from ragtui_core.vault import Vault
from ragtui_tui.messages.open_passage import OpenPassage
from ragtui_tui.widgets.document_view import DocumentView
from ragtui_tui.widgets.raw_view import RawView
from ragtui_tui.widgets.reader_pane import RENDERED_LINES
from support.screens import OpenApp, Terminal
from support.vaults import MakeVault


async def opened(terminal: Terminal, query: str, words: str) -> None:
    """Search, open the first card, and wait for its words."""
    await terminal.search(query)
    await terminal.press("enter")
    await terminal.until(lambda: terminal.place == "reader" and words in terminal.text)


async def test_nothing_is_open_at_first(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("f3")
        assert "Nothing is open" in terminal.text
        await terminal.press("m")
        await terminal.press("escape")
        assert terminal.place == "search"


async def test_front_matter_is_a_tidy_heading(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await opened(terminal, "lithium", "twenty-six")
        assert "Kestrel · decision · #power #batteries · 2026-03-01" in terminal.text
        assert "Sensors keep lithium cells." in terminal.text
        assert "title:" not in terminal.text
        assert terminal.text.count("Primary cells") == 1


async def test_keys_scroll(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await opened(terminal, "winter storage", "away from frost")
        view = terminal.main.query_one("#rendered", DocumentView)
        await terminal.press("g")
        await terminal.until(lambda: view.scroll_offset.y == 0)
        await terminal.press("j", "j", "k")
        await terminal.until(lambda: view.scroll_offset.y == 1)
        await terminal.press("space")
        await terminal.until(lambda: view.scroll_offset.y > 10)
        await terminal.press("b")
        await terminal.until(lambda: view.scroll_offset.y == 1)
        await terminal.press("G")
        await terminal.until(lambda: view.scroll_offset.y == view.max_scroll_y)
        await terminal.press("o")
        assert terminal.place == "search"


async def test_raw_text_has_line_numbers_and_the_passage_selected(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await opened(terminal, "winter storage", "away from frost")
        await terminal.press("m")
        raw = terminal.main.query_one(RawView)
        await terminal.until(lambda: "## Winter storage" in terminal.text)
        row = next(row for row in terminal.rows if "## Winter storage" in row)
        source = (vault.root / "handbook.md").read_text().splitlines()
        assert int(row.split()[0]) == source.index("## Winter storage") + 1
        assert "Keep the buoys" in raw.selected_text
        await terminal.press("g")
        await terminal.until(lambda: "Station 0" in terminal.text)
        await terminal.press("G", "j", "k", "b", "space")
        await terminal.until(lambda: "Pier 19" in terminal.text)
        await terminal.type("x")
        assert "x" not in terminal.rows[-4]
        await terminal.press("m")
        await terminal.until(lambda: raw.display is False)


async def test_a_long_document_opens_as_text(
    make_vault: MakeVault, open_app: OpenApp
) -> None:
    text = "# Long\n" + "a line\n" * RENDERED_LINES + "\nneedle\n"
    async with open_app(make_vault({"long.md": text})) as terminal:
        await terminal.search("needle")
        await terminal.press("enter")
        await terminal.until(lambda: terminal.main.query_one(RawView).display)
        await terminal.until(lambda: "needle" in terminal.text)


async def test_a_link_to_a_note_opens_it(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await opened(terminal, "wiper", "grub screw")
        row, column = _place_of(terminal, "decision")
        await terminal.click_at(column, row)
        await terminal.until(lambda: "decisions/cells.md" in terminal.text)


async def test_a_link_to_the_web_is_only_shown(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("opened a link")

    monkeypatch.setattr("webbrowser.open", refuse)
    async with open_app(vault) as terminal:
        await opened(terminal, "wiper", "grub screw")
        row, column = _place_of(terminal, "a page")
        await terminal.click_at(column, row)
        await terminal.until(lambda: terminal.toasts)
        assert terminal.toasts == ["Not opened: https://example.org/blade"]


def _place_of(terminal: Terminal, words: str) -> tuple[int, int]:
    rows = enumerate(terminal.rows[4:], 4)
    return next((y, row.index(words)) for y, row in rows if words in row)


async def test_a_file_that_is_gone_is_told_in_a_toast(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        terminal.main.post_message(OpenPassage("howto/gone.md", None))
        await terminal.until(lambda: terminal.toasts)
        assert "there is no file 'howto/gone.md'" in terminal.toasts[0]
        assert terminal.place == "search"


async def test_a_small_screen_has_room_for_the_passage(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (60, 20)) as terminal:
        await opened(terminal, "winter storage", "away from frost")
        assert any(terminal.visible(block) for block in terminal.marked)
