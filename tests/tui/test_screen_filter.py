"""What a widget forgets to sanitize does not reach the terminal either."""

import pytest
from hypothesis import given, strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.widgets import Static

from ragtui_core import Vault
from ragtui_tui.screen_filters import ScreenFilter
from support.screens import OpenApp
from support.terminals import HOSTILE, controls_in
from support.vaults import MakeVault

BLACK = Color(0, 0, 0)
ANY_TEXT = st.text(st.characters(exclude_categories=[])) | st.sampled_from(HOSTILE)


def shown(text: str, line_filter: LineFilter) -> str:
    kept = line_filter.apply([Segment(text, Style(bold=True))], BLACK)
    return "".join(segment.text for segment in kept)


@given(ANY_TEXT)
def test_any_segment_is_harmless_and_as_wide(text: str) -> None:
    left = shown(text, ScreenFilter())
    assert not controls_in(left)
    assert "\t" not in left
    assert "\n" not in left
    assert cell_len(left) == sum(map(cell_len, text)) or cell_len(left) == cell_len(
        text
    )


def test_what_textual_itself_commands_is_kept() -> None:
    command = Segment("\x1b[2J", None, [(2,)])  # type: ignore[list-item]
    assert ScreenFilter().apply([command], BLACK) == [command]


@pytest.fixture
def vault(make_vault: MakeVault) -> Vault:
    return make_vault({"a.md": "# A\n"})


async def test_a_careless_widget_is_caught(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        careless = Static("a\x1b]0;owned\x07b\u202ec", markup=False)
        await terminal.app.screen.mount(careless)
        await terminal.press("f1")
        strips = careless.render_line(0)
        filters = terminal.app.get_line_filters()
        for each in filters:
            strips = strips.apply_filter(each, BLACK)
        assert not controls_in(strips.text)
        # A line remembers what each of these objects made of it.
        assert terminal.app.get_line_filters() == filters
