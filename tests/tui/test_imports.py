"""The first screen waits for nothing heavy."""

import subprocess
import sys

from ragtui_core import Vault
from support.commands import environment

LIBRARIES = {"apsw", "platformdirs", "rich", "textual", "typing_extensions"}
"""All that the first paint takes of others; each further one is waited for."""

LATER = (
    "ragtui_core.answer",
    "ragtui_core.chunking",
    "ragtui_core.links",
    "ragtui_core.search.engine",
    "ragtui_core.documents.extraction",
    "ragtui_core.documents.parser",
    "ragtui_tui.chat_view",
    "ragtui_tui.crash_report",
    "ragtui_tui.dialogs",
    "ragtui_tui.key_commands",
    "ragtui_tui.markdown_view",
    "ragtui_tui.reader_view",
    "ragtui_tui.vault_view",
    "textual.widgets._data_table",
    "textual.widgets._markdown",
    "textual.widgets._tabbed_content",
    "textual.widgets._text_area",
)
"""Prefixes of modules that the first screen does not need; Textual's public names load
these private modules."""

AT_FIRST_PAINT = """
import sys
before = set(sys.modules)
from ragtui_core import open_vault
from ragtui_tui.app import RagtuiApp
from ragtui_tui.main_screen import MainScreen

def report(screen):
    print(*sys.modules.keys() - before)
    print("your&#160;notes" in screen.app.export_screenshot())
    screen.app.exit()

MainScreen._begin = report
RagtuiApp(open_vault(sys.argv[1])).run(headless=True)
"""


def test_the_first_paint_waits_for_nothing_else(vault: Vault) -> None:
    done = subprocess.run(
        [sys.executable, "-c", AT_FIRST_PAINT, vault.root],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    reported, painted = done.stdout.splitlines()
    assert painted == "True"
    loaded = reported.split()
    assert "ragtui_tui.search_view.search_pane" in loaded
    packages = {name.partition(".")[0] for name in loaded}
    assert (
        packages - sys.stdlib_module_names - {"ragtui_core", "ragtui_tui"} == LIBRARIES
    )
    assert [name for name in loaded if name.startswith(LATER)] == []
