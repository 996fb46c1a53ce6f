"""The manual page, as the wheel installs it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from support.commands import INSTALLED, ROOT


def manual() -> Path:
    if installed := os.environ.get(INSTALLED):
        return Path(installed).parents[1] / "share" / "man" / "man1" / "ragtui.1"
    return ROOT / "docs" / "ragtui.1"


@pytest.mark.skipif(shutil.which("man") is None, reason="man shows the page")
def test_man_shows_the_page(environment: dict[str, str]) -> None:
    done = subprocess.run(
        ["man", "-l", manual()],
        capture_output=True,
        text=True,
        env=environment | {"MANPAGER": "cat", "MANWIDTH": "80", "LC_ALL": "C.UTF-8"},
        check=True,
    )
    assert "search and question your notes" in done.stdout
    assert done.stderr == ""
