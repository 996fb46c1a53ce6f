"""Processor time of the app while nothing happens. Linux only.

    python -m benchmarks.idle VAULT [--seconds 60] [--settle 35]

VAULT is copied and indexed first. The app runs in a terminal of 160 by 48, whose output
is read; what it uses is counted from `--settle` seconds after its start. Each row is a
thread with its processor time, and how often it ran.
"""

import argparse
import os
import pty
import shutil
import subprocess
import sys
import termios
import time
from pathlib import Path
from threading import Thread

from benchmarks.measure import row, scratch
from ragtui_core import open_vault


class Written(Thread):
    """Reads a terminal, and counts the bytes."""

    def __init__(self, terminal: int) -> None:
        """Read the terminal with this descriptor."""
        super().__init__(daemon=True)
        self._terminal = terminal
        self.count = 0

    def run(self) -> None:
        """Read until the program has ended."""
        try:
            while data := os.read(self._terminal, 65_536):
                self.count += len(data)
        except OSError:
            return


def used(process: int) -> dict[str, tuple[float, int]]:
    """Of each thread, seconds of processor time and how often it ran."""
    found = {}
    for thread in Path(f"/proc/{process}/task").iterdir():
        nanoseconds, _, runs = map(int, (thread / "schedstat").read_text().split())
        found[thread.name] = (nanoseconds / 1e9, runs)
    return found


def measure(given: argparse.Namespace, folder: Path) -> None:
    """Print the figures."""
    vault = folder / "vault"
    shutil.copytree(given.vault, vault)
    db = folder / "index.db"
    open_vault(vault, db=db).index()
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (48, 160))
    command = [sys.executable, "-m", "ragtui_cli.main", str(vault), "--db", str(db)]
    own = {"RAGTUI_DATA_DIR": str(folder), "TERM": "xterm-256color"}
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=os.environ | own
    ) as app:
        os.close(theirs)
        written = Written(ours)
        written.start()
        time.sleep(given.settle)
        before, bytes_before = used(app.pid), written.count
        time.sleep(given.seconds)
        after, bytes_after = used(app.pid), written.count
        app.kill()
    total = 0.0
    for thread, (seconds, runs) in after.items():
        earlier, earlier_runs = before.get(thread, (0.0, 0))
        total += seconds - earlier
        row(f"thread {thread}", seconds - earlier, "s", f"ran {runs - earlier_runs} x")
    row(f"idle for {given.seconds:.0f} s", total, "s", "target 0.1 s of 60")
    row("written to the terminal", bytes_after - bytes_before, "bytes", "target 0")


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("vault", type=Path)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--settle", type=float, default=35.0)
    given = parser.parse_args()
    with scratch() as folder:
        measure(given, folder)


if __name__ == "__main__":
    main()
