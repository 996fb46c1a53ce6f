"""The app as a process: how it ends when it fails, and what it draws with."""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragtui_core.settings import load_settings
from ragtui_core.vault.index_location import data_directory
from support import commands
from support.commands import Run
from support.tmux import Tmux, needs_tmux, tmux

FAULTY = """
import sys
from ragtui_cli.main import main
from ragtui_tui.search_view.search_pane import SearchPane

def fault(self):
    try:
        {}["the words of a note"]
    except KeyError as error:
        raise ValueError("more words of a note") from error

SearchPane.action_cycle_sort = fault
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def terminal(tmp_path: Path, environment: dict[str, str]) -> Iterator[Tmux]:
    with tmux(tmp_path, environment) as window:
        yield window


@needs_tmux
def test_a_crash_leaves_a_report_and_a_terminal(terminal: Tmux, sample: Path) -> None:
    terminal.start([commands.python(), "-c", FAULTY, str(sample)], 100, 30)
    terminal.until("Search your notes")
    terminal.press("C-r")
    text = terminal.until("ended with 2", "speed ")
    assert "ragtui crashed (ValueError)" in text
    assert "Traceback" not in text
    terminal.type("still here")
    terminal.until("still here")
    data = data_directory(load_settings().data_dir)
    (report,) = (data / "crashes").iterdir()
    assert report.name in "".join(text.split("\n"))
    written = report.read_text()
    for words in ("ragtui 0.", "Textual 8", "ValueError", "KeyError", "in fault"):
        assert words in written
    assert "words of a note" not in re.sub(r"(?m)^    .*$", "", written)
    assert str(Path.home()) not in written


@needs_tmux
@pytest.mark.parametrize("locale", [["LC_ALL=C"], ["LC_ALL=C.UTF-8", "--ascii"]])
def test_ascii_by_option_or_locale(
    terminal: Tmux, sample: Path, locale: list[str]
) -> None:
    variable, *options = locale
    program = ["env", variable, *commands.command(), str(sample), *options]
    terminal.start(program, 80, 24)
    assert terminal.until("up to date").isascii()
    terminal.type("okibe")
    terminal.until("okibe-optics.md", gone="Recently changed")
    terminal.press("Enter")
    assert terminal.until(" | ", "OK-860N").isascii()
    terminal.press("C-q")
    terminal.until("ended with 0")


@needs_tmux
@pytest.mark.parametrize("variable", ["NO_COLOR=1", "TERM=dumb", "TERM=vt100"])
def test_a_poor_terminal_is_enough(terminal: Tmux, sample: Path, variable: str) -> None:
    terminal.start(["env", variable, *commands.command(), str(sample)], 80, 24)
    terminal.until("up to date")
    terminal.type("okibe")
    terminal.until("okibe-optics.md", gone="Recently changed")
    terminal.press("C-q")
    terminal.until("ended with 0")


@needs_tmux
def test_an_app_that_was_stopped_and_continued_ends(
    terminal: Tmux, sample: Path, tmp_path: Path
) -> None:
    script = 'echo $$ > "$0"; exec "$@"'
    number = tmp_path / "number"
    program = ["sh", "-c", script, str(number), *commands.command(), str(sample)]
    terminal.start(program, 100, 24)
    terminal.until("up to date")
    app = int(number.read_text())
    for name in (signal.SIGSTOP, signal.SIGCONT, signal.SIGCONT):
        os.kill(app, name)
    terminal.press("C-q")  # At once: no key is lost.
    terminal.until("ended with 0")


def test_without_a_terminal_it_says_what_to_do(ragtui: Run, sample: Path) -> None:
    done = ragtui(sample, check=2)
    assert "the app needs a terminal" in done.stderr
