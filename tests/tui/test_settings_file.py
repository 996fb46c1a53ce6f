"""The settings file, which is edited in the user's editor."""

import os
import tomllib
from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_core.settings import create_settings_file, known_keys, load_settings
from support.screens import OpenApp


@pytest.fixture
def config() -> Path:
    return Path(os.environ["RAGTUI_CONFIG"])


def test_a_new_file_lists_every_setting_and_changes_none(config: Path) -> None:
    create_settings_file(config)
    before, text = load_settings(), config.read_text()
    assert tomllib.loads(text).keys() == {
        key.partition(".")[0] for key in known_keys() if "." in key
    }
    for key, setting in known_keys().items():
        line = f"# {key.rpartition('.')[2]} = "
        assert (line in text) is not setting.secret, key
    values = [line.removeprefix("# ") for line in text.splitlines()]
    config.write_text("\n".join(v for v in values if "= " in v[:40] or v[:1] == "["))
    assert load_settings() == before


def test_a_file_that_there_is_stays(config: Path) -> None:
    config.write_text("[search]\nlimit = 7\n")
    create_settings_file(config)
    assert config.read_text() == "[search]\nlimit = 7\n"


async def test_the_file_is_edited_and_acts_at_once(
    vault: Vault,
    open_app: OpenApp,
    config: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def edit(_: object, folder: Path, file: Path, line: int) -> None:
        assert (folder, file, line) == (config.parent, config, 1)
        file.write_text("[search]\nlimit = 3\n[app]\ntheme = 'paper'\n")

    monkeypatch.setattr("ragtui_tui.other_programs.run_editor", edit)
    async with open_app(vault) as terminal:
        await terminal.press("f7")
        await terminal.until(lambda: vault.settings.search.limit == 3)
        await terminal.until(lambda: terminal.app.theme == "paper")


async def test_without_an_editor_the_app_says_what_to_set(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    async with open_app(vault) as terminal:
        await terminal.press("f7")
        await terminal.until(lambda: any("EDITOR" in t for t in terminal.toasts))
