"""Benchmarks of what takes long, in short: a killed indexer, a week of one person."""

import subprocess
import sys

import pytest

from support.commands import ROOT
from support.tmux import needs_tmux


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("crash_recovery --kills 6", "0 indexes wrong"),
        pytest.param("week --days 2 --steps 5", ", 0 problems", marks=needs_tmux),
    ],
    ids=["crash recovery", "week"],
)
def test_nothing_is_lost(line: str, told: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *f"benchmarks.{line}".split()],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert told in done.stdout
