"""Settings that are changed in the app."""

import os
from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_core.settings import load_settings
from ragtui_core.types import Mode
from ragtui_tui.dialogs.dialog import LineEntryDialog
from ragtui_tui.widgets.list_table import ListTable, cell
from support.screens import OpenApp, Terminal


@pytest.fixture
def config() -> Path:
    file = Path(os.environ["RAGTUI_CONFIG"])
    file.write_text("# mine\n[search]\nlimit = 7 # few\n")
    return file


async def choose(terminal: Terminal, key: str) -> None:
    """Go to the settings, and to one of them."""
    await terminal.press("f7")
    await terminal.until(
        lambda: terminal.main.query_one("#setting-list", ListTable).row_count
    )
    await terminal.press("ctrl+f")
    await terminal.type(key)
    await terminal.press("enter")
    table = terminal.main.query_one("#setting-list", ListTable)
    await terminal.until(lambda: table.chosen == key)


async def enter(terminal: Terminal, value: str) -> None:
    """Type a value into the open line."""
    await terminal.until(lambda: isinstance(terminal.app.screen, LineEntryDialog))
    await terminal.press("end", *["backspace"] * 40)
    await terminal.type(value)
    await terminal.press("enter")


async def change(terminal: Terminal, key: str, value: str) -> None:
    """Give a setting another value."""
    await choose(terminal, key)
    await terminal.press("enter")
    await enter(terminal, value)


async def reported(terminal: Terminal, words: str) -> None:
    """Wait until a toast says so."""
    await terminal.until(lambda: any(words in toast for toast in terminal.toasts))


async def test_a_number_is_written_and_acts_at_once(
    vault: Vault, open_app: OpenApp, config: Path
) -> None:
    async with open_app(vault, (100, 30)) as terminal:
        await choose(terminal, "search.limit")
        assert "Maximum number of results." in terminal.text
        assert "1 to 1000" in terminal.text
        assert f"Set by {config}"[:60] in terminal.text
        await terminal.press("enter")
        await enter(terminal, "0")
        assert "`search.limit` must be at least 1" in terminal.text
        await enter(terminal, "9")
        await terminal.until(lambda: vault.settings.search.limit == 9)
        await reported(terminal, "takes effect immediately")
    assert config.read_text() == "# mine\n[search]\nlimit = 9 # few\n"


async def test_a_choice_is_chosen_from_a_list(
    vault: Vault, open_app: OpenApp, config: Path
) -> None:
    async with open_app(vault, (100, 30)) as terminal:
        await choose(terminal, "search.mode")
        await terminal.press("enter")
        await terminal.until(lambda: "semantic" in terminal.text)
        await terminal.press("j", "enter")
        await terminal.until(lambda: vault.settings.search.mode is Mode.KEYWORD)
    assert load_settings().search.mode is Mode.KEYWORD


async def test_a_setting_goes_back_to_its_default(
    vault: Vault, open_app: OpenApp, config: Path
) -> None:
    async with open_app(vault, (100, 30)) as terminal:
        await choose(terminal, "search.limit")
        await terminal.press("d")
        await terminal.until(lambda: vault.settings.search.limit == 10)
        await terminal.until(lambda: "This is the default" in terminal.text)
        await terminal.press("d")
        await reported(terminal, "does not set")
    assert config.read_text() == "# mine\n[search]\n"


async def test_a_key_is_neither_shown_nor_written(
    vault: Vault,
    open_app: OpenApp,
    config: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RAGTUI_ANSWER_SERVER_API_KEY", "hush-hush")
    async with open_app(vault, (100, 30)) as terminal:
        await choose(terminal, "answer.server.api_key")
        assert "set, and not shown" in terminal.text
        assert "hush" not in terminal.text
        await terminal.press("enter")
        await reported(terminal, "neither shown")
        assert not isinstance(terminal.app.screen, LineEntryDialog)


async def test_what_overrules_the_file_is_named(
    vault: Vault,
    open_app: OpenApp,
    config: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RAGTUI_SEARCH_LIMIT", "3")
    async with open_app(vault, (100, 30)) as terminal:
        await change(terminal, "search.limit", "5")
        await reported(terminal, "RAGTUI_SEARCH_LIMIT also sets it")
    assert "limit = 5 # few" in config.read_text()


async def test_a_damaged_file_is_named_and_left(
    vault: Vault, open_app: OpenApp, config: Path
) -> None:
    async with open_app(vault, (100, 30)) as terminal:
        await choose(terminal, "search.limit")
        config.write_text("[search\n")
        await terminal.press("enter")
        await enter(terminal, "5")
        await reported(terminal, "not valid TOML")
        assert any(str(config) in t for t in terminal.toasts)
    assert config.read_text() == "[search\n"


async def test_ignored_files_leave_the_index_at_once(
    vault: Vault, open_app: OpenApp, config: Path
) -> None:
    async with open_app(vault, (100, 30)) as terminal:
        await change(terminal, "index.ignore", "howto/, people/")
        await terminal.until(lambda: "2 documents" in terminal.status)
    assert vault.documents.paths() == ["decisions/cells.md", "handbook.md"]


async def test_the_app_draws_with_ascii_once_it_is_set(
    vault: Vault, open_app: OpenApp, config: Path
) -> None:
    async with open_app(vault, (100, 30)) as terminal:
        await choose(terminal, "app.ascii")
        assert not terminal.text.isascii()
        await terminal.press("enter")
        await terminal.until(lambda: "false" in terminal.text)
        await terminal.press("k", "enter")
        await terminal.until(lambda: terminal.text.isascii())


async def test_cells_drawn_before_the_app_is_idle_are_as_wide_as_they_must_be(
    vault: Vault, open_app: OpenApp, config: Path
) -> None:
    async with open_app(vault, (100, 30)) as terminal:
        await terminal.press("f7")
        await terminal.until(lambda: "index.kinds" in terminal.text)
        table = terminal.main.query_one("#setting-list", ListTable)
        wide = "x" * 40
        table.show([("key", (cell("a key"), cell("one"), cell(wide)))])
        assert wide in table.render_line(1).text


@pytest.mark.parametrize(("width", "is_cut"), [(80, False), (120, True), (160, False)])
async def test_values_take_the_width_that_other_columns_leave(
    vault: Vault, open_app: OpenApp, config: Path, width: int, is_cut: bool
) -> None:
    config.write_text('[index]\nkinds = ["markdown", "text", "html", "pdf"]\n')
    async with open_app(vault, (width, 30)) as terminal:
        await terminal.press("f7")
        await terminal.until(lambda: "index.kinds" in terminal.text)
        table = terminal.main.query_one("#setting-list", ListTable)
        await terminal.until(lambda: not table.show_horizontal_scrollbar)
        row = next(row for row in terminal.rows if "index.kinds" in row)
        assert " config.toml " in row
        assert ("…" in row) is is_cut
        assert ("markdown, text, html, pdf" in row) is not is_cut


async def test_a_wide_screen_has_the_description_beside_the_list(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault, (160, 48)) as terminal:
        await choose(terminal, "search.limit")
        about = terminal.main.query_one("#setting-about")
        assert about.region.x > 80
        await terminal.resize(80, 24)
        await terminal.until(lambda: about.region.x < 5)
        assert about.region.y > 10
