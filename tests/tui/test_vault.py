"""The vault view, other vaults, and the settings file, edited in the user's editor."""

import os
import threading
import tomllib
from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_core.settings import create_settings_file, known_keys, load_settings
from ragtui_core.vault.recent_vaults import recent_vaults
from ragtui_tui.dialogs.choice_list import ChoiceDialog
from ragtui_tui.vault_view.vault_pane import SkippedFiles
from support.screens import OpenApp, Terminal


def skipped(terminal: Terminal) -> list[str]:
    listed = terminal.main.query_one(SkippedFiles)
    return [str(option.prompt) for option in listed.options]


async def visit(terminal: Terminal) -> None:
    await terminal.sees("last read", "f5")


async def test_skipped_files_show_the_reason(vault: Vault, open_app: OpenApp) -> None:
    (vault.root / "cells.xyz").write_text("26 months")
    async with open_app(vault, (60, 30)) as terminal:
        await visit(terminal)
        await terminal.sees("Not read, of other kinds: 1 .xyz")
        folder = vault.root / ("projects of the last year/" * 4)
        folder.mkdir(parents=True)
        (folder / "bad.md").write_bytes(b"text\0\0\x01\x02 binary")
        (vault.root / "zodd.md").write_text("---\ntitle: [\n---\n# Odd\n")
        await terminal.until(lambda: len(skipped(terminal)) == 3)
        bad, odd, _ = skipped(terminal)
        assert bad.startswith("projects of the last year/")
        assert "contains 2 NUL characters" in bad
        assert odd.startswith("zodd.md\n  read, but")
        for width in (60, 160):
            await terminal.resize(width, 30)
            await terminal.until(lambda: "2 NUL" in " ".join(terminal.text.split()))
        await terminal.goes_to("reader", "down", "down", "enter")
        await terminal.press("escape")
        assert terminal.view == "vault"


async def test_a_pause_lasts_until_resumed(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("f5", "p")
        await terminal.until(lambda: "paused" in terminal.status)
        assert "‖" in terminal.text
        assert terminal.text.count("resume to continue") == 1
        await terminal.press("p")
        await terminal.until(lambda: "up to date" in terminal.status)


def followers() -> set[threading.Thread]:
    """Threads that keep an index up to date."""
    return {each for each in threading.enumerate() if each.name == "index"}


async def test_to_another_vault(
    vault: Vault, tmp_path: Path, open_app: OpenApp
) -> None:
    other = tmp_path / "other notes"
    other.mkdir()
    (other / "quokka.md").write_text("# Quokka\n\nA quokka was seen.\n")
    before = followers()  # of servers that other tests have closed
    async with open_app(vault) as terminal:
        await terminal.search("wiper blade")
        await terminal.press("f9")
        await terminal.sees("Path of a folder")
        await terminal.type(str(other.parent / "nowhere"))
        await terminal.sees("no such folder", "enter")
        await terminal.sees("Path of a folder", "f9")
        await terminal.type(str(other))
        await terminal.press("enter")
        await terminal.until(lambda: terminal.cards == ["quokka.md"])
        assert "other notes" in terminal.rows[0]
        await terminal.until(lambda: len(followers() - before) == 1)
        await terminal.search("quokka")
        for keys in ("escape",), ("v", "a", "u", "enter"):  # Staying is a choice.
            await terminal.sees("letters of a vault's name", "f9")
            await terminal.press(*keys)
            await terminal.until(
                lambda: not isinstance(terminal.app.screen, ChoiceDialog)
            )
        await terminal.until(lambda: terminal.chosen == "howto/wiper.md")
        assert "wiper blade" in terminal.text
        await terminal.until(lambda: len(followers() - before) == 1)
        names = [path.name for path in recent_vaults(vault.data_directory)]
        assert names == ["vault", "other notes"]


@pytest.fixture
def config() -> Path:
    return Path(os.environ["RAGTUI_CONFIG"])


def test_a_new_settings_file_lists_every_setting_and_changes_none(config: Path) -> None:
    create_settings_file(config)
    before, text = load_settings(), config.read_text()
    known = known_keys().items()
    shown = {key for key, setting in known if "." in key and not setting.secret}
    tables = tomllib.loads(text).keys()
    assert tables == {key.partition(".")[0] for key in shown}
    for key, setting in known:
        line = f"# {key.rpartition('.')[2]} = "
        assert (line in text) is not setting.secret, key
    values = [line.removeprefix("# ") for line in text.splitlines()]
    config.write_text("\n".join(v for v in values if "= " in v[:40] or v[:1] == "["))
    assert load_settings() == before
    config.write_text("[search]\nlimit = 7\n")  # A file that there is stays.
    create_settings_file(config)
    assert config.read_text() == "[search]\nlimit = 7\n"


async def test_the_settings_file_is_edited_and_acts_at_once(
    vault: Vault, open_app: OpenApp, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def edit(_: object, editor: list[str], folder: Path, file: Path, line: int) -> None:
        assert (editor, folder, file, line) == (["ed"], config.parent, config, 1)
        file.write_text("[search]\nlimit = 3\n[app]\ntheme = 'paper'\n")

    for name in ("VISUAL", "EDITOR", "PATH"):
        monkeypatch.setenv(name, "")
    async with open_app(vault) as terminal:
        await terminal.press("f7")
        await terminal.until(lambda: any("EDITOR" in t for t in terminal.toasts))
        assert not config.exists()
        monkeypatch.setenv("EDITOR", "ed")
        monkeypatch.setattr("ragtui_tui.other_programs.run_editor", edit)
        await terminal.press("f7")
        await terminal.until(lambda: vault.settings.search.limit == 3)
        await terminal.until(lambda: terminal.app.theme == "paper")
