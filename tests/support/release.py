"""The files of a release, installed as docs/editors.md says, in a test's home."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from support.programs import documented
from support.waiting import TIMEOUT

RELEASE = os.environ.get("RAGTUI_TEST_RELEASE", "")
"""A folder that `.ci/release` has filled; empty where nothing was built."""

NEEDED = pytest.mark.skipif(
    not RELEASE, reason="RAGTUI_TEST_RELEASE is not set (see CONTRIBUTING.md)"
)


def install(block: int, home: Path, programs: Path) -> None:
    """Run a block of the page's shell commands in the folder of the release.

    `home` is the user's, and `programs` comes before the system's on the PATH.
    """
    offline = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1"}
    env = {"HOME": str(home), "PATH": f"{programs}:/usr/bin:/bin", **offline}
    command = ["bash", "-euo", "pipefail", "-c", documented("sh")[block]]
    done = subprocess.run(
        command, cwd=RELEASE, env=env, capture_output=True, text=True, timeout=TIMEOUT
    )
    assert done.returncode == 0, done.stdout + done.stderr


def install_server(home: Path, programs: Path) -> None:
    """Install the wheel; what it depends on is that of the tests."""
    python = programs / "python3"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    install(SERVER, home, programs)
    (packages,) = home.glob(".local/lib/ragtui/lib/python*/site-packages")
    # Without its own .pth files, hence without this checkout.
    (packages / "of_the_tests.pth").write_text(sysconfig.get_path("purelib"))


SERVER, VSCODE, NEOVIM = 0, 1, 4
"""The blocks of the page that install each."""
