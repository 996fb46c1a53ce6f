"""ASCII alone: every sign has a replacement of the same width."""

import pytest
from hypothesis import given, strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color

from ragtui_core import Vault
from ragtui_tui.app import RagtuiApp
from ragtui_tui.screen_filters import AsciiFilter, supports_unicode
from support.contrast import ratio
from support.screens import Terminal


def in_ascii(text: str) -> str:
    (segment,) = AsciiFilter().apply([Segment(text)], Color(0, 0, 0))
    return segment.text


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1))
def test_any_text_becomes_ascii_of_the_same_width(text: str) -> None:
    found = in_ascii(text)
    assert found.isascii()
    assert len(found) == cell_len(text)


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, True),
        ({"LANG": "de_DE.UTF-8"}, True),
        ({"LANG": "de_DE.utf8@euro"}, True),
        ({"LANG": "de_DE.ISO-8859-1"}, False),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, False),
        ({"LC_ALL": "", "LC_CTYPE": "C.UTF-8", "LANG": "C"}, True),
        ({"LANG": "x.nonsense"}, False),
    ],
)
def test_the_locale_determines_what_the_terminal_can_show(
    variables: dict[str, str], expected: bool
) -> None:
    assert supports_unicode(variables) is expected


async def test_every_view_is_drawn_with_ascii(vault: Vault) -> None:
    vault.index()
    app = RagtuiApp(vault, ascii_only=True)
    async with app.run_test(size=(80, 24)) as pilot:
        terminal = Terminal(app, pilot)
        await terminal.search("lithium")
        for key in ("enter", "f3", "f4", "f5", "f1", "escape", "ctrl+p"):
            await terminal.press(key)
            await pilot.pause()
            assert terminal.text.isascii()
            assert "Search" in terminal.text or "?" not in terminal.text


async def test_without_colour_the_screen_is_grey(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    vault.index()
    app = RagtuiApp(vault)
    async with app.run_test(size=(80, 24)) as pilot:
        terminal = Terminal(app, pilot)
        await terminal.search("lithium")
        colours = {
            part.style.color.get_truecolor()
            for strip in terminal.strips
            for part in strip
            if part.style and part.style.color
        }
        assert len(colours) > 2
        assert all(c.red == c.green == c.blue for c in colours)
        behind = [
            part.style.bgcolor.get_truecolor().hex
            for strip in terminal.strips
            for part in strip
            if "Primary cells" in part.text and part.style and part.style.bgcolor
        ]
        assert ratio(behind[0], "#121212") > 1.8, "the chosen card stands out"
