"""What Tab completes in real shells, with the script of `ragtui completion`."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.commands import Run
from support.tmux import Tmux, needs_tmux, tmux

pytestmark = needs_tmux

SHELLS = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
LOADING = {
    "bash": "source _ragtui",
    "zsh": "fpath=($PWD $fpath); autoload -U compinit; compinit -u -D",
    "fish": "source _ragtui",
}

CASES = [
    ("ragtui sea", "ragtui search"),
    ("ragtui search --expl", "ragtui search --explain"),
    ("ragtui search --mode sem", "ragtui search --mode semantic"),
    ("ragtui index --strategy sen", "ragtui index --strategy sentence"),
    ("ragtui chats exp", "ragtui chats export"),
    ("ragtui eval que", "ragtui eval queries.toml"),
    ("ragtui index my", "ragtui index my\\ notes"),
    ("ragtui search --vault my", "ragtui search --vault my\\ notes"),
    ("ragtui my", "ragtui my\\ notes"),
]
"""What is typed before Tab, and what is then on the line."""


@pytest.fixture(params=SHELLS)
def shell(request: pytest.FixtureRequest) -> str:
    name = str(request.param)
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    return name


@pytest.fixture
def terminal(
    tmp_path: Path, environment: dict[str, str], ragtui: Run, shell: str
) -> Iterator[Tmux]:
    """The shell in a folder that has notes, with the script loaded."""
    (tmp_path / "_ragtui").write_text(ragtui("completion", shell).stdout, "utf-8")
    (tmp_path / "my notes").mkdir()
    (tmp_path / "queries.toml").touch()
    home = {"HOME": str(tmp_path), "PS1": "> ", "ENV": ""}
    with tmux(tmp_path, environment | home) as window:
        start = f"cd '{tmp_path}' && exec {' '.join(SHELLS[shell])}"
        window.start(["sh", "-c", start], 160, 48)
        # Its answer is on a line of its own, unlike what was typed.
        window.type(f"{LOADING[shell]}; echo load''ed")
        window.press("Enter")
        window.until("\nloaded")
        yield window


def test_tab_completes(terminal: Tmux) -> None:
    for typed, completed in CASES:
        terminal.type(typed)
        terminal.press("Tab")
        terminal.until(completed)
        terminal.press("C-u")
        terminal.until(gone=completed)
