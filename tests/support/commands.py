"""How the tests start the real command."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The project's own folder."""

DATA = ROOT / "tests" / "data"
"""Files that tests read."""

INSTALLED = "RAGTUI_TEST_COMMAND"
"""Names an installed `ragtui` to test instead of this checkout."""

Run = Callable[..., subprocess.CompletedProcess[str]]
"""Runs `ragtui` with arguments, and checks its exit code."""


Start = Callable[..., subprocess.Popen[str]]
"""Starts `ragtui` with arguments, while the test continues."""


def output(process: subprocess.Popen[str]) -> Iterator[str]:
    """The lines of a started process, as they come."""
    assert process.stdout
    return iter(process.stdout)


def command() -> list[str]:
    """The beginning of a command line that starts ragtui."""
    installed = os.environ.get(INSTALLED)
    return [installed] if installed else [sys.executable, "-m", "ragtui_cli.main"]


def python() -> str:
    """The interpreter that ragtui runs on."""
    installed = os.environ.get(INSTALLED)
    return str(Path(installed).parent / "python") if installed else sys.executable


def without_privilege() -> list[str]:
    """What to put before a command so that permissions count even for root."""
    if os.geteuid() != 0:
        return []
    overrides = "-dac_override,-dac_read_search,-fowner"
    return ["setpriv", "--inh-caps=-all", f"--bounding-set={overrides}"]


def environment() -> dict[str, str]:
    """An environment in which that command line finds what it is to run."""
    others = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    if INSTALLED in os.environ:
        return others
    paths = [str(ROOT / folder) for folder in ("core", "lsp", "tui")]
    return others | {"PYTHONPATH": os.pathsep.join(paths)}
