"""A day of one person in all front ends at once; the benchmark goes on for a week."""

import subprocess
import sys

import pytest

from support.commands import ROOT
from support.tmux import needs_tmux

pytest.importorskip("mcp")


@needs_tmux
def test_two_days_of_use_with_an_upgrade_leave_no_problem() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.week", "--days", "2", "--steps", "5"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert ", 0 problems" in done.stdout
