"""Real processes are killed while they index; the benchmark does so at length."""

import subprocess
import sys

from support.commands import ROOT


def test_an_index_is_right_after_its_process_was_killed() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.crash_recovery", "--kills", "6"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "6 kills" in done.stdout
    assert "0 indexes wrong" in done.stdout
