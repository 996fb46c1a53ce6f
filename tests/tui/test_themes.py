"""Every theme that is offered can be read, everywhere in the app."""

import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.settings import config_path
from ragtui_core.settings.front_end_settings import AppSettings
from ragtui_tui.pane_manager import VIEWS
from ragtui_tui.themes import own_themes
from support.contrast import Pair, weak_texts
from support.screens import OpenApp, Terminal

THEMES = [theme.name for theme in own_themes()]
QUESTION = "How long does the lithium battery last in the harbour?"


def test_the_settings_name_a_theme_that_there_is() -> None:
    assert AppSettings().theme in THEMES
    assert {theme.dark for theme in own_themes()} == {True, False}


async def test_a_theme_of_ones_own_is_a_file(vault: Vault, open_app: OpenApp) -> None:
    folder = config_path().with_name("themes")
    folder.mkdir(parents=True)
    own = 'primary = "#123456"\nbackground = "#001122"\n'
    (folder / "harbour.toml").write_text(own)
    (folder / "wrong.toml").write_text('primary = "no colour"\n')
    config_path().write_text('[app]\ntheme = "harbour"\n')
    async with open_app(open_vault(vault.root)) as terminal:
        assert terminal.app.current_theme.background == "#001122"
        await terminal.until(
            lambda: "wrong.toml is not a theme" in str(terminal.toasts)
        )
        config_path().write_text('[app]\ntheme = "harbor"\ntehme = 1\n')
        await terminal.until(lambda: "did you mean `harbour`?" in str(terminal.toasts))
        assert terminal.app.theme == "harbour"
        await terminal.until(
            lambda: "did you mean `app.theme`?" in str(terminal.toasts)
        )


def weak(terminal: Terminal) -> dict[Pair, tuple[float, str]]:
    screen = terminal.app.screen
    strips = terminal.strips
    if screen.is_modal:  # The screen below is dimmed on purpose.
        x, y, width, height = next(c for c in screen.children if c.display).region
        strips = [strip.crop(x, x + width) for strip in strips[y : y + height]]
    return weak_texts(strips)


@pytest.mark.parametrize(
    "theme",
    [
        theme
        if theme == AppSettings().theme
        else pytest.param(theme, marks=pytest.mark.sweep)
        for theme in THEMES
    ],
)
async def test_text_has_contrast(vault: Vault, open_app: OpenApp, theme: str) -> None:
    (vault.root / "unread.md").write_bytes(b"\x00\x01")
    found: dict[Pair, tuple[float, str]] = {}
    async with open_app(vault, (160, 48)) as terminal:
        terminal.app.theme = theme
        await terminal.search("lithium battery")
        found |= weak(terminal)
        await terminal.goes_to("reader", "enter")
        await terminal.until(lambda: terminal.marked)
        found |= weak(terminal)
        await terminal.press("f4")
        await terminal.paste(QUESTION)
        await terminal.sees("✓ verified", "enter")
        found |= weak(terminal)
        for place in VIEWS[3:]:
            await terminal.press(place.key)
            await terminal.until(lambda: terminal.is_filled)
            found |= weak(terminal)
        await terminal.press("f1")
        found |= weak(terminal)
        await terminal.sees("Quit", "escape", "ctrl+p")
        found |= weak(terminal)
        await terminal.press("escape", "f9")
        found |= weak(terminal)
        await terminal.press("escape")
        for severity in ("information", "warning", "error"):
            terminal.app.notify("A word of it", title="Title", severity=severity)
        await terminal.until(lambda: terminal.text.count("A word of it") == 3)
        found |= weak(terminal)
    assert found == {}
